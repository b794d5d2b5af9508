-- Adds what one worker has counted in a window, and tells what all workers have counted in it.
local totals = {}
for place = 2, #ARGV, 2 do
  totals[#totals + 1] = redis.call('HINCRBY', KEYS[1], ARGV[place], ARGV[place + 1])
end
redis.call('EXPIRE', KEYS[1], ARGV[1])
return totals
