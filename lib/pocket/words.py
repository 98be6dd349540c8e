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
    "first_gifts": "Who was given a present last?",
    "first_zsa": "Who was given a present last?",
    "first_caps": "Who is the youngest?",
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
    "again": "done",
    "hidden": "?",
    "yours": "Your gift, face up.",
    "gathering": "The others are on their way...",
    "speaks": "I have a nice {} for you!",
    "speaks_unsure": "I have, er... a {}, I think.",
    "remove_bot": "Remove a bot",
    "game": "Game: {}",
    "which_game": "Which game?",
    "gifts": "That's Not a Hat",
    "about_gifts": "Pass gifts on, and remember them.",
    "zsa": "Direction cards",
    "about_zsa": "A card says which way each gift goes.",
    "caps": "Cap of Invisibility",
    "about_caps": "Find each hat's owner.",
    "options": "Options",
    "option": "{}: {}",
    "option_arrows": "Arrows",
    "about_option_arrows": "One colour: all go the same way.",
    "option_start_gifts": "Gifts",
    "about_option_start_gifts": "At the start; two are harder.",
    "option_rounds": "Rounds",
    "about_option_rounds": "Penalties are added up.",
    "option_penalties": "Penalties",
    "about_option_penalties": "So many end a round.",
    "option_shop": "Shop",
    "about_option_shop": "Open: the next gift can be seen.",
    "option_claims": "Claims",
    "about_option_claims": "Said aloud, or from a list.",
    "option_suits": "Suits",
    "about_option_suits": "Eight: more gifts.",
    "option_caps": "Caps",
    "about_option_caps": "A cap cancels a penalty.",
    "value_both": "both",
    "value_black": "black",
    "value_white": "white",
    "value_open": "open",
    "value_closed": "closed",
    "value_spoken": "spoken",
    "value_picked": "picked",
    "value_true": "yes",
    "value_false": "no",
    "seats": "Seats",
    "clockwise": "Clockwise: {}",
    "back": "Back",
    "title_mastermind": "Mastermind",
    "title_honest": "Honest soul",
    "title_liar": "Best liar",
    "title_gullible": "Gullible",
    "title_paranoid": "Paranoid",
    "title_favourite": "Everybody's favourite",
    "direction": "{} of {}",
    "suits": "clubs,spades,hearts,diamonds,caps,switches,stars,planets",
    "names_it": "{} names it",
    "agree_on_it": "Agree on a name.",
    "name_yours": "Your gift is a...",
    "turning": "{} turns it over",
    "all_agreed": "Are all names agreed?",
    "shop_has": "In the shop",
    "your_turn": "Your turn",
    "standing": "{} pairs, {} penalties, {} caps",
    "look": "Look at a hat",
    "swap": "Swap two hats",
    "open": "Open a hat",
    "look_where": "Look above...",
    "swap_where": "Swap above...",
    "open_where": "Open above...",
    "just_done": "The player before did that.",
    "swapped": "{}: {}/{} swapped",
    "looked": "{} looked at {}",
    "opened": "{} opened {}",
    "laid_anew": "No pair there: laid anew.",
    "looks": "{} looks at",
    "secretly": "in secret",
    "look_title": "Above {}",
    "hold_to_look": "Hold the button to look.",
    "look_hold": "look",
    "done_looking": "done",
    "opens": "{} opens: {}",
    "it_fits": "It fits!",
    "a_cap": "It cancels a penalty.",
    "wrong_hat": "A penalty.",
    "go_on": "go on",
    "nobody": "nobody",
    "cap": "cap of invisibility",
    "title_finder": "Hat finder",
    "title_spy": "Spy",
    "title_juggler": "Juggler",
    "title_lucky": "Lucky hand",
}


def say(key, *values):
    """The sentence `key`, filled with `values`."""
    return _EN[key].format(*values)


def gift(number, other=0):
    """The name of a gift; other: 1 for the other name that a table can agree on."""
    return _names(other)[number]


def a_gift(number, other=0):
    """The name of a gift with its article."""
    name = _names(other)[number]
    return ("an " if (name[0] in _AN) != (name.split(" ")[0] in _NOT_AS_SPELT) else "a ") + name


def _names(other):
    if not other:
        return NAMES
    from engine.catalogue import OTHER_NAMES  # late: most games need them not

    return OTHER_NAMES


def character(number):
    """The name of a character."""
    from engine.wardrobe import CHARACTERS

    return CHARACTERS[number]


def hat(number):
    """The name of a hat; a number behind the last hat is a cap of invisibility."""
    from engine.wardrobe import HATS

    return HATS[number] if number < len(HATS) else say("cap")
