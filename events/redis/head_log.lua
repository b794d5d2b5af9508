-- One entry more in the log of match heads, once: a head that the log has already is passed over.
--
-- KEYS: 1 entries  2 head of the log  3 the newest head of each match
-- ARGV: 1 size of the log that the caller knows  2 match  3 size of the match  4 frontier after the entry  5 entry
--
-- Answers: {0} added; {1, size, frontier} the caller's log is not this one; {2} known already.

local known = redis.call('HGET', KEYS[3], ARGV[2])
if known and tonumber(string.match(known, '^%d+')) >= tonumber(ARGV[3]) then return {2} end

local head = redis.call('HMGET', KEYS[2], 'v', 'f')
local size = tonumber(head[1] or '0')
if size ~= tonumber(ARGV[1]) then return {1, size, head[2] or ''} end

size = size + 1
redis.call('XADD', KEYS[1], size .. '-0', 'e', ARGV[5])
redis.call('HSET', KEYS[2], 'v', size, 'f', ARGV[4])
redis.call('HSET', KEYS[3], ARGV[2], ARGV[3] .. ':' .. size)
return {0}
