from parlour.envs.damenrennen_features cimport MOVE_WIDTH, SEEN_SIZE, VIEW_WIDTH, look, write_move, write_view
from parlour.envs.rows cimport Rows
from parlour.games.damenrennen.piles cimport seeded
from parlour.games.damenrennen.race cimport draw_deal, draw_tie_break, open_race, step, turn_tie_break
from parlour.games.damenrennen.vector cimport ASKED, AWAITING, CAPACITY, GAME_WINNER, NOBODY, OVER, PHASE, SIZE, list_moves

