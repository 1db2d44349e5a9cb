// SPDX-License-Identifier: GPL-3.0-or-later
/** A run that lasts can be stopped, and its progress in the later half of its time so far estimates what is left:
 * collisions come in bursts. A run of more than a minute is stopped until the reader continues it. Time counts from the begin of the computation: a
 * slow machine may need seconds to start the core. */

const WONDER_S = 0.8; // a shorter run gets no notice
const DOUBT_S = 3; // time after which a run of more than MOST_S is stopped
const PATIENT_S = 20; // the same for one whose close-up is awaited
const SILENT_S = 8; // the same for one without a second sample, whose duration is unknown
const MOST_S = 60;
const ROUGH = 0.2; // a smaller part of a run tells too little
const SAY_MS = 250; // interval between notices

export class LongRun {
    hasBegun = false;
    began_ms = performance.now();
    later = [{ ms: this.began_ms, part: 0 }]; // fractions of the samples received, in the later half of the time so far
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
        this.began_ms = this.later[0].ms = performance.now();
        this.hasBegun = true;
    }

    /** Receives the number of samples. The first one, at the start, takes no time. */
    progress(filled, samples) {
        this.later.push({ ms: performance.now(), part: (filled - 1) / (samples - 1) });
    }

    get #elapsed_s() {
        return (performance.now() - this.began_ms) / 1000;
    }

    /** Expected rest; null if it is unknown. */
    get #left_s() {
        const { later, began_ms } = this, now_ms = performance.now(), { part } = later[later.length - 1];
        while (later[1]?.ms < (began_ms + now_ms) / 2 && later[1].part < part) {
            later.shift();
        }
        return part > 0 ? (1 - part) * (now_ms - later[0].ms) / (part - later[0].part) / 1000 : null;
    }

    /** Expected duration; null if it is unknown. */
    get total_s() {
        const left_s = this.#left_s;
        return left_s === null ? null : this.#elapsed_s + left_s;
    }

    #cost(held) {
        return { total_s: this.total_s, left_s: this.later[this.later.length - 1].part < ROUGH ? null : this.#left_s, held };
    }

    #check() {
        const elapsed_s = this.#elapsed_s, total_s = this.#cost(false).total_s ?? (elapsed_s > SILENT_S ? Infinity : 0);
        if (this.hasBegun && !this.sure && elapsed_s > (this.how.awaits?.() ? PATIENT_S : DOUBT_S) && total_s > MOST_S) {
            this.hold();
        } else if (this.hasBegun && elapsed_s > WONDER_S) {
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
