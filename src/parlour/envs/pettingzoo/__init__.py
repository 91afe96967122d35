"""The games in PettingZoo, as agent environment cycles: `haggis_v0`, `damenrennen_v0`."""

from parlour.envs.extras import need

need("pettingzoo")
