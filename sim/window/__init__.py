"""What a person sees of a run on the desktop: the table, the panel beside it, the television, pictures and films."""
