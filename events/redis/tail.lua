-- Where a match stands, and its events after a version. Writes nothing.
--
-- KEYS: 1 head  2 stream  3 register of matches
-- ARGV: 1 version  2 limit  3 match
--
-- Replies: {version, frontier or nil, entries, object that holds the archive or nil}. There are no entries if nothing is
--          after the version, or if it is in the archive; else they begin with the entry of the given version: its root
--          tells whether the caller's history is that of the match.

local head = known_head(KEYS[1], KEYS[3], ARGV[3])
local version, after = tonumber(head[1] or '0'), tonumber(ARGV[1])
if not version or version <= after or (head[3] and after <= tonumber(head[3])) then
  return {head[1], head[2], {}, head[4]}
end
local limit = tonumber(ARGV[2])
if after > 0 then limit = limit + 1 end
return {head[1], head[2], redis.call('XRANGE', KEYS[2], math.max(after, 1) .. '-0', '+', 'COUNT', limit), head[4]}
