-- Put a match into its archive, or take it out again: all at once, and only if nothing has happened to it meanwhile.
--
-- KEYS: 1 stream  2 head  3 answers by key  4 journal of refusals  5 archive  6 snapshot
-- ARGV: 1 version  2 answers there are  3 newest refusal or ''  4 packed archive, or '' to take it out
--       then, to take it out: 5 number of events, the events, number of answers, keys and answers, the refusals
--
-- Answers 1, or 0 if the match is no longer as the caller knows it.

if redis.call('HGET', KEYS[2], 'v') ~= ARGV[1] then return 0 end
if redis.call('HLEN', KEYS[3]) ~= tonumber(ARGV[2]) then return 0 end
if (redis.call('LINDEX', KEYS[4], 0) or '') ~= ARGV[3] then return 0 end

redis.call('DEL', KEYS[1], KEYS[3], KEYS[4], KEYS[5], KEYS[6])
if ARGV[4] ~= '' then
  redis.call('SET', KEYS[5], ARGV[4])
  redis.call('HSET', KEYS[2], 'a', ARGV[1])
  return 1
end

redis.call('HDEL', KEYS[2], 'a')
local at = 5
local count = tonumber(ARGV[at])
for i = 1, count do redis.call('XADD', KEYS[1], i .. '-0', 'e', ARGV[at + i]) end
at = at + count + 1
count = tonumber(ARGV[at])
for i = 1, count do redis.call('HSET', KEYS[3], ARGV[at + 2 * i - 1], ARGV[at + 2 * i]) end
at = at + 2 * count + 1
for i = at, #ARGV do redis.call('RPUSH', KEYS[4], ARGV[i]) end
return 1
