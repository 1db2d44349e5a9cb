// SPDX-License-Identifier: GPL-3.0-or-later
/** What was done to the scenario, to be undone: states {text, sets, origin} that the core has
 *  accepted; `origin` is the scene of the menu that one came from, or null. */

const MOST = 500; // states that are kept
const PAUSE_MS = 1500; // edits of one drag follow each other faster

/** Sets with each pair in place of the earlier one of its key, or behind them all; the value null
 * takes a key out: then what the text says holds. */
export function withPairs(sets, pairs) {
    const changed = new Map(sets.map((set) => [set.slice(0, set.indexOf('=')), set]));
    for (const [key, value] of pairs) {
        if (value === null) {
            changed.delete(key);
        } else {
            changed.set(key, `${key}=${value}`);
        }
    }
    return [...changed.values()];
}

export const same = (a, b) => a.text === b.text && a.sets.length === b.sets.length
    && a.sets.every((set, k) => set === b.sets[k]);

export class History {
    constructor(now = () => performance.now()) {
        this.now = now;
        this.states = [];
        this.at = -1;
    }

    get canUndo() {
        return this.at > 0;
    }

    get canRedo() {
        return this.at < this.states.length - 1;
    }

    /** @param merge what edits of one drag have in common: the drag itself, or a text, which edits
     *     have in common only while they follow each other; null: a step of its own */
    push(state, merge = null) {
        const top = this.states[this.at], now_ms = this.now();
        if (top && same(top, state)) {
            top.merge = merge; // the end of a drag says its last place once more
            return;
        }
        const joins = merge !== null && top?.merge === merge && this.at > 0
            && (typeof merge !== 'string' || now_ms - top.when_ms < PAUSE_MS);
        this.states.length = joins ? this.at : this.at + 1;
        const { text, sets, origin = null } = state;
        this.states.push({ text, sets, origin, merge, when_ms: now_ms });
        if (this.states.length > MOST) {
            this.states.shift();
        }
        this.at = this.states.length - 1;
    }

    /** @returns {{text, sets, origin}|null} the state so many steps further, at which it then is */
    move(by) {
        const state = this.states[this.at + by];
        if (!state) {
            return null;
        }
        this.at += by;
        return { text: state.text, sets: state.sets, origin: state.origin };
    }
}
