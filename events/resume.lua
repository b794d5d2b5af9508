-- A snapshot and what came after it, in one round trip.
--
-- KEYS: 1 stream  2 head  3 snapshots
-- ARGV: 1 version of the snapshot, or 'newest'  2 version of the last event wanted, or '+'
--
-- Answers: {version of the match, its frontier, version of the snapshot, the snapshot, events...}; nothing if it is gone.

local version = ARGV[1]
if version == 'newest' then version = redis.call('HGET', KEYS[3], version) or '' end
local snapshot = redis.call('HGET', KEYS[3], version)
if not snapshot then return false end

local head = redis.call('HMGET', KEYS[2], 'v', 'f', 'a')
if head[3] and tonumber(version) < tonumber(head[3]) then return false end -- what came after is in the archive
local found = {head[1] or '0', head[2] or '', version, snapshot}
local upto = ARGV[2]
if upto ~= '+' then upto = upto .. '-0' end
for i, entry in ipairs(redis.call('XRANGE', KEYS[1], (tonumber(version) + 1) .. '-0', upto)) do
  if entry[1] ~= (tonumber(version) + i) .. '-0' then
    return redis.error_reply('the stream goes on with ' .. entry[1] .. ' after ' .. version .. ' and ' .. (i - 1) .. ' more')
  end
  found[4 + i] = entry[2][2]
end
return found
