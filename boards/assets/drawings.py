"""The project's own pictures, drawn by code: people, their hats, the cap of invisibility and signs.

They are of one colour and must be told apart when they are 28 pixels wide: light shapes with dark lines in them. Each
is a function that draws on a `Sketch`; its coordinates go from (0, 0), the upper left, to (100, 100).
"""

from PIL import Image, ImageDraw

SCALE = 8  # pixels of a sketch for a unit: it is made smaller afterwards
LIGHT, DARK = 255, 0
PEN = 7  # units, 2 pixels of the smallest picture


class Sketch:
    """A drawing, in `image`."""

    def __init__(self):
        self.image = Image.new("L", (100 * SCALE, 100 * SCALE))
        self._draw = ImageDraw.Draw(self.image)

    def area(self, *points, ink=LIGHT):
        """A filled polygon."""
        self._draw.polygon([(x * SCALE, y * SCALE) for x, y in points], fill=ink)

    def blob(self, *points, ink=LIGHT):
        """A filled shape with a smooth edge through the points."""
        self.area(*_smooth((points[-1], *points, *points[:2])), ink=ink)

    def oval(self, x, y, across, down=None, ink=LIGHT):
        """A filled ellipse round (x, y)."""
        down = across if down is None else down
        self._draw.ellipse([SCALE * v for v in (x - across, y - down, x + across, y + down)], fill=ink)

    def half(self, x, y, across, down, ink=LIGHT):
        """The upper half of an ellipse round (x, y)."""
        box = [SCALE * v for v in (x - across, y - down, x + across, y + down)]
        self._draw.pieslice(box, 180, 360, fill=ink)

    def box(self, left, top, right, bottom, radius=0, ink=LIGHT):
        """A filled rectangle with rounded corners."""
        self._draw.rounded_rectangle([SCALE * v for v in (left, top, right, bottom)], radius * SCALE, fill=ink)

    def line(self, *points, width=PEN, ink=LIGHT):
        """A line with round ends and corners."""
        self._draw.line([(x * SCALE, y * SCALE) for x, y in points], fill=ink, width=round(width * SCALE))
        for x, y in points:
            self.oval(x, y, width / 2, ink=ink)

    def curve(self, *points, width=PEN, ink=LIGHT):
        """A smooth line through the points."""
        self.line(*_smooth((points[0], *points, points[-1])), width=width, ink=ink)

    def star(self, x, y, radius, ink=LIGHT):
        """A star with five points."""
        spokes = ((0, -1), (0.225, -0.31), (0.95, -0.31), (0.363, 0.118), (0.588, 0.81), (0, 0.38))
        right = [(x + radius * a, y + radius * b) for a, b in spokes]
        self.area(*right, *[(2 * x - a, b) for a, b in right[::-1]], ink=ink)


def _smooth(points):
    """The points of a Catmull-Rom spline through all but the first and the last of `points`."""
    found = []
    for (ax, ay), (bx, by), (cx, cy), (dx, dy) in zip(points, points[1:], points[2:], points[3:]):
        for step in range(12):
            t = step / 12
            found.append((_between(ax, bx, cx, dx, t), _between(ay, by, cy, dy, t)))
    return [*found, points[-2]]


def _between(a, b, c, d, t):
    return b + t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a))) / 2


# Hats


def crown(s):
    s.area((6, 92), (6, 34), (28, 58), (50, 18), (72, 58), (94, 34), (94, 92))
    for x, y in ((6, 28), (50, 12), (94, 28)):
        s.oval(x, y, 8)
    s.line((6, 74), (94, 74), width=6, ink=DARK)


def pointed_hat(s):
    s.blob((66, 3), (50, 12), (38, 40), (26, 72), (50, 80), (76, 72), (64, 36), (58, 20))
    s.oval(50, 82, 48, 13)
    s.curve((24, 72), (50, 79), (76, 72), ink=DARK)
    s.star(50, 52, 11, ink=DARK)


def plumed_helmet(s):
    s.blob((52, 34), (48, 14), (28, 3), (8, 12), (2, 36), (6, 62), (16, 44), (28, 32), (40, 32))
    s.box(26, 30, 92, 97, 26)
    s.box(26, 62, 84, 97, 4)
    s.curve((24, 66), (24, 40), (50, 26), width=6, ink=DARK)
    s.line((48, 56), (96, 56), width=9, ink=DARK)
    for y in (72, 84):
        s.line((66, y), (86, y), width=5, ink=DARK)
    s.area((84, 62), (100, 62), (100, 100), (78, 100), ink=DARK)


