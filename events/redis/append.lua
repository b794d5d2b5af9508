-- The whole append, in one round trip: look the idempotency key up, compare the version, add the events,
-- move the head, tell the partition's feed. All of it happens, or nothing does.
--
-- KEYS: 1 stream  2 head  3 answers by key  4 journal of refusals  5 feed of the partition  6 matches of the partition
--       7 snapshots, if there is one to be kept
-- ARGV: 1 match  2 version the caller knows  3 key or ''  4 digest of the body  5 answer to keep under the key
--       6 frontier after the events  7 entry for the feed  8 refusal or ''  9 tail limit  10 refusals kept
--       11 feed limit  12 '1' if the key is not in the archive  13... events, and after them the
--       snapshot, if there is one to be kept
--
-- Answers: {0, version} current, and appended if there were events; {1, frontier, tail, version} the caller is not;
--          {2, digest and answer} the key was answered before; {3} the key has to be looked for in the archive first;
--          {4} the match goes on after its first event, which has to be taken out of its archive first (branch.lua).
--          A tail that would begin in the archive is left out.

local key = ARGV[3]
local head = redis.call('HMGET', KEYS[2], 'v', 'f', 'a')
if key ~= '' then
  local known = redis.call('HGET', KEYS[3], key)
  if known then return {2, known} end
  if head[3] and ARGV[12] == '' then return {3} end
end

local version = tonumber(head[1] or '0')
local base = tonumber(ARGV[2])
if version ~= base then
  if head[3] and base < tonumber(head[3]) then return {1, head[2], {}, version} end
  local tail = redis.call('XRANGE', KEYS[1], (base + 1) .. '-0', '+', 'COUNT', ARGV[9])
  return {1, head[2] or '', tail, version}
end

local count = #ARGV - 12
if KEYS[7] then count = count - 1 end
if version + count == 0 then return {0, 0} end -- of a match that does not exist nothing is kept
if count > 0 then
  if head[3] == '1' then return {4} end
  for i = 1, count do
    redis.call('XADD', KEYS[1], (version + i) .. '-0', 'e', ARGV[12 + i])
  end
  if version == 0 then redis.call('SADD', KEYS[6], ARGV[1]) end
  version = version + count
  redis.call('HSET', KEYS[2], 'v', version, 'f', ARGV[6])
  redis.call('XADD', KEYS[5], 'MAXLEN', '~', ARGV[11], '*', 'm', ARGV[1], 'v', version, 'd', ARGV[7])
  if KEYS[7] then redis.call('HSET', KEYS[7], version, ARGV[#ARGV], 'newest', version) end
end

if key ~= '' and (count > 0 or ARGV[5] ~= '' or ARGV[8] ~= '') then
  redis.call('HSET', KEYS[3], key, ARGV[4] .. ARGV[5])
end

if ARGV[8] ~= '' then
  -- The journal is bounded, so a refusal's answer under its key goes when the refusal itself goes.
  redis.call('LPUSH', KEYS[4], string.format('%04d', #key) .. key .. ARGV[8])
  if redis.call('LLEN', KEYS[4]) > tonumber(ARGV[10]) then
    local forgotten = redis.call('RPOP', KEYS[4])
    local length = tonumber(string.sub(forgotten, 1, 4))
    if length > 0 then redis.call('HDEL', KEYS[3], string.sub(forgotten, 5, 4 + length)) end
  end
end

return {0, version}
