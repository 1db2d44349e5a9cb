// SPDX-License-Identifier: GPL-3.0-or-later
/** The core's description of a scenario: `keys`, all keys and values as of `carom show --json`, and
 * what else the page draws. */

const VIEW = { chart: 'energy', trails: false, zoom: 1, knobs: [] }; // where the scenario has none

/** Parameter with all its members.
 * @param {any} row @returns {Row} */
export const rowOf = ({ min, above, max, ...row }) => ({ words: [], instead_of: '', ...row,
    lowest: min ?? above ?? null, highest: max ?? null });

/** Joins keys and drawing data of table, balls and solvers.
 * @returns {Scene} */
export const sceneOf = ({ keys, own, table, solvers, ...said }) => ({ title: '', ...keys, ...said,
    keys,
    view: { ...VIEW, ...keys.view },
    table: { ...keys.table, ...table, wall_contact: keys.wall_contact },
    balls: keys.balls.map((ball, k) => ({ material: '', ...ball, of_group: k >= own })),
    solvers: keys.solvers.map((solver, k) => ({ ...solver, ...solvers[k] })) });
