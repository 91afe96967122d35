from parlour.bots.haggis.endgame cimport ENDLESS, solve
from parlour.bots.haggis.sense cimport WEIGHTS, sense_move
from parlour.games.haggis.combos cimport CAPACITY, count_bits
from parlour.games.haggis.machine cimport ACTOR, HANDS, OUT_ORDER, OVER, PHASE, PLAYERS, SIZE, score_parts, step
from parlour.games.haggis.playout cimport seeded, shuffle
from parlour.games.haggis.round cimport Round
