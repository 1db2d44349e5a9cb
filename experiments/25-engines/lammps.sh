#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs the springs of a scenario in LAMMPS. Writes DIR/lammps/in.lammps and DIR/lammps/balls.data from `carom show --json` and, where
# lmp is installed, runs it and writes DIR/lammps/trajectory.tsv and DIR/summary.tsv as `carom help checks` describes.
# usage: lammps.sh FILE DIR [KEY=VALUE...]; stiffness_N_per_m=1e5, theta=0.05 and step_s=... are of the springs, other keys of FILE
# Needs carom (CAROM names another program), python3 and, to run it, lmp.
set -eu
[ $# -ge 2 ] || { echo "usage: lammps.sh FILE DIR [KEY=VALUE...]" >&2; exit 2; }
file=$1 dir=$2
shift 2
springs=
for setting; do # the settings of the scenario remain as arguments
    shift
    case $setting in
        stiffness_N_per_m=* | theta=* | step_s=*) springs="$springs $setting" ;;
        *) set -- "$@" --set "$setting" ;;
    esac
done
here=$(cd "$(dirname "$0")" && pwd)
carom=${CAROM:-$([ -x "$here/../../build/carom" ] && echo "$here/../../build/carom" || echo carom)}
mkdir -p "$dir/lammps"
"$carom" show "$file" "$@" --json > "$dir/lammps/scenario.json"
cat > "$dir/lammps/convert.py" <<'P'
import json, math, pathlib, sys
what, folder = sys.argv[1], pathlib.Path(sys.argv[2])
springs = {"stiffness_N_per_m": 1e5, "theta": 0.05, "step_s": 0.0}
springs.update((key, float(value)) for key, value in (word.split("=") for word in sys.argv[3:]))
scene = json.loads((folder / "scenario.json").read_text())
table, balls, e, g = scene["table"], scene["balls"], scene["restitution"], scene["gravity_mps2"]
walls = table["boundary"] == "walls"

def kind(ball):
    return ball["mass_kg"], ball["radius_m"], ball["fixed"]
kinds = sorted({kind(ball) for ball in balls})
masses = {ball["mass_kg"] for ball in balls if not ball["fixed"]}
# reduced masses of the contacts that can occur: of two balls, and of a ball and a fixed one
single = {mass for mass in masses if [ball["mass_kg"] for ball in balls if not ball["fixed"]].count(mass) == 1}
reduced = {a * b / (a + b) for a in masses for b in masses if a != b or a not in single}
reduced |= masses if any(ball["fixed"] for ball in balls) else set()
k = springs["stiffness_N_per_m"]
h = springs["step_s"] or springs["theta"] * math.sqrt(min(reduced | (masses if walls else set())) / k)

def state_times():
    """Sample times, the step before each, and the time since that step."""
    for i in range(scene["samples"]):
        t = scene["duration_s"] * i / (scene["samples"] - 1)
        step = math.floor(t / h + 1e-9)
        yield t, step, max(t - step * h, 0)

def dashpot(e, masses):
    """gamma_n per mass: the force never pulls ('carom help theory', dashpot)"""
    if e == 1 or not masses:
        return "0", ""
    if not 0 < e < 1 or len(masses) > 1:
        sys.exit("lammps.sh: expected a restitution above 0 and of at most 1, and equal reduced masses if it is below 1")
    low, high = 0.0, 1e3
    for _ in range(200):
        zeta = (low + high) / 2
        root = math.sqrt(abs(1 - zeta * zeta)) or 1e-300
        angle = math.acos(zeta) if zeta < 1 else math.acosh(zeta)
        low, high = (zeta, high) if math.exp(-2 * zeta * angle / root) > e else (low, zeta)
    return f"{2 * low * math.sqrt(k / min(masses)):.17g}", " limit_damping"

def contact(e, masses):
    gamma, limit = dashpot(e, masses)
    return f"hooke {k:.17g} 0 {gamma} 0 0 0{limit}"

