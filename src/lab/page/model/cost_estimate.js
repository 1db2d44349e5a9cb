// SPDX-License-Identifier: GPL-3.0-or-later
/** Estimates the duration of a run. After 0.8 s a run can be stopped, and a trial in another worker
 * extrapolates its duration. Runs longer than a minute are stopped until the reader continues
 * them. Progress gives a better estimate than the trial, whose code the browser has not optimized
 * yet; so progress decides whether a run is stopped. A solver stuck in one step yields no
 * estimate. */

const WONDER_MS = 800; // a shorter run gets no estimate
const TRIAL_S = 0.2; // wall-clock time
const MOST_S = 60; // longer runs are stopped
const DOUBT_MS = 3000; // run time after which progress overrides the trial
const PART = 0.05; // minimum progress for an estimate
const SOME = 0.01; // minimum progress for the decision to stop the run
const SAY_MS = 250; // minimum interval between estimates

/** Estimate of unknown duration. */
const unknown = (elapsed_s) => ({ total_s: null, elapsed_s, left_s: null, source: null,
    held: false });

/** Reports an activity without a trial, such as slow motion, once it takes long.
 * @returns {function()} to call at its end */
export function delayedEstimate(say) {
    let said = false;
    const timer = setTimeout(() => {
        said = true;
        say(unknown(WONDER_MS / 1000));
    }, WONDER_MS);
    return () => {
        clearTimeout(timer);
        if (said) {
            say(null);
        }
    };
}

export class CostEstimate {
    over = false;
    part = 0; // fraction of the samples received

    /** @param {{trial, say, hold, over}} how trial(budget_s, receive(cost)) asks the core;
     *    say(cost|null) receives {total_s, elapsed_s, left_s, source: 'trial'|'progress', held},
     *    with null for unknown values; hold() stops the run; over() ends the trial
     * @param {boolean} sure true: the reader has agreed to the duration, so the run is not stopped
     */
    constructor(how, sure) {
        this.how = how;
        this.sure = sure;
        this.began_ms = this.said_ms = performance.now();
        this.cost = null;
        this.timer = setTimeout(() => this.#startTrial(), WONDER_MS);
    }

    get elapsed_s() {
        return (performance.now() - this.began_ms) / 1000;
    }

    #startTrial() {
        this.#say(null, null);
        this.how.trial(TRIAL_S, ({ seconds }) => {
            if (this.over || seconds === null || this.cost?.source === 'progress') {
                return;
            }
            this.#say(seconds, 'trial');
            if (seconds > MOST_S && !this.sure) {
                this.timer = setTimeout(() => this.#decide(), DOUBT_MS - 1000 * this.elapsed_s);
            }
        });
    }

    /** Stops the run unless its progress contradicts the trial. */
    #decide() {
        if (this.over || (this.part >= SOME && this.elapsed_s / this.part <= MOST_S)) {
            return;
        }
        if (this.part >= SOME) {
            this.#say(this.elapsed_s / this.part, 'progress');
        }
        this.hold();
    }

    #say(total_s, source) {
        const elapsed_s = this.elapsed_s;
        const left_s = total_s === null ? null : Math.max(0, total_s - elapsed_s);
        this.said_ms = performance.now();
        this.cost = { total_s, elapsed_s, left_s, source, held: false };
        this.how.say(this.cost);
    }

    /** Reports the fraction of the run received, 0 to 1. */
    progress(part) {
        const now_ms = performance.now();
        this.part = part;
        if (!this.over && part > PART && part < 1 && now_ms - this.began_ms > WONDER_MS
            && now_ms - this.said_ms > SAY_MS) {
            this.#say(this.elapsed_s / part, 'progress');
        }
    }

    /** Stops the run and keeps its estimate visible. */
    hold() {
        const cost = this.cost ?? unknown(this.elapsed_s);
        this.end({ ...cost, held: true }, this.how.hold);
    }

    /** @param {any} cost last estimate; null after a finished or superseded run */
    end(cost = null, act = () => {}) {
        clearTimeout(this.timer);
        this.over = true;
        this.how.over();
        act();
        this.how.say(cost);
    }
}
