"""Makes the zips of a release: one per board and group of languages, to be dragged onto a drive, the same to the byte.

settings.toml is not in them, so that unpacking a newer one keeps what a maker wrote there.
"""

import hashlib
import zipfile
from pathlib import Path

from boards import profiles
from boards.assets.language import languages
from boards.tool import ToolError, plan

APART = {"vietnamese": "vi", "cyrillic": "ru"}  # in a zip of its own, with English; the other languages share one
GROUPS = {"latin": tuple(one for one in languages() if one not in APART.values())}
GROUPS |= {name: ("en", one) for name, one in APART.items()}
TIME = (2020, 1, 1, 0, 0, 0)  # of every file in every zip
SUMS = "SHA256SUMS"


def make(folder: Path, only: list[str] | None = None) -> list[Path]:
    """Write the zips and their checksums into `folder`. Returns the paths. Raises ToolError when one is too large.

    only: profiles; all of them when None.
    """
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for profile in only or profiles():
        for name, spoken in GROUPS.items():
            files = plan.files(profile, spoken, plan.ALL_LINKS)  # nobody said which
            if plan.on_drive(files) > plan.ROOM:
                raise ToolError(f"{profile} with {', '.join(spoken)} takes more than {plan.ROOM // 1024} KB.")
            paths.append(folder / f"pocket-hats-{profile}-{name}.zip")
            _zip(paths[-1], files)
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in paths]
    (folder / SUMS).write_text("".join(sums), "utf-8", newline="\n")
    return [*paths, folder / SUMS]


def _zip(path: Path, files: dict[str, bytes]) -> None:
    """Stored, not deflated: what zlib makes of the same bytes differs between its versions."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        for name in plan.order(files):
            info = zipfile.ZipInfo(name, TIME)
            info.create_system = 3  # Unix, on Windows too
            info.external_attr = 0o644 << 16
            archive.writestr(info, files[name])
