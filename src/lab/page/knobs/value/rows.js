// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Which parameters come first and in what order, and what of a row is derived: its name, its
 * alternatives. All that is said of a parameter comes with its row (model.knobs) from the core.
 */

/** Of the scenario, then of its groups: what matters first. `*` stands for one part of a path. */
const SCENE_FIRST = ['restitution.ball_ball', 'restitution.ball_wall', 'gravity_mps2',
    'rolling_resistance', 'air_drag', 'friction.*', 'groups.*.count', 'groups.*.temperature_J',
    'groups.*.packing_fraction', 'groups.*.gap_m', 'groups.*.rows', 'seed', 'duration_s'];
/** Of a solver. */
const SOLVER_FIRST = ['stiffness', 'stiffness_N_per_m', 'stiffness_N_per_m1p5', 'contact_time_s',
    'max_overlap_m', 'step_s', 'theta', 'frame_s', 'integrator', 'law', 'contacts', 'contact_end',
    'flight', 'impact_policy', 'impact_law', 'source'];
/** What is no parameter but says which item this is. */
const STRUCTURE = ['name', 'kind'];
/** Where a slider ends that nothing bounds, in the parameter's unit; and decades to go. */
const HINTS = { ball_ball: { most: 1 }, ball_wall: { most: 1 }, rolling_resistance: { most: 0.1 },
    air_drag: { most: 1 }, duration_s: { decades: 1 }, gravity_mps2: { most: 10 },
    temperature_J: { decades: 1 } };
/** With energy allowed to grow, a restitution's slider goes beyond 1. */
const MOST_WITH_GAIN = 1.5;

export const hintOf = ({ key, of }, gain) => gain && of === 'restitution' ? { most: MOST_WITH_GAIN }
    : HINTS[key] ?? {};

const matches = (path, pattern) => {
    const a = path.split('.'), b = pattern.split('.');
    return a.length === b.length && b.every((part, k) => part === '*' || part === a[k]);
};

/** Rows that say the same thing otherwise, the row itself among them; in their order. */
export function familyOf(rows, row) {
    const near = rows.filter(({ of }) => of === row.of);
    const target = near.some(({ key }) => key === row.instead_of)
        && !near.some(({ key, instead_of }) => key === row.instead_of && instead_of === row.key)
        ? row.instead_of : row.key;
    const linked = near.filter(({ key, instead_of }) => key === target || instead_of === target
        || (key === row.instead_of && key !== ''));
    return linked.length > 1 ? linked : [row];
}

/** Of those that say the same, the one that is said; the first where none is. */
export const saidOf = (family) => family.find(({ value }) => value !== null) ?? family[0];

/** What is shown first: rows of the scene, and of each solver, in order. */
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

/** All but what says which item this is, by what they are of, in the core's order. */
export function allRows(knobs) {
    const parts = new Map();
    for (const row of knobs.filter(({ key }) => !STRUCTURE.includes(key))) {
        parts.set(row.of, [...parts.get(row.of) ?? [], row]);
    }
    return [...parts].map(([of, rows]) => ({ of, rows }));
}

/** Whether a row has every word that is searched for, in its path, unit or explanation. */
export function isFound({ path, doc, unit, words }, search) {
    const text = `${path} ${path.replaceAll('_', ' ')} ${doc} ${unit} ${words.join(' ')}`
        .toLowerCase();
    return search.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

/** A key as words, without the unit at its end: "stiffness_N_per_m" -> "stiffness". */
export function plainName({ key, unit }) {
    const letters = unit.replace(/[\s^]/g, '').replace('1.5', '1p5');
    const end = [letters.replace('/', '_per_'), letters.replace('/', 'p')]
        .find((each) => each !== '' && key.endsWith(`_${each}`));
    return (end === undefined ? key : key.slice(0, -end.length - 1)).replaceAll('_', ' ');
}
