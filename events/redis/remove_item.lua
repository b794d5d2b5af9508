-- Take an item out of all its lists (see lists.lua), unless a later version of it is known.
--
-- KEYS: 1 the hash that has the item
-- ARGV: 1 item  2 version  3 later version to remove nevertheless, or 0
--
-- Replies with the later version that is kept; 0 if the item is in no list now.

local known = redis.call('HGET', KEYS[1], ARGV[1])
if not known then return 0 end
local version = version_of(known)
if version > tonumber(ARGV[2]) and version ~= tonumber(ARGV[3]) then return version end
take_out_of_all(KEYS[1], known, '', ARGV[1])
redis.call('HDEL', KEYS[1], ARGV[1])
return 0
