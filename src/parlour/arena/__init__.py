"""How strong bots are: duplicate deals, ratings, and the machines that play them."""
