"""Runs of a room: live, recorded, under faults, kept by a board, or with other processes over a real link."""
