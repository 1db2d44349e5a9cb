// SPDX-License-Identifier: GPL-3.0-or-later
/** Edits of several keys: add or remove a solver, or replace a key by an alternative. `--set`
 * cannot delete a key of a file, but it can set a whole item or list. Earlier edits below it are
 * merged into it and removed. */
import { flow, flowList, itemsOf, pairsOf, quoted, valueOf } from './flow.js';
import { keyOf, valueIn } from '../../model/history.js';
import { familyOf } from '../value/rows.js';

/** Keys of edits of a path or below it. */
export const keysBelow = (sets, path) => sets.map(keyOf).filter((key) =>
    `${key}.`.startsWith(`${path}.`));

/** Edit that sets a whole path after all earlier edits. */
export function wholly(sets, path, value) {
    const keys = keysBelow(sets, path).filter((key) => key !== path);
    /** @type {Pairs} */ const pairs = [[path, null], [path, value]];
    keys.forEach((key) => pairs.unshift([key, null]));
    return pairs;
}

/** Edit that restores the value of the file or of the menu's scene.
 * @returns {Pairs} */
export function resetPairs(path, originSets = []) {
    const said = originSets.filter((set) => keyOf(set) === path).at(-1);
    return [[path, said === undefined ? null : valueIn(said)]];
}

/** True if a path differs from the file or the menu's scene. */
export const isChanged = (path, sets, originSets = []) =>
    sets.some((set) => keyOf(set) === path && !originSets.includes(set));

// ---- an item ----

const asText = (row) => row.type === 'text' ? quoted(row.value) : row.value;

/** Keys and values of an item: from the canonical scenario or, for a group, which that expands,
 * from its parameter rows. */
export function itemAt(scene, knobs, of) {
    const [list, name] = of.split('.');
    const item = list === 'groups' ? undefined
        : itemsOf(scene.yaml, list).find((each) => valueOf(each, 'name') === name);
    return item ? pairsOf(item) : knobs.filter((row) => row.of === of && row.value !== null)
        .map((row) => [row.key, asText(row)]);
}

/** Replaces a family of alternative keys (rows.js) by another key. @param also further keys: {key:
 * value}
 * @returns pairs for model.edit */
export function otherwisePairs({ scene, knobs, sets }, row, value, also = {}) {
    const family = familyOf(knobs, row).map(({ key }) => key);
    const speed = family.includes('contact_time_s') ? ['at_speed_mps'] : [];
    const kept = itemAt(scene, knobs, row.of).filter(([key]) =>
        ![...family, ...speed].includes(key));
    const said = Object.entries({ [row.key]: value, ...also });
    return wholly(sets, row.of, flow([...kept, ...said]));
}

/** Changes the force law. The keys of the old law do not apply to the new one; the contact duration
 * does.
 * @param contact_s contact duration, at a given speed if the law needs one */
export function lawPairs({ scene, knobs, sets }, row, law, { contact_s, speed_mps }) {
    const rows = knobs.filter(({ of }) => of === row.of).map(({ key }) => key);
    const own = rows.slice(rows.indexOf('law') + 1, rows.indexOf('step_s'));
    const kept = itemAt(scene, knobs, row.of)
        .filter(([key]) => !own.includes(key) && key !== 'law');
    const speed = speed_mps === null ? [] : [['at_speed_mps', `${speed_mps}`]];
    return wholly(sets, row.of, flow([...kept, ['law', law],
        ['contact_time_s', `${contact_s}`], ...speed]));
}

// ---- the list of solvers ----

/** Unused name for a solver. */
export function freeName(scene, wanted) {
    const names = scene.solvers.map(({ name }) => name);
    let name = wanted;
    for (let k = 2; names.includes(name); k++) {
        name = `${wanted}${k}`;
    }
    return name;
}

/** Adds a solver.
 * @param {{scene: Scene, sets: string[]}} state
 * @param {{integrator?: string, kind?: string}} which an integrator, with the springs of the first
 *    soft solver; or a kind without required keys */
export function addPairs({ scene, sets }, which) {
    const items = itemsOf(scene.yaml, 'solvers');
    const springs = items.find((item) => valueOf(item, 'kind') === 'penalty');
    const name = ['name', quoted(freeName(scene, which.integrator ?? which.kind))];
    const of = springs ? pairsOf(springs).filter(([key]) =>
        !['name', 'label', 'integrator'].includes(key))
        : [['kind', 'penalty'], ['contact_time_s', '1e-3'], ['contacts', 'exact']];
    const item = which.integrator ? [name, ...of, ['integrator', which.integrator]]
        : [name, ['kind', which.kind]];
    return wholly(sets, 'solvers', flowList([...items, flow(item)]));
}

/** Removes a solver and its checks. If it was the reference, another one becomes the reference. */
export function removePairs({ scene, sets }, name) {
    const items = itemsOf(scene.yaml, 'solvers').filter((item) => valueOf(item, 'name') !== name);
    const pairs = wholly(sets, 'solvers', flowList(items));
    if (scene.solvers[scene.reference]?.name === name) {
        pairs.push(['reference', scene.solvers.find((solver) => solver.name !== name).name]);
    }
    const checks = itemsOf(scene.yaml, 'checks');
    const left = checks.filter((item) => !['solver', 'as'].some((key) =>
        valueOf(item, key) === name));
    return left.length === checks.length ? pairs
        : [...pairs, ...wholly(sets, 'checks', flowList(left))];
}
