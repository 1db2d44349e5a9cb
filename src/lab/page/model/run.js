// SPDX-License-Identifier: GPL-3.0-or-later
/** Run as it arrives: samples of all solvers at common times, then results. */
import { countWhile } from './search.js';
import { Distances } from './track.js';

const MOTION = 4; // floats per ball: x, y (m), vx, vy (m/s)
const TURN = 2; // for spinning balls: spin (rad/s), angle (rad)
const MOST_PLACES = 24 << 20; // bytes; two runs stay below 64 MB
const SMOOTH_PER_S = 60; // samples per simulated second, within the limits below
const ENOUGH_SAMPLES = 721, MOST_SAMPLES = 3601, LEAST_SAMPLES = 61;

/** Floats per ball and sample. */
const strideOf = (scene) => MOTION + (scene.spins ? TURN : 0);

/** Number of samples for smooth playback: more for a long run, fewer for thousands of balls. */
export function samplesFor(scene) {
    const bytes = 4 * scene.solvers.length * scene.balls.length * strideOf(scene);
    const smooth = Math.ceil(SMOOTH_PER_S * (scene.duration_s ?? 0)) + 1;
    const wanted = Math.min(Math.max(smooth, ENOUGH_SAMPLES), MOST_SAMPLES);
    return Math.max(LEAST_SAMPLES, Math.min(wanted, Math.floor(MOST_PLACES / bytes)));
}

/** Allocates the columns of numbers for each solver, by name.
 * @returns {Record<string, Float64Array>[]} */
function numbersOf(scene, samples) {
    return scene.solvers.map(() => Object.fromEntries(
        scene.columns.map(({ name }) => [name, new Float64Array(samples).fill(NaN)])));
}

export class Run {
    filled = 0; // samples received
    done = false; // true when samples and results are complete

    /** @param {Scene} scene
     * @param {Look & {samples: number}} look
     * @param {Track | null} track */
    constructor(scene, { samples, from_s = 0, to_s = null, bodies = '', rows = [] }, track = null) {
        this.scene = scene;
        this.samples = samples;
        this.pairs = bodies.split(';').filter(Boolean); // "cue,eight": traced
        this.rows = rows;
        this.from_s = from_s;
        this.to_s = to_s ?? scene.duration_s;
        this.balls = scene.balls.map(({ name }) => name);
        this.solvers = scene.solvers.map(({ name }) => name);
        this.t = new Float64Array(samples).fill(NaN); // s
        this.numbers = numbersOf(scene, samples);
        this.stride = strideOf(scene);
        this.spin_at = scene.spins ? MOTION : null; // offset within a ball's floats
        this.positions = new Float32Array(samples * this.solvers.length * this.balls.length
            * this.stride); // [sample][index][ball][stride]
        /** @type {(Table | null)[]} by solver */
        this.collisions = this.solvers.map(() => null);
        /** @type {(Table | null)[]} by solver */
        this.contacts = this.solvers.map(() => null);
        /** @type {Balance[][]} by solver */
        this.balances = this.solvers.map(() => []);
        /** @type {End[] | null} */
        this.end = null;
        this.took_s = NaN; // wall-clock time
        /** @type {import('./closeup.js').Choice | null} of a close-up */ this.choice = null;
        this.track = track;
        this.distances = track && new Distances(this, track);
        this.distances?.columns.forEach((column, index) => {
            this.numbers[index].track_m = column;
        });
    }

    /** Labels of the solvers for sentences. */
    get labels() {
        return this.scene.solvers.map(({ text, name }) => text ?? name);
    }

    /** Appends a block of samples. */
    add({ count, numbers, positions }) {
        const width = numbers.length / count, columns = this.scene.columns;
        for (let k = 0; k < count; k++) {
            let at = k * width;
            this.t[this.filled + k] = numbers[at++];
            for (const index of this.numbers) {
                for (const { name } of columns) {
                    index[name][this.filled + k] = numbers[at++];
                }
            }
        }
        this.positions.set(positions, this.filled * (positions.length / count));
        this.filled += count;
        this.distances?.extend();
    }

    /** Stores a result: a topic of decode.js. */
    receive(topic, value) {
        if (topic === 'collisions' || topic === 'contacts') {
            this[topic][value.index] = value.table;
        } else if (topic === 'balances') {
            this.balances = value;
        } else if (topic === 'end') {
            this.end = value.map((one, k) => ({ ...one, label: this.labels[k] }));
        }
    }

    /** Offset of a ball in `positions`: x, y (m), vx, vy (m/s); at `spin_at` spin and angle. */
    offset(index, ball, k) {
        return ((k * this.solvers.length + index) * this.balls.length + ball) * this.stride;
    }

    /** @returns {Float32Array} view: x, y (m), vx, vy (m/s) ...; NaN after the solver's failure */
    place(index, ball, k) {
        const at = this.offset(index, ball, k);
        return this.positions.subarray(at, at + this.stride);
    }

    /** Samples around a time: k <= t < k + 1, and the fraction between them, 0 to 1. Between
     * samples the page interpolates linearly. */
    sampleAt(time_s) {
        const last = this.filled - 1;
        if (last < 1 || !(time_s > this.t[0])) {
            return { k: 0, part: 0 };
        }
        if (time_s >= this.t[last]) {
            return { k: last, part: 0 };
        }
        const k = countWhile(last, (at) => this.t[at] <= time_s) - 1; // t[k] <= time < t[k + 1]
        return { k, part: (time_s - this.t[k]) / (this.t[k + 1] - this.t[k]) };
    }

    /** @returns {number} index of the sample nearest to a time */
    nearest(time_s) {
        const { k, part } = this.sampleAt(time_s);
        return k + (part > 0.5 ? 1 : 0);
    }

    /** Time of the last sample received, in s. */
    get reached_s() {
        return this.filled > 0 ? this.t[this.filled - 1] : this.from_s;
    }
}
