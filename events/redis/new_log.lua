-- Begin a new head log with another number; the old one is kept beside it.
--
-- KEYS: 1 entries  2 head  3 the newest head of each match  4 tiles  5 number
-- ARGV: 1 number that the caller knows  2 new number
--
-- Replies 1, or 0 if the log is no longer the one that the caller knows.

local known = redis.call('GET', KEYS[5]) or ''
if known ~= ARGV[1] then return 0 end
for i = 1, 4 do
  if redis.call('EXISTS', KEYS[i]) == 1 then redis.call('RENAME', KEYS[i], KEYS[i] .. ':before:' .. ARGV[2]) end
end
redis.call('SET', KEYS[5], ARGV[2])
return 1
