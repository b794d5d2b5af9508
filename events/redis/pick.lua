-- Where a match stands, its newest snapshot, and the last one that is not after a version.
--
-- KEYS: 1 head  2 snapshots
-- ARGV: 1 a version or ''
--
-- Answers: {version of the match, its frontier, events in the archive, version of the newest snapshot, the snapshot,
--          and the same of the other, if a version is given}

local head = redis.call('HMGET', KEYS[1], 'v', 'f', 'a')
local newest = redis.call('HGET', KEYS[2], 'newest')
local found = {head[1], head[2], head[3], newest, newest and redis.call('HGET', KEYS[2], newest)}
if ARGV[1] ~= '' then
  local version, last = tonumber(ARGV[1]), false
  for _, field in ipairs(redis.call('HKEYS', KEYS[2])) do
    local one = tonumber(field)
    if one and one <= version and (not last or one > last) then last = one end
  end
  found[6] = last
  found[7] = last and redis.call('HGET', KEYS[2], last)
end
return found
