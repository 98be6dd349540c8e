"""What is wrong with a board, each in a sentence that says what to do about it."""

import difflib
import json
from typing import TYPE_CHECKING, Any

from boards import profiles
from boards.tool import compiling, plan
from boards.tool.installing import UNFINISHED, read_list, read_settings
from boards.tool.partyset import FLAG, fingerprint, known_settings
from boards.tool.places import Board, sha1
from pocket.settings import Settings
from pocket.words import Words
from ring.links import NEEDS

if TYPE_CHECKING:
    from boards.tool.partyset import PartySet
    from boards.tool.places import Place


MAKE_LINKS = ("boards/links.py", "boards/radio.py")  # they import what one link or another needs
OLDEST = (10, 0, 0)
ESPNOW_FIXED = (10, 3, 0)  # the firmware fault "Generic Failure" of ESPNow(), CircuitPython issue 9276
KNOWN = {f"HATS_{name}" for name in known_settings()}
KNOWN |= {"HATS_NAME", "HATS_KEY", "HATS_PROFILE", "HATS_DRIVE_KEY", "HATS_LINK"}
SPARE = 20 * 1024  # bytes that should stay free on a drive
RADIO_HZ = 80_000_000  # below this clock an ESP32's radio does not work (Espressif, ESP-IDF Programming Guide)
STATE = """
import sys, os, gc, json
state = {"free": gc.mem_free(), "safe": "", "readonly": False, "clock": 0, "espnow": "", "missing": []}
for name in NAMES:
    try:
        __import__(name)
    except ImportError as error:
        state["missing"].append(name)
try:
    import supervisor
    state["safe"] = str(supervisor.runtime.safe_mode_reason).split(".")[-1]
except (ImportError, AttributeError):
    pass
try:
    import storage
    state["readonly"] = storage.getmount("/").readonly
except ImportError:
    pass
try:
    import microcontroller
    state["clock"] = microcontroller.cpu.frequency
except (ImportError, AttributeError):
    pass
if ESPNOW:
    try:
        import espnow
        espnow.ESPNow().deinit()
    except Exception as error:
        state["espnow"] = str(error) or repr(error)
print(json.dumps(state))
"""
SAFE_MODES = {
    "BROWNOUT": "its supply was too weak: charge or change the battery, or use another cable",
    "USER": "a button was pressed while it started: press reset once, and no other button",
    "PROGRAMMATIC": "a program asked for it: press reset",
    "FLASH_WRITE_FAIL": "its flash could not be written: press reset, and if it comes back, save and erase the drive",
    "NO_CIRCUITPY": "its drive cannot be read: storage.erase_filesystem() in the REPL makes a new one",
    "HARD_FAULT": "the firmware crashed: press reset, and if it comes back, install the newest CircuitPython",
    "SAFEMODE_PY_ERROR": "safemode.py itself failed: install again",
    "WATCHDOG": "the firmware hung: press reset, and if it comes back, install the newest CircuitPython",
}


def check(place: "Place", party: "PartySet | None" = None, profile: str = "") -> tuple[list[str], list[str]]:
    """(good findings, troubles), both lists of sentences.

    place: a Drive or a Board. party: the PartySet that the board should belong to, if that is known. profile: the one
    to expect where the board's id does not name it. Raises ToolError when the connection is lost.
    """
    good, bad = [], []
    about = place.about
    version = ".".join(str(part) for part in about["version"])
    good.append(f"{about['board'] or 'A board without an id'}, CircuitPython {version}.")
    if about["version"] < OLDEST:
        bad.append(
            f"CircuitPython {version} is too old: install 10.0 or newer (10.3 for ESP-NOW) from circuitpython.org."
        )
    settings = _settings(place, bad)
    profile = settings.get("HATS_PROFILE") or profile or about["board"]
    if profile not in profiles():
        bad.append(
            f"There is no profile for this board ({profile or 'no id'}): is it another board than you think? Otherwise "
            f"install with --profile and one of: {', '.join(profiles())}."
        )
        return good, bad
    if profile != about["board"]:
        good.append(f"Its profile is {profile}: the pins of that board must be the same.")
    _check_files(place, good, bad)
    link, known = settings.get("HATS_LINK", ""), [kind.name for kind in plan.links_of(profile)]
    if link not in ("", *known):
        bad.append(f"HATS_LINK is {link}, and this board knows {', '.join(known)}: mend that line of settings.toml.")
    _check_set(settings, party, () if link in ("", *known) else (link,), good, bad)
    free, _ = place.free()
    (good if free >= SPARE else bad).append(
        f"{free // 1024} KB are free on the drive."
        if free >= SPARE
        else f"Only {free // 1024} KB are free on the drive: delete what is not needed, or install fewer languages."
    )
    doubt = radio_doubt(about, profile, settings.get("HATS_LINK", ""))
    if isinstance(place, Board):
        _check_state(place, profile, settings, good, bad)
    elif doubt:  # over a drive nobody can try
        bad.append(doubt)
    return good, bad


