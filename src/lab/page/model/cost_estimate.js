// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * How long a run takes, said before anybody wonders. A run that is not over in a second can be
 * stopped from then on, and is tried beside (the core's own estimate, of a stretch; where a solver is
 * long in one step that does not answer either); one that would take longer than a minute is held
 * until somebody says go. Once a part is there, progress is the better estimate: a trial begins
 * with code that the browser has not made fast yet, so what it says is looked at again before a run
 * is held.
 */

const WONDER_MS = 800; // then a person begins to wonder
const TRIAL_S = 0.2; // of the clock
const MOST_S = 60; // longer than this nobody waits without having been asked
const DOUBT_MS = 3000; // after so long of a run its progress is believed rather than the trial
const PART = 0.05; // of the samples: less says little of the rest
const SOME = 0.01; // enough to tell a minute from an hour
const SAY_MS = 250; // between two estimates

/** What is said where it is not known how long something takes that goes on. */
const unknown = (elapsed_s) => ({ total_s: null, elapsed_s, left_s: null, source: null,
    held: false });

/** Of what is not tried beside, a look at a run for one: only that it goes on is said.
 *  @returns {function()} to be called when it is over */
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
    /**
     * @param {{trial, say, hold, over}} how trial(budget_s, hear(cost)) asks the core;
     *     say(cost|null) takes the estimate {total_s, elapsed_s, left_s, source:
     *     'trial'|'progress', held}, which are null where nothing is known yet; hold() stops the
     *     run; over() ends the trial
     * @param {boolean} sure it was asked for knowing what it takes: it is not held
     */
    constructor(how, sure) {
        this.how = how;
        this.sure = sure;
        this.began_ms = this.said_ms = performance.now();
        this.cost = null;
        this.over = false;
        this.part = 0; // of the samples that are there
        this.timer = setTimeout(() => this.#wonder(), WONDER_MS);
    }

    get elapsed_s() {
        return (performance.now() - this.began_ms) / 1000;
    }

    #wonder() {
        this.#say(null, null);
        this.how.trial(TRIAL_S, ({ seconds }) => {
            if (this.over || seconds === null || this.cost?.source === 'progress') {
                return;
            }
            this.#say(seconds, 'trial');
            if (seconds > MOST_S && !this.sure) {
                this.timer = setTimeout(() => this.#doubt(), DOUBT_MS - 1000 * this.elapsed_s);
            }
        });
    }

    /** Held, unless it goes faster than was said; by then progress is what is said. */
    #doubt() {
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

    /** So much of the run is there, 0 to 1. */
    progress(part) {
        const now_ms = performance.now();
        this.part = part;
        if (!this.over && part > PART && part < 1 && now_ms - this.began_ms > WONDER_MS
            && now_ms - this.said_ms > SAY_MS) {
            this.#say(this.elapsed_s / part, 'progress');
        }
    }

    /** Stops the run; what it would have taken stays said. */
    hold() {
        const cost = this.cost ?? unknown(this.elapsed_s);
        this.over = true;
        clearTimeout(this.timer);
        this.how.over();
        this.how.hold();
        this.how.say({ ...cost, held: true });
    }

    /** The run is over, or another one begins: nothing is held any more. */
    end() {
        clearTimeout(this.timer);
        this.over = true;
        this.how.over();
        this.how.say(null);
    }
}
