// SPDX-License-Identifier: GPL-3.0-or-later
/** A run that lasts can be stopped, and its progress estimates its duration. A run of more than a
 * minute is stopped until the reader continues it. Time counts from the begin of the computation: a
 * slow machine may need seconds to start the core. */

const WONDER_MS = 800; // a shorter run gets no notice
const DOUBT_MS = 3000; // time after which a run of more than MOST_S is stopped
const SILENT_MS = 8000; // the same for one without a second sample, whose duration is unknown
const MOST_S = 60;
const SAY_MS = 250; // minimum interval between notices

/** Reports an activity of unknown duration, such as slow motion, once it takes long.
 * @returns {function()} to call at its end */
export function delayedNotice(say) {
    let said = false;
    const timer = setTimeout(() => {
        said = true;
        say({ total_s: null, left_s: null, held: false });
    }, WONDER_MS);
    return () => {
        clearTimeout(timer);
        if (said) {
            say(null);
        }
    };
}

export class LongRun {
    over = false;
    part = 0; // fraction of the computed samples received
    said_ms = 0;

    /** @param {{say, hold}} how say(cost|null) receives {total_s, left_s, held}, with null for
     *    unknown values; hold() stops the run
     * @param {boolean} sure true: the reader has agreed to the duration, so the run is not stopped
     */
    constructor(how, sure) {
        this.how = how;
        this.sure = sure;
        this.began_ms = performance.now();
        this.timers = [setTimeout(() => this.#say(), WONDER_MS)];
    }

    /** The core has read the scenario and computes. */
    begin() {
        this.began_ms = performance.now();
        if (!this.sure && !this.over) {
            this.timers.push(setTimeout(() => this.#decide(false), DOUBT_MS),
                setTimeout(() => this.#decide(true), SILENT_MS));
        }
    }

    #cost(held) {
        const elapsed_s = (performance.now() - this.began_ms) / 1000;
        const total_s = this.part > 0 ? elapsed_s / this.part : null;
        return { total_s, left_s: total_s === null ? null : total_s - elapsed_s, held };
    }

    #say() {
        this.said_ms = performance.now();
        this.how.say(this.#cost(false));
    }

    /** @param silent true: an unknown duration counts as long */
    #decide(silent) {
        if ((this.#cost(false).total_s ?? (silent ? Infinity : 0)) > MOST_S) {
            this.hold();
        }
    }

    /** Reports the samples received. The first one, at the start, takes no time. */
    progress(filled, samples) {
        const part = this.part = (filled - 1) / (samples - 1);
        if (!this.over && part < 1 && this.said_ms > 0
            && performance.now() - this.said_ms > SAY_MS) {
            this.#say();
        }
    }

    /** Stops the run and keeps its notice visible. */
    hold() {
        const cost = this.#cost(true);
        this.end(cost, this.how.hold);
    }

    /** @param {any} cost last notice; null after a finished or superseded run */
    end(cost = null, act = () => {}) {
        this.timers.forEach(clearTimeout);
        this.over = true;
        act();
        this.how.say(cost);
    }
}
