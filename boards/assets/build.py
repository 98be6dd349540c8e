"""Makes the letters and pictures that boards show, one folder for each layout: `python3 dev.py assets`.

Letters come from Noto Sans, and where they are too small for its curves, from a font that was drawn pixel by pixel
(`letters/`); gifts come from Noto Emoji, everything else from SVG files (`svg/`): light shapes with dark lines in them,
which must be told apart when they are 28 pixels wide.
"""

import io
import struct
import sys
from collections import namedtuple
from collections.abc import Callable
from functools import cache, partial
from importlib.metadata import distribution
from itertools import pairwise
from pathlib import Path

import manimgx_fonts
import resvg_py
from PIL import Image, ImageDraw, ImageFont

from boards.assets import language
from boards.tool import terminal

ROOT = Path(__file__).resolve().parents[2]
SVG = Path(__file__).parent / "svg"
NOTO = Path(manimgx_fonts.__file__).parent

Sans = namedtuple("Sans", ("size", "weight"))  # Noto Sans: pixels, 100 to 900
Fixed = namedtuple("Fixed", ("name", "baseline", "gap"))  # a font in letters/: rows from the top, pixels beside letters
Layout = namedtuple("Layout", ("fonts", "pictures"))  # by their names; pixels a side
Letter = namedtuple("Letter", ("image", "baseline"))  # as wide as it and its gaps are; rows from the top

LAYOUTS = {
    "colour": Layout({"small": Sans(14, 600), "medium": Sans(22, 600), "large": Sans(34, 600)}, (28, 64)),
    "mono": Layout({"small": Fixed("6x13", 11, 1), "large": Fixed("10x20", 16, 2)}, (32,)),
}

ALPHABETS = {one: language.alphabet(one) for one in language.languages()}
SIGNS = "\N{NO-BREAK SPACE}«»„“”‘’‚…–—·×°№€"
LETTERS = sorted({*map(chr, range(32, 127)), *"".join(ALPHABETS.values()), *SIGNS})

SIGNS_DRAWN = (
    *("cap of invisibility", "to left", "to right"),
    *("clubs", "spades", "hearts", "diamonds", "caps", "switches", "stars", "planets"),
    "face down",
)

EMOJI_WEIGHT = 400
DRAWING = 400  # pixels a side of a drawing before it is made smaller
HALF = 128  # a pixel of a drawing made smaller is lit from this brightness on

NOTICE = """The letters and the pictures of gifts in this folder were made from Noto Sans and Noto Emoji, and are
under their licence, which follows. The letters of the one-colour layout were made from "misc-fixed", a font of the X
Window System: "Public domain font. Share and enjoy." All other pictures are Pocket Hats's own, under its licence.
"""


def make(folder: Path) -> None:
    """Write the assets of all layouts into `folder`, a Path: colour/, mono/, and for both words/."""
    language.make(folder / "words")
    for name, layout in LAYOUTS.items():
        (folder / name).mkdir(parents=True, exist_ok=True)
        for font, source in layout.fonts.items():
            language.put(folder / name / f"{font}.font", packed(letters(source)))
        for size in layout.pictures:
            written = io.BytesIO()
            sheet(size).save(written, "BMP")
            language.put(folder / name / f"pictures{size}.bmp", written.getvalue())
        (folder / name / "LICENCE.txt").write_text(licence(), encoding="utf-8", newline="\n")


def licence() -> str:
    (path,) = [path for path in distribution("manimgx-fonts").files if path.name == "LICENSE"]
    return f"{NOTICE}\n{path.read_text(encoding='utf-8')}"


# Letters


def letters(source: Sans | Fixed) -> dict[int, Letter]:
    """The Letter for every code point of LETTERS, and for 0: a box that stands for all others."""
    draw = sans(source) if isinstance(source, Sans) else fixed(source)
    return {ord(character): draw(character) for character in LETTERS} | {0: box(draw("H"))}


