"""A single event."""

from __future__ import annotations

from marshmallow import Schema, fields

from service.web.schemas.play import EventOut


class EventQuery(Schema):
    state = fields.Boolean(
        load_default=False, metadata={"description": "Include the views before and after the event."}
    )


class OneEventOut(EventOut):
    narration = fields.String(required=True, metadata={"description": "What happened, in a sentence."})
    before = fields.Dict(allow_none=True, metadata={"description": "Your view before it; null before play has begun."})
    after = fields.Dict(allow_none=True, metadata={"description": "Your view after it."})
