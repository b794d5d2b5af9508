-- Set the deadline of a match, unless one is kept of a later version of the match.
--
-- KEYS: 1 times  2 version of each
-- ARGV: 1 match  2 version  3 time, or '' if there is no deadline  4 later version to replace nevertheless, or 0
--
-- Replies with the version that is kept.

local known = tonumber(redis.call('HGET', KEYS[2], ARGV[1]) or '0') or 0 -- not a number: somebody else's
if tonumber(ARGV[2]) < known and known ~= tonumber(ARGV[4]) then return known end

-- The version need not be kept without a deadline: an old one that arrives later is found void when its time comes.
if ARGV[3] == '' then
  redis.call('ZREM', KEYS[1], ARGV[1])
  redis.call('HDEL', KEYS[2], ARGV[1])
else
  redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
  redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
end
return tonumber(ARGV[2])