def _settings(place: "Place", bad: list[str]) -> dict[str, Any]:
    """What settings.toml says, and what the device would refuse of it, each a sentence more in `bad`."""
    try:
        values, lines = read_settings(place)
    except ValueError:
        bad.append("settings.toml is no text in UTF-8: save it as such in an editor (Windows calls others ANSI).")
        return {}
    bad += [
        f'Line {line} of settings.toml cannot be read: make it NAME = "text" or NAME = 5 on the drive, or delete it.'
        for line in lines
    ]
    words = Words()
    for name in values.keys() - KNOWN:
        if name.startswith("HATS_"):
            near = difflib.get_close_matches(name, KNOWN, 1)
            bad.append(f"There is no setting {name}{f': is {near[0]} meant?' if near else ''} Nothing reads that line.")
    bad += [f"In settings.toml on the drive: {words.say(*one)}" for one in Settings(values.get).problems]
    return values


def _check_files(place: "Place", good: list[str], bad: list[str]) -> None:
    listed = read_list(place)
    if not listed:
        bad.append("Nothing was installed on this board by this tool: run `boards install`.")
        return
    there = place.look(sorted(listed))
    missing = [path for path in listed if there[path] is None]
    other = [path for path in listed if there[path] and there[path][0] not in listed[path]]
    if "code.py" in other and there["code.py"][0] == sha1(UNFINISHED):
        bad.append("The last installation was cut off: run `boards install` again, it goes on where it stopped.")
        return
    if any(path.endswith(".mpy") for path in listed) and (doubt := compiling.doubt(place.about)):
        bad.append(doubt)
    if missing:
        bad.append(f"{_such(missing)} missing: run `boards install` again.")
    if own := [path for path in other if path in plan.START]:
        bad.append(
            f"{_such(own)} not as installed: save what you changed there if you need it, then run "
            "`boards install --replace`."
        )
    elif other:
        bad.append(f"{_such(other)} not as installed: run `boards install` again.")
    if not missing and not other:
        good.append(f"All {len(listed)} files are as they were installed.")


def _such(paths: list[str]) -> str:
    """What begins a sentence about files."""
    return f"{paths[0]} is" if len(paths) == 1 else f"{len(paths)} files, such as {paths[0]}, are"


def _check_set(
    settings: dict[str, Any],
    party: "PartySet | None",
    unknown: tuple[str, ...],  # values of which it has been said that they are none
    good: list[str],
    bad: list[str],
) -> None:
    key = settings.get("HATS_KEY")
    if not key:
        bad.append("The board has no set key (HATS_KEY): it uses a public one. Run `boards install --set NAME`.")
    elif party is None:
        good.append(f"Its set key has the fingerprint {fingerprint(key)}: it must be the same on every board.")
    elif fingerprint(key) != fingerprint(party.key):
        bad.append(
            f"Its set key ({fingerprint(key)}) is not that of the set {party.path.stem} ({fingerprint(party.key)}): "
            "the boards will not see each other. Run `boards install --set` again."
        )
    else:
        good.append(f"It belongs to the set {party.path.stem}, as {settings.get('HATS_NAME', 'nobody')}.")
    if party is not None:
        name = settings.get("HATS_NAME")
        wanted = dict(party.values(name if name in party.players else ""))
        same = [("HATS_LINK", "")]
        same += [(f"HATS_{row[0].upper()}", row[1]) for row in party.link_settings() if row[3] != FLAG]
        for setting, default in same:
            here, there = settings.get(setting, default), wanted.get(setting, default)
            if here != there and "PASSWORD" not in setting and here not in unknown:
                bad.append(
                    f"{setting} is {_value(here)} here and {_value(there)} in the set: the boards will not hear each "
                    "other. Take out a line of your own for it, which would win, and run `boards install --set` again."
                )


