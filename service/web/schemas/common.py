"""What the schemas share."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields, validate

PAGE_MAX = 100
VERSION_MAX = 2**53 - 1  # what every client can hold exactly
WAIT_S_MAX = 25
CLAIM_LENGTH_MAX = 1000


class Whole(fields.Integer):
    """A whole number as JSON Schema has it: 5 and 5.0, and not "5" nor true."""

    def _validated(self, value: Any) -> int:
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.make_error("invalid")
        return value


class YesOrNo(fields.Boolean):
    """true or false, and not 0 nor "yes"."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return bool(super()._deserialize(value, attr, data, **more))


class EmptyIn(Schema):
    pass


class PageQuery(Schema):
    cursor = fields.String(validate=[validate.Length(1, 60), validate.Regexp(r"^[0-9]{1,15}~[a-z0-9~-]*$")])
    limit = fields.Integer(load_default=20, validate=validate.Range(1, PAGE_MAX))


def all_required(schema: type[Schema]) -> type[Schema]:
    """Outgoing fields are always there."""
    for field in schema._declared_fields.values():
        field.required = True
    return schema
