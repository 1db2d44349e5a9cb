// SPDX-License-Identifier: GPL-3.0-or-later
/** Event emitter. */

export class Listeners {
    listeners = new Map();

    /** @param {string} names separated by blanks
     * @returns removes the listener */
    on(names, listener) {
        const all = names.split(' ').map((name) => {
            const listeners = this.listeners.get(name) ?? new Set();
            this.listeners.set(name, listeners.add(listener));
            return listeners;
        });
        return () => all.forEach((listeners) => listeners.delete(listener));
    }

    /** Calls all listeners of a name; an error in one becomes a 'fault' event.
     * @param {string} name @param {any} [value] */
    emit(name, value) {
        this.listeners.get(name)?.forEach((listener) => this.#call(listener, name, value));
    }

    /** @param {string} name @param {any} [value] */
    #call(listener, name, value) {
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
