"""Which files go on a board: the program, the libraries that it imports, and the assets of the board's layout.

The libraries are worked out from the imports, so the list cannot rot: a module that a package
`adafruit-circuitpython-...` from PyPI brings goes along; whatever else is imported is the firmware's own.
"""

import ast
import importlib.metadata
import importlib.util
import tempfile
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from boards import profiles
from boards.assets import deck
from boards.assets.build import LAYOUTS
from boards.tool import ToolError, compiling, reducing
from ring import links

ROOT = Path(__file__).resolve().parents[2]
START = ("boot.py", "safemode.py", "code.py")  # what CircuitPython runs by name; code.py is always written last
PACKAGES = {
    "engine": ROOT / "engine",
    "engine/bots": ROOT / "engine" / "bots",
    "lib/ring": ROOT / "lib" / "ring",
    "lib/pocket": ROOT / "lib" / "pocket",
    "lib/pocket/screens": ROOT / "lib" / "pocket" / "screens",
}
ROOM = 900 * 1024  # bytes that a whole install may take: the smallest drive has 1 MiB
CLUSTER = 512  # bytes in which the smallest drive counts
LIBRARIES = "adafruit-circuitpython-"  # how the names of packages begin that are made for boards
NEEDLESS = (  # libraries that are imported and still not needed on a board
    "adafruit_bus_device",  # the firmware has it built in
    "adafruit_pixelbuf",
    "adafruit_hashlib",  # stands in for SHA-1, which every firmware has
    "circuitpython_typing",  # for type checkers
)
ONE_COLOUR = "boards/oled.py"  # what a profile of a one-colour display imports
OTHER_TEXT = {"mono": "lib/pocket/text_label.py", "colour": "lib/pocket/text_bitmap.py"}  # what a layout does without
ALL_LINKS = "all"  # stands for every link that a board can have
LINK = "lib/ring/link_"  # how the path of a link's module begins


def profile_for(board: str) -> str:
    """The profile for the board id `board`. Raises ToolError, with what to do, when there is none."""
    if board not in profiles():
        raise ToolError(
            f"There is no profile for the board {board or 'that is connected'}. Name one whose pins fit, with "
            f"--profile: {', '.join(profiles())}."
        )
    return board


def profile_path(profile: str) -> Path:
    """The file of a profile. Raises ToolError when there is none."""
    if profile not in profiles():
        raise ToolError(f"There is no profile {profile}. The profiles are: {', '.join(profiles())}.")
    return ROOT / "boards" / f"{profile}.py"


def files(
    profile: str, languages: Iterable[str] = ("en",), link: str = "", as_source: bool = False
) -> dict[str, bytes]:
    """The content of every file of an install, by its path on the board, such as "lib/ring/log.mpy".

    languages: whose words go along. link: the set's link, which is there even if it needs libraries of its own.
    as_source: whether modules stay as they are, as what CircuitPython starts by name does, instead of being compiled.
    Raises ToolError when there is no such profile, a library is not installed, a module cannot be compiled, or the
    assets are not made.
    """
    words = {target: path.read_bytes() for target, path in assets(layout(profile), languages).items()}
    return {**program(profile, link, as_source), **words}


@cache
def program(profile: str, link: str = "", as_source: bool = False) -> dict[str, bytes]:
    """The content of every module of an install, by its path on the board. Raises ToolError as `files` does."""
    sources = {target: path.read_bytes() for target, path in modules(profile, link).items()}
    return sources if as_source else compiling.compile_all(sources, START)


def modules(profile: str, link: str = "") -> dict[str, Path]:
    """The source of every module of an install, by its path on the board. Raises ToolError as `files` does."""
    start = {name: ROOT / name for name in (*START, "boards/__init__.py")}
    for folder, path in PACKAGES.items():
        start.update({f"{folder}/{one.name}": one for one in sorted(path.glob("*.py"))})
    left_out = OTHER_TEXT[layout(profile)]
    start = {path: source for path, source in start.items() if path != left_out and not path.startswith(LINK)}
    found = {**of_profile(profile), **with_imports(start)}
    for kind in links_of(profile):
        source = Path(importlib.util.find_spec(f"ring.link_{kind.name}").origin)
        more = {path: one for path, one in with_imports({f"{LINK}{kind.name}.py": source}).items() if path not in found}
        if len(more) == 1 or link in (kind.name, ALL_LINKS):
            found.update(more)
    return found


def links_of(profile: str) -> list[links.Kind]:
    """The links that a board with this profile can have: rows of `ring.links.LINKS`, its usual one first."""
    names = [name for path, source in of_profile(profile).items() for name in imports_of(path, source)]
    return links.of_board([name.rpartition(".")[2] for name in names if name.startswith("boards.")])


def of_profile(profile: str) -> dict[str, Path]:
    """The source of a profile, and of what it imports of boards and of libraries, by its path on the board."""
    return with_imports({f"boards/{profile}.py": profile_path(profile)})


def with_imports(sources: dict[str, Path]) -> dict[str, Path]:
    """`sources`, and what they import, and what that imports."""
    found, waiting = dict(sources), list(sources.items())
    while waiting:
        for name in imports_of(*waiting.pop()):
            new = [(target, path) for target, path in _modules(name) if target not in found]
            found.update(new)
            waiting += new
    return found


