-- Move a match to its archive, or restore it from there: all at once, and only if it has not changed meanwhile.
--
-- KEYS: 1 stream  2 head  3 answers by key  4 journal of refusals  5 archive in Redis  6 snapshots
--       7 objects that no head refers to, and when each may be deleted; 0: it is being deleted  8 register of matches
-- ARGV: 1 version  2 frontier  3 number of answers  4 newest refusal or ''  5 object that holds the archive, or ''
--       6 name of that object or ''  7 when it may be deleted
--       8 match  9 the object to refer to from now on, or '' to restore  10 its name
--       then, to restore: 11 number of events, the events, number of answers, keys and answers, the refusals
--
-- Replies 1, or 0 if the match is no longer as the caller knows it, or if the new object may have been deleted again.

local head, line = known_head(KEYS[2], KEYS[8], ARGV[8])
if head[1] ~= ARGV[1] or not (line or head[2] == ARGV[2]) or (head[4] or '') ~= ARGV[5] then return 0 end
if redis.call('HLEN', KEYS[3]) ~= tonumber(ARGV[3]) then return 0 end
if (redis.call('LINDEX', KEYS[4], 0) or '') ~= ARGV[4] then return 0 end
if ARGV[9] ~= '' then
  local due = redis.call('HGET', KEYS[7], ARGV[10])
  if not due or due == '0' then return 0 end
  redis.call('HDEL', KEYS[7], ARGV[10])
end

redis.call('DEL', KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6])
if ARGV[5] ~= '' then redis.call('HSET', KEYS[7], ARGV[6], ARGV[7]) end
if ARGV[9] ~= '' then
  redis.call('HSET', KEYS[8], ARGV[8], ARGV[9] .. ARGV[1])
  return 1
end

redis.call('HSET', KEYS[8], ARGV[8], '')
redis.call('HSET', KEYS[2], 'v', ARGV[1], 'f', ARGV[2])
local at = 11
local count = tonumber(ARGV[at])
for i = 1, count do redis.call('XADD', KEYS[1], i .. '-0', 'e', ARGV[at + i]) end
at = at + count + 1
count = tonumber(ARGV[at])
for i = 1, count do redis.call('HSET', KEYS[3], ARGV[at + 2 * i - 1], ARGV[at + 2 * i]) end
at = at + 2 * count + 1
for i = at, #ARGV do redis.call('RPUSH', KEYS[4], ARGV[i]) end
return 1
