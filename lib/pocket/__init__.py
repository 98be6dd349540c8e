"""What a person sees and presses: the device program. It never touches a radio; `ring` does, through a link."""
