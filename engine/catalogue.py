"""The 110 gifts of the printed deck: their English names and their pictures.

A gift is its position, 0 to 109, in both tables. A name is lower case, singular and at most 14 ASCII characters: it
fits the smallest screen and into "I have a nice ... for you". A picture is the Unicode code point of one emoji that a
font of one colour can draw. Neighbours are alike on purpose: a memory that holds "some clock" or "some bird" will slip.
"""

# fmt: off
NAMES = (
    "watch", "alarm clock", "stopwatch", "clock", "hourglass",
    "hat", "top hat", "cap", "graduation cap", "crown",
    "guitar", "violin", "banjo", "piano", "accordion", "trumpet", "saxophone", "drum",
    "duck", "swan", "goose", "chick", "parrot", "owl", "penguin",
    "football", "basketball", "baseball", "volleyball", "rugby ball",
    "cup of coffee", "cup of tea", "teapot", "glass of milk",
    "birthday cake", "slice of cake", "muffin", "pie", "doughnut", "bagel", "biscuit", "ice cream", "lollipop",
    "car", "taxi", "bus", "van", "lorry", "tractor", "bicycle", "scooter", "skateboard",
    "sailing boat", "rocket", "plane", "helicopter",
    "book", "notebook", "key", "old key", "padlock",
    "camera", "video camera", "telephone", "mobile phone", "radio", "television", "laptop",
    "shoe", "trainer", "boot", "roller skate", "ice skate", "coat", "dress", "ring",
    "handbag", "backpack", "suitcase", "briefcase",
    "light bulb", "torch", "candle",
    "plant", "cactus", "rose", "tulip", "sunflower",
    "apple", "pear", "lemon", "orange", "pineapple", "broccoli", "carrot", "mushroom",
    "teddy bear", "kite", "balloon",
    "pen", "pencil", "paintbrush", "hammer", "umbrella", "telescope", "microscope",
    "cat", "dog", "crab", "lobster",
)

PICTURES = (  # in the rows of NAMES
    0x231A, 0x23F0, 0x23F1, 0x1F570, 0x231B,
    0x1F452, 0x1F3A9, 0x1F9E2, 0x1F393, 0x1F451,
    0x1F3B8, 0x1F3BB, 0x1FA95, 0x1F3B9, 0x1FA97, 0x1F3BA, 0x1F3B7, 0x1F941,
    0x1F986, 0x1F9A2, 0x1FABF, 0x1F425, 0x1F99C, 0x1F989, 0x1F427,
    0x26BD, 0x1F3C0, 0x26BE, 0x1F3D0, 0x1F3C9,
    0x2615, 0x1F375, 0x1FAD6, 0x1F95B,
    0x1F382, 0x1F370, 0x1F9C1, 0x1F967, 0x1F369, 0x1F96F, 0x1F36A, 0x1F366, 0x1F36D,
    0x1F697, 0x1F695, 0x1F68C, 0x1F690, 0x1F69A, 0x1F69C, 0x1F6B2, 0x1F6F5, 0x1F6F9,
    0x26F5, 0x1F680, 0x2708, 0x1F681,
    0x1F4D6, 0x1F4D3, 0x1F511, 0x1F5DD, 0x1F512,
    0x1F4F7, 0x1F4F9, 0x260E, 0x1F4F1, 0x1F4FB, 0x1F4FA, 0x1F4BB,
    0x1F45E, 0x1F45F, 0x1F462, 0x1F6FC, 0x26F8, 0x1F9E5, 0x1F457, 0x1F48D,
    0x1F45C, 0x1F392, 0x1F9F3, 0x1F4BC,
    0x1F4A1, 0x1F526, 0x1F56F,
    0x1FAB4, 0x1F335, 0x1F339, 0x1F337, 0x1F33B,
    0x1F34E, 0x1F350, 0x1F34B, 0x1F34A, 0x1F34D, 0x1F966, 0x1F955, 0x1F344,
    0x1F9F8, 0x1FA81, 0x1F388,
    0x1F58A, 0x270F, 0x1F58C, 0x1F528, 0x2602, 0x1F52D, 0x1F52C,
    0x1F408, 0x1F415, 0x1F980, 0x1F99E,
)
# fmt: on
