// SPDX-License-Identifier: GPL-3.0-or-later
/** Schedule of changes of restitution. Pure functions on lists. */
import { flow, flowList, itemsOf, pairsOf, valueOf } from './flow.js';

/** @param {string} yaml the canonical scenario
 * @returns {{at_s: number, restitution: {ball_ball?: number, ball_wall?: number}}[]} in order */
export function scheduleOf(yaml) {
    return itemsOf(yaml, 'schedule').map((item) => {
        const inner = pairsOf(pairsOf(item).find(([key]) => key === 'restitution')?.[1] ?? '{}');
        return { at_s: Number(valueOf(item, 'at_s')),
            restitution: Object.fromEntries(inner.map(([key, value]) => [key, Number(value)])) };
    });
}

/** Formats the schedule as a value of --set. */
export const asValue = (changes) => flowList(changes.map(({ at_s, restitution }) => flow([
    ['at_s', `${at_s}`],
    ['restitution', flow(Object.entries(restitution).map(([key, e]) => [key, `${e}`]))],
])));

/** Restitution at a time; `first` is the scenario's initial one. */
export function restitutionAt(changes, first, time_s) {
    return changes.filter(({ at_s }) => at_s <= time_s)
        .reduce((held, { restitution }) => ({ ...held, ...restitution }), { ...first });
}

/** Rounds a time to six digits, which resolve the samples of a run. */
export const writtenTime = (time_s) => Number(time_s.toPrecision(6));

/** Adds a change; it overrides one at the same time.
 * @param {Record<string, number>} restitution of ball_ball, ball_wall or both */
export function withChange(changes, at_s, restitution) {
    const same = changes.find((change) => change.at_s === at_s);
    const change = { at_s, restitution: { ...same?.restitution, ...restitution } };
    return [...changes.filter((each) => each !== same), change].sort((a, b) => a.at_s - b.at_s);
}

export const without = (changes, k) => changes.filter((each, at) => at !== k);
