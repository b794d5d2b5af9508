-- Destroy parts of events: the stream is rewritten with the same ids, and one event more that records it; what may hold
-- the same parts (snapshots, refusals and their answers) is deleted. All of it happens, or nothing does.
--
-- KEYS: 1 stream  2 head  3 answers by key  4 journal of refusals  5 feed of the partition  6 the new stream  7 snapshot
-- ARGV: 1 match  2 version the caller knows  3 frontier the caller knows  4 frontier after the event
--       5 entry for the feed  6 feed limit  7 event  8 digest of the journal, or '' if no refusal is to be forgotten
--       9 number of entries to replace  10... their ids and contents by turns, then the refusals to forget
--
-- Replies 1, or 0 if the caller is not current, or if the match is in its archive, or 2 if another refusal has been
-- journaled since the caller has read the journal: the head does not tell of it.

local version = tonumber(redis.call('HGET', KEYS[2], 'v') or '0')
if version == 0 or version ~= tonumber(ARGV[2]) then return 0 end
if redis.call('HGET', KEYS[2], 'f') ~= ARGV[3] then return 0 end
if redis.call('HEXISTS', KEYS[2], 'a') == 1 then return 0 end
if ARGV[8] ~= '' and ARGV[8] ~= redis.sha1hex(table.concat(redis.call('LRANGE', KEYS[4], 0, -1))) then return 2 end

local replaced = {}
local last = 9 + 2 * tonumber(ARGV[9])
for i = 10, last, 2 do replaced[ARGV[i]] = ARGV[i + 1] end

redis.call('DEL', KEYS[6])
for _, entry in ipairs(redis.call('XRANGE', KEYS[1], '-', '+')) do
  redis.call('XADD', KEYS[6], entry[1], 'e', replaced[entry[1]] or entry[2][2])
end
version = version + 1
redis.call('XADD', KEYS[6], version .. '-0', 'e', ARGV[7])
redis.call('RENAME', KEYS[6], KEYS[1])
redis.call('HSET', KEYS[2], 'v', version, 'f', ARGV[4])
redis.call('DEL', KEYS[7])
redis.call('XADD', KEYS[5], 'MAXLEN', '~', ARGV[6], '*', 'm', ARGV[1], 'v', version, 'd', ARGV[5])

for i = last + 1, #ARGV do
  redis.call('LREM', KEYS[4], 0, ARGV[i])
  local length = tonumber(string.sub(ARGV[i], 1, 4))
  if length > 0 then redis.call('HDEL', KEYS[3], string.sub(ARGV[i], 5, 4 + length)) end
end
return 1
