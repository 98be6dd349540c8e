"""Who asks for a seat at a table, who has gone, and who was sent away and asks on."""

from ring.messages import Person, Roster, is_apart

ASKER_MS = 4000  # who asks for a seat at a running table and is not heard for so long has gone
ASKERS = 8  # so many are remembered at a time


class Askers:
    """At a running table: `people` are those who wait for an answer, the first of them longest."""

    def __init__(self) -> None:
        self.people: "list[Person]" = []
        self.refused: "list[Person]" = []  # who was sent away

    def hear(self, person: Person) -> bool:
        """Take in that `person` asks. Returns False where they were sent away before."""
        if is_refused(self.refused, person):
            return False
        if not renew(self.people, person) and len(self.people) < ASKERS:
            self.people.append(person)
        return True

    def forget(self, now: int) -> None:
        """Let go of those who are not heard any more."""
        self.people = present(self.people, now, ASKER_MS)

    def take(self, person: Person) -> bool:
        """Let `person` wait no longer. Returns False where they have gone since."""
        waited = person in self.people
        if waited:
            self.people.remove(person)
        return waited

    def refuse(self, person: Person) -> None:
        """Send `person` away. Who wants to be asked about again does so under a new boot number."""
        self.refused = self.refused[1 - ASKERS :] + [person]


def seat_for(asker: Person, roster: Roster, silent: "list[int]") -> "int | None":
    """The seat that `asker` can take at once: one of that name that a bot plays, or whose device, of the indices
    `silent`, is gone, or any whose device is. None: there is none.
    """
    named = [index for index, seat in enumerate(roster.seats) if is_apart(seat.name, asker.name)]
    gone = [index for index, seat in enumerate(roster.seats) if seat.device in silent]
    own = [index for index in named if roster.seats[index].name == asker.name] + named
    found = [index for index in own if roster.seats[index].bot] + [index for index in own if index in gone] + gone
    return found[0] if found else None


def present(people: "list[Person]", now: int, limit_ms: int) -> "list[Person]":
    """Those who have been heard within `limit_ms`."""
    return [person for person in people if now - person.heard_ms <= limit_ms]


def renew(people: "list[Person]", word: Person) -> bool:
    """Whether one of `people` has the device of `word`: then they are what it says, unless that is an older one, but
    for the name: it may have got a number to tell them from another.
    """
    for person in people:
        if person.device == word.device:
            if word.boot >= person.boot:
                person.boot, person.place, person.bot = word.boot, word.place, word.bot
                person.heard_ms, person.deck = word.heard_ms, word.deck
            return True
    return False


def is_refused(refused: "list[Person]", asker: Person) -> bool:
    """Whether `asker` is one of `refused`, who asks on. Who asks anew does so under a newer boot number."""
    for person in refused:
        if person.device == asker.device and asker.boot <= person.boot:
            person.heard_ms = asker.heard_ms
            return True
    return False
