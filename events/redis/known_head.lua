-- Where a match stands. The head of a match that is wholly in the archive is not kept by itself: its line in the register
-- has the object (its first 32 bytes) and the version (the rest), and the frontier follows from the object.
--
-- Returns {version, frontier, version of the archive, object that holds it}, each false if there is none; of an archived
-- match the frontier is false. The second value is its line, or false.

local function known_head(head_key, register, match)
  local head = redis.call('HMGET', head_key, 'v', 'f', 'a', 'o')
  if head[1] then return head, false end
  local line = redis.call('HGET', register, match)
  if not line or line == '' then return head, false end
  local version = string.sub(line, 33)
  return {version, false, version, string.sub(line, 1, 32)}, line
end
