// SPDX-License-Identifier: GPL-3.0-or-later
/** Selects the contact for slow motion and its time window, and reads its samples. */

const EDGE = 0.35; // margins relative to the window, before the first onset and after the last end
const RIGID_EDGE = 0.6; // margin for rigid balls: approach distance in radii
const FAR = 4; // in radii of approach: farther contacts of other solvers do not match

const isPair = ({ column }, row, a, b) => (column.a[row] === a && column.b[row] === b)
    || (column.a[row] === b && column.b[row] === a);

/** Contact duration in s; 0 for an open contact. */
const durationAt = ({ column }, row) => Number.isFinite(column.contact_s[row])
    ? column.contact_s[row] : 0;

/** Row of the first collision at or after a time, or -1. */
export function nextRow(table, time_s) {
    let low = 0, high = table?.rows ?? 0;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (table.column.t_s[middle] < time_s) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < (table?.rows ?? 0) ? low : -1;
}

/** Row of the pair's contact nearest to a time, within a span, or -1. */
export function rowOf(table, a, b, near_s, within_s = Infinity) {
    let found = -1, least_s = within_s;
    for (let row = 0; row < (table?.rows ?? 0); row++) {
        const away_s = Math.abs(table.column.t_s[row] - near_s);
        if (away_s <= least_s && isPair(table, row, a, b)) {
            found = row;
            least_s = away_s;
        }
    }
    return found;
}

/** Time in s in which the pair approaches by a number of radii. */
function timeFor(radii, { scene }, { column }, row) {
    const ball = scene.balls.find(({ name }) => name === column.a[row]);
    return radii * ball.radius_m / Math.max(column.approach_mps[row], 1e-12);
}

/** Time window that contains the contact of every solver that has it.
 * @param index index of the solver whose collision table `row` refers to
 * @returns {{from_s, to_s, bodies, a, b, t_s, rows}} rows by solver; -1 if it lacks the contact */
export function windowOf(run, index, row) {
    const table = run.collisions[index], { column } = table;
    const a = column.a[row], b = column.b[row], t_s = column.t_s[row];
    const longest_s = Math.max(...run.collisions.map((other) => {
        const same = rowOf(other, a, b, t_s);
        return same < 0 ? 0 : durationAt(other, same);
    }));
    const within_s = Math.max(3 * longest_s, timeFor(FAR, run, table, row));
    const rows = run.collisions.map((other, k) => k === index ? row
        : rowOf(other, a, b, t_s, within_s));
    const begin_s = Math.min(...rows.map((at, k) => at < 0 ? Infinity
        : run.collisions[k].column.t_s[at]));
    const end_s = Math.max(...rows.map((at, k) => at < 0 ? -Infinity
        : run.collisions[k].column.t_s[at] + durationAt(run.collisions[k], at)));
    const edge_s = end_s > begin_s ? EDGE * (end_s - begin_s)
        : timeFor(RIGID_EDGE, run, table, row);
    const last_s = run.scene.duration_s;
    return { from_s: Math.max(begin_s - edge_s, 0), to_s: Math.min(end_s + edge_s, last_s),
        bodies: `${a},${b}`, a, b, t_s, rows };
}

/** Contact of a solver whose samples are in the window, or null. */
function contactOf(slow, index) {
    const contactSamples = slow.contacts[index], table = slow.collisions[index];
    if (!contactSamples || contactSamples.rows === 0) {
        return null;
    }
    const middle_s = (slow.from_s + slow.to_s) / 2, [a, b] = [contactSamples.column.a[0],
        contactSamples.column.b[0]];
    const row = rowOf(table, a, b, middle_s, (slow.to_s - slow.from_s) / 2);
    const first = row < 0 ? -1 : contactSamples.column.contact.indexOf(row + 1);
    if (first < 0) {
        return null;
    }
    let end = first;
    while (end < contactSamples.rows && contactSamples.column.contact[end] === row + 1) {
        end++;
    }
    return { row, first, end, a: table.column.a[row], b: table.column.b[row],
        wall: table.column.kind[row] === 'wall', rigid: !(table.column.contact_s[row] > 0),
        t_s: table.column.t_s[row], contact_s: durationAt(table, row),
        impulse_Ns: table.column.impulse_Ns[row], contactSamples: contactSamples.column };
}

/** Contacts of a run in slow motion, by solver. */
export const contactsIn = (slow) => slow.solvers.map((name, index) => contactOf(slow, index));

/** Index of the last contact sample at or before a time, or the first. @returns {number} row */
export function contactSampleAt({ contactSamples, first, end }, time_s) {
    let low = first, high = end;
    while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (contactSamples.t_s[middle] <= time_s) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

/** Largest force of these contacts in N; 0 if none has a force. */
export function largestForce(contacts) {
    let largest = 0;
    for (const contact of contacts.filter((one) => one !== null)) {
        for (let row = contact.first; row < contact.end; row++) {
            const force = Math.abs(contact.contactSamples.force_N[row]);
            largest = force > largest ? force : largest;
        }
    }
    return largest;
}
