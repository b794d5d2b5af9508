-- The least that an append has to do: compare the version, add one event, move the head, write to the feed.
--
-- KEYS: 1 stream  2 head  3 feed    ARGV: 1 match  2 version that the caller knows  3 event  4 frontier
if (redis.call('HGET', KEYS[2], 'v') or '0') ~= ARGV[2] then return -1 end
local version = ARGV[2] + 1
redis.call('XADD', KEYS[1], version .. '-0', 'e', ARGV[3])
redis.call('HSET', KEYS[2], 'v', version, 'f', ARGV[4])
redis.call('XADD', KEYS[3], 'MAXLEN', '~', 20000, '*', 'm', ARGV[1], 'v', version)
return version
