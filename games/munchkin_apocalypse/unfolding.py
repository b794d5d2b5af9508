"""One command of Munchkin being decided, with the agenda: what is still to be done without a new decision."""

from __future__ import annotations

from msgspec.structs import replace

from games import unfolding
from games.decider import Event
from games.dice import Dice
from games.munchkin_apocalypse import events as e
from games.munchkin_apocalypse.agenda import Bindings, Job
from games.munchkin_apocalypse.evolve import ON_EVENT
from games.munchkin_apocalypse.state import State


class Unfolding(unfolding.Unfolding[State]):
    __slots__ = ("_agenda_before",)

    on_event = ON_EVENT

    def __init__(self, state: State, dice: Dice) -> None:
        super().__init__(state, dice)
        self._agenda_before = state.agenda

    def push(self, *jobs: Job) -> None:
        """Put business on top of the agenda; the first of these is done first."""
        self.state = replace(self.state, agenda=(*self.state.agenda, *reversed(jobs)))

    def pop(self) -> Job:
        job = self.state.agenda[-1]
        self.state = replace(self.state, agenda=self.state.agenda[:-1])
        return job

    def replace_job(self, old: Job, new: Job) -> None:
        """Change an entry where it lies."""
        self.state = replace(self.state, agenda=tuple(new if job is old else job for job in self.state.agenda))

    def finish(self) -> list[Event]:
        """The events, with one more if something is left to be done, or no longer is."""
        if self.state.agenda != self._agenda_before and not self.state.winners:
            self.emit(e.AgendaChanged(agenda=self.state.agenda, rule="MUNCH-5.5"))
        return self.events

    def roll(self, bound: Bindings) -> int:
        """MUNCH-1.6: a die for an effect."""
        die = self.dice.roll()
        self.emit(e.DieRolled(seat=bound.subject, die=die, purpose=bound.card, rule="MUNCH-1.6"))
        return die
