// SPDX-License-Identifier: GPL-3.0-or-later
/** Initial value when a parameter changes to an alternative key: the last value of that key, or the
 * value that the core measured in the last run (model.summary), or a default. The new value need
 * not be equivalent. */
import { round125 } from '../value/scale.js';

const STEPS_OF_A_CONTACT = 50;
const STARTS = { step_s: 1e-5, theta: 0.05, contact_time_s: 1e-3, max_overlap_m: 1e-4,
    stiffness_N_per_m: 1e6, stiffness_N_per_m1p5: 1e9, density_kgpm3: 1700, mass_kg: 0.17,
    packing_fraction: 0.2, tc_s: 1e-4, frame_s: 1e-3 };
/** Quantities of the summary that give a solver's key. */
const MEASURED = { contact_time_s: 'contact_s', max_overlap_m: 'max_overlap_m', theta: 'theta', step_s: 'contact_s' };

/** Value of a solver in the last summary, or null.
 * @param {Model} model @param {string} of path of the solver @param {string} name of the value */
export function measured(model, of, name) {
    const row = model.stale ? null : model.summary?.rows.find((each) => each.name === name);
    const index = model.scene.solvers.findIndex((each) => `solvers.${each.name}` === of);
    const value = row?.values[index] ?? 0;
    return value > 0 ? value : null;
}

/** Laws with a speed-dependent contact duration need an impact speed. */
const SPEED = 1; // m/s

/** @param {Model} model @param {Row} row @param {Map<string, string | null>} memory last values
 * @returns {{value: string, also: {at_speed_mps?: string}}} value of `row` and of the keys that it
 *    requires */
export function guess(model, row, memory) {
    const name = MEASURED[row.key], found = name && measured(model, row.of, name);
    const first = row.key === 'step_s' ? round125(found / STEPS_OF_A_CONTACT) : Number(found?.toPrecision(3));
    const value = memory.get(row.path) ?? (found ? first : STARTS[row.key] ?? 1);
    const hertzian = model.knobs.some(({ of, key, value: law }) => of === row.of && key === 'law'
        && law !== 'hooke');
    const speed = row.key === 'max_overlap_m' || (row.key === 'contact_time_s' && hertzian);
    return { value: `${value}`, also: speed ? { at_speed_mps: `${SPEED}` } : {} };
}

/** Contact duration for another force law. */
export function contactOf(model, row, law) {
    const near = model.knobs.filter(({ of }) => of === row.of);
    const said = near.find(({ key }) => key === 'contact_time_s')?.value;
    const found = measured(model, row.of, 'contact_s') ?? STARTS.contact_time_s;
    return { contact_s: said ?? Number(found.toPrecision(3)),
        speed_mps: law === 'hooke' ? null : SPEED };
}
