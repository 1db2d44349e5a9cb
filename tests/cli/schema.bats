#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# The JSON Schema of scenario files accepts what carom reads and refuses misspelt keys.

load common
setup() { begin; }
teardown() { rm -rf "$work"; }

# schema CODE: runs Python with the validator `valid`, and `load(FILE)`, which reads YAML 1.2 as carom does
schema() {
    python=
    for tried in python3 /usr/bin/python3; do "$tried" -c 'import jsonschema, yaml' 2> /dev/null && python=$tried && break; done
    [ -n "$python" ] || skip "no jsonschema and yaml in Python"
    "$carom" list keys --schema > schema.json
    cat > check.py <<'P'
import glob, json, os, re, sys, jsonschema, yaml
class Loader(yaml.SafeLoader): pass
Loader.yaml_implicit_resolvers = {}
for tag, first, pattern in (("bool", "tf", "true|false"), ("null", "n~", "null|~"),
                            ("float", "-+.0123456789", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")):
    Loader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(f"^({pattern})$"), list(first))
load = lambda file: yaml.load(open(file), Loader)
schema = json.load(open("schema.json"))
jsonschema.Draft7Validator.check_schema(schema)
validator = jsonschema.Draft7Validator(schema)
valid = validator.is_valid
why = lambda scene: jsonschema.exceptions.best_match(validator.iter_errors(scene))
P
    cat >> check.py
    "$python" check.py "$@"
}

@test "schema: every shipped scene is valid, and the file of carom new" {
    "$carom" new mine -q
    schema "$root"/experiments/*/*.yaml mine.yaml <<'P'
count = 0
for file in sys.argv[1:]:
    if os.path.basename(file) != "answers.yaml":
        scene = load(file)
        count += 1
        assert valid(scene), f"{file}: {list(why(scene).absolute_path)} {why(scene).message[:300]}"
assert count > 60, count
P
}

@test "schema: each misspelt key of the shipped scenes is refused" {
    ONCE=$(! sanitized || echo 1) schema "$root"/experiments/*/*.yaml <<'P'
once = bool(os.environ["ONCE"]) # of keys in the same place, beside the same keys and of the same kind, only the first
engines = {"lammps", "chipmunk", "ode", "mujoco"} # keys of an engine that is not built are unknown
def misspell(node, place=""):
    """Each copy has one key with another letter; the original is restored."""
    if isinstance(node, list):
        for item in node: yield from misspell(item, place)
    elif isinstance(node, dict):
        for key in list(node):
            if node.get("kind") not in engines:
                value, rest = node[key], list(node.items())
                node.clear()
                node.update({(name + "x" if name == key else name): each for name, each in rest})
                yield key, (place, key, str(node.get("kind")), *sorted(node))
                node.clear()
                node.update(rest)
            yield from misspell(node[key], f"{place}.{key}")
count, tried = 0, set()
for file in sys.argv[1:]:
    if os.path.basename(file) != "answers.yaml":
        scene = load(file)
        for key, place in misspell(scene):
            count += 1
            assert once and place in tried or not valid(scene), f"{file}: {key}x"
            tried.add(place)
assert count > 2000, count
P
}

@test "schema: keys of another kind, values out of range and missing keys are refused as by carom" {
    cat > good.yaml <<'Y'
carom: 1
table: { width_m: 2, height_m: 1 }
balls:
  - { name: a, x_m: 1, y_m: 0.5, vx_mps: 1, radius_m: 0.03, mass_kg: 0.17 }
solvers:
  - { name: s, kind: penalty, stiffness_N_per_m: 1e4, step_s: 1e-5 }
Y
    "$carom" show good.yaml > /dev/null
    number=0
    for change in 's/penalty/impulse/' 's/1e4/-1/' 's/kind: penalty, /kind: penalty, law: hertz, /' 's/solvers:/solver:/' 's/carom: 1/#/' \
        's/vx_mps: 1/vx_mps: fast/' 's/width_m: 2/width_m: [2]/' 's/1e-5 }/1e-5, integrator: euclid }/'; do
        number=$((number + 1))
        sed "$change" good.yaml > bad$number.yaml
        run "$carom" show bad$number.yaml
        [ "$status" -eq 65 ]
    done
    schema bad*.yaml <<'P'
assert valid(load("good.yaml"))
for file in sys.argv[1:]: assert not valid(load(file)), file
P
}

@test "schema: list accepts --schema with keys only; carom new names the schema" {
    run "$carom" list solvers --schema
    [ "$status" -eq 2 ]
    [ -f "$root/build/carom.schema.json" ] || skip "not built"
    case $(cd "$root" && pwd) in *[!A-Za-z0-9._/+-]*) skip "a path with other characters is not named" ;; esac
    "$carom" new mine -q
    [[ "$(head -n 1 mine.yaml)" == '# yaml-language-server: $schema='*/carom.schema.json ]]
}
