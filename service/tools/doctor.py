"""`matchledger doctor`: before a deployment, lists the stored matches that the new rules would decide differently.

It is run with the new code beside the running service, and only reads.
"""

from __future__ import annotations

from events.codec import UnreadableEvent
from events.envelope import Recorded
from events.objects.opening import open_objects
from events.objects.store import ArchiveUnavailable
from events.redis.client import Client
from events.redis.feed import RedisFeed
from events.redis.store import RedisStore
from games.registry import all_rules
from ledger.audit import DAMAGE
from ledger.erasure import SecretsErased, has_no_secrets
from ledger.table import rulesets_of
from projections.ageing import Difference, first_difference
from projections.head_log import walk
from projections.tables import Tables, UnknownMatch
from service.config import Config
from service.log_state import SigningStopped
from service.store_check import find_risks
from service.tools.admin import link_of, needs_store
from service.tools.progress import show_progress


@needs_store(exit_code=2)
def examine(config: Config, *, is_all: bool) -> int:
    """Print each match that would differ; returns 0 if there is none, 1 if there are, 2 if the store cannot be read."""
    link = link_of(config)
    feed = RedisFeed(link, "doctor", "doctor")
    tables = Tables(RedisStore(link, open_objects(config.archive)), rulesets_of(all_rules()))
    matches = list(feed.all_matches())
    examined, found, unread = 0, [], []
    alarm = _log_alarm(link, config)
    risks = find_risks(link)
    for match in show_progress(matches, "examining matches"):
        try:
            history = tables.store.read(match)
            if history and (is_all or not is_over(tables, history)):
                examined += 1
                found += [str(one) for one in [_difference(tables, history)] if one is not None]
        except (UnreadableEvent, ArchiveUnavailable) as damage:
            unread.append(f"{match} cannot be read: {damage}")
    for risk in risks:
        print(f"store: {risk}")
    if alarm:
        print(f"head log: {alarm}")
    print(f"{len(matches)} matches, {examined} examined, {len(found)} would differ under the rules installed here")
    for one in found:
        print(f"  {one}")
    if found:
        print("Keep the rules that they began with (make keep-rules), then raise rules_version.")
    if unread:
        print(f"{len(unread)} matches cannot be read, from Redis or from the archive {config.archive}")
    for one in unread:
        print(f"  {one}")
    return 1 if found or unread or alarm else 0


def _log_alarm(link: Client, config: Config) -> str:
    """Why nothing is signed, or what is wrong with the log."""
    from service.app import open_services

    services = open_services(config, link)
    try:
        services.notary.sign_log(services.heads)
        return walk(services.heads).wrong
    except (SigningStopped, ArchiveUnavailable) as failed:
        return str(failed)


def is_over(tables: Tables, history: list[Recorded]) -> bool:
    """Whether nothing more will be decided; a match that cannot be folded counts as open."""
    try:
        return tables.fold_history(history, ()).status == "finished"
    except (*DAMAGE, SecretsErased):
        return False


def _difference(tables: Tables, history: list[Recorded]) -> Difference | None:
    try:
        origin = None if has_no_secrets(history) else tables.origin_of(history[0])
    except (*DAMAGE, SecretsErased, UnknownMatch):
        origin = None  # the match that it branched from is reported itself
    return first_difference(tables.rulesets, history, history[-1].stored.root, origin)
