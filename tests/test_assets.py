"""Letters and pictures: all there, told apart, the same whenever they are made, and read by what runs on boards."""

from functools import cache
from itertools import combinations
from xml.etree import ElementTree

import displayio
import pytest
from adafruit_display_text.label import Label
from PIL import Image, ImageOps

from boards.assets import build, language
from boards.assets.build import ALPHABETS, LAYOUTS, LETTERS
from pocket import pictures
from pocket.font import Font
from pocket.pictures import Pictures
from sim.hardware import colour_screen, mono_screen
from sim.words import NAMES

FONTS = pytest.mark.parametrize(("layout", "font"), [(name, font) for name in LAYOUTS for font in LAYOUTS[name].fonts])
SHEETS = pytest.mark.parametrize(
    ("layout", "size"), [(name, size) for name in LAYOUTS for size in LAYOUTS[name].pictures]
)
SENTENCES = ("Đây không phải là mũ", "Это не шляпа", "Schöne Grüße")
ROOM_FOR_ASSETS = 350 * 1024  # bytes, of one layout
SURELY_DIFFERENT = 0.1  # of all pixels
NOT_THERE = "\N{SNOWMAN}"


MADE = build.ROOT / "assets"  # by dev.py, before any test


def contents(folder):
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != "made-assets"]
    return {path.relative_to(folder): path.read_bytes() for path in files}


