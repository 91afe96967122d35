"""What people are shown: views spelled out in names, alike for the page, the terminal and the wire."""
