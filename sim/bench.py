"""What things cost: the engine beside OpenSpiel on the same core, frames and bytes on the air, memory."""

import random
import time

import engine

SECONDS = 2.0  # measured time of each engine


def actions_per_second(new_game, is_over):
    """Play whole games with random legal actions for SECONDS; `new_game(seed)` gives (game, its actions, its apply)."""
    draw = random.Random(1).random
    actions = games = 0
    start = time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        game, legal, apply = new_game(games)
        games += 1
        while not is_over(game):
            allowed = legal()
            apply(allowed[int(draw() * len(allowed))])
            actions += 1
    return actions / (time.perf_counter() - start)


def engine_rate(claims):
    """Actions per second of `gifts` for four players."""

    def new_game(seed):
        game = engine.new_game("gifts", 4, seed, options={"claims": claims})
        return game, game.actions, game.apply

    return actions_per_second(new_game, lambda game: game.phase == "over")


def openspiel_rate():
    """Actions per second of OpenSpiel's liars_dice, dice rolls included; None when OpenSpiel is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    liars_dice = pyspiel.load_game("liars_dice")

    def new_game(_):
        state = liars_dice.new_initial_state()
        return state, state.legal_actions, state.apply_action

    return actions_per_second(new_game, lambda state: state.is_terminal())
