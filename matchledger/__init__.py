"""What others build on: `matchledger.game` is all that the author of a game imports."""
