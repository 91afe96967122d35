"""What many rounds tell about a game: tallies of what its players held and did, and what came of it."""
