-- Events from stream and archive as they are at one moment: a match may be moved to its archive meanwhile.
-- KEYS: 1 stream  2 head  3 archive in Redis  4 register of matches   ARGV: 1 first id  2 last id  3 match
-- Replies: {entries, archive in Redis or nil, object that holds the archive or nil}

return {
  redis.call('XRANGE', KEYS[1], ARGV[1], ARGV[2]),
  redis.call('GET', KEYS[3]),
  known_head(KEYS[2], KEYS[4], ARGV[3])[4]
}
