-- Keep snapshots, unless the match is no longer as the caller knows it, or is in its archive.
--
-- KEYS: 1 head  2 snapshots
-- ARGV: 1 version the caller knows  2 frontier the caller knows  3 version of the newest snapshot
--       4... versions and snapshots by turns

local head = redis.call('HMGET', KEYS[1], 'v', 'f', 'a')
if head[1] ~= ARGV[1] or (head[2] or '') ~= ARGV[2] or head[3] then return 0 end
redis.call('HSET', KEYS[2], 'newest', ARGV[3], unpack(ARGV, 4))
return 1
