// SPDX-License-Identifier: GPL-3.0-or-later
/** Plays a click for each collision during playback. Loudness follows the impulse relative to the
 * loudest collision. The first solver is left, the second right; rigid contacts sound sharper than
 * soft ones. Off initially, because browsers forbid sound before a click. */
import { played } from '../model/play.js';
import { cached } from '../model/search.js';
import { largestOf, nextRow } from '../table/contact.js';

const MOST = 8; // maximum clicks per frame and solver
const QUIETEST = 0.02; // relative loudness below which a click is omitted
const RIGID = { hertz: 2900, above: 5300, decay_s: 0.012 }; // as in carom plot --sound
const SOFT = { hertz: 900, above: 1650, decay_s: 0.03 };
const SIDES = [-0.8, 0.8]; // stereo positions of the first two solvers

/** Loudest collisions with from_s < t <= to_s, as {gain} and row. */
export function audibleIn(table, from_s, to_s, loudest_Ns) {
    const heard = [], { t_s, impulse_Ns } = table.column;
    let row = nextRow(table, from_s);
    for (; row >= 0 && row < table.rows && t_s[row] <= to_s; row++) {
        const gain = Math.min(Math.abs(impulse_Ns[row]) / loudest_Ns, 1);
        if (t_s[row] > from_s && gain >= QUIETEST) {
            heard.push({ row, gain });
        }
    }
    return heard.sort((a, b) => b.gain - a.gain).slice(0, MOST);
}

export class Sound {
    on = false;
    loudestOf = new WeakMap(); // by run
    clicks = 0; // count for tests

    /** @param {Model} model */
    constructor(model) {
        this.model = model;
        this.context = null;
        played(model, (from_s, to_s) => this.#passed(from_s, to_s));
    }

    /** Switches the sound; must be called from a click. */
    turn(on) {
        this.on = on;
        if (on) {
            this.context ??= new AudioContext();
            this.context.resume();
        }
    }

    #loudest(run) {
        return cached(this.loudestOf, run, () => largestOf(run.collisions.slice(0, SIDES.length)
            .flatMap((table) => Array.from(table?.column.impulse_Ns ?? [], Math.abs))) || 1);
    }

    #passed(from_s, to_s) {
        const run = this.model.shown;
        if (!this.on || !run?.done) {
            return;
        }
        SIDES.forEach((side, index) => {
            const table = run.collisions[index];
            if (table && table.rows > 0) {
                const timbre = run.scene.solvers[index].soft ? SOFT : RIGID;
                audibleIn(table, from_s, to_s, this.#loudest(run)).forEach(({ gain }) =>
                    this.#click(timbre, gain, side));
            }
        });
    }

    #click({ hertz, above, decay_s }, gain, side) {
        const { context } = this, now = context.currentTime;
        const level = context.createGain(), pan = context.createStereoPanner();
        pan.pan.value = side;
        level.gain.setValueAtTime(0.3 * gain, now);
        level.gain.exponentialRampToValueAtTime(1e-4, now + 6 * decay_s);
        level.connect(pan).connect(context.destination);
        for (const frequency of [hertz, above]) {
            const tone = context.createOscillator();
            tone.frequency.value = frequency;
            tone.connect(level);
            tone.start(now);
            tone.stop(now + 6 * decay_s);
        }
        this.clicks++;
    }
}