def toque(s):
    for x, y, radius in ((24, 34, 22), (50, 24, 22), (76, 34, 22)):
        s.oval(x, y, radius)
    s.area((20, 40), (80, 40), (76, 94), (24, 94))
    s.line((22, 76), (78, 76), width=6, ink=DARK)
    s.line((40, 64), (38, 42), width=5, ink=DARK)
    s.line((60, 64), (62, 42), width=5, ink=DARK)


def tricorne(s):
    s.blob((1, 54), (14, 48), (30, 24), (50, 14), (70, 24), (86, 48), (99, 54), (80, 78), (50, 88), (20, 78))
    s.oval(50, 46, 14, 13, ink=DARK)
    s.box(43, 52, 57, 64, 2, ink=DARK)
    for x in (44, 56):
        s.oval(x, 47, 4)
    s.line((30, 60), (70, 76), width=5, ink=DARK)
    s.line((70, 60), (30, 76), width=5, ink=DARK)


def wide_hat(s):
    s.blob((1, 46), (12, 62), (34, 70), (66, 70), (88, 62), (99, 46), (94, 74), (70, 88), (30, 88), (6, 74))
    s.blob((24, 70), (30, 30), (38, 14), (50, 22), (62, 14), (70, 30), (76, 70))
    s.curve((24, 58), (50, 65), (76, 58), width=6, ink=DARK)
    s.line((50, 24), (50, 42), width=5, ink=DARK)


def sailor_cap(s):
    s.oval(50, 18, 10)
    s.oval(48, 42, 47, 22)
    s.box(16, 48, 80, 78, 4)
    s.curve((4, 50), (48, 62), (92, 50), width=6, ink=DARK)
    s.area((74, 66), (82, 66), (99, 92), (86, 99))
    s.area((70, 70), (76, 74), (80, 99), (68, 99))
    s.line((81, 70), (82, 92), width=4, ink=DARK)


def mortarboard(s):
    s.area((22, 50), (78, 50), (78, 80), (64, 90), (36, 90), (22, 80))
    s.area((50, 62), (112, 34), (50, 74), (-12, 34), ink=DARK)
    s.area((50, 8), (99, 34), (50, 60), (1, 34))
    s.line((50, 34), (92, 46), (92, 74), width=5)
    s.line((50, 34), (84, 42), width=5, ink=DARK)
    s.oval(92, 82, 6, 11)


def cap_and_bells(s):
    s.blob((30, 90), (26, 56), (10, 52), (6, 70), (2, 50), (18, 28), (44, 40), (50, 90))
    s.blob((70, 90), (74, 56), (90, 52), (94, 70), (98, 50), (82, 28), (56, 40), (50, 90))
    s.blob((34, 86), (34, 50), (50, 16), (66, 50), (66, 86))
    s.curve((36, 88), (38, 52), (50, 24), width=5, ink=DARK)
    s.curve((64, 88), (62, 52), (50, 24), width=5, ink=DARK)
    for x, y in ((8, 80), (92, 80), (50, 10)):
        s.oval(x, y, 9)
    s.box(22, 84, 78, 98, 5)
    s.line((24, 82), (76, 82), width=5, ink=DARK)


def straw_hat(s):
    s.oval(50, 74, 49, 16)
    s.half(50, 72, 30, 60)
    for x in (34, 50, 66):
        s.line((x - 16, 44), (x + 8, 8), width=4, ink=DARK)
        s.line((x + 16, 44), (x - 8, 8), width=4, ink=DARK)
    s.curve((18, 58), (50, 68), (82, 58), width=10, ink=DARK)
    for x in range(8, 100, 12):
        s.line((x, 80 if 20 < x < 80 else 72), ((x - 50) * 1.1 + 50, 100), width=4, ink=DARK)


def hard_hat(s):
    s.half(44, 72, 40, 54)
    s.box(1, 72, 99, 88, 7)
    s.line((1, 70), (84, 70), width=5, ink=DARK)
    s.box(34, 10, 54, 62, 8, ink=DARK)
    s.box(38, 8, 50, 62, 6)
    s.line((20, 44), (20, 62), width=5, ink=DARK)
    s.line((68, 44), (68, 62), width=5, ink=DARK)


