// SPDX-License-Identifier: GPL-3.0-or-later
/** Presets of a scene, at most three: its first state with other masses, stiffness or restitution. They
 * have no keys of their own: each is an edit of parameters. */
import { leadingRows } from './value/rows.js';
import { written } from './value/quantity.js';

const MOST = 3, FEW_BALLS = 20;
const HEAVY = 4, SOFTER = 10, LOSSY = 0.5; // mass ratio, ratio of stiffness, restitution

const rounded = (value) => written(Number(value.toPrecision(3)));

/** Mass of the only moving ball, relative to that of another one.
 * @returns {Pairs} */
function massPairs({ scene: { balls, text } }, ratio) {
    const free = balls.filter(({ fixed, of_group }) => !fixed && !of_group);
    const [mover, second] = free.filter(({ vx_mps, vy_mps }) => vx_mps !== 0 || vy_mps !== 0);
    const other = free.find((ball) => ball !== mover);
    const byDensity = text.includes('density_kgpm3'); // excludes a mass
    const isNamed = free.some(({ name }) => /light|heavy|small|large/.test(name)); // which would be wrong
    return !mover || second || !other || byDensity || isNamed || balls.length > FEW_BALLS ? []
        : [[`balls.${mover.name}.mass_kg`, rounded(ratio * other.mass_kg)]];
}

/** Leading row of a kind, or undefined. */
const rowOf = ({ knobs, scene }, kind) =>
    leadingRows(knobs, { ...scene, view: { knobs: [kind] } }, null)[0];

/** Durations and overlaps of contacts follow the square root of the stiffness. */
function stiffnessPairs(state, factor) {
    const row = rowOf(state, 'stiffness');
    const times = row?.key.startsWith('stiffness') ? factor : Math.sqrt(1 / factor);
    return row ? row.pairsOf?.(rounded(times * Number(row.value))) ?? [] : [];
}

function restitutionPairs(state, e) {
    const row = rowOf(state, 'restitution');
    if (state.scene.solvers.some(({ kind }) => kind === 'published')) {
        return []; // some of them are elastic only
    }
    return row && Math.abs(Number(row.value) - e) > 0.05 ? row.pairsOf?.(`${e}`) ?? [] : [];
}

/** @param {{knobs: Row[], scene: Scene}} state first state of the scene
 * @returns {{key: string, pairs: Pairs}[]} */
export function presetsOf(state) {
    /** @type {[string, Pairs][]} */
    const all = [['equal', massPairs(state, 1)], ['heavy', massPairs(state, HEAVY)],
        ['soft', stiffnessPairs(state, 1 / SOFTER)], ['stiff', stiffnessPairs(state, SOFTER)],
        ['elastic', restitutionPairs(state, 1)], ['lossy', restitutionPairs(state, LOSSY)]];
    return all.filter(([, pairs]) => pairs.length > 0).slice(0, MOST)
        .map(([key, pairs]) => ({ key, pairs }));
}

/** True if the scene is its first state with the values of a preset, and nothing else has changed; without a preset,
 * true if it is its first state, however written.
 * @param {any} model @param {{pairs?: Pairs}} preset */
export function holds({ knobs, start, scene }, { pairs = [] } = {}) {
    const given = new Map(pairs), first = new Map(start.knobs.map(({ path, value }) => [path, value]));
    const equal = (a, b) => a === b || (a !== null && b !== null && Number(a) === Number(b));
    const isTimed = JSON.stringify(scene.keys.schedule) !== JSON.stringify(start.scene.keys.schedule);
    return !isTimed && knobs.length === first.size && knobs.every(({ path, key, value }) => key === 'label'
        || equal(value, given.get(path) ?? first.get(path) ?? null));
}
