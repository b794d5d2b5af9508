-- How many items are in each of some lists.
--
-- KEYS: the lists

local counts = {}
for i, list in ipairs(KEYS) do
  counts[i] = redis.call('ZCARD', list)
  for _, begin in ipairs(later_segments(list, '+inf')) do
    counts[i] = counts[i] + redis.call('ZCARD', list .. '@' .. begin)
  end
end
return counts
