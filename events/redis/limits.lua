-- Add what one worker has counted in a window of time; reply with the totals of all workers.
--
-- KEYS: 1 counts of the window
-- ARGV: 1 seconds to keep them  2... names and counts by turns
local totals = {}
for i = 2, #ARGV, 2 do
  totals[#totals + 1] = redis.call('HINCRBY', KEYS[1], ARGV[i], ARGV[i + 1])
end
redis.call('EXPIRE', KEYS[1], ARGV[1])
return totals
