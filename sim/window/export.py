"""Pictures and films of a run, as files."""

import pathlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pygame
from PIL import Image

from sim.window import art, panel
from sim.window.desk import Desk
from sim.window.window import make_picture, wanted_size

if TYPE_CHECKING:
    from sim.runs.run import Run


FILM_S = 20  # the length of a film, unless it is said
FILM_S_MAX = 300
FRAME_MS = 100  # of a film, from one picture to the next
FILM_WIDTH = 840  # pixels
LIGHTS = ((255, 255, 255), (60, 120, 255), (255, 150, 40), (255, 60, 60), (60, 230, 110), (210, 80, 230))  # of lamps


class Camera:
    """Draws a run off screen. size: (width, height) in pixels, or None. tools: with the panel. dark: by night."""

    def __init__(
        self,
        run: "Run",
        size: tuple[int, int] | None = None,
        tools: bool = False,
        dark: bool = False,
        everything: bool = False,
    ) -> None:
        pygame.font.init()
        self._picture = make_picture(run)
        self._picture.dark, self._picture.everything = dark, everything
        self._surface = pygame.Surface(size or wanted_size(len(run.room.devices), tools), depth=32)
        width, height = self._surface.get_size()
        side = panel.WIDTH if tools else 0
        self._table = self._surface.subsurface((0, 0, width - side, height))
        self._panel = panel.Panel(Desk(run, self._picture), height) if tools else None

    def picture(self) -> pygame.Surface:
        """A surface with the run as it is now."""
        while self._picture.draw(self._table):  # each time one more screen
            pass
        if self._panel:
            self._panel.draw()
            self._surface.blit(self._panel.surface, (self._table.get_width(), 0))
        return self._surface


def png(run: "Run", ms: int, path: str | pathlib.Path, **looks: Any) -> None:
    """Save what the window would show of `run` at `ms` on the room's clock. looks: as for `Camera`.

    Raises OSError when the file cannot be written.
    """
    _go_to(run, ms)
    surface = Camera(run, **looks).picture()
    try:
        pygame.image.save(surface, path)
    except pygame.error as error:
        raise OSError(f"The picture {path} cannot be saved: {error}") from error


def gif(run: "Run", start_ms: int, end_ms: int, path: str | pathlib.Path, **looks: Any) -> None:
    """Save what happens from `start_ms` to `end_ms` on the room's clock as a film.

    Raises ValueError when it would be empty or too long, and OSError when the file cannot be written.
    """
    if not start_ms < end_ms <= start_ms + 1000 * FILM_S_MAX:
        raise ValueError(f"a film ends after it begins, and lasts {FILM_S_MAX} s at the most.")
    if not pathlib.Path(path).resolve().parent.is_dir():
        raise OSError(f"there is no folder for the film {path}.")
    _go_to(run, start_ms)
    camera = Camera(run, **looks)
    first = _shrunk(camera.picture())
    palette = _palette(first)
    others = _film(run, camera, end_ms, palette)
    _coloured(first, palette).save(path, "GIF", save_all=True, append_images=others, duration=FRAME_MS, loop=0)


def _film(run: "Run", camera: Camera, end_ms: int, palette: Image.Image) -> Iterator[Image.Image]:
    """The frames behind the first, one after the other."""
    while run.room.now_ms + FRAME_MS < end_ms:
        before_ms = run.room.now_ms
        run.run_to(before_ms + FRAME_MS)
        if run.room.now_ms == before_ms:
            break  # the end of the run
        yield _coloured(_shrunk(camera.picture()), palette)


def _go_to(run: Any, ms: int) -> None:
    if ms < run.room.now_ms:
        run.seek(ms)
    else:
        run.run_to(ms)


def _shrunk(surface: pygame.Surface) -> Image.Image:
    """A picture in the size of a film."""
    height = round(surface.get_height() * FILM_WIDTH / surface.get_width())
    small = pygame.transform.smoothscale(surface, (FILM_WIDTH, height))
    return Image.frombytes("RGB", small.get_size(), pygame.image.tobytes(small, "RGB"))


def _palette(first: Image.Image) -> Image.Image:
    """The 256 colours of a film: those of its first frame, and the lights that may come. With the same colours in all
    frames, what stands still costs nothing.
    """
    sample = first.copy()
    for number, colour in enumerate([*art.CASES, *LIGHTS]):
        sample.paste(colour, (40 * number, 0, 40 * number + 40, 24))
    return sample.quantize(method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)


def _coloured(image: Image.Image, palette: Image.Image) -> Image.Image:
    return image.quantize(palette=palette, dither=Image.Dither.NONE)
