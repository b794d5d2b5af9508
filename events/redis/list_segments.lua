-- A list as sorted sets of SEGMENT_MAX items at most, because Redis keeps small sorted sets in a third of the memory.
--
-- The oldest items are under the key of the list itself. Each later segment has a key of its own, which ends with the
-- time of its first item; <list>@ has all these times. Items of the same time are in one segment.

local SEGMENT_MAX = 128

local function later_segments(list, newest)
  return redis.call('ZREVRANGEBYSCORE', list .. '@', newest, '-inf')
end

local function segment_of(list, time)
  local begin = redis.call('ZREVRANGEBYSCORE', list .. '@', time, '-inf', 'LIMIT', 0, 1)[1]
  return begin and list .. '@' .. begin or list
end

-- Items of the time in the middle and later ones become a segment of their own.
local function split(list, segment)
  local first = redis.call('ZRANGE', segment, 0, 0, 'WITHSCORES')[2]
  local begin = redis.call('ZRANGE', segment, SEGMENT_MAX / 2, SEGMENT_MAX / 2, 'WITHSCORES')[2]
  if begin == first then
    begin = redis.call('ZRANGEBYSCORE', segment, '(' .. first, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)[2]
    if not begin then return end -- all are of one time
  end
  local moved = redis.call('ZRANGEBYSCORE', segment, begin, '+inf', 'WITHSCORES')
  for i = 1, #moved, 2 do redis.call('ZADD', list .. '@' .. begin, moved[i + 1], moved[i]) end
  redis.call('ZREMRANGEBYSCORE', segment, begin, '+inf')
  redis.call('ZADD', list .. '@', begin, begin)
end

local function put_into(list, time, item)
  -- Split before it is too large: a sorted set that once was keeps its larger form.
  if redis.call('ZCARD', segment_of(list, time)) >= SEGMENT_MAX then split(list, segment_of(list, time)) end
  redis.call('ZADD', segment_of(list, time), time, item)
end

local function take_from(list, segment, item)
  if redis.call('ZREM', segment, item) == 0 then return false end
  if segment ~= list and redis.call('EXISTS', segment) == 0 then
    redis.call('ZREM', list .. '@', string.sub(segment, #list + 2))
  end
  return true
end

-- The time is that of the item, or '' if it is not known.
local function take_out(list, time, item)
  if time ~= '' and take_from(list, segment_of(list, time), item) then return end
  for _, begin in ipairs(later_segments(list, '+inf')) do
    if take_from(list, list .. '@' .. begin, item) then return end
  end
  take_from(list, list, item)
end
