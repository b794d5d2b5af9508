"""What a match is, whatever game it plays."""
