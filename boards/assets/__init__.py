"""The sources of what boards show, letters, pictures, words and decks, and what makes them into files for devices."""
