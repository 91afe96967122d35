"""Tournaments: pairings, results and standings as a fold over events, for any game and any place to play it."""
