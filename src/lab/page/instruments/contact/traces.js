// SPDX-License-Identifier: GPL-3.0-or-later
/** Splits the tables contacts.tsv of a run in slow motion by contact. */

import { largestOf } from '../../table/contact.js';

/** Row ranges of the contacts: [[from, to], ...]. Rows of a contact are adjacent. */
export function rowsOf(contact) {
    const begins = [...contact.keys()].filter((k) => k === 0 || contact[k] !== contact[k - 1]);
    return begins.map((from, k) => [from, begins[k + 1] ?? contact.length]);
}

const NAMES = ['t_s', 'overlap_m', 'rate_mps', 'force_N', 'elastic_J'];

/** @param {Run} run in slow motion @returns {Trace[]} one per contact and solver */
export function tracesOf(run) {
    return run.contacts.flatMap((table, index) => {
        if (!table || table.rows === 0) {
            return [];
        }
        return rowsOf(table.column.contact).map(([from, to]) =>
            traceOf(table.column, from, to, index, run.collisions[index]?.column));
    });
}

function traceOf(all, from, to, index, collisions) {
    const column = Object.fromEntries(NAMES.map((name) => [name, all[name].slice(from, to)]));
    const row = all.contact[from] - 1, of = (name) => collisions?.[name]?.[row] ?? NaN;
    return { index, a: all.a[from], b: all.b[from], onset_s: all.t_s[from], column,
        rigid: Number.isNaN(all.force_N[from]), impulse_Ns: of('impulse_Ns'),
        contact_s: of('contact_s'), max_overlap_m: of('max_overlap_m'),
        dissipated_J: of('dissipated_J') };
}

export const finite = (values) => Array.from(values).filter(Number.isFinite);

/** Largest magnitude in a column. */
export const largest = (traces, name) =>
    largestOf(traces.flatMap(({ column }) => Array.from(column[name], Math.abs)));
