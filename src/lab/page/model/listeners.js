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
            this.#tell(listener, name, value);
        }
    }

    #tell(listener, name, value) {
        try {
            listener(value);
        } catch (reason) {
            console.error(reason);
            if (name !== 'fault') {
                this.emit('fault', reason);
            }
        }
    }

    /** Who begins to listen in `act` hears at once what has been said before: these names. */
    catchUp(names, act) {
        const before = new Map([...this.listeners].map(([name, all]) => [name, new Set(all)]));
        act();
        for (const name of names) {
            for (const listener of this.listeners.get(name) ?? []) {
                if (!before.get(name)?.has(listener)) {
                    this.#tell(listener, name);
                }
            }
        }
    }
}
