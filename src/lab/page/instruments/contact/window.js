// SPDX-License-Identifier: GPL-3.0-or-later
/** Time window that shows a contact in slow motion. */
import { counterpart } from './pairs.js';

const BEFORE = 0.25, AFTER = 0.5; // margins, relative to the contact duration
const INSTANT_PART = 0.002; // window relative to the run if the contact has no duration

/** Longest duration of the contact among the solvers, in s. */
function longest_s(run, balance, n) {
    const times = run.balances.map((list, index) => {
        const one = counterpart(list, balance, n);
        return one ? run.collisions[index]?.column.contact_s[one.contact - 1] : 0;
    });
    return Math.max(0, ...times.filter(Number.isFinite));
}

/** @returns arguments of `model.look`: onset and end of the contact with margins */
export function windowOf(run, balance, n) {
    const touches = run.balances.map((list) => counterpart(list, balance, n)?.t_s)
        .filter((t_s) => t_s !== undefined);
    const first_s = Math.min(...touches), last_s = Math.max(...touches);
    const long_s = Math.max(longest_s(run, balance, n), last_s - first_s)
        || INSTANT_PART * (run.to_s - run.from_s);
    return { from_s: Math.max(0, first_s - BEFORE * long_s),
        to_s: Math.min(run.to_s, first_s + (1 + AFTER) * long_s),
        bodies: `${balance.a},${balance.b}` };
}
