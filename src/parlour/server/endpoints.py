"""Everything that the HTTP API answers."""

from __future__ import annotations

from typing import Final

from parlour.server.company.http import COMPANY_ENDPOINTS
from parlour.server.http import ENDPOINTS as HTTP_ENDPOINTS
from parlour.server.http_profile import PROFILE_ENDPOINTS
from parlour.server.http_puzzles import PUZZLE_ENDPOINTS
from parlour.server.http_review import REVIEW_ENDPOINTS
from parlour.server.identity.http import IDENTITY_ENDPOINTS
from parlour.server.lobby.http import LOBBY_ENDPOINTS
from parlour.server.ratings.http import RATING_ENDPOINTS
from parlour.server.tournaments.http import TOURNAMENT_ENDPOINTS

ENDPOINTS: Final = (
    *HTTP_ENDPOINTS,
    *PROFILE_ENDPOINTS,
    *REVIEW_ENDPOINTS,
    *PUZZLE_ENDPOINTS,
    *IDENTITY_ENDPOINTS,
    *LOBBY_ENDPOINTS,
    *RATING_ENDPOINTS,
    *TOURNAMENT_ENDPOINTS,
    *COMPANY_ENDPOINTS,
)