def sans(source: Sans) -> Callable[[str], Letter]:
    """A function that makes Letters of Noto Sans."""
    font = noto("NotoSans", source.size, source.weight)
    baseline = 2 * source.size
    absent = font.getmask("\U0010ffff", "1")

    def draw(character: str) -> Letter:
        if bytes(font.getmask(character, "1")) == bytes(absent):
            raise ValueError(f"Noto Sans has no {character!r} (U+{ord(character):04X}): use another sign for it.")
        image = Image.new("1", (4 * source.size, 3 * source.size))
        left = source.size
        brush(image).text((left, baseline), character, fill=1, font=font, anchor="ls")
        right = left + round(font.getlength(character))
        if image.getbbox():  # what leans over its neighbours would be cut off
            left, right = min(left, image.getbbox()[0]), max(right, image.getbbox()[2])
        return Letter(image.crop((left, 0, right, image.height)), baseline)

    return draw


@cache
def noto(family: str, size: int, weight: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(NOTO / f"{family}[wght].ttf", size, layout_engine=ImageFont.Layout.BASIC)
    font.set_variation_by_axes([weight] if family == "NotoEmoji" else [weight, 100])
    return font


def brush(image: Image.Image) -> ImageDraw.ImageDraw:
    """A way to draw on an image of one colour without smoothing."""
    draw = ImageDraw.Draw(image)
    draw.fontmode = "1"
    return draw


@cache
def fixed(source: Fixed) -> Callable[[str], Letter]:
    """A function that makes Letters of a font in letters/, each only as wide as its pixels ask for."""
    lines = (Path(__file__).parent / "letters" / f"{source.name}.hex").read_text(encoding="ascii").splitlines()
    pixels = dict(line.split(":") for line in lines if not line.startswith("#"))
    height = int(source.name.split("x")[1])

    @cache
    def draw(character: str) -> Letter:
        code = f"{ord(character):04X}"
        if code not in pixels:
            raise ValueError(f"letters/{source.name}.hex has no {character!r} (U+{code}): use another sign for it.")
        data = bytes.fromhex(pixels[code])
        image = Image.frombytes("1", (8 * len(data) // height, height), data)
        left, _, right, _ = image.getbbox() or (0, 0, height // 4, height)
        return Letter(image.crop((left, 0, right + source.gap, height)), source.baseline)

    return draw


def box(model: Letter) -> Letter:
    """An empty box as wide and high as the letter `model`."""
    image = Image.new("1", model.image.size)
    left, top, right, bottom = model.image.getbbox()
    brush(image).rectangle((left, top, right - 1, bottom - 1), outline=1)
    return Letter(image, model.baseline)


def packed(letters: dict[int, Letter]) -> bytes:
    """The bytes of a font file; its format is told in lib/pocket/font.py."""
    codes = sorted(letters)
    boxes = [letter.image.getbbox() for letter in letters.values() if letter.image.getbbox()]
    top, bottom = min(box[1] for box in boxes), max(box[3] for box in boxes)
    stride = max(letter.image.width + 7 for letter in letters.values()) // 8
    starts = [0] + [index for index, (one, other) in enumerate(pairwise(codes), 1) if other != one + 1]
    pixels = []
    for code in codes:
        cell = Image.new("1", (8 * stride, bottom - top))
        cell.paste(letters[code].image, (0, -top))
        pixels.append(cell.tobytes())
    header = struct.pack("<5B2H", bottom - top, letters[0].baseline - top, stride, 0, 0, len(starts), len(codes))
    ranges = struct.pack(f"<{2 * len(starts)}H", *[codes[start] for start in starts], *starts)
    widths = bytes(letters[code].image.width for code in codes)
    return b"".join((header, ranges, widths, *pixels))


# Pictures


def sheet(size: int) -> Image.Image:
    """All pictures, one below the other, in the order of lib/pocket/pictures.py."""
    return stacked([picture(size) for _, picture in everything()], size)


def stacked(pictures: list[Image.Image], size: int) -> Image.Image:
    """A sheet of `pictures`, one below the other."""
    whole = Image.new("1", (size, size * len(pictures)))
    for index, one in enumerate(pictures):
        whole.paste(one, (0, index * size))
    return whole


def everything() -> list[tuple[str, partial[Image.Image]]]:
    """(name, function that makes the picture for a size in pixels) of all pictures, in the order of a sheet."""
    gifts = [(name, partial(emoji, ord(one))) for name, one in language.EMOJI.items()]
    english = language.table("en")
    kinds = (("people", english["characters"]), ("hats", english["hats"]), ("signs", SIGNS_DRAWN))
    return gifts + [(name, partial(drawn, file_of(kind, name))) for kind, names in kinds for name in names]


def file_of(kind: str, name: str) -> Path:
    """The SVG file of a picture. kind: its folder in svg/."""
    return SVG / kind / f"{name.replace(' ', '_').replace(chr(39), '')}.svg"


@cache
def emoji(code: int, size: int) -> Image.Image:
    """The emoji of a code point, as large as fits: set at its very size, its lines fall on whole pixels."""
    for points in range(size + size // 4, 0, -1):
        image = Image.new("1", (2 * points, 2 * points))
        brush(image).text((points // 2, points // 2), chr(code), fill=1, font=noto("NotoEmoji", points, EMOJI_WEIGHT))
        left, top, right, bottom = image.getbbox()
        if right - left <= size and bottom - top <= size:
            return centred(image.crop((left, top, right, bottom)), size)
    raise ValueError(f"Noto Emoji draws nothing of {size} pixels for U+{code:04X}.")


def drawn(path: Path, size: int) -> Image.Image:
    """The drawing of an SVG file, as large as fits."""
    return fitted(rasterised(path), size)


@cache
def rasterised(path: Path) -> Image.Image:
    """The drawing of an SVG file in shades of grey. Raises ValueError, which names the file, when it is none."""
    try:
        png = resvg_py.svg_to_bytes(svg_path=str(path), width=DRAWING, skip_system_fonts=True)
    except ValueError as error:
        raise ValueError(f"{path} is no SVG drawing: {error}") from error
    return Image.open(io.BytesIO(png)).convert("L")


def fitted(image: Image.Image, size: int) -> Image.Image:
    """A picture in shades of grey as large as fits, in one colour."""
    image = image.crop(image.getbbox())
    share = size / max(image.size)
    image = image.resize([max(1, round(share * side)) for side in image.size], Image.Resampling.BOX)
    return centred(image.point(lambda value: 255 * (value >= HALF)).convert("1"), size)


def centred(image: Image.Image, size: int) -> Image.Image:
    whole = Image.new("1", (size, size))
    whole.paste(image, ((size - image.width) // 2, (size - image.height) // 2))
    return whole


# For people to look at


def contact_sheet(columns: int = 10, cell: tuple[int, int] = (132, 92), margin: int = 4) -> Image.Image:
    """Every picture in every size, with its name below."""
    sizes = sorted({size for layout in LAYOUTS.values() for size in layout.pictures}, reverse=True)
    pictures = everything()
    whole = Image.new("1", (columns * cell[0], -(-len(pictures) // columns) * cell[1]), 1)
    write = fixed(LAYOUTS["mono"].fonts["small"])
    for index, (name, picture) in enumerate(pictures):
        x, y = index % columns * cell[0] + margin, index // columns * cell[1]
        for number, size in enumerate(sizes):
            place = (x, y + margin) if number == 0 else (x + sizes[0] + margin, y + margin + (number - 1) * 34)
            whole.paste(picture(size), place)
        for character in name:
            image = write(character).image
            whole.paste(image.point(lambda value: 255 - value), (x, y + sizes[0] + 2 * margin))
            x += image.width
    return whole


def main(arguments: list[str] | None = None) -> int:
    """The command. Returns the exit status."""
    parser = terminal.Parser(
        prog="python3 dev.py assets", description="Make the letters and pictures that boards show."
    )
    parser.add_argument("--sheet", metavar="FILE.png", help="make a sheet of all pictures, to look at, instead")
    options = parser.parse_args(arguments)
    try:
        if options.sheet:
            contact_sheet().save(options.sheet)
        else:
            make(ROOT / "assets")
    except (OSError, ValueError) as error:
        print(f"assets: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(terminal.run(main))
