-- Begin a new head log with another number; the old one is kept beside it.
--
-- KEYS: 1 number  2... all other keys of the log
-- ARGV: 1 number that the caller knows  2 new number
--
-- Replies 1, or 0 if the log is no longer the one that the caller knows.

local known = redis.call('GET', KEYS[1]) or ''
if known ~= ARGV[1] then return 0 end
for i = 2, #KEYS do
  if redis.call('EXISTS', KEYS[i]) == 1 then redis.call('RENAME', KEYS[i], KEYS[i] .. ':before:' .. ARGV[2]) end
end
redis.call('SET', KEYS[1], ARGV[2])
return 1
