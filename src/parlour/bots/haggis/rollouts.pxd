from parlour.bots.haggis.sense cimport WEIGHTS, sense_playout
from parlour.games.haggis.combos cimport CAPACITY
from parlour.games.haggis.machine cimport OUT_ORDER, PLAYERS, SIZE, score_parts, step
from parlour.games.haggis.playout cimport seeded, shuffle
from parlour.games.haggis.round cimport Round
