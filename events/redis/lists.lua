-- Put an item into the lists that it belongs to now, and take it out of those that it has left: all at once, so that
-- no reader finds it in a list with the summary of an earlier version, and a late writer changes nothing.
--
-- KEYS: 1 the hash that has the item  2... the lists that it belongs to
-- ARGV: 1 item  2 version  3 later version to replace nevertheless, or 0  4 time of opening  5 summary
--       6 what the names of the lists begin with  7... the rest of each name
--
-- An item is kept as its version, the names of its lists, and its summary, one on each line. What all names begin with is
-- kept once, and ends with \v.
-- Replies with the version that is kept. The same version is written again: a rebuild may know more of it.

local known = redis.call('HGET', KEYS[1], ARGV[1])
if known then
  local version, names = string.match(known, '^(%d+)\n([^\n]*)\n')
  version = tonumber(version)
  if version > tonumber(ARGV[2]) and version ~= tonumber(ARGV[3]) then return version end
  local beginning, rest = string.match(names, '^(.-)\v(.*)$')
  local prefix = string.match(KEYS[1], '^{.-}:') .. beginning
  for name in string.gmatch(rest, '[^\t]+') do take_out(prefix .. name, ARGV[4], ARGV[1]) end
end
for i = 2, #KEYS do put_into(KEYS[i], ARGV[4], ARGV[1]) end
local names = ARGV[6] .. '\v' .. table.concat(ARGV, '\t', 7)
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2] .. '\n' .. names .. '\n' .. ARGV[5])
return tonumber(ARGV[2])
