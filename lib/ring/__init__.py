"""What boards agree on: frames, the shared log, the lobby. It knows nothing of games, screens or pins.

A link, made elsewhere (see `ring.links`), has three methods: send(frame), recv() -> a frame or None, close().
"""
