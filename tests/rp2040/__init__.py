"""An emulated board, for measuring what an install takes."""