@cache
def drawn(size):
    """(name, picture) of all pictures, cut out of their sheet."""
    (path,) = MADE.glob(f"*/pictures{size}.bmp")
    with Image.open(path) as sheet:
        cut = [sheet.crop((0, size * at, size, size * at + size)) for at in range(sheet.height // size)]
    return [(name, picture) for (name, _), picture in zip(build.everything(), cut, strict=True)]


def lit(bitmap, columns=None):
    return {(x, y) for x in columns or range(bitmap.width) for y in range(bitmap.height) if bitmap[x, y]}


def line(font, text):
    """The pixels of a line of text."""
    pixels, left = set(), 0
    for character in text:
        glyph = font.get_glyph(ord(character))
        pixels |= {(x + left, y) for x, y in lit(glyph.bitmap)}
        left += glyph.shift_x
    assert left == font.width(text)
    return pixels


@pytest.mark.slow
def test_assets_made_anew_are_the_same(tmp_path):
    build.make(tmp_path)
    assert contents(tmp_path) == contents(MADE)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_assets_of_a_layout_fit_on_a_board_and_carry_their_licence(layout):
    assert sum(len(data) for data in contents(MADE / layout).values()) <= ROOM_FOR_ASSETS
    text = (MADE / layout / "LICENCE.txt").read_text(encoding="utf-8")
    assert [one for one in ("SIL OPEN FONT LICENSE", "Noto Emoji", "Public domain font") if one not in text] == []


def test_the_folder_of_a_layout_lies_beside_lib():
    assert pictures.folder("mono") == (build.ROOT / "assets" / "mono").as_posix()


def test_a_sheet_has_every_gift_person_hat_and_sign_in_its_place():
    names = [name for name, _ in build.everything()]
    assert names[pictures.GIFTS : pictures.PEOPLE] == list(NAMES)
    assert names[pictures.PEOPLE : pictures.PEOPLE + 2] == ["king", "wizard"]
    assert names[pictures.HATS : pictures.HATS + 2] == ["crown", "pointed hat"]
    assert names[pictures.CAP : pictures.SUITS] == ["cap of invisibility", "to left", "to right"]
    assert (
        names[pictures.SUITS : pictures.FACE_DOWN] == "clubs spades hearts diamonds caps switches stars planets".split()
    )
    assert len(names) == pictures.COUNT


@SHEETS
def test_pictures_are_not_blank_and_not_alike_even_in_a_mirror(layout, size):
    masks = []
    for name, picture in drawn(size):
        both = [int.from_bytes(image.tobytes(), "big") for image in (picture, ImageOps.mirror(picture))]
        masks.append((name, *both))
        assert SURELY_DIFFERENT < both[0].bit_count() / size**2 < 1 - SURELY_DIFFERENT, name
    alike = []
    for (name, mask, mirrored), (name2, mask2, _) in combinations(masks, 2):
        distance = min((mask ^ mask2).bit_count(), (mirrored ^ mask2).bit_count())
        if distance < SURELY_DIFFERENT * size**2:
            alike.append((name, name2))
    assert alike == [("to left", "to right")]


def test_arrows_point_where_they_say():
    left, right = [dict(drawn(32))[name] for name in ("to left", "to right")]
    assert left.tobytes() == ImageOps.mirror(right).tobytes()
    heights = [left.crop((x, 0, x + 1, 32)).getbbox() for x in (1, 12)]
    assert heights[0][3] - heights[0][1] < heights[1][3] - heights[1][1], "its tip is on the left"


@SHEETS
def test_a_picture_is_shown_as_it_was_drawn(layout, size):
    grid = Pictures(str(MADE / layout), size)
    bitmap = grid.bitmap
    assert lit(bitmap) == set()
    for number in (0, 1, pictures.PEOPLE, pictures.TO_LEFT, pictures.COUNT - 1):
        grid.show(number)
        image = drawn(size)[number][1]
        assert lit(bitmap) == {(x, y) for x in range(size) for y in range(size) if image.getpixel((x, y))}


def test_a_picture_comes_onto_a_display_and_changes_there():
    screen = mono_screen()
    grid = Pictures(str(MADE / "mono"), 32)
    screen.display.root_group = group = displayio.Group()
    group.append(grid)
    seen = []
    for number in (3, 4):
        grid.show(number)
        screen.display.refresh()
        seen.append(Image.frombytes("RGB", (screen.width, screen.height), bytes(screen.rgb())).crop((0, 0, 32, 32)))
    assert [one.convert("1").tobytes() for one in seen] == [drawn(32)[number][1].tobytes() for number in (3, 4)]


def test_a_size_that_was_not_made_is_an_error_of_the_file_system():
    with pytest.raises(OSError, match="pictures31"):
        Pictures(str(MADE / "mono"), 31)


def test_the_alphabets_are_whole():
    sizes = {language: len(alphabet) // 2 for language, alphabet in ALPHABETS.items()}
    assert sizes == {"en": 26, "fr": 16, "de": 4, "it": 8, "vi": 67, "ru": 33}
    assert set("".join(ALPHABETS.values())) <= set(LETTERS)


@FONTS
def test_every_letter_is_there_and_unlike_all_others(layout, font):
    font = Font(str(MADE / layout / f"{font}.font"))
    box = line(font, NOT_THERE)
    assert box, "a missing letter is seen"
    assert font.width(" ") == font.width("\N{NO-BREAK SPACE}") > 0
    for spoken, alphabet in ALPHABETS.items():
        glyphs = {character: frozenset(line(font, character)) for character in alphabet}
        assert len(set(glyphs.values())) == len(alphabet), spoken
        assert box not in glyphs.values()
        assert frozenset() not in glyphs.values()


@pytest.mark.parametrize("text", [*SENTENCES, f"Wim, jeff {NOT_THERE}"])
@FONTS
def test_a_label_shows_every_letter_in_its_place(layout, font, text):
    font = Font(str(MADE / layout / f"{font}.font"))
    screen = {"colour": colour_screen, "mono": mono_screen}[layout]()
    made_label = Label(font, text=text, color=0xFFFFFF)
    assert made_label.bounding_box[2:] == (font.width(text), font.height)
    made_label.anchor_point, made_label.anchored_position = (0, 0), (0, 0)
    screen.display.root_group = made_label
    screen.display.refresh()
    rgb, width, height = screen.rgb(), screen.width, screen.height
    seen = {(x, y) for x in range(width) for y in range(height) if any(rgb[3 * (y * width + x) :][:3])}
    assert seen == {(x, y) for x, y in line(font, text) if x < width and y < height}


def test_a_label_never_shows_other_letters_than_its_own_however_many_were_used():
    font = Font(str(MADE / "mono" / "small.font"))
    first = Label(font, text="Schöne Grüße", color=0xFFFFFF)
    before = [lit(grid.bitmap) for grid in first._local_group]
    for alphabet in ALPHABETS.values():
        Label(font, text=alphabet)
    assert [lit(grid.bitmap) for grid in first._local_group] == before
    assert len(font._glyphs) <= 32


@pytest.mark.slow
def test_whoever_reads_assets_goes_on_reading_them_while_they_are_made_anew(tmp_path):
    path = tmp_path / "en.words"
    language.put(path, b"before")
    with path.open("rb") as reader:
        language.put(path, b"after!")
        assert (reader.read(), path.read_bytes()) == (b"before", b"after!")
    assert list(tmp_path.iterdir()) == [path]


def test_the_sheet_in_docs_shows_the_pictures_as_they_are(tmp_path):
    assert build.main(["--sheet", str(tmp_path / "pictures.png")]) == 0
    with Image.open(tmp_path / "pictures.png") as now, Image.open(build.ROOT / "docs" / "pictures.png") as shown:
        assert now.tobytes() == shown.tobytes(), "run: python3 dev.py assets --sheet docs/pictures.png"


def test_a_letter_that_a_font_lacks_is_named():
    for source in (LAYOUTS["colour"].fonts["small"], LAYOUTS["mono"].fonts["small"]):
        draw = build.sans(source) if isinstance(source, build.Sans) else build.fixed(source)
        with pytest.raises(ValueError, match=r"U\+2603.*another sign"):
            draw(NOT_THERE)


def test_every_svg_file_is_shown_and_is_plain_enough_for_any_editor():
    kinds = {kind.name: sorted(kind.glob("*")) for kind in build.SVG.iterdir()}
    shown = [picture.args[0] for _, picture in build.everything() if picture.func is build.drawn]
    assert sorted(shown) == sorted(path for paths in kinds.values() for path in paths)
    for path in shown:
        root = ElementTree.parse(path).getroot()
        assert root.get("viewBox") == "0 0 100 100", path
        inks = {one.get(what) for one in root.iter() for what in ("fill", "stroke")}
        assert inks <= {"white", "black", "none", None}, path


def test_a_file_that_is_no_drawing_is_named(tmp_path):
    (tmp_path / "odd.svg").write_text("<svg", "utf-8")
    for name in ("odd.svg", "missing.svg"):
        with pytest.raises(ValueError, match=f"{name} is no SVG drawing"):
            build.drawn(tmp_path / name, 32)


@pytest.mark.slow
def test_what_goes_wrong_is_told_in_a_sentence(tmp_path, capsys):
    assert build.main(["--sheet", str(tmp_path / "nowhere" / "sheet.png")]) == 1
    assert capsys.readouterr().err.startswith("assets: ")
