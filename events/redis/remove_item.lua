-- Take an item out of all its lists (see lists.lua).
--
-- KEYS: 1 the item
-- ARGV: 1 item
--
-- Replies 1, or 0 if there is no such item.

local known = redis.call('GET', KEYS[1])
if not known then return 0 end
local names = string.match(known, '^%d+\n([^\n]*)\n')
local prefix = string.match(KEYS[1], '^{.-}:')
for name in string.gmatch(names, '[^\t]+') do redis.call('ZREM', prefix .. name, ARGV[1]) end
redis.call('DEL', KEYS[1])
return 1
