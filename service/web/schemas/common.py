"""What the schemas share."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields, validate

PAGE_MAX = 100
VERSION_MAX = 2**53 - 1  # the largest integer that JavaScript represents exactly
WAIT_S_MAX = 25
CLAIM_LENGTH_MAX = 1000
COMMAND_ID = "^[0-9a-f]{16}$"
COMMAND_HINT = (
    "`command` of the event at the version `after`, as you have it. If the store has lost it and has another event "
    "there now, you are told."
)


class Whole(fields.Integer):
    """A whole number as JSON Schema has it: 5 and 5.0, but not "5" and not true."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.make_error("invalid")
        return super()._deserialize(value, attr, data, **kwargs)


class YesOrNo(fields.Boolean):
    """true or false, but not 0 and not "yes"."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return bool(super()._deserialize(value, attr, data, **kwargs))


class CommandId(fields.String):
    """The id of the command that made the last event that a viewer has."""

    def __init__(self) -> None:
        super().__init__(validate=validate.Regexp(COMMAND_ID), metadata={"description": COMMAND_HINT})


class EmptyIn(Schema):
    pass


class PageQuery(Schema):
    cursor = fields.String(validate=[validate.Length(1, 60), validate.Regexp(r"^[0-9]{1,15}~[a-z0-9~-]*$")])
    limit = fields.Integer(load_default=20, validate=validate.Range(1, PAGE_MAX))


class DocumentSchema(Schema):
    """What a route answers with: every field is always there."""

    def on_bind_field(self, _name: str, field: fields.Field[Any]) -> None:
        field.required = True
