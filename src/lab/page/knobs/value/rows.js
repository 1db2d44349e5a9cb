// SPDX-License-Identifier: GPL-3.0-or-later
/** Order of parameters, their names and their alternatives. All other data of a parameter come from
 * the core (model.knobs). */
import { ballName, say, translated } from '../../words/words.js';
import { withUnit } from './quantity.js';

/** Most important parameters of the scenario and of its groups; `*` matches one part of a path. */
const SCENE_FIRST = ['restitution.ball_ball', 'restitution.ball_wall', 'gravity_mps2',
    'rolling_resistance', 'air_drag', 'friction.*', 'groups.*.count', 'groups.*.temperature_J',
    'groups.*.packing_fraction', 'groups.*.gap_m', 'groups.*.rows', 'seed', 'duration_s'];
/** Most important parameters of a solver. */
const SOLVER_FIRST = ['stiffness', 'stiffness_N_per_m', 'stiffness_N_per_m1p5', 'contact_time_s',
    'max_overlap_m', 'step_s', 'theta', 'frame_s', 'integrator', 'law', 'contacts', 'contact_end',
    'impact_policy', 'impact_law', 'source'];
/** Keys that identify an item and get no knob. */
const STRUCTURE = ['name', 'kind'];
/** Maxima of sliders without an upper bound, in SI units, and decades of log sliders. */
const HINTS = { ball_ball: { most: 1 }, ball_wall: { most: 1 }, rolling_resistance: { most: 0.1 },
    air_drag: { most: 1 }, duration_s: { decades: 1 }, gravity_mps2: { most: 10 },
    temperature_J: { decades: 1 }, speed: { span: 2 } };
/** Maximum of restitution if collisions may increase the energy. */
const MOST_WITH_GAIN = 1.5;

/** True if collisions may increase the energy; restitution may then exceed 1. */
export const gainOf = ({ knobs }) => knobs.some(({ path, value }) =>
    path === 'allow_energy_gain' && value === 'true');

export const hintOf = ({ key, of }, gain) => of !== 'restitution' ? HINTS[key] ?? {}
    : gain ? { most: MOST_WITH_GAIN } : { most: 1, end: 1 };

const matches = (path, pattern) => {
    const a = path.split('.'), b = pattern.split('.');
    return a.length === b.length && b.every((part, k) => part === '*' || part === a[k]);
};

/** Components of "[0, -9.81]", or of a common number. */
const partsOf = (text) => text === null ? [null, null]
    : text.startsWith('[') ? text.slice(1, -1).split(',').map((part) => part.trim()) : [text, text];

/** A row of two numbers as two rows with one; others stay.
 * @param {Row} row @returns {Row[]} */
export const componentsOf = (row) => row.type !== 'vector' ? [row] : ['x', 'y'].map((axis, k) => ({
    ...row, axis, type: 'number', path: `${row.path}, ${axis}`, paths: pathsOf(row),
    value: partsOf(row.value)[k], fallback: partsOf(row.fallback)[k], pairsOf: (text) => pathsOf(row).map((path) =>
        [path, `[${partsOf(row.value).map((value, at) => at === k ? text : value ?? 0).join(', ')}]`]) }));

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
        .sort((a, b) => place_(a) - place_(b)).flatMap(componentsOf);
    return {
        scene: pick(knobs, place(SCENE_FIRST, ({ path }, pattern) => matches(path, pattern))),
        solvers: byOwner(knobs.filter(({ of }) => /^solvers\.[^.]+$/.test(of))).map(
            ({ of, rows }) => ({ of,
                rows: pick(rows, place(SOLVER_FIRST, ({ key }, pattern) => key === pattern)) })),
    };
}

/** Rows above the others, by the words of the scenario's `view`; a row stands for all parameters of
 * its kind with the same value. */
const LEADING = { restitution: ['restitution.ball_ball', 'restitution.ball_wall'],
    friction: ['friction.ball_ball', 'friction.ball_wall'], gravity: ['gravity_mps2'],
    gap: ['groups.*.gap_m'], count: ['groups.*.count'], temperature: ['groups.*.temperature_J'],
    duration: ['duration_s'], rolling: ['rolling_resistance'],
    stiffness: SOLVER_FIRST.slice(0, 5).map((key) => `solvers.*.${key}`),
    step: ['step_s', 'theta', 'frame_s'].map((key) => `solvers.*.${key}`) };
export const MOST_MPS = 10; // speed
const USUAL = ['speed', 'restitution', 'stiffness', 'step'];

/** Speed of a ball as a row: a new speed keeps the direction, given by a unit vector.
 * @param {Ball} ball @param {number[]} direction
 * @returns {Row} */
function speedRow({ name, vx_mps, vy_mps }, direction) {
    const paths = [`balls.${name}.vx_mps`, `balls.${name}.vy_mps`];
    return { path: 'leading.speed', of: '', key: 'speed', type: 'number', unit: 'm/s', doc: '',
        value: `${Number(Math.hypot(vx_mps, vy_mps).toPrecision(12))}`, fallback: null, lowest: 0,
        highest: MOST_MPS, instead_of: '', words: [], paths, whose: name,
        pairsOf: (text) => paths.map((path, k) =>
            [path, `${Number((Number(text) * direction[k]).toPrecision(12))}`]) };
}