def deerstalker(s):
    s.half(50, 74, 40, 50)
    for x in (-16, 16):
        s.curve((50 + x * 1.6, 76), (50 + x * 1.3, 48), (50 + x * 0.3, 24), width=5, ink=DARK)
    s.curve((10, 56), (50, 50), (90, 56), width=5, ink=DARK)
    s.blob((36, 72), (14, 70), (0, 84), (2, 98), (26, 90), (50, 84), (74, 90), (98, 98), (100, 84), (86, 70), (64, 72))
    s.curve((8, 72), (50, 70), (92, 72), width=5, ink=DARK)
    s.curve((50, 78), (50, 90), width=6, ink=DARK)
    s.oval(50, 16, 26, 13, ink=DARK)
    s.blob((50, 14), (38, 4), (28, 6), (28, 22), (38, 24))
    s.blob((50, 14), (62, 4), (72, 6), (72, 22), (62, 24))
    s.oval(50, 14, 6)


def top_hat(s):
    s.area((20, 6), (80, 6), (74, 80), (26, 80))
    s.oval(50, 82, 47, 13)
    s.area((20, 58), (80, 58), (80, 68), (20, 68), ink=DARK)
    s.curve((24, 76), (50, 84), (76, 76), width=4, ink=DARK)


def diving_helmet(s):
    s.oval(50, 44, 41)
    s.box(12, 78, 88, 97, 6)
    s.line((12, 77), (88, 77), width=5, ink=DARK)
    s.oval(50, 44, 27, ink=DARK)
    s.oval(50, 44, 21)
    s.oval(50, 44, 19, ink=DARK)
    s.line((50, 24), (50, 64), width=6)
    s.line((30, 44), (70, 44), width=6)
    for x in (24, 42, 58, 76):
        s.oval(x, 88, 4, ink=DARK)
    s.box(1, 34, 8, 54, 2)
    s.box(92, 34, 99, 54, 2)


def fire_helmet(s):
    s.half(50, 76, 41, 62)
    s.box(43, 2, 57, 30, 5)
    s.blob((50, 74), (90, 74), (99, 88), (76, 94), (50, 90), (24, 94), (1, 88), (10, 74))
    s.curve((9, 72), (50, 68), (91, 72), width=6, ink=DARK)
    s.area((30, 30), (50, 22), (70, 30), (66, 66), (50, 84), (34, 66), ink=DARK)
    s.area((37, 35), (50, 29), (63, 35), (60, 62), (50, 74), (40, 62))
    s.blob((51, 36), (58, 54), (54, 63), (46, 63), (42, 54), (48, 50), ink=DARK)


def space_helmet(s):
    s.oval(50, 46, 44, 42)
    s.box(16, 80, 84, 97, 8)
    s.line((16, 82), (84, 82), width=5, ink=DARK)
    s.box(17, 24, 83, 70, 24, ink=DARK)
    s.curve((27, 44), (31, 35), (42, 32), width=6)
    s.line((94, 50), (94, 10), width=5)
    s.oval(94, 8, 6)
    s.box(0, 36, 8, 60, 3)


def horned_helmet(s):
    s.half(50, 88, 32, 62)
    s.box(16, 76, 84, 92, 4)
    for side in (1, -1):
        points = ((24, 62), (10, 50), (3, 28), (6, 4), (16, 24), (34, 40))
        s.blob(*[(50 + side * (x - 50), y) for x, y in points])
        s.line((50 + side * 16, 34), (50 + side * 32, 58), width=5, ink=DARK)
    s.line((16, 74), (84, 74), width=5, ink=DARK)
    s.line((50, 26), (50, 72), width=5, ink=DARK)
    for x in (28, 50, 72):
        s.oval(x, 84, 4, ink=DARK)


def racing_helmet(s):
    s.blob((8, 60), (14, 26), (48, 8), (82, 26), (92, 54), (94, 84), (70, 94), (30, 92), (14, 82))
    s.area((44, 40), (100, 34), (100, 62), (52, 62), ink=DARK)
    s.line((54, 51), (86, 47), width=5)
    s.curve((16, 70), (46, 74), (92, 74), width=6, ink=DARK)
    s.curve((30, 22), (52, 20), (78, 28), width=6, ink=DARK)


