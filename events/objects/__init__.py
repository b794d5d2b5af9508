"""Objects outside Redis: a name and its bytes, in a folder or in any store that fsspec opens."""
