"""A private match does not exist for outsiders, whatever its state: also if it cannot be read, or nothing be written.

A route learns from the table whether somebody may see the match. What fails before that would tell outsiders that there
is one.
"""

from __future__ import annotations

from collections.abc import Callable

from events.objects.store import ArchiveUnavailable
from events.store import StoreUnavailable
from ledger.orders import is_arbiter
from ledger.rules_visibility import may_try_to_sit
from projections.tables import UnknownMatch
from service.web.http import Services
from service.web.identity import Person


def is_hidden(within: Services, match: str, who: Person | None) -> bool:
    """Whether this person is not to know of a match, a request for which has failed."""
    try:
        return not may_try_to_sit(within.tables.recent(match), None if who is None else who.actor)
    except UnknownMatch:
        return True
    except ArchiveUnavailable:
        pass
    except StoreUnavailable:
        return False  # the matches of its partition cannot be told from those that are not there
    except Exception:  # whatever is wrong with it has been logged
        pass
    return not _is_known_to(within, match, who)


def _is_known_to(within: Services, match: str, who: Person | None) -> bool:
    """What can be said without the table: by the first event and by the lists, as far as they can be read."""
    if who is not None and is_arbiter(who.actor):
        return True
    player = None if who is None else who.id
    return any(_holds(claim, within, match, player) for claim in (_is_opened_for, _is_listed_for))


def _holds(
    claim: Callable[[Services, str, str | None], bool], within: Services, match: str, player: str | None
) -> bool:
    try:
        return claim(within, match, player)
    except Exception:  # it is damaged as well, or away
        return False


def _is_opened_for(within: Services, match: str, player: str | None) -> bool:
    (first,) = within.tables.store.read(match, 1, 1)
    public = first.stored.public
    return bool(public["is_public"]) or (player is not None and public["opened_by"] == player)


def _is_listed_for(within: Services, match: str, player: str | None) -> bool:
    summary = within.listing.find(match)
    return summary is not None and (summary.is_public or player in summary.players())
