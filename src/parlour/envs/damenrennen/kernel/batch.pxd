from parlour.envs.damenrennen.kernel.features cimport MOVE_WIDTH, SEEN_SIZE, VIEW_WIDTH, look, write_move, write_view
from parlour.envs.kernel.batch cimport Rows
from parlour.games.damenrennen.kernel.piles cimport seeded
from parlour.games.damenrennen.kernel.race cimport draw_deal, draw_tie_break, open_race, step, turn_tie_break
from parlour.games.damenrennen.kernel.slots cimport ASKED, AWAITING, CAPACITY, GAME_WINNER, NOBODY, OVER, PHASE, SIZE, list_moves

