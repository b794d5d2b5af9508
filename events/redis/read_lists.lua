-- The same part of several lists, newest first. All at once, so that an item that moves from one of them to another
-- meanwhile is not missed.
--
-- KEYS: the lists
-- ARGV: 1 time to begin with, or '+inf'  2 how many items of each list to read
--
-- Replies with the items and times of each list.

local wanted = tonumber(ARGV[2])

-- Up to as many of the items as are wanted, added to those that were found in later segments.
local function read_segment(segment, found)
  local left = wanted - #found / 2
  for _, one in ipairs(redis.call('ZREVRANGEBYSCORE', segment, ARGV[1], '-inf', 'WITHSCORES', 'LIMIT', 0, left)) do
    found[#found + 1] = one
  end
end

local replies = {}
for i, list in ipairs(KEYS) do
  local found, at = {}, 0
  repeat
    local begin = redis.call('ZREVRANGEBYSCORE', list .. '@', ARGV[1], '-inf', 'LIMIT', at, 1)[1]
    read_segment(begin and list .. '@' .. begin or list, found)
    at = at + 1
  until not begin or #found >= 2 * wanted
  replies[i] = found
end
return replies
