-- Take or renew a lease, if nobody else holds it; or give it back.
--
-- KEYS: 1 lease
-- ARGV: 1 holder  2 milliseconds until it ends, or 0 to give it back
--
-- Replies 1 if the holder has the lease now, else 0.

local is_text = redis.call('TYPE', KEYS[1]).ok == 'string'
local known = is_text and redis.call('GET', KEYS[1])
if known ~= ARGV[1] and redis.call('EXISTS', KEYS[1]) == 1 then
  -- None of ours ends later than this, unless the clock of the server was set back, or somebody has written the key by
  -- hand: nobody would do the work until then. A holder that is alive renews it.
  local left = redis.call('PTTL', KEYS[1])
  if ARGV[2] ~= '0' and (left < 0 or left > tonumber(ARGV[2])) then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
  return 0
end
if ARGV[2] == '0' then
  redis.call('DEL', KEYS[1])
  return 0
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
