"""What stands on the screen: pages as words, for every game, the table, the lobby and the menu. They know no pixels."""
