// SPDX-License-Identifier: GPL-3.0-or-later
/** A run as it comes in: samples of all solvers at the same times, then what they have left. */

const MOTION = 4; // floats of a ball: x, y (m), vx, vy (m/s)
const TURN = 2; // where balls may turn about the vertical: spin (rad/s), turned by (rad)
const SPOT = 3; // of balls that roll: the place of a spot on a ball of radius 1
const MOST_PLACES = 24 << 20; // bytes: two runs of them stay below the page's 64 MB
const SMOOTH_PER_S = 60; // samples of a second of the scenario, where that is not too many
const ENOUGH_SAMPLES = 721, MOST_SAMPLES = 3601, LEAST_SAMPLES = 61;

/** Floats of a ball in a sample. */
const strideOf = (scene) => MOTION + (scene.spins ? TURN : 0) + (scene.orientation ? SPOT : 0);

/** Samples of a run for pictures: more of a long run, which else would jump from one to the next,
 *  fewer where there are thousands of balls. */
export function samplesFor(scene) {
    const bytes = 4 * scene.solvers.length * scene.balls.length * strideOf(scene);
    const smooth = Math.ceil(SMOOTH_PER_S * (scene.duration_s ?? 0)) + 1;
    const wanted = Math.min(Math.max(smooth, ENOUGH_SAMPLES), MOST_SAMPLES);
    return Math.max(LEAST_SAMPLES, Math.min(wanted, Math.floor(MOST_PLACES / bytes)));
}

/** For each solver the columns of numbers, by name, as views of one array. */
function numbersOf(scene, samples) {
    return scene.solvers.map(() => Object.fromEntries(
        scene.columns.map(({ name }) => [name, new Float64Array(samples).fill(NaN)])));
}

export class Run {
    /**
     * @param scene JSON of the scenario that is run
     * @param {{samples, from_s, to_s}} look
     */
    constructor(scene, { samples, from_s = 0, to_s = null }) {
        this.scene = scene;
        this.samples = samples;
        this.from_s = from_s;
        this.to_s = to_s ?? scene.duration_s;
        this.filled = 0; // samples that are there
        this.done = false; // all are there, and what follows
        this.balls = scene.balls.map(({ name }) => name);
        this.lanes = scene.solvers.map(({ name }) => name);
        this.t = new Float64Array(samples).fill(NaN); // s
        this.numbers = numbersOf(scene, samples);
        this.stride = strideOf(scene);
        this.spin_at = scene.spins ? MOTION : null; // of a ball's floats
        this.spot_at = scene.orientation ? this.stride - SPOT : null;
        this.positions = new Float32Array(samples * this.lanes.length * this.balls.length
            * this.stride); // [sample][lane][ball][stride]
        this.collisions = this.lanes.map(() => null); // tables, by lane
        this.contacts = this.lanes.map(() => null);
        this.balances = this.lanes.map(() => []);
        this.end = null; // [{solver, reached_s, failure, seal}]
        this.took_s = null; // of the clock
    }

    /** Samples that have come, one after the other. */
    add({ count, numbers, positions }) {
        const width = numbers.length / count, columns = this.scene.columns;
        for (let k = 0; k < count; k++) {
            let at = k * width;
            this.t[this.filled + k] = numbers[at++];
            for (const lane of this.numbers) {
                for (const { name } of columns) {
                    lane[name][this.filled + k] = numbers[at++];
                }
            }
        }
        this.positions.set(positions, this.filled * (positions.length / count));
        this.filled += count;
    }

    /** What comes after the samples: a topic of decode.js. */
    hear(topic, value) {
        if (topic === 'collisions' || topic === 'contacts') {
            this[topic][value.lane] = value.table;
        } else if (topic === 'balances' || topic === 'end') {
            this[topic] = value;
        }
    }

    /** Where in `positions` a ball is: x, y (m), vx, vy (m/s); at `spin_at` how it turns, at `spot_at`
     *  x, y, z of a spot. */
    offset(lane, ball, k) {
        return ((k * this.lanes.length + lane) * this.balls.length + ball) * this.stride;
    }

    /** @returns {Float32Array} view: x, y (m), vx, vy (m/s) ...; NaN where the solver has failed */
    place(lane, ball, k) {
        const at = this.offset(lane, ball, k);
        return this.positions.subarray(at, at + this.stride);
    }

    /**
     * The samples around a time: k <= t < k + 1, and how far between, 0 to 1.
     * Nothing is known between samples but that a ball is near the line between them.
     */
    moment(time_s) {
        const last = this.filled - 1;
        if (last < 1 || !(time_s > this.t[0])) {
            return { k: 0, part: 0 };
        }
        if (time_s >= this.t[last]) {
            return { k: last, part: 0 };
        }
        let low = 0, high = last; // t[low] <= time < t[high]
        while (high - low > 1) {
            const middle = (low + high) >> 1;
            if (this.t[middle] <= time_s) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return { k: low, part: (time_s - this.t[low]) / (this.t[high] - this.t[low]) };
    }

    /** @returns {number} the sample next to a time */
    nearest(time_s) {
        const { k, part } = this.moment(time_s);
        return k + (part > 0.5 ? 1 : 0);
    }

    /** s: as far as samples are there */
    get reached_s() {
        return this.filled > 0 ? this.t[this.filled - 1] : this.from_s;
    }
}
