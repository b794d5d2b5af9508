-- Events from stream and archive as they are at one moment, while matches may be going into their archives.
-- KEYS: 1 stream  2 archive   ARGV: 1 first id  2 last id  3 count or ''

local entries
if ARGV[3] == '' then
  entries = redis.call('XRANGE', KEYS[1], ARGV[1], ARGV[2])
else
  entries = redis.call('XRANGE', KEYS[1], ARGV[1], ARGV[2], 'COUNT', ARGV[3])
end
return {entries, redis.call('GET', KEYS[2])}
