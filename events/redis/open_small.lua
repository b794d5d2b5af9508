-- Write a match of one event into its archive: a new stream would take four kilobytes for it. The next append restores
-- it first (append.lua replies 4).
--
-- KEYS: 1 head  2 archive  3 feed of the partition  4 register of matches
-- ARGV: 1 match  2 frontier after the event  3 entry for the feed  4 feed limit  5 packed archive
--
-- Replies 1, or 0 if the match exists.

if redis.call('HEXISTS', KEYS[4], ARGV[1]) == 1 then return 0 end
redis.call('SET', KEYS[2], ARGV[5])
redis.call('HSET', KEYS[1], 'v', 1, 'f', ARGV[2], 'a', 1)
redis.call('HSET', KEYS[4], ARGV[1], '')
redis.call('XADD', KEYS[3], 'MAXLEN', '~', ARGV[4], '*', 'm', ARGV[1], 'v', 1, 'd', ARGV[3])
return 1
