"""The compiled part of Damenrennen's environments."""
