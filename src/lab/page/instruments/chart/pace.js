// SPDX-License-Identifier: GPL-3.0-or-later
/** When what is drawn: once a frame, and only so much of it. */

const MOST_MS = 2; // of a frame; what is left waits for the next

/**
 * What is to be drawn, a little in each frame: the newest state of each part, in turn, so that no
 * frame is late for it. A part's update() gives a list of what is to be done, or does it at once.
 */
export class Pace {
    /** @param move draws what moves with the time, which is little */
    constructor(move, { frame = (step) => requestAnimationFrame(step),
        now = () => performance.now() } = {}) {
        Object.assign(this, { move, frame, now, parts: new Set(), jobs: [], asked: false });
    }

    /** @param parts that are to be updated; none: only what moves */
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

    /** @returns {boolean} whether there was something to be done */
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

/** One instrument that fails takes no other with it. */
export function guarded(act) {
    try {
        return act();
    } catch (reason) {
        console.error(reason);
        return undefined;
    }
}
