"""What people are shown: views spelled out in names, the same for the page, the terminal and the wire."""
