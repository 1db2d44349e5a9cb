// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * A click for each collision that is passed while it plays: as loud as its impulse is against the
 * loudest of the run; the first solver left, the second right; a rigid one a sharp tick, a soft one
 * a duller knock. Off until somebody wants it, for a page may make no sound before.
 */
import { nextRow } from '../table/contact.js';

const MOST = 8; // clicks of a frame and solver: the loudest
const QUIETEST = 0.02; // of the loudest: below it nobody hears it
const RIGID = { hertz: 2900, above: 5300, decay_s: 0.012 }; // as the program's sound of balls
const SOFT = { hertz: 900, above: 1650, decay_s: 0.03 };
const SIDES = [-0.8, 0.8]; // of the first two solvers

/** The collisions of a table in from_s < t <= to_s, the loudest, as {gain} and row. */
export function heardIn(table, from_s, to_s, loudest_Ns) {
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
    constructor(model) {
        this.model = model;
        this.context = null;
        this.on = false;
        this.last_s = null;
        this.clicks = 0; // so far: what tests count
        model.on('time', () => this.#passed());
        model.on('play', () => {
            this.last_s = model.time;
        });
    }

    /** To be called by a press: no page may make sound before. */
    turn(on) {
        this.on = on;
        if (on) {
            this.context ??= new AudioContext();
            this.context.resume();
        }
        this.last_s = this.model.time;
    }

    #loudest(run) {
        this.loudestOf ??= new WeakMap();
        if (!this.loudestOf.has(run)) {
            const all = run.collisions.slice(0, SIDES.length).map((table) =>
                (table ? Array.from(table.column.impulse_Ns) : []).reduce((most, one) =>
                    Math.max(most, Math.abs(one) || 0), 0));
            this.loudestOf.set(run, Math.max(...all) || 1);
        }
        return this.loudestOf.get(run);
    }

    #passed() {
        const { model, last_s } = this, run = model.shown, now_s = model.time;
        this.last_s = now_s;
        if (!this.on || !model.playing || !run?.done || !(now_s > last_s)) {
            return;
        }
        SIDES.forEach((side, lane) => {
            const table = run.collisions[lane];
            if (table?.rows > 0) {
                const timbre = run.scene.solvers[lane].soft ? SOFT : RIGID;
                heardIn(table, last_s, now_s, this.#loudest(run)).forEach(({ gain }) =>
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
