-- A line of the clock's diary, unless the diary has one of a later version of the match: a line that comes late never
-- writes over a newer one.
--
-- KEYS: 1 diary  2 version of each line
-- ARGV: 1 match  2 version  3 time, or '' if the clock has nothing to do there  4 later version to be written over, or 0
--
-- Answers the version that the diary knows of.

local known = tonumber(redis.call('HGET', KEYS[2], ARGV[1]) or '0')
if tonumber(ARGV[2]) < known and known ~= tonumber(ARGV[4]) then return known end

-- No line needs to be left behind: an old one that comes after this is found to be idle when its time has come.
if ARGV[3] == '' then
  redis.call('ZREM', KEYS[1], ARGV[1])
  redis.call('HDEL', KEYS[2], ARGV[1])
else
  redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
  redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
end
return tonumber(ARGV[2])
