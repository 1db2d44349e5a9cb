// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Edits that are more than one key: what a list of --set must be for a solver to come or go, or for
 * the same thing to be said by another key. `--set` takes no key out of a file, but it sets an item
 * or a list as a whole; then what was set below it is in it, and is taken back.
 */
import { flow, flowList, itemsOf, pairsOf, quoted, valueOf } from './flow.js';
import { familyOf } from '../value/rows.js';

const keyOf = (set) => set.slice(0, set.indexOf('='));
const below = (sets, path) => sets.map(keyOf).filter((key) => key.startsWith(`${path}.`));

/** A path set as a whole, behind all that was set before. */
export const wholly = (sets, path, value) =>
    [...below(sets, path).map((key) => [key, null]), [path, null], [path, value]];

/** Back to what the file (and the scene of the menu) says. */
export function resetPairs(path, originSets = []) {
    const said = originSets.filter((set) => keyOf(set) === path).at(-1);
    return [[path, said === undefined ? null : said.slice(path.length + 1)]];
}

/** Whether a path was set otherwise than the file, or the scene of the menu, says. */
export const isChanged = (path, sets, originSets = []) =>
    sets.some((set) => keyOf(set) === path && !originSets.includes(set));

/** A path whose item was set as a whole, so that a key of it cannot be taken back by itself. */
export const wholeOf = (path, sets, originSets = []) => sets.map(keyOf).find((key) =>
    (path === key || path.startsWith(`${key}.`)) && isChanged(key, sets, originSets));

// ---- an item ----

const asText = (row) => row.type === 'text' ? quoted(row.value) : row.value;

/** An item as keys and values: of the canonical scenario; of a group, which is written out there,
 * of its rows. */
export function itemAt(scene, knobs, of) {
    const [list, name] = of.split('.');
    const item = list === 'groups' ? undefined
        : itemsOf(scene.yaml, list).find((each) => valueOf(each, 'name') === name);
    return item ? pairsOf(item) : knobs.filter((row) => row.of === of && row.value !== null)
        .map((row) => [row.key, asText(row)]);
}

/** Says by another key what a family of keys (rows.js) says. @param also further keys: {key: value}
 *  @returns pairs of model.edit */
export function otherwisePairs({ scene, knobs, sets }, row, value, also = {}) {
    const family = familyOf(knobs, row).map(({ key }) => key);
    const speed = family.includes('contact_time_s') ? ['at_speed_mps'] : [];
    const kept = itemAt(scene, knobs, row.of).filter(([key]) =>
        ![...family, ...speed].includes(key));
    const said = Object.entries({ [row.key]: value, ...also });
    return wholly(sets, row.of, flow([...kept, ...said]));
}

/**
 * Another law of force: what the old law's own keys said is not the new one's to read, but the time
 * of a contact is any law's.
 * @param contact_s that it is to have, at a speed where the law asks for one
 */
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

/** A name that no solver has yet. */
export function freeName(scene, wanted) {
    const names = scene.solvers.map(({ name }) => name);
    let name = wanted;
    for (let k = 2; names.includes(name); k++) {
        name = `${wanted}${k}`;
    }
    return name;
}

/**
 * One more solver.
 * @param {{integrator}|{kind}} which a method, with the springs of the first soft solver where
 *     there is one; or a kind that needs nothing said
 */
export function addPairs({ scene, sets }, which) {
    const items = itemsOf(scene.yaml, 'solvers');
    const springs = items.find((item) => valueOf(item, 'kind') === 'penalty');
    const name = ['name', quoted(freeName(scene, which.integrator ?? which.kind))];
    const of = springs ? pairsOf(springs).filter(([key]) =>
        !['name', 'label', 'integrator'].includes(key))
        : [['kind', 'penalty'], ['contact_time_s', '1e-3'], ['contacts', 'located'],
            ['flight', 'leap']];
    const item = which.integrator ? [name, ...of, ['integrator', which.integrator]]
        : [name, ['kind', which.kind]];
    return wholly(sets, 'solvers', flowList([...items, flow(item)]));
}

/** One solver less, and what speaks of it: checks, and the reference, which another becomes. */
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
