"""Players for empty seats of That's Not a Hat."""

from engine.bots.giver import Giver


class Bot(Giver):
    """Plays one seat of `gifts`."""
