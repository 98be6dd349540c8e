"""The maker's tool behind `python3 -m boards`: it runs on a computer, and none of it is installed on a board."""


class ToolError(Exception):
    """What a maker asked for cannot be done; the message is a sentence that says why and what to do."""
