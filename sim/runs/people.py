"""What people do at a chaos table, from a seed: sit down by hand, play, agree, decline, turn away, watch, leave.

While faults last they do as they please; from then on they do what brings the match to its end.
"""

from collections.abc import Callable

import engine
from pocket import lobby_host
from pocket.session import Session
from ring.lobby import HOSTING, LOOKING
from ring.member import AWAY, WATCHING
from ring.messages import GATHERING, STARTING

Below = Callable[[int], int]


def gather(session: Session, below: Below, calm: bool, opens: bool, now: int) -> None:
    """In the lobby. opens: nobody else is to open a table."""
    lobby = session.lobby
    if lobby.state == LOOKING:
        tables = lobby.gathering() or lobby.running()
        if lobby.sent_away is not None:
            lobby_host.look_round(session, now)
        elif tables:
            table = tables[below(len(tables))]
            if table.roster_data and not calm and below(4) == 0:
                session.watch(table, now)
            else:
                session.ask(table, now)
        elif opens:
            lobby_host.open_table(session, now)
            if below(3) == 0:
                lobby_host.choose_game(session, engine.GAMES[below(len(engine.GAMES))], now)
    elif lobby.state == HOSTING and lobby.stage == GATHERING:
        for person in lobby.asking[:]:
            if not calm and below(6) == 0:
                lobby_host.refuse(session, person, now)
            else:
                lobby.accept(person, now)
        if lobby.people[1:] and below(2):
            lobby_host.start(session, now)
    elif STARTING in (lobby.stage, lobby.offer() and lobby.offer().stage) and (calm or below(4) == 0):
        lobby.claim_last_gift(now)


def decide(session: Session, below: Below, calm: bool, now: int) -> None:
    """At a table: what its screen asks."""
    member = session.member
    if member.state == WATCHING:
        if calm or below(5) == 0:
            session.leave(now)
    elif member.proposal:
        member.agree(now) if calm or below(3) else member.decline(now)
    elif member.went_on:
        session.come_back(now) if calm or below(2) else member.decline(now)
    elif calm and (member.hopeless(now) or _ended_without_some(session, now)):
        session.leave(now)
    elif member.askers.people:
        if member.can_let_in(member.askers.people[0], now) and (calm or below(3)):
            member.let_in(member.askers.people[0], now)
        elif not calm:
            member.turn_away(member.askers.people[0], now)


def _ended_without_some(session: Session, now: int) -> bool:
    """Whether the match is over, and those who have not heard so had time enough to."""
    return session.match.over() and not session.table.settled() and session.may_leave(now)


def play(session: Session, below: Below, now: int) -> None:
    """Do anything that the game allows, where it is this player's turn."""
    if session.member.state != AWAY and session.table.me is not None and session.match.my_turn():
        actions = session.game.actions()
        session.act(actions[below(len(actions))], now)
