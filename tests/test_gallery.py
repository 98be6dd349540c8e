"""The gallery in docs is what the program draws today, down to the pixel."""

import pytest
from PIL import Image, ImageChops

from sim.measure import gallery

pytestmark = pytest.mark.slow  # every screen is drawn

ACCEPT = "If this is as it should be: python3 dev.py sim gallery"


@pytest.mark.parametrize("name", gallery.names())
def test_a_picture_is_as_in_docs(name, tmp_path):
    path = gallery.FOLDER / "screens" / f"{name}.png"
    assert path.exists(), f"There is no {path}. {ACCEPT}"
    golden, new = Image.open(path).convert("RGB"), gallery.sheet(name)
    assert golden.size == new.size, f"{path} has another size: {golden.size}, not {new.size}. {ACCEPT}"
    difference = ImageChops.difference(golden, new).convert("L").point(lambda value: 255 * (value > 0))
    if difference.getbbox():
        out = tmp_path / f"{name}.png"
        marked = new.copy()
        marked.paste((255, 0, 0), (0, 0), difference)
        marked.save(out)
    assert not difference.getbbox(), f"{path} has changed; what differs is red in {out}. {ACCEPT}"


def test_the_page_shows_every_picture_and_no_other():
    text = (gallery.FOLDER / "screens.md").read_text(encoding="utf-8")
    assert text == gallery.text()
    assert {path.stem for path in (gallery.FOLDER / "screens").iterdir()} == set(gallery.names())
    assert all(text.count(f"screens/{name}.png") == 1 for name in gallery.names())


def test_making_it_removes_what_is_old_and_writes_the_same_bytes_again(tmp_path, monkeypatch):
    monkeypatch.setattr(gallery, "groups", lambda: {"table": "Between the moves"})
    monkeypatch.setattr(gallery, "names", lambda: ["table_mono_en"])
    (tmp_path / "screens").mkdir()
    (tmp_path / "screens" / "old.png").write_bytes(b"")
    made = []
    for _ in range(2):
        gallery.make(tmp_path)
        made.append({path.name: path.read_bytes() for path in sorted(tmp_path.rglob("*.*")) if path.is_file()})
    assert made[0] == made[1]
    assert sorted(made[0]) == ["screens.md", "table_mono_en.png"]
