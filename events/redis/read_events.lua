-- Events from stream and archive as they are at one moment: a match may be moved to its archive meanwhile.
-- KEYS: 1 stream  2 head  3 archive in Redis   ARGV: 1 first id  2 last id
-- Replies: {entries, archive in Redis or nil, object that holds the archive or nil}

return {
  redis.call('XRANGE', KEYS[1], ARGV[1], ARGV[2]), redis.call('GET', KEYS[3]), redis.call('HGET', KEYS[2], 'o')
}
