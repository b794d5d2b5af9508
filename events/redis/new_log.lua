-- Begin a new head log under another name; the old one is kept beside it.
--
-- KEYS: 1 entries  2 head  3 the newest head of each match  4 origin
-- ARGV: 1 origin that the caller knows  2 new origin
--
-- Replies 1, or 0 if the log is no longer the one that the caller knows.

local known = redis.call('GET', KEYS[4]) or ''
if known ~= ARGV[1] then return 0 end
for i = 1, 3 do
  if redis.call('EXISTS', KEYS[i]) == 1 then redis.call('RENAME', KEYS[i], KEYS[i] .. ':before:' .. ARGV[2]) end
end
redis.call('SET', KEYS[4], ARGV[2])
return 1
