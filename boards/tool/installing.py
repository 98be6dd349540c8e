"""Puts files on a board and takes them away again, so that a cut-off at any moment leaves nothing half new running.

A list on the board, installed.txt, says which files are the tool's, with their hashes.
"""

import tomllib
from collections import namedtuple
from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from boards.tool import ToolError, partyset
from boards.tool.places import NEW, sha1
from boards.tool.plan import START, order

if TYPE_CHECKING:
    from boards.tool.places import Place
    from boards.tool.terminal import Progress


LIST = "installed.txt"
LIST_HEAD = "# What `dev.py boards install` put here, with its SHA-1: `dev.py boards uninstall` removes it."
SETTINGS = "settings.toml"
UNFINISHED = b"""# This stands here while files are being copied; the real code.py comes last.
print("The installation of Pocket Hats was cut off.")
print("Run it again: it goes on where it stopped.")
"""
FRESH = b'print("Hello World!")\n'  # CircuitPython's own code.py on a new drive
ATTEMPTS = 2  # to write a file before the board is said to lose bytes

Result = namedtuple(
    "Result",
    (
        "sent",  # paths
        "removed",
        "kept",
        "overruled",  # names of settings that a maker's own beat
        "set_anew",  # whether settings.toml was written
    ),
)


def read_list(place: "Place") -> dict[str, tuple[str, ...]]:
    """The SHA-1s of every file that was installed, by its path: of one that was being replaced when an install was cut
    off, the old one and the new one. Raises ToolError for a path that leads away from the board.
    """
    text, found = _read_whole(place, LIST).decode("utf-8", "replace"), {}
    for line in text.splitlines():
        digest, _, path = line.partition(" ")
        if path and digest != "#":
            if not set(PurePosixPath(path).parts).isdisjoint({"/", ".."}) or "\\" in path or ":" in path:
                raise ToolError(
                    f"{LIST} on {place.name} names {path}, which is not on it: delete {LIST} and try again."
                )
            found[path] = (*found.get(path, ()), digest)
    return found


def read_settings(place: "Place") -> tuple[dict[str, Any], list[int]]:
    """(what the firmware reads in settings.toml, by name; the numbers of the lines in which it can read nothing).

    As in CircuitPython's supervisor/shared/settings.c: line by line, the first of a name counts, be it one that cannot
    be read, and nothing behind a heading. Raises ValueError when it is no text in UTF-8.
    """
    values: dict[str, Any] = {}
    bad = []
    spoilt = set()
    for number, line in enumerate(_read_whole(place, SETTINGS).decode("utf-8").split("\n"), 1):
        text = line.strip()
        if text.startswith("["):
            break
        if text.removeprefix("\ufeff")[:1] in ("", "#"):
            continue
        try:
            found = tomllib.loads(text)
        except tomllib.TOMLDecodeError:
            bad.append(number)
            spoilt.add(text.partition("=")[0].strip())
        else:
            values = {**{name: value for name, value in found.items() if name not in spoilt}, **values}
    return values, bad


def install(
    place: "Place",
    files: dict[str, bytes],
    values: Sequence[tuple[str, int | str]] = (),
    replace: bool = False,
    progress: "Progress | None" = None,
) -> Result:
    """Make a place hold `files`: {path: bytes}, code.py among them, and the settings `values`.

    Only what differs travels. Files of an earlier install that are no longer needed go, unless they were changed by
    hand. replace: overwrite a code.py, boot.py or safemode.py that is somebody else's. progress: an object with
    start(number of files, bytes), file(path), sent(bytes). Returns a Result. Raises ToolError.
    """
    _settings_text(place)
    listed = read_list(place)
    there = place.look(sorted({*files, *listed}))
    hashes = {path: found and found[0] for path, found in there.items()}
    if not replace:
        _refuse_foreign(files, listed, hashes)
    changed = [path for path in order(files) if hashes[path] != sha1(files[path])]
    stale = [path for path in sorted(listed) if path not in files]
    gone = [path for path in stale if hashes[path] in listed[path]]
    kept = [path for path in stale if hashes[path] not in (None, *listed[path])]
    _check_room(place, files, changed, gone, there)
    if progress:
        progress.start(len(changed), sum(len(files[path]) for path in changed))
    if changed or gone:
        _put_aside(place, hashes["code.py"] == sha1(files["code.py"]))
        everything = {**listed, **{path: (sha1(data), *listed.get(path, ())) for path, data in files.items()}}
        _write_list(place, everything)
        for path in gone:
            place.remove(path)
        for path in changed:
            if path in START and path != "code.py":  # half of it would count as somebody else's
                _write_whole(place, path, files[path], progress)
        _write_all(place, files, [path for path in changed if path not in START], progress)
        _write_list(place, {path: everything[path][:1] if path in files else listed[path] for path in [*files, *kept]})
    overruled, set_anew = _write_settings(place, values)
    if changed or gone:
        _write_code(place, files["code.py"], progress)
    return Result(changed, gone, kept, overruled, set_anew)


