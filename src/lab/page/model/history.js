// SPDX-License-Identifier: GPL-3.0-or-later
/** Undo and redo: states {text, origin, start} that the core has accepted; `origin` is the menu's
 * scene or null, `start` the first state of the scene. */

const MOST = 500; // maximum number of states
const PAUSE_MS = 1500; // edits within this time belong to one drag

/** Lines of changes for the core: "KEY=VALUE", or "KEY", which is removed. */
export const changesOf = (pairs) => pairs.map(([key, value]) =>
    value === null ? key : `${key}=${value}`);

/** Key and value of "KEY=VALUE". @returns {[string, string]} */
export const pairOf = (set) => [set.slice(0, set.indexOf('=')), set.slice(set.indexOf('=') + 1)];

export const same = (a, b) => a.text === b.text;

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
        const { text, origin = null, start = null } = state;
        this.states.push({ text, origin, start, merge, when_ms: now_ms });
        if (this.states.length > MOST) {
            this.states.shift();
        }
        this.at = this.states.length - 1;
    }

    /** @returns {{text, origin, start}|null} the state `by` steps further, which becomes the current
     *    one */
    move(by) {
        const state = this.states[this.at + by];
        if (!state) {
            return null;
        }
        this.at += by;
        return { text: state.text, origin: state.origin, start: state.start };
    }
}
