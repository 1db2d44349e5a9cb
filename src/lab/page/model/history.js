// SPDX-License-Identifier: GPL-3.0-or-later
/** Undo and redo: states {text, sets, origin} that the core has accepted; `origin` is the menu's
 * scene or null. */

const MOST = 500; // maximum number of states
const PAUSE_MS = 1500; // edits within this time belong to one drag

/** Key and value of "KEY=VALUE". */
export const keyOf = (set) => set.slice(0, set.indexOf('='));
export const valueIn = (set) => set.slice(set.indexOf('=') + 1);

/** Replaces or appends the entry of each key in sets; the value null removes the entry, which
 * restores the value of the text. */
export function withPairs(sets, pairs) {
    const changed = new Map(sets.map((set) => [keyOf(set), set]));
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
    states = [];
    at = -1;

    constructor(now = () => performance.now()) {
        this.now = now;
    }

    get canUndo() {
        return this.at > 0;
    }

    get canRedo() {
        return this.at < this.states.length - 1;
    }

    /** @param merge identifies edits of one drag: an object, or a text for edits that follow each
     *    other quickly; null: a separate step */
    push(state, merge = null) {
        const top = this.states[this.at], now_ms = this.now();
        if (top && same(top, state)) {
            top.merge = merge; // the end of a drag repeats its last position
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

    /** @returns {{text, sets, origin}|null} the state `by` steps further, which becomes the current
     *    one */
    move(by) {
        const state = this.states[this.at + by];
        if (!state) {
            return null;
        }
        this.at += by;
        return { text: state.text, sets: state.sets, origin: state.origin };
    }
}
