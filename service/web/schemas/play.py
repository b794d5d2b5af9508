"""Commands, choices and events."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from service.web.schemas.common import PAGE_MAX, VERSION_MAX, WAIT_S_MAX, DocumentSchema

COMMAND_LENGTH_MAX = 60


class CommandIn(Schema):
    type = fields.String(required=True, validate=validate.Length(1, COMMAND_LENGTH_MAX))
    params = fields.Dict(load_default=dict)  # JSON has no other keys than strings: nothing to check


class CommandQuery(Schema):
    dry_run = fields.Boolean(load_default=False)


class EventsQuery(Schema):
    after = fields.Integer(load_default=0, validate=validate.Range(0, VERSION_MAX))
    limit = fields.Integer(load_default=PAGE_MAX, validate=validate.Range(1, PAGE_MAX))
    wait = fields.Integer(
        load_default=0,
        validate=validate.Range(0, WAIT_S_MAX),
        metadata={"description": "Seconds to wait for an event if there is none yet (long poll)."},
    )


class LiveQuery(Schema):
    after = fields.Integer(
        validate=validate.Range(0, VERSION_MAX),
        metadata={"description": "Start after this version; by default with the next event."},
    )


class ChoiceOut(Schema):
    type = fields.String(required=True)
    params = fields.Dict(metadata={"description": "The domain of each parameter."})
    hint = fields.String()


class ChoicesOut(DocumentSchema):
    version = fields.Integer()
    seat = fields.Integer()
    choices = fields.List(fields.Nested(ChoiceOut))


class EventOut(Schema):
    version = fields.Integer(required=True)
    step = fields.Integer(required=True)
    type = fields.String(required=True)
    schema = fields.Integer(required=True)
    command = fields.String(required=True)
    actor = fields.String(required=True)
    at = fields.Integer(required=True)
    rule = fields.String(required=True, metadata={"description": "Rule ids, separated by spaces."})
    public = fields.Dict(required=True)
    secret = fields.Dict(metadata={"description": "The secret parts that you may see, by audience."})


class DoneOut(DocumentSchema):
    version = fields.Integer()
    step = fields.Integer()
    events = fields.List(fields.Nested(EventOut))


class LegalOut(DocumentSchema):
    legal = fields.Boolean()
    version = fields.Integer()


class EventsOut(DocumentSchema):
    events = fields.List(fields.Nested(EventOut))
    version = fields.Integer()
    next = fields.Integer(allow_none=True, metadata={"description": "`after` of the next page, if there is one."})
    reset = fields.Integer(
        allow_none=True,
        metadata={
            "description": "Usually null. Else the store has lost events that came after this version: forget those "
            "that you have, and go on with `after` set to it."
        },
    )
