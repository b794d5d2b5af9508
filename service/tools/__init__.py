"""The commands of `matchledger` for operators."""
