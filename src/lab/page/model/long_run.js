// SPDX-License-Identifier: GPL-3.0-or-later
/** A run that lasts can be stopped, and its progress estimates its duration. A run of more than a
 * minute is stopped until the reader continues it. Time counts from the begin of the computation: a
 * slow machine may need seconds to start the core. */

const WONDER_S = 0.8; // a shorter run gets no notice
const DOUBT_S = 3; // time after which a run of more than MOST_S is stopped
const PATIENT_S = 20; // the same for one whose close-up is awaited
const SILENT_S = 8; // the same for one without a second sample, whose duration is unknown
const MOST_S = 60;
const SAY_MS = 250; // interval between notices

export class LongRun {
    part = 0; // fraction of the computed samples received
    hasBegun = false;
    began_ms = performance.now();
    timer = this.#wait();

    /** @param {{say, hold, awaits?: () => boolean}} how say(cost|null) receives {total_s, left_s, held}, with null for
     *    unknown values; hold() stops the run
     * @param {boolean} sure true: the reader has agreed to the duration, so the run is not stopped */
    constructor(how, sure = false) {
        this.how = how;
        this.sure = sure;
    }

    #wait() {
        return setTimeout(() => {
            this.timer = this.#wait();
            this.#check();
        }, SAY_MS);
    }

    /** The core has read the scenario and computes. */
    begin() {
        this.began_ms = performance.now();
        this.hasBegun = true;
    }

    /** Receives the number of samples. The first one, at the start, takes no time. */
    progress(filled, samples) {
        this.part = (filled - 1) / (samples - 1);
    }

    get #elapsed_s() {
        return (performance.now() - this.began_ms) / 1000;
    }

    /** Expected duration; null if it is unknown. */
    get total_s() {
        return this.part > 0 ? this.#elapsed_s / this.part : null;
    }

    #cost(held) {
        const { total_s } = this;
        return { total_s, left_s: total_s === null ? null : total_s - this.#elapsed_s, held };
    }

    #check() {
        const elapsed_s = this.#elapsed_s, total_s = this.#cost(false).total_s ?? (elapsed_s > SILENT_S ? Infinity : 0);
        if (this.hasBegun && !this.sure && elapsed_s > (this.how.awaits?.() ? PATIENT_S : DOUBT_S) && total_s > MOST_S) {
            this.hold();
        } else if (elapsed_s > WONDER_S) {
            this.how.say(this.#cost(false));
        }
    }

    /** Stops the run and keeps its notice visible. */
    hold() {
        const cost = this.#cost(true);
        this.end(cost, this.how.hold);
    }

    /** @param {any} cost last notice; null after a finished or superseded run */
    end(cost = null, act = () => {}) {
        clearTimeout(this.timer);
        act();
        this.how.say(cost);
    }
}
