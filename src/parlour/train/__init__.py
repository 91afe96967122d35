"""Training of nets by self-play; `parlour[train]` installs what it needs."""
