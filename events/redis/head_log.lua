-- Append an entry to the head log, unless the log has this head of the match, or a later one.
--
-- KEYS: 1 entries  2 head of the log  3 the newest heads of this match and some others
-- ARGV: 1 size of the log that the caller knows  2 frontier that the caller knows  3 match  4 size of the match
--       5 frontier after the entry  6 entry  7 entry of the match whose head does not count any more, or 0
--
-- Replies: {0} appended; {1, size, frontier} the caller is not current; {2} known already.

local known = redis.call('HGET', KEYS[3], ARGV[3])
if known then
  local known_size, entry = string.match(known, '^(%d+):(%d+)')
  if entry ~= ARGV[7] and tonumber(known_size) >= tonumber(ARGV[4]) then return {2} end
end

local head = redis.call('HMGET', KEYS[2], 'v', 'f')
local size = tonumber(head[1] or '0')
if size ~= tonumber(ARGV[1]) or (head[2] or '') ~= ARGV[2] then return {1, size, head[2] or ''} end

size = size + 1
redis.call('XADD', KEYS[1], size .. '-0', 'e', ARGV[6])
redis.call('HSET', KEYS[2], 'v', size, 'f', ARGV[5])
redis.call('HSET', KEYS[3], ARGV[3], ARGV[4] .. ':' .. size)
return {0}
