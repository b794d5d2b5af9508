"""Commands, choices and events."""

from __future__ import annotations

from typing import get_args

from marshmallow import Schema, fields, validate

from games.questions import Group
from service.web.schemas.common import PAGE_MAX, VERSION_MAX, WAIT_S_MAX, CommandId, DocumentSchema

COMMAND_LENGTH_MAX = 60


class CommandIn(Schema):
    error_messages: dict[str, str] = {  # noqa: RUF012  # so declared by marshmallow
        "unknown": "Unknown field. The parameters of a command go into `params`."
    }

    type = fields.String(required=True, validate=validate.Length(1, COMMAND_LENGTH_MAX))
    params = fields.Dict(load_default=dict)  # JSON has no other keys than strings: nothing to check


class CommandQuery(Schema):
    dry_run = fields.Boolean(load_default=False)


class EventsQuery(Schema):
    after = fields.Integer(load_default=0, validate=validate.Range(0, VERSION_MAX))
    command = CommandId()
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
    command = CommandId()
    want = fields.String(
        load_default="events",
        validate=validate.OneOf(("events", "table")),
        metadata={
            "description": "`events`: each event. `table`: after each change one message for people's pages, with a "
            "JSON Patch of the match, the choices, what can be taken back, and the new steps in words."
        },
    )


class ChoiceOut(DocumentSchema):
    type = fields.String()
    params = fields.Dict(
        values=fields.Raw(),
        metadata={"description": "The domain of each parameter; every combination of their values is accepted."},
    )
    label = fields.String(metadata={"description": "What the choice is called, in a few words."})
    effect = fields.String(metadata={"description": "What follows from it, in a sentence."})
    group = fields.String(
        validate=validate.OneOf(get_args(Group)),
        metadata={"description": "`main` answers the prompt, `more` is rarely wanted, `end` passes, gives in or ends."},
    )
    simultaneous = fields.Boolean(
        metadata={
            "description": "Other seats answer at the same time: send the command without If-Match. It is refused if "
            "one of them was faster; read the choices again then."
        }
    )
    names = fields.Dict(
        values=fields.List(fields.String()),
        metadata={"description": "By parameter: what its values are called, in the order of its domain."},
    )


class ChoicesOut(DocumentSchema):
    prompt = fields.String(metadata={"description": "What you are asked, or what the match waits for, in a sentence."})
    version = fields.Integer()
    seat = fields.Integer()
    choices = fields.List(fields.Nested(ChoiceOut))
    take_back = fields.Boolean(
        metadata={"description": "You have answered in secret, and an undo takes the answer back at once."}
    )


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