def peaked_cap(s):
    s.blob((3, 36), (22, 18), (50, 8), (78, 18), (97, 36), (80, 58), (50, 52), (20, 58))
    s.area((20, 52), (80, 52), (80, 72), (20, 72))
    s.blob((14, 76), (50, 70), (86, 76), (72, 94), (50, 97), (28, 94))
    s.curve((18, 56), (50, 50), (82, 56), width=4, ink=DARK)
    s.curve((16, 74), (50, 69), (84, 74), width=5, ink=DARK)
    for x in range(20, 80, 16):
        s.box(x, 56, x + 8, 63, ink=DARK)
        s.box(x + 8, 63, x + 16, 70, ink=DARK)
    s.star(50, 32, 16, ink=DARK)


def bonnet(s):
    for x, y in ((50, 11), (69, 14), (84, 26), (90, 44), (86, 62), (31, 14), (16, 26), (10, 44), (14, 62)):
        s.oval(x, y, 11)
    s.oval(50, 48, 38, 38)
    s.curve((20, 76), (20, 40), (50, 20), (80, 40), (80, 76), width=6, ink=DARK)
    s.oval(50, 62, 22, 30, ink=DARK)
    s.area((8, 78), (92, 78), (92, 102), (8, 102), ink=DARK)
    s.area((50, 86), (20, 72), (20, 100))
    s.area((50, 86), (80, 72), (80, 100))
    s.oval(50, 86, 11, ink=DARK)
    s.oval(50, 86, 7)


def cap_of_invisibility(s):
    edge = _smooth(((20, 80), (20, 80), (28, 46), (50, 22), (80, 20), (94, 52), (94, 52)))
    edge += _smooth(((94, 52), (94, 52), (76, 44), (74, 60), (80, 80), (80, 80)))
    for first in range(0, len(edge), 10):
        s.line(*edge[first : first + 6], width=7)
    for x in (14, 38, 62):
        s.line((x, 90), (x + 14, 90), width=10)
    s.oval(92, 64, 8)
    for x, y, size in ((12, 24, 14), (50, 58, 12), (34, 8, 8)):
        s.area((x, y - size), (x + size / 4, y), (x, y + size), (x - size / 4, y))
        s.area((x - size, y), (x, y - size / 4), (x + size, y), (x, y + size / 4))


HATS = (
    crown,
    pointed_hat,
    plumed_helmet,
    toque,
    tricorne,
    wide_hat,
    sailor_cap,
    mortarboard,
    cap_and_bells,
    straw_hat,
    hard_hat,
    deerstalker,
    top_hat,
    diving_helmet,
    fire_helmet,
    space_helmet,
    horned_helmet,
    racing_helmet,
    peaked_cap,
    bonnet,
)


# People, without their hats


def face(s, x=50, y=40, eyes=True):
    """A head, 44 units wide, that looks at whoever looks at it."""
    s.oval(x, y, 22, 25)
    if eyes:
        s.oval(x - 8, y - 3, 3.6, ink=DARK)
        s.oval(x + 8, y - 3, 3.6, ink=DARK)


def shoulders(s, x=50, neck=DARK):
    s.blob((x - 42, 100), (x - 38, 78), (x - 14, 70), (x + 14, 70), (x + 38, 78), (x + 42, 100), (x, 112))
    s.curve((x - 24, 66), (x, 76), (x + 24, 66), width=6, ink=neck)


def smile(s, x=50, y=50):
    s.curve((x - 9, y), (x, y + 5), (x + 9, y), width=4, ink=DARK)


def king(s):
    shoulders(s, 42)
    s.blob((14, 34), (20, 10), (42, 2), (64, 10), (70, 34), (72, 58), (56, 66), (28, 66), (12, 58))
    s.oval(42, 38, 25, 27, ink=DARK)
    face(s, 42, 36)
    s.curve((27, 46), (42, 51), (57, 46), width=5, ink=DARK)
    s.blob((24, 50), (42, 54), (60, 50), (56, 74), (42, 84), (28, 74))
    s.curve((22, 62), (28, 80), (42, 90), (56, 80), (62, 62), width=5, ink=DARK)
    s.oval(18, 88, 4, ink=DARK)
    s.oval(66, 88, 4, ink=DARK)
    s.line((90, 30), (86, 98), width=6)
    s.oval(91, 20, 9)
    s.line((91, 4), (91, 16), width=5)
    s.line((86, 8), (96, 8), width=4)


