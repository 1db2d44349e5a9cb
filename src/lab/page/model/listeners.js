// SPDX-License-Identifier: GPL-3.0-or-later
/** Who wants to hear what, by name. */

export class Listeners {
    constructor() {
        this.listeners = new Map();
    }

    /** @returns {function()} ends it */
    on(name, listener) {
        const listeners = this.listeners.get(name) ?? new Set();
        this.listeners.set(name, listeners.add(listener));
        return () => listeners.delete(listener);
    }

    /** A listener that fails takes nobody else with it: that is said as 'fault'. */
    emit(name, value) {
        for (const listener of this.listeners.get(name) ?? []) {
            try {
                listener(value);
            } catch (reason) {
                console.error(reason);
                if (name !== 'fault') {
                    this.emit('fault', reason);
                }
            }
        }
    }
}