/** Rows of a kind that have a value. @param {Row[]} knobs */
export const rowsOf = (knobs, kind) => LEADING[kind].flatMap((pattern) =>
    knobs.filter(({ path, value }) => value !== null && matches(path, pattern)));

/** @param {Row[]} knobs @param {Scene} scene
 * @param {{name: string, direction: number[]} | null} moving the ball that speed and offset refer to; the mass is
 *    that of the last moving one
 * @param {Row[]} first knobs of the scene's first state: a row keeps its parameters
 * @returns {Row[]} rows of the core with `paths`, their parameters, and pairsOf(text), an edit of
 *    them */
export function leadingRows(knobs, { view, balls, solvers }, moving, first = knobs) {
    const ball = balls.find(({ name }) => name === moving?.name);
    const last = balls.filter(({ vx_mps, vy_mps }) => vx_mps !== 0 || vy_mps !== 0).at(-1) ?? ball;
    const only = { offset: [ball?.name, 'y_m'], mass: [last?.name, 'mass_kg'] };
    const wanted = view.knobs.length > 0 ? view.knobs : USUAL;
    const isMeasured = knobs.some(({ path, value }) => path === 'friction.law' && value === 'exponential');
    return wanted.flatMap((kind) => {
        if (kind === 'speed' && (view.knobs.length > 0 || rowsOf(knobs, 'temperature').length === 0)) {
            return ball && moving ? [speedRow(ball, moving.direction)] : [];
        }
        const shown = kind === 'speed' ? 'temperature' : kind; // of a gas
        const rows = only[kind] ? knobs.filter(({ path }) => path === `balls.${only[kind].join('.')}`)
            : rowsOf(knobs, shown).filter(({ path }) => balls.length > 1 || path !== 'restitution.ball_ball');
        const firstOf = (row) => first.find(({ path }) => path === row.path) ?? row;
        const same = rows.filter((row) => [row, firstOf(row)].every(({ unit, value }, k) =>
            unit === rows[0].unit && value === (k ? firstOf(rows[0]) : rows[0]).value)), paths = same.map(({ path }) => path);
        const isMeant = ({ name }) => same.some(({ of }) => of === `solvers.${name}`), shortOf = ({ label }) => label.split(', ')[0];
        const others = solvers.filter((one) => !isMeant(one)).map(shortOf);
        const meant = [...new Set(solvers.filter(isMeant).map((one) => others.includes(shortOf(one)) ? one.label : shortOf(one)))];
        const whose = paths.length < rows.length && (meant.length > 2 ? say('knobs.solvers', { n: meant.length }) : meant.join(', '));
        return rows.length === 0 ? [] : [{ ...rows[0], path: `leading.${shown}`, paths,
            whose: whose || only[kind]?.[0],
            say: kind === 'friction' && isMeasured ? 'key.friction.factor'
                : paths.length > 1 && rows[0].of in LEADING ? `key.${kind}` : '',
            pairsOf: (text) => paths.map((path) => [path, text]) }];
    });
}

/** Parameters of a row.
 * @param {Row} row */
export const pathsOf = ({ path, paths }) => paths ?? [path];

/** Rows grouped by owner, in the core's order. @param {Row[]} rows */
function byOwner(rows) {
    const owners = new Map();
    rows.forEach((row) => owners.set(row.of, [...owners.get(row.of) ?? [], row]));
    return [...owners].map(([of, own]) => ({ of, rows: own }));
}

/** All rows with knobs, grouped. */
export const allRows = (knobs) => byOwner(knobs.filter(({ key }) => !STRUCTURE.includes(key))
    .flatMap(componentsOf));

/** True if every search word occurs in path, unit, description or values. */
export function isFound({ path, doc, unit, words }, search) {
    const text = [path, path.replaceAll('_', ' '), doc, translated(doc), unit, ...words].join(' ')
        .toLowerCase();
    return search.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

/** Name of a word that a parameter may have, or the word: "exact" -> "exactly". */
export const shownWord = (key, word) => say(`key.${key}.words`).split(' | ')
    .find((each) => each.startsWith(`${word}: `))?.slice(word.length + 2) ?? word;

/** Key as words without its unit: "stiffness_N_per_m" -> "stiffness". */
export function plainName({ key, unit }) {
    const letters = unit.replace(/[\s^]/g, '').replace('1.5', '1p5');
    const end = [letters.replace('/', '_per_'), letters.replace('/', 'p')]
        .find((each) => each !== '' && key.endsWith(`_${each}`));
    return (end === undefined ? key : key.slice(0, -end.length - 1)).replaceAll('_', ' ');
}

/** Name of a parameter in the reader's language, or its key. */
export function nameOf(row) {
    // `ball_ball` of friction and of restitution differ
    const keys = [row.say ?? '', `key.${row.of}.${row.key}`, `key.${row.key}`];
    const name = keys.map((key) => say(key)).find((said, k) => said !== keys[k]) ?? plainName(row);
    const of = row.axis ?? (row.whose && ballName(row.whose));
    return of ? `${name}, ${of}` : name;
}

/** Formats a value with its unit. */
export const shownValue = (row, value) => row.type === 'number' && value !== ''
    ? withUnit(Number(value), row.unit) : value;
