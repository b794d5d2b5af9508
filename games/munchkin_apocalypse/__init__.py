"""Munchkin Apocalypse."""
