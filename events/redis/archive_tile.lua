-- Remove the oldest entries of the head log from Redis, once an object of the archive has them.
--
-- KEYS: 1 entries  2 tiles
-- ARGV: 1 number of tiles so far  2 what is kept of the new tile  3 id of its last entry  4 that entry
--       5 id of the first entry that stays
--
-- Replies 1, or 0 if the log is no longer as the caller knows it.

if redis.call('LLEN', KEYS[2]) ~= tonumber(ARGV[1]) then return 0 end
local last = redis.call('XRANGE', KEYS[1], ARGV[3], ARGV[3])[1]
if not last or last[2][2] ~= ARGV[4] then return 0 end
redis.call('RPUSH', KEYS[2], ARGV[2])
redis.call('XTRIM', KEYS[1], 'MINID', ARGV[5])
return 1
