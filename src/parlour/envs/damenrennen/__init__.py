"""Damenrennen for the environments; `kind` is its line in the catalogue."""
