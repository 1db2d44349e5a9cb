// SPDX-License-Identifier: GPL-3.0-or-later
/** Presets of a scene, at most three: its first state with other masses, stiffness or restitution. They
 * have no keys of their own: each is an edit of parameters. */
import { same } from './edit/edits.js';
import { leadingRows, rowsOf } from './value/rows.js';
import { written } from './value/quantity.js';

const MOST = 3, FEW_BALLS = 20;
const HEAVY = 4, SOFTER = 10; // ratios of masses and of stiffness
const ELASTICITIES = /** @type {[string, number][]} */ ([['elastic', 1], ['lossy', 0.5], ['dull', 0.1]]);
const NARROW = 0.1, GAP = 0.02; // relative to the radius: a gap that matters, and a wider one

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

/** Leading row of the restitution, or undefined. */
const restitutionOf = ({ knobs, scene }) => leadingRows(knobs, { ...scene, view: { knobs: ['restitution'] } }, null)[0];

/** Changes all springs. Durations and overlaps of contacts follow the square root of the stiffness.
 * @returns {Pairs} */
const stiffnessPairs = ({ knobs }, factor) => rowsOf(knobs, 'stiffness').map(({ path, key, value }) =>
    [path, rounded((key.startsWith('stiffness') ? factor : Math.sqrt(1 / factor)) * Number(value))]);

/** Some published solvers are elastic only, and the one of 34 digits has no resting rule. */
const restitutionPairs = (state, e) => e < 1 && state.scene.solvers.some(({ kind }) => kind === 'published'
    || (kind === 'oracle' && state.scene.table.boundary === 'walls'))
    ? [] : restitutionOf(state)?.pairsOf?.(`${e}`) ?? [];

/** Moves the second of two balls at rest with a narrow gap to a gap relative to its radius.
 * @returns {Pairs} */
function gapPairs({ scene: { balls } }, part) {
    const free = balls.filter(({ fixed, of_group, vx_mps, vy_mps }) => !fixed && !of_group && vx_mps === 0 && vy_mps === 0);
    const pairs = free.flatMap((one, k) => free.slice(k + 1).map((other) => ({ one, other, sum_m: one.radius_m + other.radius_m,
        far_m: Math.hypot(other.x_m - one.x_m, other.y_m - one.y_m) })));
    const found = pairs.filter(({ far_m, sum_m, one }) => far_m < sum_m + NARROW * one.radius_m);
    return balls.length > FEW_BALLS || found.length !== 1 ? [] : found.flatMap(({ one, other, sum_m, far_m }) =>
        ['x_m', 'y_m'].map((key) => /** @type {[string, string]} */ ([`balls.${other.name}.${key}`,
            written(Number((one[key] + (other[key] - one[key]) * (sum_m + part * other.radius_m) / far_m).toPrecision(9)))])));
}

/** @param {{knobs: Row[], scene: Scene}} state first state of the scene
 * @returns {{key: string, pairs: Pairs}[]} */
export function presetsOf(state) {
    const isLossy = Number(restitutionOf(state)?.value) < 1; // then that is what the scene is about
    const elasticities = ELASTICITIES.map(([key, e]) => /** @type {[string, Pairs]} */ ([key, restitutionPairs(state, e)]));
    /** @type {[string, Pairs][]} */
    const all = [['touching', gapPairs(state, 0)], ['gap', gapPairs(state, GAP)], ...isLossy ? elasticities : [],
        ['equal', massPairs(state, 1)], ['heavy', massPairs(state, HEAVY)],
        ['soft', stiffnessPairs(state, 1 / SOFTER)], ['stiff', stiffnessPairs(state, SOFTER)],
        ...elasticities.slice(1)];
    return all.filter(([, pairs]) => pairs.length > 0).slice(0, MOST)
        .map(([key, pairs]) => ({ key, pairs }));
}

/** True if the scene is its first state with the values of a preset, and nothing else has changed; without a preset,
 * true if it is its first state, however written.
 * @param {any} model @param {{pairs?: Pairs}} preset */
export function holds({ knobs, start, scene }, { pairs = [] } = {}) {
    const given = new Map(pairs), first = new Map(start.knobs.map(({ path, value }) => [path, value]));
    const isTimed = JSON.stringify(scene.keys.schedule) !== JSON.stringify(start.scene.keys.schedule);
    return !isTimed && knobs.length === first.size && knobs.every(({ path, key, value }) => key === 'label'
        || same(value, given.get(path) ?? first.get(path) ?? null));
}