def uninstall(place: "Place", named: Sequence[str] = ()) -> Result:
    """Remove what was installed and is unchanged, and of the changed files those in `named`; and the set's settings.

    Returns a Result: removed, and kept because they were changed. Raises ToolError when nothing was installed.
    """
    listed = read_list(place)
    if not listed:
        raise ToolError(f"On {place.name} nothing was installed by this tool: there is no {LIST}.")
    unknown = [path for path in named if path not in listed]
    if unknown:
        raise ToolError(f"{unknown[0]} was not installed by this tool. What was: {', '.join(sorted(listed))}.")
    there = place.look(sorted(listed))
    own = {path: (*listed[path], *([sha1(UNFINISHED)] if path == "code.py" else [])) for path in listed}
    removed = [path for path in order(listed)[::-1] if there[path] and (there[path][0] in own[path] or path in named)]
    kept = [path for path in order(listed) if there[path] and path not in removed]
    for path in removed:  # code.py first
        place.remove(path)
    if kept:
        _write_list(place, {path: listed[path] for path in kept})
    else:
        place.remove(LIST)
    _, set_anew = _write_settings(place, ())
    return Result([], removed, kept, [], set_anew)


def _refuse_foreign(files: dict[str, bytes], listed: dict[str, tuple[str, ...]], hashes: dict[str, str | None]) -> None:
    for path in START:
        known = (None, *listed.get(path, ()), sha1(files.get(path, b"")), sha1(FRESH), sha1(UNFINISHED))
        if path in files and hashes[path] not in known:
            raise ToolError(
                f"There is a {path} that this tool did not install, or that was changed since. Save it if you need it, "
                "then run the same command with --replace."
            )


def _check_room(
    place: "Place",
    files: dict[str, bytes],
    changed: list[str],
    gone: list[str],
    there: dict[str, tuple[str, int] | None],
) -> None:
    """Raises ToolError when what is to be written does not fit."""
    free, cluster = place.free()

    def clusters(size: int) -> int:
        return -(-size // cluster) * cluster

    need = sum(clusters(len(files[path])) for path in changed) + 8 * cluster  # the lists, and folders
    freed = sum(clusters(there[path][1]) for path in [*changed, *gone] if there[path])
    if need > free + freed:
        raise ToolError(
            f"There is not enough room on {place.name}: {need // 1024} KB are needed and {(free + freed) // 1024} KB "
            "are free. Delete what is not needed, or choose fewer languages."
        )


def _put_aside(place: "Place", is_right: bool) -> None:
    """Let no program start for the time being. is_right: whether the code.py that is there is the one to come back."""
    if is_right:
        place.rename("code.py", "code.py" + NEW)
        place.write("code.py", UNFINISHED)
    else:
        _write_whole(place, "code.py", UNFINISHED)


def _write_code(place: "Place", data: bytes, progress: "Progress | None") -> None:
    """Let the program start again, which may have been put aside."""
    aside = place.look(["code.py" + NEW])["code.py" + NEW]
    if aside and aside[0] == sha1(data):
        place.rename("code.py" + NEW, "code.py")
    else:
        _write_whole(place, "code.py", data, progress)


def _write_whole(place: "Place", path: str, data: bytes, progress: "Progress | None" = None) -> None:
    """Write a file so that it is the old one or the new one, and never half of it."""
    _write_all(place, {path + NEW: data}, [path + NEW], progress)
    place.rename(path + NEW, path)


def _read_whole(place: "Place", path: str) -> bytes:
    """The content of such a file; its new name is looked under, too, in case the last run ended before the renaming."""
    data = place.read(path)
    return (place.read(path + NEW) or b"") if data is None else data


def _write_list(place: "Place", hashes: dict[str, tuple[str, ...]]) -> None:
    lines = [LIST_HEAD, *(f"{one} {path}" for path in sorted(hashes) for one in dict.fromkeys(hashes[path]))]
    _write_whole(place, LIST, ("\n".join(lines) + "\n").encode())


def _write_all(place: "Place", files: dict[str, bytes], paths: list[str], progress: "Progress | None") -> None:
    """Write files and have the place hash them. Raises ToolError for one that does not arrive whole."""
    missing = paths
    for _ in range(ATTEMPTS):
        for path in missing:
            if progress:
                progress.file(path)
            place.write(path, files[path], progress.sent if progress else None)
        found = place.look(missing)
        missing = [path for path in missing if not found[path] or found[path][0] != sha1(files[path])]
    if missing:
        raise ToolError(
            f"{missing[0]} does not arrive whole on {place.name}. Try another cable or port, and run the same command."
        )


def _settings_text(place: "Place") -> str:
    """What stands in settings.toml. Raises ToolError when it is no text that can be added to without harm."""
    try:
        return _read_whole(place, SETTINGS).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ToolError(
            f"{SETTINGS} on {place.name} is no text in UTF-8, so nothing was written: save it as such in an editor "
            "(Windows calls others ANSI or UTF-16), and run this again."
        ) from None


def _write_settings(place: "Place", values: Sequence[tuple[str, int | str]]) -> tuple[list[str], bool]:
    """Write the set's lines into settings.toml, whole or not at all. Returns the names that a maker's own lines
    overrule, and whether anything was written.
    """
    old = _settings_text(place)
    text, overruled = partyset.merge(old, values)
    changed = text.encode() != _read_whole(place, SETTINGS)  # without a BOM, behind which the firmware reads no name
    if changed:
        _write_whole(place, SETTINGS, text.encode())
    return overruled, changed
