-- Put an item into the lists that it belongs to now, and take it out of those that it has left: all at once, so that
-- no reader finds it in a list with the summary of an earlier version, and a late writer changes nothing.
--
-- KEYS: 1 the hash that has the item  2 vocabularies  3... the lists that it belongs to
-- ARGV: 1 item  2 version  3 later version to replace nevertheless, or 0  4 time of opening
--       5 names of the lists and summary, as they are kept (list_items.lua)
--       6 digest of the vocabulary that the summary refers to, or ''  7 that vocabulary
--
-- Replies with the version that is kept. The same version is written again: a rebuild may know more of it.

local known = redis.call('HGET', KEYS[1], ARGV[1])
if known then
  local version = version_of(known)
  if version > tonumber(ARGV[2]) and version ~= tonumber(ARGV[3]) then return version end
  take_out_of_all(KEYS[1], known, ARGV[4], ARGV[1])
end
for i = 3, #KEYS do put_into(KEYS[i], ARGV[4], ARGV[1]) end
if ARGV[6] ~= '' then redis.call('HSETNX', KEYS[2], ARGV[6], ARGV[7]) end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2] .. '\n' .. ARGV[5])
return tonumber(ARGV[2])
