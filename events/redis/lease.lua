-- Take or renew a lease, if nobody else holds it; or give it back.
--
-- KEYS: 1 lease
-- ARGV: 1 holder  2 milliseconds until it ends, or 0 to give it back
--
-- Replies 1 if the holder has the lease now, else 0.

local known = redis.call('GET', KEYS[1])
if known and known ~= ARGV[1] then return 0 end
if ARGV[2] == '0' then
  redis.call('DEL', KEYS[1])
  return 0
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
