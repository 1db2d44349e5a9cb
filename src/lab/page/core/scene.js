// SPDX-License-Identifier: GPL-3.0-or-later
/** The core's description of a scenario: `keys`, all keys and values as of `carom show --json`, and
 * what else the page draws. */
import { Run } from '../model/run.js';

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

/** The first scene at t = 0, as `carom lab` has written it (carom_lab_first_write of lab.h).
 * @returns {Run} with one sample of one solver */
export function previewOf({ zoom, balls, table }) {
    const run = new Run(/** @type {any} */ ({ balls, columns: [], spins: false, view: { ...VIEW, zoom }, table,
        solvers: [{ name: '', label: '', hue: 1, variant: 0 }] }), { samples: 2, to_s: 1 });
    run.add({ count: 1, numbers: [0], positions: balls.flatMap(({ x_m, y_m, vx_mps, vy_mps }) =>
        [x_m, y_m, vx_mps, vy_mps]) });
    return run;
}
