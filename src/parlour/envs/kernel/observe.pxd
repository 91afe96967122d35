from parlour.envs.damenrennen.kernel.features cimport SEEN_SIZE as GAME_SIZE, VIEW_WIDTH, look as look_at_game, write_view as write_game
from parlour.envs.haggis.kernel.features cimport SEEN_SIZE as ROUND_SIZE, look as look_at_round, view_width, write_view as write_round
from parlour.games.damenrennen.kernel.game cimport Game
from parlour.games.haggis.kernel.machine cimport PLAYERS
from parlour.games.haggis.kernel.round cimport Round