def wizard(s):
    s.blob((8, 100), (14, 74), (40, 66), (66, 74), (72, 100), (40, 110))
    face(s, 40, 32)
    s.curve((20, 28), (22, 12), (40, 4), (58, 12), (60, 28), width=8)
    s.curve((27, 22), (33, 20), width=4, ink=DARK)
    s.curve((47, 20), (53, 22), width=4, ink=DARK)
    s.area((10, 42), (40, 48), (70, 42), (58, 74), (40, 106), (22, 74), ink=DARK)
    s.area((16, 40), (40, 44), (64, 40), (54, 72), (40, 98), (26, 72))
    s.curve((27, 48), (40, 43), (53, 48), width=4, ink=DARK)
    s.line((34, 58), (37, 78), width=3, ink=DARK)
    s.line((46, 58), (43, 78), width=3, ink=DARK)
    s.line((74, 100), (84, 40), width=6)
    s.star(86, 24, 17)


def knight(s):
    s.oval(36, 26, 24, 26)
    s.box(12, 26, 60, 56, 8)
    s.oval(36, 30, 16, 18, ink=DARK)
    s.oval(36, 32, 13, 16)
    s.oval(31, 30, 3, ink=DARK)
    s.oval(41, 30, 3, ink=DARK)
    s.blob((2, 100), (6, 70), (36, 58), (66, 70), (70, 100), (36, 110))
    s.curve((8, 60), (36, 64), (64, 60), width=4, ink=DARK)
    s.area((16, 62), (58, 62), (58, 84), (37, 104), (16, 84), ink=DARK)
    s.area((21, 67), (53, 67), (53, 82), (37, 97), (21, 82))
    s.line((37, 70), (37, 92), width=5, ink=DARK)
    s.line((24, 77), (50, 77), width=5, ink=DARK)
    s.area((86, 2), (92, 14), (92, 68), (80, 68), (80, 14))
    s.line((70, 70), (99, 70), width=6)
    s.line((86, 74), (86, 92), width=7)


def cook(s):
    shoulders(s, 40)
    face(s, 40, 36)
    s.curve((20, 30), (24, 14), (40, 9), (56, 14), (60, 30), width=7)
    s.curve((22, 48), (31, 46), (40, 50), (49, 46), (58, 48), width=7, ink=DARK)
    s.area((40, 76), (24, 68), (24, 86), ink=DARK)
    s.area((40, 76), (56, 68), (56, 86), ink=DARK)
    for y in (88, 98):
        s.oval(34, y, 3, ink=DARK)
        s.oval(48, y, 3, ink=DARK)
    s.line((86, 44), (86, 100), width=6)
    s.oval(86, 26, 13, 20)


def pirate(s):
    shoulders(s, 40)
    face(s, 40, 36, eyes=False)
    s.oval(48, 33, 4, ink=DARK)
    s.oval(31, 34, 9, 8, ink=DARK)
    s.line((31, 34), (58, 14), width=5, ink=DARK)
    s.line((31, 34), (16, 42), width=5, ink=DARK)
    for x in range(22, 62, 8):
        s.line((x, 50 + 6 * (28 < x < 52)), (x, 58 + 5 * (28 < x < 52)), width=4, ink=DARK)
    s.line((32, 50), (48, 48), width=4, ink=DARK)
    s.oval(20, 48, 5)
    s.box(76, 68, 98, 98, 4)
    s.line((87, 68), (87, 48), width=7)
    s.curve((87, 50), (97, 36), (90, 22), (78, 22), (74, 32), width=7)


def cowboy(s):
    shoulders(s, 42)
    face(s, 42, 36)
    s.curve((21, 30), (26, 14), (42, 10), (58, 14), (63, 30), width=7)
    s.area((16, 42), (68, 42), (56, 72), (42, 84), (28, 72), ink=DARK)
    s.area((21, 45), (63, 45), (54, 68), (42, 78), (30, 68))
    for x, y in ((34, 52), (50, 52), (42, 62)):
        s.oval(x, y, 3, ink=DARK)
    s.line((76, 102), (76, 60), width=22, ink=DARK)
    s.line((85, 100), (85, 14), width=9)
    s.curve((85, 60), (71, 56), (71, 38), width=7)
    s.curve((85, 50), (99, 46), (99, 28), width=7)