@cache
def imports_of(target: str, path: Path) -> list[str]:
    """What `imports` gives for the module in the file `path` that lies at `target` on a board."""
    package = reducing.module_name(target)
    if path.name != "__init__.py":
        package = package.rpartition(".")[0]
    return imports(ast.parse(path.read_bytes()), package)


def imports(tree: ast.Module, package: str = "") -> list[str]:
    """The full names of modules that a module imports on a board, late imports included; of `from a import b` both `a`
    and `a.b`. package: where relative imports start.

    What only type checkers read is left out: what stands under `if TYPE_CHECKING`, or in one `try` with an import of
    `typing`, which boards do not have.
    """
    skipped = set()
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Try)
            and {"typing", "circuitpython_typing"}
            & {name.split(".")[0] for one in node.body for name in _imported(one, package)}
        ) or (isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"):
            skipped.update(id(inner) for one in node.body for inner in ast.walk(one))
    found = set()
    for node in ast.walk(tree):
        if id(node) not in skipped:
            found.update(_imported(node, package))
    return sorted(found)


def _imported(node: ast.AST, package: str) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        start = ".".join(package.split(".")[: len(package.split(".")) + 1 - node.level]) if node.level else ""
        name = ".".join(part for part in (start, node.module) if part)
        return [name, *(f"{name}.{alias.name}" for alias in node.names)]
    return []


def _modules(name: str) -> list[tuple[str, Path]]:
    """(path on the board, file) of the module `name` and of the packages around it, where they go on a board."""
    parts = name.split(".")
    if parts[0] == "boards":
        path = ROOT / "boards" / f"{parts[-1]}.py"
        return [(f"boards/{path.name}", path)] if len(parts) == 2 and path.is_file() else []
    if not is_library(parts[0]):
        return []
    base, found = _site(parts[0]), []
    for depth in range(1, len(parts) + 1):
        inner = Path(*parts[:depth])
        both = (inner / "__init__.py", inner.with_suffix(".py"))
        found += [(f"lib/{one.as_posix()}", base / one) for one in both if (base / one).is_file()]
    return found


@cache
def _owners() -> Mapping[str, list[str]]:
    """Which packages from PyPI bring which top-level modules."""
    return importlib.metadata.packages_distributions()


def is_library(module: str) -> bool:
    """Whether a top-level module is a library that goes on boards."""
    owners = [name.lower().replace("_", "-") for name in _owners().get(module, ())]
    return module not in NEEDLESS and any(name.startswith(LIBRARIES) for name in owners)


def _site(module: str) -> Path:
    """The folder in which a library's module or package lies."""
    spec = importlib.util.find_spec(module)
    if spec is None or spec.origin is None:
        raise ToolError(f"The library {module} is not installed: run this command through `python3 dev.py boards`.")
    path = Path(spec.origin)
    return path.parents[1] if path.name == "__init__.py" else path.parent


def layout(profile: str) -> str:
    """The folder of assets for a profile's display: "mono" for one that needs a one-colour controller, or "colour"."""
    return "mono" if ONE_COLOUR in of_profile(profile) else "colour"


def constant(profile: str, name: str, otherwise: Any) -> Any:
    """What the profile says in a constant, or `otherwise`. Without running it, which only a board can.

    DRIVE_KEY: for boot.py, a pin and what it reads when pressed. HEAP_BYTES: how much RAM the firmware is to give
    Python in one piece.
    """
    for node in ast.parse(profile_path(profile).read_bytes()).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == name:
            return ast.literal_eval(node.value)
    return otherwise


def assets(folder: str, languages: Iterable[str]) -> dict[str, Path]:
    """The letters and pictures of a layout, and the words of languages, English always among them, by their paths on
    the board. Raises ToolError when they are not made.
    """
    base = ROOT / "assets"
    paths = [
        *sorted((base / folder).glob("*")),
        *[base / "words" / f"{one}.words" for one in sorted({"en", *languages})],
    ]
    if not (base / folder).is_dir() or not all(path.is_file() for path in paths):
        raise ToolError("The letters, pictures and words are not made yet. This makes them: python3 dev.py assets")
    return {path.relative_to(ROOT).as_posix(): path for path in paths}


def deck_files(path: str, folder: str) -> dict[str, bytes]:
    """The content of every file of the deck in the JSON file `path` for the layout `folder`, by its path on the board.

    Raises ToolError, with what is wrong, when it is no deck.
    """
    with tempfile.TemporaryDirectory() as place:
        try:
            deck.make(path, place)
        except deck.DeckError as error:
            raise ToolError(str(error)) from error
        sizes = [f"pictures{size}.bmp" for layout, one in LAYOUTS.items() for size in one.pictures if layout != folder]
        found = [one for one in sorted(Path(place).iterdir()) if one.name not in sizes]
        return {f"assets/deck/{one.name}": one.read_bytes() for one in found}


def on_drive(contents: dict[str, bytes]) -> int:
    """Bytes that files take on the smallest drive: whole clusters, and one for each folder."""
    folders = {parent for path in contents for parent in Path(path).parents if parent.name}
    return CLUSTER * (len(folders) + sum(-(-len(data) // CLUSTER) for data in contents.values()))


def order(paths: Iterable[str]) -> list[str]:
    """Paths in the order in which they are written: code.py last, so that nothing half new ever starts."""
    return sorted(paths, key=lambda path: (START.index(path) if path in START else -1, path))
