// SPDX-License-Identifier: GPL-3.0-or-later
/** Prediction: the run starts after the reader has predicted where a ball will be. model.prediction
 * is {ball, time_s (null: the end), place: [x_m, y_m]|null, locked, distances: null | [{solver,
 * distance_m}]}; changes emit 'prediction'. The core measures the distances. */
import { shortest } from '../../model/track.js';

/** Default ball: the first that moves, or else the first that can move. */
const firstBall = (scene) => (scene.balls.find(({ fixed, vx_mps, vy_mps }) => !fixed
    && (vx_mps !== 0 || vy_mps !== 0)) ?? scene.balls.find(({ fixed }) => !fixed)
    ?? scene.balls[0])?.name ?? null;

const SLACK = 1e-9; // relative; playback ends on a sample up to rounding

export class Prediction {

    /** @param {Model} model */
    constructor(model) {
        this.model = model;
        model.on('scene', () => this.now && this.begin(this.now)); // asks again
        model.on('time done', () => this.#arrive());
        model.on('cleared', () => this.end()); // for the next student
    }

    get now() {
        return this.model.prediction;
    }

    #change(change) {
        this.model.prediction = { ...this.now, ...change };
        this.model.emit('prediction');
    }

    /** Asks for a ball's position at a time; null: at the end.
     * @param {Partial<Guess>} asked */
    begin({ ball = null, time_s = null } = {}) {
        const { model } = this, there = model.scene.balls.some(({ name }) => name === ball);
        model.show('run');
        model.pause();
        model.prediction = null;
        model.seek(0);
        this.#change({ ball: there ? ball : firstBall(model.scene), time_s, place: null,
            locked: true, distances: null });
    }

    end() {
        if (this.now) {
            this.model.prediction = null;
            this.model.emit('prediction');
        }
    }

    /** Time of the sample asked for, in s, during a prediction. */
    get time_s() {
        const { run } = this.model, time_s = this.now?.time_s;
        if (!run) {
            return NaN;
        }
        const wanted = Math.min(time_s ?? run.to_s, run.to_s);
        return run.done ? run.t[run.nearest(wanted)] : wanted;
    }

    /** Sets the predicted position in m. */
    setPosition(x_m, y_m) {
        if (this.now?.locked && Number.isFinite(x_m) && Number.isFinite(y_m)) {
            this.#change({ place: [x_m, y_m] });
        }
    }

    /** Predicted position, or the ball's initial one. @returns {number[]} m */
    get ghost() {
        const start = this.model.scene.balls.find(({ name }) => name === this.now?.ball);
        return this.now?.place ?? [start?.x_m ?? 0, start?.y_m ?? 0];
    }

    /** Starts the run after a prediction. */
    go() {
        if (this.now?.place && this.now.locked) {
            this.#change({ locked: false });
            this.model.play();
        }
    }

    /** Measures the distance of each solver's ball when playback reaches the predicted time. */
    #arrive() {
        const { model, now } = this, { run } = model;
        if (!now?.place || now.locked || now.distances || !run?.done
            || model.shows !== 'run' || model.time < this.time_s * (1 - SLACK)) {
            return;
        }
        const k = run.nearest(this.time_s), ball = run.balls.findIndex((name) => name === now.ball);
        const [x_m, y_m] = now.place;
        this.#change({ distances: run.solvers.map((solver, index) => {
            const [x, y] = run.place(index, ball, k), label = run.labels[index];
            return { solver, label, distance_m: Math.hypot(...shortest(run.scene.table, x - x_m, y - y_m)) };
        }) });
        model.pause();
        model.seek(this.time_s);
    }
}

/** Solver nearest to the prediction.
 * @param {Distance[]} distances
 * @returns {Distance | undefined} */
export function nearest(distances) {
    return distances.filter(({ distance_m }) => Number.isFinite(distance_m))
        .sort((a, b) => a.distance_m - b.distance_m)[0];
}
