from parlour.bots.haggis.kernel.endgame cimport ENDLESS, solve
from parlour.bots.haggis.kernel.sense cimport WEIGHTS, sense_move
from parlour.games.haggis.kernel.combos cimport CAPACITY, count_bits
from parlour.games.haggis.kernel.machine cimport ACTOR, HANDS, OUT_ORDER, OVER, PHASE, PLAYERS, SIZE, score_parts, step
from parlour.games.haggis.kernel.playout cimport seeded, shuffle
from parlour.games.haggis.kernel.round cimport Round
