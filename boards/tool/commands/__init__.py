"""The maker's commands. Each module adds its own to the command line: `add(commands, shared)`."""
