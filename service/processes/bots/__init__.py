"""Players without a person: they speak the public API and know nothing that a player in their seat could not know."""
