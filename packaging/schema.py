#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a JSON Schema of scenario files for editors, from the rows of `carom list keys --json`.
usage: carom list keys --json | schema.py > scenario.schema.json"""
import itertools
import json
import sys

SCALAR = {"type": ["string", "number", "boolean"]}


def number(row, kind):
    bounds = {"min": "minimum", "above": "exclusiveMinimum", "max": "maximum"}
    return {"type": kind, **{to: row[of] for of, to in bounds.items() if of in row}}


def items(row):
    """A list: its items, and how many there may be."""
    item = objects(row["keys"]) if "keys" in row else value(row["item"]) if "item" in row else {}
    if row.get("scalar") and "keys" in row:
        item = {"anyOf": [SCALAR, item]}
    size = {to: int(row[of]) for of, to in (("min", "minItems"), ("max", "maxItems")) if of in row}
    made = {"type": "array", "items": item, **size}
    alone = [SCALAR] if row.get("scalar") else [item] if "keys" not in row else []
    return {"anyOf": [made, *alone]} if alone else made


def value(row):
    """Schema of the value of a row."""
    kind = row["type"]
    if kind == "number" and "words" in row:
        return {"anyOf": [number(row, "number"), {"enum": row["words"]}]}
    if kind in ("number", "count"):
        return number(row, "integer" if kind == "count" else "number")
    if kind == "vector":
        return {"type": "array", "items": number(row, "number"), "minItems": 2, "maxItems": 2}
    if kind == "flag":
        return {"type": "boolean"}
    if kind == "word":
        return {"enum": row["words"]}
    if kind == "list":
        return items(row)
    if kind == "map":
        made = objects(row["keys"])
        numbers = [number(key, "number") for key in row["keys"] if key["type"] == "number"]
        return {"anyOf": [{"allOf": numbers}, made]} if row.get("scalar") else made
    return SCALAR


def described(row, schema):
    made = {"description": f"{row['doc']}; {row['allowed']}", **schema}
    return made if row["default"] is None else {**made, "default": row["default"]}


def variants(rows):
    """Lists of rows without a choice, one for each combination of plug-ins with keys of their own."""
    choices = []
    for row in (row for row in rows if row["type"] == "kind"):
        plain = [kind["name"] for kind in row["kinds"] if not kind["keys"]]
        of = [([kind["name"]], variants(kind["keys"])) for kind in row["kinds"] if kind["keys"]]
        choices.append([({**row, "type": "word", "words": names,
                          "required": row["required"] or row["default"] not in names}, more)
                        for names, all_of in of + [(plain, [[]])] * bool(plain) for more in all_of])
    fixed = [row for row in rows if row["type"] != "kind"]
    return [fixed + [row for choice, more in chosen for row in (choice, *more)]
            for chosen in itertools.product(*choices)]


def variant(rows):
    """A mapping with these keys and no others."""
    made = {"type": "object", "additionalProperties": False,
            "properties": {row["key"]: described(row, value(row)) for row in rows}}
    rules = []
    for row in rows:
        instead = [other["key"] for other in rows if other.get("instead_of") == row["key"]]
        rules += [{"not": {"required": [key, row["key"]]}} for key in instead]
        if row["required"]:
            rules.append({"anyOf": [{"required": [key]} for key in (row["key"], *instead)]})
    return {**made, "allOf": rules} if rules else made


def objects(rows):
    made = [variant(chosen) for chosen in variants(rows)]
    return made[0] if len(made) == 1 else {"anyOf": made}


if __name__ == "__main__":
    schema = {"$schema": "http://json-schema.org/draft-07/schema#", "title": "carom scenario",
              **objects(json.load(sys.stdin))}
    json.dump(schema, sys.stdout, indent=1)
    print()
