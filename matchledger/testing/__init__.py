"""For authors of games: `pytest --matchledger-game SLUG` holds an installed game to what the service relies on."""