def write_input():
    friction = [scene["friction"][pair] for pair in ("ball_ball", "ball_wall")]
    if table["shape"] != "rectangle" or scene["wall_contact"] != "surface" or any(friction) or scene["rolling_resistance"] \
            or scene["air_drag"] or "pairs" in scene or "schedule" in scene:
        sys.exit("lammps.sh: expected a rectangle without friction, resistance, drag, pairs and schedule")
    room = 0 if table["boundary"] == "periodic" else 4 * max(ball["radius_m"] for ball in balls)
    sides = [[0, table["width_m"]], [0, table["height_m"]]]
    for side, key in zip(sides, ("x_m", "y_m")):
        places = [ball[key] for ball in balls] if table["boundary"] == "open" else []
        side[:] = min([side[0]] + places) - room, max([side[1]] + places) + room
    data = ["balls", "", f"{len(balls)} atoms", f"{len(kinds)} atom types"]
    data += [f"{low:.17g} {high:.17g} {axis}lo {axis}hi" for axis, (low, high) in zip("xy", sides)] + ["-0.5 0.5 zlo zhi"]
    data += ["", "Atoms", ""]
    for i, ball in enumerate(balls, 1):
        data.append(f"{i} {kinds.index(kind(ball)) + 1} {2 * ball['radius_m']:.17g} 1 {ball['x_m']:.17g} {ball['y_m']:.17g} 0")
    data += ["", "Velocities", ""]
    for i, ball in enumerate(balls, 1):
        v = [0, 0] if ball["fixed"] else [ball["vx_mps"], ball["vy_mps"]]
        data.append(f"{i} {v[0]:.17g} {v[1]:.17g} 0 0 0 0")
    (folder / "balls.data").write_text("\n".join(data) + "\n")
    edges = {"walls": "f f p", "periodic": "p p p", "open": "m m p"}[table["boundary"]]
    lines = ["units si", "dimension 2", f"boundary {edges}", "atom_style sphere", "newton off", "comm_modify vel yes",
             "read_data balls.data"]
    lines += [f"set type {i} mass {mass:.17g}" for i, (mass, radius, fixed) in enumerate(kinds, 1)]
    lines += [f"pair_style gran/{contact(e['ball_ball'], reduced)}", "pair_coeff * *",
              f"neighbor {max(ball['radius_m'] for ball in balls) / 2:.17g} bin", "neigh_modify delay 0 every 1 check yes"]
    fixed = [str(i) for i, (mass, radius, is_fixed) in enumerate(kinds, 1) if is_fixed]
    lines += [f"group fixed type {' '.join(fixed)}", "group moving subtract all fixed"] if fixed else ["group moving union all"]
    lines += ["fix motion moving nve/sphere disc"]
    for axis, end in (("x", table["width_m"]), ("y", table["height_m"])) if walls else ():
        lines.append(f"fix walls_{axis} moving wall/gran {contact(e['ball_wall'], masses)} {axis}plane 0 {end:.17g}")
    if any(g):
        lines.append(f"fix gravity moving gravity {math.hypot(*g):.17g} vector {g[0]:.17g} {g[1]:.17g} 0")
    lines += (["fix hold fixed freeze"] if fixed else []) + ["fix plane all enforce2d", f"timestep {h:.17g}",
              "thermo_style custom step", "thermo_modify lost error"]
    done = 0
    for i, (t, step, rest) in enumerate(state_times()):
        lines.append(f"run {step - done} post no" if i == 0 else f"run {step - done} pre no post no")
        lines.append("write_dump all custom states.dump id x y vx vy modify sort id format float %.17g append yes")
        done = step
    (folder / "in.lammps").write_text("\n".join(lines) + "\n")

def write_records():
    rows = [line.split() for line in (folder / "states.dump").read_text().splitlines()]
    rows = [[float(number) for number in row[1:]] for row in rows if len(row) == 5 and row[0].isdigit()]
    energies = []
    with open(folder / "trajectory.tsv", "w") as out:
        out.write("t_s\tball\tx_m\ty_m\tvx_mps\tvy_mps\n")
        for i, (t, step, rest) in enumerate(state_times()):
            energies.append(0)
            for ball, (x, y, vx, vy) in zip(balls, rows[i * len(balls):]):
                gx, gy = (0, 0) if ball["fixed"] else g # free flight since the step
                state = x + (vx + gx * rest / 2) * rest, y + (vy + gy * rest / 2) * rest, vx + gx * rest, vy + gy * rest
                if not ball["fixed"]:
                    energies[-1] += ball["mass_kg"] * ((state[2] ** 2 + state[3] ** 2) / 2
                        - gx * (state[0] - table["width_m"] / 2) - gy * (state[1] - table["height_m"] / 2))
                out.write("\t".join([f"{t:.17g}", ball["name"]] + [f"{number:.17g}" for number in state]) + "\n")
    # with e < 1 the dissipated energy of LAMMPS is unknown, so no residual is given
    residual = (energies[-1] - energies[0]) / abs(energies[0]) if set(e.values()) == {1} else math.nan
    (folder.parent / "summary.tsv").write_text(f"solver\tenergy_residual_rel\tsteps\nlammps\t{residual:.17g}\t{step}\n")

{"input": write_input, "records": write_records}[what]()
P
# shellcheck disable=SC2086
python3 "$dir/lammps/convert.py" input "$dir/lammps" $springs
if ! command -v lmp > /dev/null; then
    echo "lammps.sh: lmp is not installed; its input is $dir/lammps/in.lammps"
    exit
fi
rm -f "$dir/lammps/states.dump"
(cd "$dir/lammps" && OMP_NUM_THREADS=1 lmp -in in.lammps -log none -nocite > out.txt 2>&1) || { tail -n 3 "$dir/lammps/out.txt" >&2; exit 1; }
# shellcheck disable=SC2086
python3 "$dir/lammps/convert.py" records "$dir/lammps" $springs
