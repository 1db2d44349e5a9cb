// SPDX-License-Identifier: GPL-3.0-or-later
/** What edits require: balls of groups are listed before they are changed, and labels of solvers go
 * with the values that they describe; a label without a number outlives those. */
import { isChanged, pathOf } from '../knobs/edit/edits.js';

const isBelow = (key, path) => key.startsWith(`${path}.`);

/** Replaces the groups by their balls. @returns {Pairs} */
const listing = ({ keys, balls }) => [['groups', null], ...keys.balls.flatMap((ball, k) =>
    balls[k].of_group ? [['balls+', JSON.stringify(ball)]] : [])];

/** A label remains as long as all parameters of its solver have their first values; without it the
 * core names the solver by its method.
 * @returns {Pairs} */
function labelPairs(model, pairs) {
    const { scene, start, knobs } = model, given = new Map(pairs);
    return scene.keys.solvers.flatMap((solver, k) => {
        const of = pathOf('solvers', solver, k), path = `${of}.label`;
        if (given.has(path) || !pairs.some(([key]) => isBelow(key, of))) {
            return [];
        }
        const after = knobs.map((row) => given.has(row.path)
            ? { ...row, value: given.get(row.path) } : row);
        const first = start.scene.keys.solvers.find(({ name }) => name === solver.name)?.label;
        const isFirst = after.every((row) => row.of !== of || row.key === 'label'
            || (row.type === 'number' && !/\d|soft|stiff|hard/i.test(first ?? ''))
            || !isChanged({ start, knobs: [row] }, row.path));
        const label = isFirst ? first : undefined;
        return label === solver.label ? []
            : [[path, label === undefined ? null : JSON.stringify(label)]];
    });
}

/** @param {{scene: Scene, knobs: Row[], start: Described}} model
 * @param {Pairs} pairs
 * @param {string[]} before unanswered changes
 * @returns {Pairs} with the edits that they require */
export function completed(model, pairs, before = []) {
    const { balls } = model.scene, ofBalls = pairs.filter(([key]) => isBelow(key, 'balls'));
    const isMember = balls.some(({ name, of_group }) => of_group
        && ofBalls.some(([key]) => isBelow(key, `balls.${name}`)));
    const listed = isMember && !before.includes('groups') ? listing(model.scene) : [];
    return [...pairs.filter((pair) => !ofBalls.includes(pair)), ...listed, ...ofBalls,
        ...labelPairs(model, pairs)];
}
