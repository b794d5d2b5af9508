-- A match at a version: the nearest snapshot at or before it, and the events after that. Writes nothing.
--
-- KEYS: 1 head  2 snapshots  3 stream  4 archive in Redis  5 register of matches
-- ARGV: 1 version, or '' for the newest snapshot  2 last event wanted, or '' for all  3 '1' to have the newest as well
--       4 match
--
-- Replies: {version of the match, its frontier or nil (known_head.lua), {archive in Redis or nil, object that holds the archive or nil} or nil if
--          no event of it is wanted, {version of the snapshot, snapshot, entries}, the same of the newest snapshot: only
--          if it is wanted and another one}

local head = known_head(KEYS[1], KEYS[5], ARGV[4])
local archived = tonumber(head[3] or '0') or 0
local newest = redis.call('HGET', KEYS[2], 'newest')
newest = newest and tonumber(newest) or false
local is_archive_wanted = false

local function nearest(version)
  local found = false
  for _, field in ipairs(redis.call('HKEYS', KEYS[2])) do
    local one = tonumber(field)
    if one and one <= version and (not found or one > found) then found = one end
  end
  return found
end

local function moment(version, last)
  local snapshot = version and redis.call('HGET', KEYS[2], version)
  if not snapshot then version = 0 end
  if version < archived then is_archive_wanted = true end
  local first = math.max(version, archived) + 1
  return {version, snapshot, redis.call('XRANGE', KEYS[3], first .. '-0', last)}
end

local last = '+'
if ARGV[2] ~= '' then last = ARGV[2] .. '-0' end
local version = newest
if ARGV[1] ~= '' then version = nearest(tonumber(ARGV[1])) end
local found, other = moment(version, last), false
if ARGV[3] == '1' and (version ~= newest or last ~= '+') then other = moment(newest, '+') end
local archive = is_archive_wanted and {redis.call('GET', KEYS[4]), head[4]}
return {head[1], head[2], archive, found, other}
