-- Where a match stands, and its events after a version. Writes nothing.
--
-- KEYS: 1 head  2 stream
-- ARGV: 1 version  2 limit
--
-- Replies: {version, frontier} if there is nothing after it, or if it is in the archive; else {version, frontier,
--          entries}, which begin with the entry of the given version: its root tells whether the caller's history is
--          that of the match.

local head = redis.call('HMGET', KEYS[1], 'v', 'f', 'a')
local version, after = tonumber(head[1] or '0'), tonumber(ARGV[1])
if not version or version <= after or (head[3] and after <= tonumber(head[3])) then return {head[1], head[2]} end
local limit = tonumber(ARGV[2])
if after > 0 then limit = limit + 1 end
return {head[1], head[2], redis.call('XRANGE', KEYS[2], math.max(after, 1) .. '-0', '+', 'COUNT', limit)}
