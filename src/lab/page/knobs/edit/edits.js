// SPDX-License-Identifier: GPL-3.0-or-later
/** Edits of several keys: add or remove a solver, replace a key by an alternative, restore values.
 * Values are JSON, which is YAML. A value of null removes the key; a key that ends in + appends to
 * its list. The core writes edits into the text of the scenario. */
import { familyOf } from '../value/rows.js';

/** Path of an item: its name, or its position where --set could not read the name. */
export const pathOf = (list, { name }, k) =>
    `${list}.${/^\*?$|[=\n]/.test(name ?? '') ? k : name}`;

/** Removes the checks for which a test holds, from the last one.
 * @returns {Pairs} */
export const withoutChecks = ({ checks = [] }, test) => checks.map((check, k) => k)
    .filter((k) => test(checks[k])).reverse().map((k) => [`checks.${k}`, null]);

// ---- restoring values ----

/** True for equal values, however written. */
export const same = (a, b) => a === b || (a !== null && b !== null && Number(a) === Number(b));

const firstOf = ({ start }, path) => start?.knobs.find((row) => row.path === path);

/** True if a parameter of the first state has another value. */
export function isChanged(model, path) {
    const first = firstOf(model, path), now = model.knobs.find((row) => row.path === path);
    return first !== undefined && !same(first.value, now?.value ?? null);
}

const written = ({ type, value }) => type === 'text' ? JSON.stringify(value) : value;

/** Edit that gives parameters and their alternatives the values of the first state.
 * @returns {Pairs} */
export function resetPairs(model, paths) {
    const rows = paths.flatMap((path) => {
        const first = firstOf(model, path);
        return first ? [...familyOf(model.start.knobs, first).filter(({ path: each }) =>
            isChanged(model, each)), ...speedsOf(model.start, first)] : [];
    });
    return rows.map((row) => [row.path, null]).concat(rows.filter(({ value }) => value !== null)
        .map((row) => [row.path, written(row)]));
}

/** The impact speed belongs to a contact duration and to an overlap. */
const speedsOf = ({ knobs }, { of, key }) => knobs.filter((row) => row.of === of
    && row.key === 'at_speed_mps' && ['stiffness', 'contact_time_s', 'max_overlap_m'].some((each) =>
    key.startsWith(each)));

// ---- a parameter ----

/** Replaces a family of alternative keys (rows.js) by another key. @param also further keys: {key:
 * value}
 * @returns {Pairs} */
export function otherwisePairs({ knobs }, row, value, also = {}) {
    const family = familyOf(knobs, row).map(({ key }) => key);
    const speed = family.includes('contact_time_s') ? ['at_speed_mps'] : [];
    return pairsBelow(row.of, [...family, ...speed], { [row.key]: value, ...also });
}

/** Removes keys, then sets others.
 * @returns {Pairs} */
const pairsBelow = (of, removed, set) => [...removed.filter((key) => !(key in set)),
    ...Object.keys(set)].map((key) => [`${of}.${key}`, set[key] ?? null]);

/** Changes the force law. The keys of the old law do not apply to the new one; the contact duration
 * does.
 * @param contact_s contact duration, at a given speed if the law needs one
 * @returns {Pairs} */
export function lawPairs({ knobs }, { of }, law, { contact_s, speed_mps }) {
    const keys = knobs.filter((row) => row.of === of).map(({ key }) => key);
    const own = keys.slice(keys.indexOf('law') + 1, keys.indexOf('step_s'));
    return pairsBelow(of, own, { law, contact_time_s: `${contact_s}`,
        ...speed_mps === null ? {} : { at_speed_mps: `${speed_mps}` } });
}

// ---- the list of solvers ----

/** Unused name for a solver. */
function freeName({ solvers }, wanted) {
    const names = solvers.map(({ name }) => name);
    return [wanted, ...names.map((_, k) => `${wanted}${k + 2}`)].find((name) => !names.includes(name));
}

/** Adds a solver.
 * @param {{scene: Scene}} state
 * @param {{integrator?: string, kind?: string}} which an integrator, with the springs of the first
 *    soft solver; or a kind without required keys
 * @returns {Pairs} */
export function addPairs({ scene }, which) {
    const springs = scene.keys.solvers.find(({ kind }) => kind === 'penalty')
        ?? { kind: 'penalty', contact_time_s: 1e-3, contacts: 'exact' };
    const name = freeName(scene, which.integrator ?? which.kind);
    return [['solvers+', JSON.stringify(which.integrator
        ? { ...springs, name, label: undefined, integrator: which.integrator }
        : { name, kind: which.kind })]];
}

/** Removes a solver and its checks. If it was the reference, another one becomes the reference.
 * @returns {Pairs} */
export function removePairs({ scene: { keys } }, name) {
    const { solvers, reference } = keys, k = solvers.findIndex((solver) => solver.name === name);
    const other = solvers.find((solver) => solver.name !== name);
    /** @type {Pairs} */
    const pairs = [...withoutChecks(keys, (check) => check.solver === name || check.as === name),
        [pathOf('solvers', solvers[k], k), null]];
    return reference === name ? [['reference', other.name], ...pairs] : pairs;
}
