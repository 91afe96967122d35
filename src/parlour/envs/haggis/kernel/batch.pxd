from parlour.envs.haggis.kernel.features cimport SEEN_SIZE, look, move_width, view_width, write_move, write_view
from parlour.envs.kernel.batch cimport Rows
from parlour.games.haggis.kernel.machine cimport (
    ACTOR, HAGGIS, HANDS, OVER, PHASE, PLAYERS, SIZE, list_moves, score_parts, step,
)
from parlour.games.haggis.kernel.playout cimport seeded, shuffle

# These stand again in haggis_batch.py for the interpreted kernel; a test compares the two.
cdef enum:
    LEAST_ROOM = 8
