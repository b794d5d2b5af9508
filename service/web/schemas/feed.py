"""The feed of changes, and finished matches in bulk."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from service.web.feed_cursor import CURSOR_LENGTH_MAX
from service.web.schemas.common import PAGE_MAX, WAIT_S_MAX, DocumentSchema

FINISHED_MAX = 1000
STATUSES = ("open", "running", "finished")


class FeedQuery(Schema):
    cursor = fields.String(
        validate=[validate.Length(1, CURSOR_LENGTH_MAX), validate.Regexp(r"^[A-Za-z0-9_-]+$(?!\n)")],
        metadata={"description": "That of the last answer; without it, the feed begins now."},
    )
    limit = fields.Integer(load_default=PAGE_MAX, validate=validate.Range(1, PAGE_MAX))
    wait = fields.Integer(
        load_default=0,
        validate=validate.Range(0, WAIT_S_MAX),
        metadata={"description": "Seconds to wait for a change if there is none yet (long poll)."},
    )


class FeedEntryOut(DocumentSchema):
    match = fields.String()
    game = fields.String()
    version = fields.Integer()
    status = fields.String(validate=validate.OneOf(STATUSES))


class FeedOut(DocumentSchema):
    entries = fields.List(fields.Nested(FeedEntryOut))
    cursor = fields.String(metadata={"description": "Opaque; to be sent with the next request."})


class FinishedQuery(Schema):
    game = fields.String(validate=validate.Length(1, 40))
    after = fields.String(
        validate=[validate.Length(1, 60), validate.Regexp(r"^[0-9]{1,15}~[a-z0-9~-]*$(?!\n)")],
        metadata={"description": "The `cursor` of the last line that you have."},
    )
    limit = fields.Integer(load_default=PAGE_MAX, validate=validate.Range(1, FINISHED_MAX))
