// SPDX-License-Identifier: GPL-3.0-or-later
/** Scheduler of drawing: a limited amount of work in each frame. */

const MOST_MS = 2; // per frame; the rest waits for the next frame

/** Draws the newest state of each part in turn. Each frame gets a small part and stays on time. A
 * part's update() draws at once or returns a list of steps. */
export class Pace {
    parts = new Set();
    jobs = [];
    asked = false;

    /** @param move draws what follows the time, which is cheap */
    constructor(move, { frame = (step) => requestAnimationFrame(step),
        now = () => performance.now() } = {}) {
        this.move = move;
        this.frame = frame;
        this.now = now;
    }

    /** @param parts to update; none: only what follows the time */
    ask(parts = []) {
        parts.forEach((part) => this.parts.add(part));
        if (!this.asked) {
            this.asked = true;
            this.frame(() => this.#draw());
        }
    }

    #draw() {
        const began_ms = this.now();
        this.asked = false;
        this.move();
        while (this.#next() && this.now() - began_ms < MOST_MS);
        if (this.jobs.length > 0 || this.parts.size > 0) {
            this.ask();
        }
    }

    /** @returns {boolean} false if nothing was left to do */
    #next() {
        if (this.jobs.length === 0) {
            const [part] = this.parts;
            if (part === undefined) {
                return false;
            }
            this.parts.delete(part);
            this.jobs = guarded(() => part.update()) ?? [];
            return true;
        }
        guarded(this.jobs.shift());
        return true;
    }
}

/** Reports an error of an instrument; the others continue. */
export function guarded(act) {
    try {
        return act();
    } catch (reason) {
        console.error(reason);
        return undefined;
    }
}
