"""Modules that are imported late, for one game or one page: where there is little RAM, they go when nothing needs them.

Whoever needs one simply imports it, again if need be; an object made by a module that has gone works on.
"""

import gc
import sys

import engine


def let_go(game: str, bots: bool, lobby: bool) -> None:
    """Let go of the modules of the start, of all games but `game`, of the bots' unless `bots`, of the lobby's unless
    `lobby`.
    """
    needless = ["pocket.settings_schema", "pocket.layout", "pocket.copies"]
    for name in engine.GAMES:
        if name != game:
            needless += ["engine." + name, "pocket.screens.game_" + name]
        if name != game or not bots:
            needless.append("engine.bots." + name)
    if not bots:
        needless += ["engine.bots.giver", "engine.bots.witness", "engine.bots.memory"]
    if not lobby:
        needless += ["pocket.screens.lobby_pages", "pocket.lobby_host", "ring.lobby"]
    let_go_of(needless)


def let_go_of(names: list[str]) -> None:
    """Let go of those of these modules that are held; each is in a package."""
    names = [name for name in names if name in sys.modules]
    for name in names:
        package, _, module = name.rpartition(".")
        delattr(sys.modules[package], module)
        del sys.modules[name]
    if names:
        gc.collect()  # what is imported next needs large pieces of memory
