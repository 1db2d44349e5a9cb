# SPDX-License-Identifier: GPL-3.0-or-later
"""The JSON Schema of packaging/schema.py accepts what carom accepts, and rejects what carom rejects.
usage: schema.py CAROM SCHEMA"""
import copy
import json
import subprocess
import sys

carom, schema = sys.argv[1], json.load(open(sys.argv[2]))
failures = []

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "number": (int, float), "integer": int}


def is_valid(value, rule):
    """The rules that the schema uses."""
    of = rule.get("type", [])
    types = [of] if isinstance(of, str) else of
    if types and not any(isinstance(value, TYPES[name]) and (name == "boolean" or not isinstance(value, bool)) for name in types):
        return False
    if "enum" in rule and value not in rule["enum"]:
        return False
    if not all(is_valid(value, part) for part in rule.get("allOf", [])) or "not" in rule and is_valid(value, rule["not"]):
        return False
    if "anyOf" in rule and not any(is_valid(value, part) for part in rule["anyOf"]):
        return False
    if isinstance(value, dict):
        known = rule.get("properties", {})
        return (all(key in value for key in rule.get("required", []))
                and ("properties" not in rule or all(key in known and is_valid(value[key], known[key]) for key in value)))
    if isinstance(value, list):
        return (rule.get("minItems", 0) <= len(value) <= rule.get("maxItems", len(value))
                and all(is_valid(item, rule.get("items", {})) for item in value))
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return not number or (rule.get("minimum", value) <= value <= rule.get("maximum", value)
                          and ("exclusiveMinimum" not in rule or value > rule["exclusiveMinimum"]))


def verdict(document):
    """True if the schema accepts a document; a validator of others agrees, where it is installed."""
    own = is_valid(document, schema)
    try:
        import jsonschema
        if jsonschema.Draft7Validator(schema).is_valid(document) != own:
            failures.append(f"jsonschema does not agree that {own}: {json.dumps(document)}")
    except ImportError:
        pass
    return own


def run(document):
    return subprocess.run([carom, "show", "-", "--json"], input=json.dumps(document), capture_output=True, text=True)


# Every shipped scenario, as `carom show` prints it.
names = [line.split()[0] for line in subprocess.run([carom, "list", "experiments"], capture_output=True, text=True).stdout.splitlines()
         if line.startswith("  ")]
for name in names:
    shown = json.loads(subprocess.run([carom, "show", name, "--json"], capture_output=True, text=True).stdout)
    if not verdict(shown):
        failures.append(f"the schema rejects {name}")

# A change of a valid document, and whether it stays valid: program and schema agree.
SPRING = {"name": "s", "kind": "penalty", "stiffness_N_per_m": 1e5, "step_s": 1e-5}
BASE = {"carom": 1, "duration_s": 1, "balls": [{"x_m": 1, "y_m": 0.5}], "solvers": [{"kind": "impulse"}, SPRING]}


def without(key):
    return [{of: value for of, value in SPRING.items() if of != key}]


CHANGES = [
    (True, {}), (False, {"restitution": -0.5}), (True, {"restitution": 0.5}), (False, {"restitution": {"ball_ball": -1}}),
    (False, {"solvers": without("stiffness_N_per_m")}), (True, {"solvers": without("step_s")}),
    (False, {"solvers": [{**SPRING, "contact_time_s": 1e-4}]}),
    (True, {"solvers": [{"kind": "penalty", "contact_time_s": 1e-4}]}),
    (False, {"solvers": [{**SPRING, "integrator": "leapfrog"}]}), (False, {"solvers": [{"kind": "impuls"}]}),
    (False, {"solvers": [{"kind": "impulse", "step_s": 1e-5}]}), (False, {"solvers": []}), (False, {"solvers": [{"name": "a"}]}),
    (False, {"solvers": [{**SPRING, "step": 1e-5}]}), (False, {"solvers": [{**SPRING, "law": "hertz"}]}),
    (False, {"duration": 2}), (False, {"duration_s": 0}), (False, {"samples": 1}), (False, {"samples": 2.5}),
    (False, {"balls": [{"x_m": 1}]}), (False, {"balls": [{"x_m": 1, "y_m": 0.5, "mass_kg": -2}]}),
    (False, {"balls": [{"x_m": 1, "y_m": 0.5, "mass_kg": 1, "density_kgpm3": 1}]}),
    (True, {"balls": [{"x_m": 1, "y_m": 0.5, "density_kgpm3": 1700}]}),
    (False, {"table": {"shape": "circle"}}), (False, {"table": {"shape": "stadium", "radius_m": 1}}),
    (True, {"table": {"shape": "circle", "radius_m": 2}}), (False, {"table": {"shape": "circle", "radius_m": 2, "width_m": 1}}),
    (False, {"table": {"boundary": "wall"}}), (False, {"gravity_mps2": [0]}), (True, {"gravity_mps2": [0, -9.8]}),
    (False, {"groups": [{"kind": "rack", "rows": 0}]}), (False, {"groups": [{"kind": "row", "x_m": 1, "y_m": 1}]}),
    (False, {"checks": [{"quantity": "energy"}]}), (True, {"checks": [{"quantity": "collisions", "max": "theory"}]}),
    (False, {"checks": [{"kind": "data"}]}), (False, {"view": {"zoom": 0}}), (False, {"carom": 2}),
]
for expected, change in CHANGES:
    document = {**copy.deepcopy(BASE), **change}
    said = run(document)
    if (said.returncode == 0, verdict(document)) != (expected, expected):
        failures.append(f"{change}: carom exits with {said.returncode}, the schema says {verdict(document)}")


print("\n".join(failures))
print(f"{len(names)} scenarios, {len(CHANGES)} changes")
sys.exit(1 if failures or len(names) < 60 else 0)
