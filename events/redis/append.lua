-- The whole append, in one round trip: look the idempotency key up, compare version and frontier, add the events,
-- move the head, tell the partition's feed. All of it happens, or nothing does.
--
-- KEYS: 1 stream  2 head  3 answers by key  4 journal of refusals  5 feed of the partition  6 matches of the partition
--       7 snapshots, if one comes with the events
-- ARGV: 1 match  2 version the caller knows  3 frontier the caller knows  4 key or ''  5 digest of the body
--       6 answer to keep under the key  7 frontier after the events  8 entry for the feed  9 refusal or ''
--       10 tail limit  11 refusals kept  12 feed limit  13 '1' if the key is not in the archive  14 bytes of refusals
--       kept  15... events, and after them the snapshot, if there is one
--
-- Replies: {0, version} current, and appended if there were events; {1, version, frontier, tail} the caller is not
--          current (see tail.lua); {2, digest and answer} the key was answered before; {3} the key has to be looked
--          for in the archive first; {4} the first event has to be restored from its archive first (open_small.lua).

local key = ARGV[4]
local head = redis.call('HMGET', KEYS[2], 'v', 'f', 'a')
if key ~= '' then
  local known = redis.call('HGET', KEYS[3], key)
  if known then return {2, known} end
  if head[3] and ARGV[13] == '' then return {3} end
end

local version = tonumber(head[1] or '0')
local base = tonumber(ARGV[2])
if version ~= base then
  if not version or version < base or (head[3] and base <= tonumber(head[3])) then
    return {1, head[1], head[2], {}}
  end
  -- The entry of the caller's own version comes along, because its root tells whether the caller's history is ours.
  local limit = tonumber(ARGV[10])
  if base > 0 then limit = limit + 1 end
  return {1, head[1], head[2], redis.call('XRANGE', KEYS[1], math.max(base, 1) .. '-0', '+', 'COUNT', limit)}
end
-- After a failover the match may have reached the same version with other events.
if (head[2] or '') ~= ARGV[3] then return {1, head[1], head[2], {}} end

local count = #ARGV - 14
if KEYS[7] then count = count - 1 end
if version + count == 0 then return {0, 0} end -- nothing is kept of a match that does not exist
if count > 0 then
  if head[3] == '1' then return {4} end
  for i = 1, count do
    redis.call('XADD', KEYS[1], (version + i) .. '-0', 'e', ARGV[14 + i])
  end
  if version == 0 then redis.call('SADD', KEYS[6], ARGV[1]) end
  version = version + count
  redis.call('HSET', KEYS[2], 'v', version, 'f', ARGV[7])
  redis.call('XADD', KEYS[5], 'MAXLEN', '~', ARGV[12], '*', 'm', ARGV[1], 'v', version, 'd', ARGV[8])
  if KEYS[7] then redis.call('HSET', KEYS[7], version, ARGV[#ARGV], 'newest', version) end
end

if key ~= '' and (count > 0 or ARGV[6] ~= '' or ARGV[9] ~= '') then
  redis.call('HSET', KEYS[3], key, ARGV[5] .. ARGV[6])
end

if ARGV[9] ~= '' then
  -- The journal is bounded, so a refusal's answer under its key goes when the refusal itself goes.
  redis.call('LPUSH', KEYS[4], string.format('%04d', #key) .. key .. ARGV[9])
  local size, kept = 0, 0
  for _, refusal in ipairs(redis.call('LRANGE', KEYS[4], 0, -1)) do
    size = size + #refusal
    if kept > 0 and (kept == tonumber(ARGV[11]) or size > tonumber(ARGV[14])) then break end
    kept = kept + 1
  end
  while redis.call('LLEN', KEYS[4]) > kept do
    local forgotten = redis.call('RPOP', KEYS[4])
    local length = tonumber(string.sub(forgotten, 1, 4))
    if length > 0 then redis.call('HDEL', KEYS[3], string.sub(forgotten, 5, 4 + length)) end
  end
end

return {0, version}