def sailor(s):
    shoulders(s, 40)
    face(s, 40, 36)
    s.curve((20, 34), (22, 52), (40, 62), (58, 52), (60, 34), width=6)
    s.curve((23, 48), (40, 55), (57, 48), width=4, ink=DARK)
    for y in (82, 93):
        s.curve((0, y + 4), (40, y + 2), (80, y + 4), width=5, ink=DARK)
    s.line((84, 20), (84, 74), width=6)
    s.oval(84, 12, 8)
    s.oval(84, 12, 3, ink=DARK)
    s.line((74, 30), (94, 30), width=6)
    s.curve((68, 58), (74, 74), (84, 78), (94, 74), (99, 58), width=7)


def graduate(s):
    shoulders(s, 40)
    s.area((32, 70), (48, 70), (40, 98), ink=DARK)
    face(s, 40, 36, eyes=False)
    s.curve((20, 52), (18, 26), (40, 8), (62, 26), (60, 52), width=9)
    for x in (31, 49):
        s.oval(x, 34, 9, ink=DARK)
        s.oval(x, 34, 5.5)
    s.line((36, 33), (44, 33), width=4, ink=DARK)
    smile(s, 40, 48)
    s.line((74, 88), (94, 26), width=16)
    s.oval(94, 24, 4, ink=DARK)
    s.line((78, 52), (92, 57), width=5, ink=DARK)


def jester(s):
    s.oval(50, 34, 32, 34)
    for x in (37, 63):
        s.area((x, 8), (x + 8, 27), (x, 46), (x - 8, 27), ink=DARK)
    s.curve((32, 50), (50, 60), (68, 50), width=6, ink=DARK)
    s.oval(50, 40, 6, ink=DARK)
    for x, y in ((10, 70), (26, 78), (42, 82), (58, 82), (74, 78), (90, 70)):
        s.oval(x, y, 11)
        s.line((x, y - 8), (50 + (x - 50) * 0.6, y - 14), width=5, ink=DARK)
    s.area((22, 92), (46, 96), (46, 106), (18, 106))
    s.area((54, 96), (78, 92), (82, 106), (54, 106))


def farmer(s):
    shoulders(s, 38)
    face(s, 38, 36)
    s.curve((17, 32), (22, 14), (38, 10), (54, 14), (59, 32), width=6)
    smile(s, 38, 48)
    s.line((46, 50), (66, 42), width=4)
    s.line((46, 50), (60, 45), width=4, ink=DARK)
    s.box(22, 84, 54, 110, ink=DARK)
    s.box(26, 88, 50, 110)
    for x in (22, 54):
        s.line((x, 72), (x, 88), width=5, ink=DARK)
    s.line((87, 36), (87, 100), width=6)
    s.line((75, 38), (99, 38), width=6)
    for x in (75, 87, 99):
        s.line((x, 6), (x, 38), width=5)


def builder(s):
    shoulders(s, 38)
    face(s, 38, 36)
    s.curve((18, 26), (26, 13), (38, 10), (50, 13), (58, 26), width=6)
    smile(s, 38, 48)
    s.line((20, 74), (30, 100), width=6, ink=DARK)
    s.line((56, 74), (46, 100), width=6, ink=DARK)
    s.line((0, 90), (80, 90), width=5, ink=DARK)
    s.line((84, 30), (84, 100), width=8)
    s.box(64, 10, 99, 30, 4)
    s.area((92, 8), (101, 8), (101, 18), ink=DARK)


def detective(s):
    shoulders(s, 38)
    s.area((38, 82), (22, 66), (10, 84), ink=DARK)
    s.area((38, 82), (54, 66), (66, 84), ink=DARK)
    face(s, 38, 36)
    s.curve((18, 30), (24, 12), (44, 8), (58, 20), width=7)
    s.line((40, 50), (56, 52), width=5, ink=DARK)
    s.line((58, 52), (70, 56), width=5)
    s.box(64, 44, 76, 60, 3)
    s.oval(80, 22, 20)
    s.oval(80, 22, 13, ink=DARK)
    s.line((88, 40), (96, 66), width=8)


