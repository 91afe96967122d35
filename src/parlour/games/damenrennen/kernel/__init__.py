"""The compiled part of Damenrennen."""
