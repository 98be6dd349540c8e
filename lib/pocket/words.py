"""Everything that the device says, in English. A sentence is looked up by a key and filled with `str.format`."""

from engine.catalogue import NAMES

_AN = "aeiou"
_NOT_AS_SPELT = ("hourglass",)  # its h is silent

_EN = {
    "hello": "Hello, {}",
    "sit_with": "Sit down with {}",
    "open_table": "Open a table",
    "solo": "Play with {} bots",
    "choice": "{} of {}",
    "your_table": "Your table",
    "start": "Start the game",
    "add_bot": "Add a bot",
    "close_table": "Close the table",
    "asks": "May sit down?",
    "welcome": "welcome",
    "not_now": "not now",
    "their_table": "{}'s table",
    "asking": "Asking for a seat...",
    "seated": "You have a seat.",
    "they_start": "{} starts.",
    "leave": "leave",
    "who_starts": "Who begins?",
    "last_gift": "Who was given a present last?",
    "it_was_me": "it was me",
    "lots": "draw lots",
    "ok": "OK",
    "next": "next",
    "settings": "Setting ignored",
    "sorry": "Sorry!",
    "starts_again": "Starting again...",
    "back_to_game": "Back to the game",
    "leave_table": "Leave the table",
    "menu": "Menu",
    "waiting": "Waiting for {}",
    "finding": "Finding the table...",
    "resumed": "Going on from what was kept.",
    "wait": "Keep waiting",
    "with_bot": "A bot plays for {}",
    "without": "Go on without {}",
    "go_on_so": "Go on like this?",
    "star_is_bot": "* a bot",
    "went_on": "They went on",
    "come_back": "Come back?",
    "in_next_round": "in the next round",
    "for_seat": "in {}'s seat",
    "join": "Join {}'s game",
    "watch": "Watch {}'s game",
    "watching": "You are watching",
    "your_gift": "Your gift",
    "your_gifts": "Your gifts",
    "round_gift": "Your gift ({}/{})",
    "begins": "{} begins.",
    "you_begin": "You begin: draw one.",
    "draw": "draw",
    "unwraps": "{} unwraps",
    "you_unwrap": "You unwrap",
    "remember": "Remember it!",
    "turn_over": "turn over",
    "give_picked": "To {}: a...",
    "give_spoken": "Give to {}",
    "say_it": "Say what it is!",
    "i_have": '"I have a nice ... for you."',
    "given": "given",
    "give_it": "give it",
    "from_to": "{}>{}",
    "gift_for_you": "{}>you",
    "says": "{} says:",
    "a_nice": "a nice {}",
    "said_aloud": "Do you believe it?",
    "thank_you": "thank you",
    "not_so": "it's not!",
    "thanks_or": '"That\'s not {}!"',
    "doubts": "{} doubts it",
    "you_doubt": "You doubt it",
    "was_it": "Is that what you said?",
    "owns_up": "Did {} say so?",
    "yes": "yes",
    "no": "no",
    "you_wrong": "You were wrong",
    "wrong": "{} was wrong",
    "called": "Called {}.",
    "draw_next": "draw next",
    "in_shop": "Shop: {}",
    "round_over": "Round over {}/{}",
    "next_round": "next round",
    "you_win": "You win!",
    "wins": "{} wins!",
    "share": "{} share the win",
    "points": "Penalties: {}",
    "again": "done",
    "hidden": "?",
    "yours": "Your gift, face up.",
    "gathering": "The others are on their way...",
}


def say(key, *values):
    """The sentence `key`, filled with `values`."""
    return _EN[key].format(*values)


def gift(number):
    """The name of a gift."""
    return NAMES[number]


def a_gift(number):
    """The name of a gift with its article."""
    name = NAMES[number]
    return ("an " if (name[0] in _AN) != (name.split(" ")[0] in _NOT_AS_SPELT) else "a ") + name
