"""The rules: pure functions over frozen records, one folder per game."""
