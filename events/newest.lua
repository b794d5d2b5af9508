-- The newest snapshot of a match and what came after it, in one round trip.
--
-- KEYS: 1 stream  2 head  3 snapshots
--
-- Answers: {{version of the match, its frontier, events in the archive}, version of the snapshot, the snapshot, entries};
--          nothing if there is no snapshot.

local version = redis.call('HGET', KEYS[3], 'newest')
local snapshot = version and redis.call('HGET', KEYS[3], version)
local begun = version and tonumber(version)
if not snapshot or not begun then return false end

local head = redis.call('HMGET', KEYS[2], 'v', 'f', 'a')
return {head, version, snapshot, redis.call('XRANGE', KEYS[1], (begun + 1) .. '-0', '+')}
