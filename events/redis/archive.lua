-- Put a match into its archive, or restore it from there: all at once, and only if it has not changed meanwhile.
--
-- KEYS: 1 stream  2 head  3 answers by key  4 journal of refusals  5 archive  6 snapshots
-- ARGV: 1 version  2 frontier  3 number of answers  4 newest refusal or ''  5 packed archive, or '' to restore
--       then, to restore: 6 number of events, the events, number of answers, keys and answers, the refusals
--
-- Replies 1, or 0 if the match is no longer as the caller knows it.

local head = redis.call('HMGET', KEYS[2], 'v', 'f')
if head[1] ~= ARGV[1] or head[2] ~= ARGV[2] then return 0 end
if redis.call('HLEN', KEYS[3]) ~= tonumber(ARGV[3]) then return 0 end
if (redis.call('LINDEX', KEYS[4], 0) or '') ~= ARGV[4] then return 0 end

redis.call('DEL', KEYS[1], KEYS[3], KEYS[4], KEYS[5], KEYS[6])
if ARGV[5] ~= '' then
  redis.call('SET', KEYS[5], ARGV[5])
  redis.call('HSET', KEYS[2], 'a', ARGV[1])
  return 1
end

redis.call('HDEL', KEYS[2], 'a')
local at = 6
local count = tonumber(ARGV[at])
for i = 1, count do redis.call('XADD', KEYS[1], i .. '-0', 'e', ARGV[at + i]) end
at = at + count + 1
count = tonumber(ARGV[at])
for i = 1, count do redis.call('HSET', KEYS[3], ARGV[at + 2 * i - 1], ARGV[at + 2 * i]) end
at = at + 2 * count + 1
for i = at, #ARGV do redis.call('RPUSH', KEYS[4], ARGV[i]) end
return 1
