-- The whole append, in one round trip: look the idempotency key up, compare version and frontier, add the events,
-- move the head, tell the partition's feed. All of it happens, or nothing does.
--
-- KEYS: 1 stream  2 head  3 feed of the partition  4 register of matches  5 snapshots
--       Of an append that has more than the first arguments: 6 answers by key  7 journal of refusals
-- ARGV: 1 match  2 version the caller knows  3 frontier the caller knows  4 frontier after the events
--       5 entry for the feed  6 snapshot after the events or ''  7 how many events, and then the events
--       Only if one of them is needed, further: key or '', digest of the body and answer to keep under the key, refusal
--       or '', '1' if the key is not in the archive, line of an archived match in the register or '', the frontier that
--       follows from its object
--
-- LIMITS has what store.py says. Few keys and arguments, because a client takes longer to pack each than Redis to use it.
--
-- Replies: {0, version} current, and appended if there were events; {1, version, frontier, tail} the caller is not
--          current (see tail.lua); {2, digest and answer} the key was answered before; {3} the key has to be looked
--          for in the archive first; {4} the first event has to be restored from its archive first (open_small.lua);
--          {5, line} the match is archived, and the frontier has to be worked out from its object first.

local count = tonumber(ARGV[7])
local key, answer, refusal, is_archive_searched, known_line, archived_frontier = unpack(ARGV, 8 + count)
local head, line = known_head(KEYS[2], KEYS[4], ARGV[1])
if line then
  if line ~= known_line then return {5, line} end
  head[2] = archived_frontier
end
if key and key ~= '' then
  local known = redis.call('HGET', KEYS[6], key)
  if known then return {2, known} end
  if head[3] and is_archive_searched == '' then return {3} end
end

local version = tonumber(head[1] or '0')
local base = tonumber(ARGV[2])
if version ~= base then
  if not version or version < base or (head[3] and base <= tonumber(head[3])) then
    return {1, head[1], head[2], {}}
  end
  -- The entry of the caller's own version comes along, because its root tells whether the caller's history is ours.
  local limit = LIMITS.tail
  if base > 0 then limit = limit + 1 end
  return {1, head[1], head[2], redis.call('XRANGE', KEYS[1], math.max(base, 1) .. '-0', '+', 'COUNT', limit)}
end
-- After a failover the match may have reached the same version with other events.
if (head[2] or '') ~= ARGV[3] then return {1, head[1], head[2], {}} end

if version + count == 0 then return {0, 0} end -- nothing is kept of a match that does not exist
if count > 0 then
  if head[3] == '1' then return {4} end
  for i = 1, count do
    redis.call('XADD', KEYS[1], (version + i) .. '-0', 'e', ARGV[7 + i])
  end
  if version == 0 or line then redis.call('HSET', KEYS[4], ARGV[1], '') end
  if line then redis.call('HSET', KEYS[2], 'a', version, 'o', head[4]) end
  version = version + count
  redis.call('HSET', KEYS[2], 'v', version, 'f', ARGV[4])
  redis.call('XADD', KEYS[3], 'MAXLEN', '~', LIMITS.feed, '*', 'm', ARGV[1], 'v', version, 'd', ARGV[5])
  if ARGV[6] ~= '' then redis.call('HSET', KEYS[5], version, ARGV[6], 'newest', version) end
end

if not key then return {0, version} end

if key ~= '' and (count > 0 or #answer > LIMITS.digest or refusal ~= '') then
  redis.call('HSET', KEYS[6], key, answer)
end

if refusal ~= '' then
  -- The journal is bounded, so a refusal's answer under its key goes when the refusal itself goes.
  redis.call('LPUSH', KEYS[7], string.format('%04d', #key) .. key .. refusal)
  local size, kept = 0, 0
  for _, journaled in ipairs(redis.call('LRANGE', KEYS[7], 0, -1)) do
    size = size + #journaled
    if kept > 0 and (kept == LIMITS.refusals or size > LIMITS.refusals_bytes) then break end
    kept = kept + 1
  end
  while redis.call('LLEN', KEYS[7]) > kept do
    local forgotten = redis.call('RPOP', KEYS[7])
    local length = tonumber(string.sub(forgotten, 1, 4))
    if length > 0 then redis.call('HDEL', KEYS[6], string.sub(forgotten, 5, 4 + length)) end
  end
end

return {0, version}
