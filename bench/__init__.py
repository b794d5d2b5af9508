"""Speed, as ratios within one interleaved run: `make bench`."""
