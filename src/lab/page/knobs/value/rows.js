// SPDX-License-Identifier: GPL-3.0-or-later
/** Order of parameters, their names and their alternatives. All other data of a parameter come from
 * the core (model.knobs). */

/** Most important parameters of the scenario, then of its groups; `*` matches one part of a path.
 */
const SCENE_FIRST = ['restitution.ball_ball', 'restitution.ball_wall', 'gravity_mps2',
    'rolling_resistance', 'air_drag', 'friction.*', 'groups.*.count', 'groups.*.temperature_J',
    'groups.*.packing_fraction', 'groups.*.gap_m', 'groups.*.rows', 'seed', 'duration_s'];
/** Most important parameters of a solver. */
const SOLVER_FIRST = ['stiffness', 'stiffness_N_per_m', 'stiffness_N_per_m1p5', 'contact_time_s',
    'max_overlap_m', 'step_s', 'theta', 'frame_s', 'integrator', 'law', 'contacts', 'contact_end',
    'flight', 'impact_policy', 'impact_law', 'source'];
/** Keys that identify an item and get no knob. */
const STRUCTURE = ['name', 'kind'];
/** Maxima of sliders without an upper bound, in the parameter's unit, and decades of log sliders.
 */
const HINTS = { ball_ball: { most: 1 }, ball_wall: { most: 1 }, rolling_resistance: { most: 0.1 },
    air_drag: { most: 1 }, duration_s: { decades: 1 }, gravity_mps2: { most: 10 },
    temperature_J: { decades: 1 } };
/** Maximum of restitution if collisions may increase the energy. */
const MOST_WITH_GAIN = 1.5;

export const hintOf = ({ key, of }, gain) => gain && of === 'restitution' ? { most: MOST_WITH_GAIN }
    : HINTS[key] ?? {};

const matches = (path, pattern) => {
    const a = path.split('.'), b = pattern.split('.');
    return a.length === b.length && b.every((part, k) => part === '*' || part === a[k]);
};

/** Alternatives of a row, the row included, in order. */
export function familyOf(rows, row) {
    const near = rows.filter(({ of }) => of === row.of);
    const target = near.some(({ key }) => key === row.instead_of)
        && !near.some(({ key, instead_of }) => key === row.instead_of && instead_of === row.key)
        ? row.instead_of : row.key;
    const linked = near.filter(({ key, instead_of }) => key === target || instead_of === target
        || (key === row.instead_of && key !== ''));
    return linked.length > 1 ? linked : [row];
}

/** Row of a family that has a value, or the first. */
export const activeRow = (family) => family.find(({ value }) => value !== null) ?? family[0];

/** Most important rows: of the scene, then of each solver, in order. */
export function firstRows(knobs) {
    const place = (list, test) => (row) => list.findIndex((pattern) => test(row, pattern));
    const pick = (rows, place_) => rows.filter((row) => place_(row) >= 0 && row.value !== null)
        .sort((a, b) => place_(a) - place_(b));
    const solvers = new Map();
    for (const row of knobs) {
        if (/^solvers\.[^.]+$/.test(row.of)) {
            solvers.set(row.of, [...solvers.get(row.of) ?? [], row]);
        }
    }
    return {
        scene: pick(knobs, place(SCENE_FIRST, ({ path }, pattern) => matches(path, pattern))),
        solvers: [...solvers].map(([of, rows]) => ({ of,
            rows: pick(rows, place(SOLVER_FIRST, ({ key }, pattern) => key === pattern)) })),
    };
}

/** All rows with knobs, grouped by owner, in the core's order. */
export function allRows(knobs) {
    const parts = new Map();
    for (const row of knobs.filter(({ key }) => !STRUCTURE.includes(key))) {
        parts.set(row.of, [...parts.get(row.of) ?? [], row]);
    }
    return [...parts].map(([of, rows]) => ({ of, rows }));
}

/** True if every search word occurs in path, unit, description or values. */
export function isFound({ path, doc, unit, words }, search) {
    const text = `${path} ${path.replaceAll('_', ' ')} ${doc} ${unit} ${words.join(' ')}`
        .toLowerCase();
    return search.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

/** Key as words without its unit: "stiffness_N_per_m" -> "stiffness". */
export function plainName({ key, unit }) {
    const letters = unit.replace(/[\s^]/g, '').replace('1.5', '1p5');
    const end = [letters.replace('/', '_per_'), letters.replace('/', 'p')]
        .find((each) => each !== '' && key.endsWith(`_${each}`));
    return (end === undefined ? key : key.slice(0, -end.length - 1)).replaceAll('_', ' ');
}
