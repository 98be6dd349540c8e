"""The 20 characters of Cap of Invisibility and the hats above them: their English names.

A character is its position, 0 to 19, in CHARACTERS, and the hat of the same number belongs to it; hats from CAP on are
caps of invisibility, which belong to nobody. A name is lower case, singular and at most 14 ASCII characters.
"""

CHARACTERS = (
    "king",
    "wizard",
    "knight",
    "cook",
    "pirate",
    "cowboy",
    "sailor",
    "graduate",
    "jester",
    "farmer",
    "builder",
    "detective",
    "magician",
    "diver",
    "firefighter",
    "astronaut",
    "viking",
    "racer",
    "police officer",
    "baby",
)
HATS = (
    "crown",
    "pointed hat",
    "plume",
    "chef's hat",
    "tricorne",
    "cowboy hat",
    "sailor cap",
    "mortarboard",
    "cap and bells",
    "straw hat",
    "hard hat",
    "deerstalker",
    "top hat",
    "diving helmet",
    "fire helmet",
    "space helmet",
    "horned helmet",
    "racing helmet",
    "peaked cap",
    "bonnet",
)
CAP = 20  # the first cap of invisibility; all later numbers are caps too
