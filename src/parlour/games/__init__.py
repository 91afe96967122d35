"""The games; `parlour.games.catalogue` finds them by name."""
