"""The compiled part of the Damenrennen bots."""
