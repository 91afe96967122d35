"""The compiled part of the judge of Damenrennen."""
