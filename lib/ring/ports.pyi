"""What `ring` is handed by the program around it, as types: a game, a store, and what tells chance.

Type checkers read this module; no board has it.
"""

from collections.abc import Callable, Iterator
from typing import Protocol

from ring.memory import Memory
from ring.messages import Person, Roster, Seat

Jitter = Callable[[int], int]  # called with n: a number from 0 to n - 1
Entropy = Callable[[int], bytes]  # called with n: n random bytes
Message = tuple[int, bytes, int, bytes]  # a frame to be sent: its kind, table, sender and body

class Moves(Protocol):
    """A game, as far as a log knows it."""

    def take(self, seat: int, action: int, now: int) -> bool:
        """Take an action. Returns False, and changes nothing, where the rules do not allow it."""

    def restart(self, now: int) -> None:
        """Begin the same game anew, without the actions that were taken."""

    def turn(self) -> int | None:
        """The index of the device that may write the next entry; None: nobody."""

class Game(Moves, Protocol):
    """A game, as far as a member of a table knows it. Its part of a roster is its own affair."""

    def check(self, roster: Roster) -> None:
        """Raises ValueError when this device cannot play what the roster asks for."""

    def begin(self, roster: Roster, me: int | None, now: int) -> None:
        """Begin the game of a roster, on its device `me`; None: as somebody who looks on.

        Raises ValueError when that cannot be; then the game before is as it was.
        """

    def over(self) -> bool:
        """Whether the match is over."""

    def between_rounds(self) -> bool:
        """Whether a round is over and the next has not begun: when somebody may join."""

    def choices(self) -> bytes:
        """The actions taken since the beginning, a byte each, as `replay` reads them."""

    def replay(self, roster: Roster, choices: bytes) -> Iterator[tuple[int, int]]:
        """(seat, action) of each of these actions, from the beginning of a roster's game. Raises ValueError when they
        make no sense. The game that is going on stays as it is.
        """

    def goes_on_with(self, seats: list[Seat]) -> bool:
        """Whether the game can go on where it is when these play it."""

    def next_round(self, kept: list[int], seats: list[Seat]) -> bytes:
        """The roster's part for a round of `seats`, of which the first are the seats `kept` of today, in order."""

    def may_play(self, person: Person) -> bool:
        """Whether the device of `person` has what it takes."""

class Store(Protocol):
    """Keeps a Memory while the device is off."""

    def save(self, memory: Memory) -> None:
        """Keep it."""
