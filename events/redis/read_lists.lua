-- The same part of several lists, newest first. All at once, so that an item that moves from one of them to another
-- meanwhile is not missed.
--
-- KEYS: the lists
-- ARGV: 1 time to begin with, or '+inf'  2 how many items of each list to skip  3 how many to read
--
-- Replies with the items and times of each list.

local found = {}
for i, key in ipairs(KEYS) do
  found[i] = redis.call('ZREVRANGEBYSCORE', key, ARGV[1], '-inf', 'WITHSCORES', 'LIMIT', ARGV[2], ARGV[3])
end
return found