def magician(s):
    shoulders(s, 38)
    face(s, 38, 36)
    s.area((14, 26), (22, 8), (54, 8), (62, 26), (38, 14))
    s.curve((20, 42), (28, 50), (38, 47), (48, 50), (56, 42), width=5, ink=DARK)
    s.area((32, 54), (44, 54), (38, 66), ink=DARK)
    s.area((38, 78), (18, 68), (18, 90), ink=DARK)
    s.area((38, 78), (58, 68), (58, 90), ink=DARK)
    s.line((74, 92), (90, 48), width=8)
    for x, y, size in ((86, 16, 15), (68, 34, 9), (98, 36, 7)):
        s.area((x, y - size), (x + size / 4, y), (x, y + size), (x - size / 4, y))
        s.area((x - size, y), (x, y - size / 4), (x + size, y), (x, y + size / 4))


def diver(s):
    shoulders(s, 38)
    face(s, 38, 40, eyes=False)
    s.box(12, 22, 64, 48, 12, ink=DARK)
    s.box(16, 26, 60, 45, 9)
    s.oval(30, 36, 4, ink=DARK)
    s.oval(46, 36, 4, ink=DARK)
    smile(s, 38, 54)
    s.curve((46, 60), (68, 60), (72, 40), (72, 4), width=7)
    s.oval(88, 60, 10)
    s.oval(88, 60, 5, ink=DARK)
    s.oval(94, 36, 7)
    s.oval(94, 36, 3, ink=DARK)
    s.oval(88, 16, 5)


def firefighter(s):
    shoulders(s, 36)
    face(s, 36, 36)
    s.curve((16, 28), (24, 12), (36, 9), (48, 12), (56, 28), width=7)
    smile(s, 36, 48)
    s.line((0, 84), (76, 84), width=5, ink=DARK)
    s.line((0, 96), (76, 96), width=5, ink=DARK)
    s.line((36, 76), (36, 100), width=4, ink=DARK)
    s.blob((84, 4), (92, 26), (99, 48), (94, 68), (82, 74), (70, 66), (66, 48), (74, 34), (78, 42), (82, 26))
    s.blob((84, 42), (90, 56), (84, 66), (76, 58), ink=DARK)


def astronaut(s):
    s.blob((2, 100), (4, 80), (20, 66), (60, 66), (76, 80), (78, 100), (40, 110))
    face(s, 40, 32)
    s.curve((20, 26), (28, 10), (40, 7), (52, 10), (60, 26), width=6)
    smile(s, 40, 44)
    s.oval(40, 66, 33, 14, ink=DARK)
    s.oval(40, 66, 28, 9)
    s.oval(40, 62, 18, 6, ink=DARK)
    s.box(24, 86, 56, 98, 2, ink=DARK)
    s.oval(34, 92, 3)
    s.oval(46, 92, 3)
    s.oval(84, 24, 11)
    s.line((68, 34), (99, 14), width=4)
    s.star(90, 60, 10)


def viking(s):
    shoulders(s, 38)
    s.blob((12, 40), (16, 14), (38, 2), (60, 14), (64, 40), (64, 62), (12, 62))
    s.curve((22, 46), (22, 24), (38, 15), (54, 24), (54, 46), width=5, ink=DARK)
    s.oval(31, 33, 3.6, ink=DARK)
    s.oval(46, 33, 3.6, ink=DARK)
    s.curve((24, 48), (38, 44), (52, 48), width=5, ink=DARK)
    s.area((16, 56), (60, 56), (64, 102), (12, 102), ink=DARK)
    for x in (20, 38, 56):
        for y in (60, 74, 88):
            s.oval(x, y, 8)
    s.line((82, 12), (82, 100), width=7)
    s.blob((80, 10), (96, 4), (101, 24), (96, 44), (80, 38))


def racer(s):
    face(s, 50, 30)
    s.curve((30, 24), (36, 8), (50, 4), (64, 8), (70, 24), width=7)
    smile(s, 50, 41)
    s.blob((4, 100), (10, 68), (36, 60), (64, 60), (90, 68), (96, 100), (50, 108))
    s.oval(50, 82, 36, 32, ink=DARK)
    s.oval(50, 82, 30, 27)
    s.oval(50, 82, 22, 19, ink=DARK)
    s.oval(50, 82, 8)
    s.line((26, 82), (74, 82), width=7)
    s.line((50, 82), (50, 106), width=7)