def _value(value: object) -> str:
    """A setting's value in a sentence."""
    return "what the board has" if value == "" else str(value)


def _check_state(board: Board, profile: str, settings: dict[str, Any], good: list[str], bad: list[str]) -> None:
    """What only the board itself can say: its modules, its memory, its radio."""
    names = firmware_modules(profile)
    needs = _needs(profile, settings.get("HATS_LINK", ""))
    with_radio = needs == "radio"
    state = json.loads(board.exec(f"NAMES = {names!r}\nESPNOW = {with_radio!r}\n{STATE}"))
    if state["safe"] not in ("", "NONE"):
        why = SAFE_MODES.get(state["safe"], "press reset, and if it comes back, install the newest CircuitPython")
        bad.append(f"The board is in safe mode ({state['safe']}) and does not run the program: {why}.")
    if state["readonly"]:
        bad.append(
            "The drive is read-only for the board, since the computer holds it: install over the drive (--drive), "
            "or eject it first. Once installed, the board owns it after one press on reset."
        )
    bad += [
        f"The firmware has no module {name}, which {profile} needs: is it CircuitPython for another board?"
        for name in state["missing"]
    ]
    if with_radio and state["espnow"] and "espnow" not in state["missing"]:
        known = "Generic Failure" in state["espnow"] or board.about["version"] < ESPNOW_FIXED
        advice = "install CircuitPython 10.3 or newer, which mends that" if known else "press reset and run this again"
        bad.append(f"ESP-NOW does not start ({state['espnow']}): {advice}.")
    if needs in ("radio", "network") and 0 < state["clock"] < RADIO_HZ:
        bad.append(
            f"The processor runs at {state['clock'] // 1_000_000} MHz, and the radio needs {RADIO_HZ // 1_000_000}: "
            "press reset, and take out of boot.py what changes it."
        )
    good.append(f"{state['free'] // 1024} KB of memory are free in the REPL.")


def radio_doubt(about: dict[str, Any], profile: str, link: str) -> str:
    """A sentence that says why ESP-NOW may not start; "" where nothing speaks against it.

    about: what the board says of itself, as places.py has it. link: what its set names; "": what the board has.
    """
    if _needs(profile, link) != "radio" or about["version"] >= ESPNOW_FIXED:
        return ""
    told = ".".join(str(part) for part in about["version"])
    return f"ESP-NOW fails on many boards with CircuitPython {told}: install 10.3 or newer, which mends that."


def _needs(profile: str, link: str) -> str:
    """What a board needs for the link `link`, or for its usual one where that is ""; "" where it cannot have it."""
    return next((kind.needs for kind in plan.links_of(profile) if link in ("", kind.name)), "")


def firmware_modules(profile: str) -> list[str]:
    """The firmware's modules that the profile and its parts import, of radios only those that it uses; sorted."""
    needs = [kind.needs for kind in plan.links_of(profile)]
    names = {
        name
        for path, source in plan.of_profile(profile).items()
        if path.startswith("boards/") and path not in MAKE_LINKS
        for name in plan.imports_of(path, source)
    }
    needed = {name.split(".")[0] for name in names}.union(*[modules for need, modules in NEEDS if need in needs])
    return sorted(name for name in needed - {"boards", "pocket", "ring"} if not plan.is_library(name))
