"""The channel: one WebSocket for play, live events and views, as docs/channel.md describes."""