def police_officer(s):
    shoulders(s, 38)
    face(s, 38, 36, eyes=False)
    s.curve((17, 30), (24, 13), (38, 10), (52, 13), (59, 30), width=7)
    s.box(18, 27, 36, 39, 5, ink=DARK)
    s.box(40, 27, 58, 39, 5, ink=DARK)
    s.line((20, 30), (56, 30), width=4, ink=DARK)
    s.line((30, 50), (46, 50), width=4, ink=DARK)
    s.area((38, 76), (46, 84), (38, 104), (30, 84), ink=DARK)
    s.star(60, 88, 11, ink=DARK)
    s.area((84, 8), (94, 14), (103, 14), (102, 40), (84, 56), (66, 40), (65, 14), (74, 14))
    s.star(84, 30, 13, ink=DARK)


def baby(s):
    s.oval(50, 46, 42, 45)
    s.oval(8, 50, 8)
    s.oval(92, 50, 8)
    s.oval(33, 40, 5, ink=DARK)
    s.oval(67, 40, 5, ink=DARK)
    s.curve((50, 2), (63, 8), (60, 20), (50, 17), width=5, ink=DARK)
    s.oval(50, 60, 17, 11, ink=DARK)
    s.oval(50, 60, 11, 6)
    s.oval(50, 76, 11, ink=DARK)
    s.oval(50, 76, 5)


PEOPLE = (
    king,
    wizard,
    knight,
    cook,
    pirate,
    cowboy,
    sailor,
    graduate,
    jester,
    farmer,
    builder,
    detective,
    magician,
    diver,
    firefighter,
    astronaut,
    viking,
    racer,
    police_officer,
    baby,
)


# Signs


def to_left(s):
    s.area((2, 50), (50, 8), (50, 32), (98, 32), (98, 68), (50, 68), (50, 92))


def to_right(s):
    s.area((98, 50), (50, 8), (50, 32), (2, 32), (2, 68), (50, 68), (50, 92))


def clubs(s):
    for x, y in ((50, 22), (22, 58), (78, 58)):
        s.oval(x, y, 22)
    s.area((44, 40), (56, 40), (60, 56), (55, 66), (68, 98), (32, 98), (45, 66), (40, 56))


def spades(s):
    s.blob((50, 2), (70, 28), (92, 50), (90, 74), (66, 78), (50, 64), (34, 78), (10, 74), (8, 50), (30, 28))
    s.area((46, 56), (54, 56), (70, 98), (30, 98))


def hearts(s):
    s.blob((50, 22), (68, 6), (92, 14), (96, 40), (76, 70), (50, 96), (24, 70), (4, 40), (8, 14), (32, 6))
    s.area((42, 14), (58, 14), (50, 26), ink=DARK)


def diamonds(s):
    s.area((50, 2), (88, 50), (50, 98), (12, 50))


def caps(s):
    s.half(42, 66, 38, 50)
    s.blob((4, 66), (60, 62), (92, 66), (99, 78), (70, 76), (4, 78))
    s.curve((6, 64), (44, 60), (82, 64), width=5, ink=DARK)
    s.curve((42, 62), (46, 40), (42, 18), width=4, ink=DARK)
    s.oval(42, 14, 6)


def switches(s):
    s.box(2, 24, 98, 76, 26)
    s.box(10, 32, 90, 68, 18, ink=DARK)
    s.oval(70, 50, 14)


def stars(s):
    s.star(50, 54, 50)


def planets(s):
    s.oval(50, 50, 30)
    s.curve((84, 20), (99, 16), (84, 38), (50, 60), (14, 82), (2, 84), (14, 64), width=12, ink=DARK)
    s.curve((78, 24), (97, 17), (84, 38), (50, 60), (14, 82), (3, 83), (22, 64), width=6)


def face_down(s):
    s.box(8, 2, 92, 98, 14)
    s.curve((34, 34), (40, 21), (54, 19), (67, 30), (63, 44), (51, 54), (50, 66), width=10, ink=DARK)
    s.oval(50, 83, 7, ink=DARK)


ARROWS = (to_left, to_right)
SUITS = (clubs, spades, hearts, diamonds, caps, switches, stars, planets)
