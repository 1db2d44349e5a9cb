// SPDX-License-Identifier: GPL-3.0-or-later
/** Playback clock. It moves through computed samples and waits for missing ones. */
import { Listeners } from './listeners.js';

/** Calls act(from_s, to_s) for each part of a run that is played. */
export function played(model, act) {
    let last_s = Infinity;
    model.on('play', () => {
        last_s = model.time;
    });
    model.on('time', () => {
        const from_s = last_s, to_s = last_s = model.time;
        if (model.playing && to_s > from_s) {
            act(from_s, to_s);
        }
    });
}

const MOST_FRAME_MS = 100; // a hidden page resumes where it stopped
const SHOW_SLOW_S = 6; // duration of slow motion

/** Emits 'time' and 'play'. */
export class Play extends Listeners {
    time = 0; // s, simulated
    playing = false;
    speed = 1; // simulated seconds per second
    loop = false; // true: restart at the end
    last_ms = null;

    /** @param frame requestAnimationFrame, or a substitute */
    constructor(frame = (step) => requestAnimationFrame(step)) {
        super();
        this.frame = frame;
    }

    /** @returns {Run | null} */
    get shown() {
        return null;
    }

    /** @param time_s within the run shown */
    seek(time_s) {
        const { from_s = 0, to_s = 0 } = this.shown ?? {};
        const time = Math.min(Math.max(time_s, from_s), to_s);
        if (time !== this.time) {
            this.time = time;
            this.emit('time');
        }
    }

    play() {
        const run = this.shown;
        if (this.playing || !run) {
            return;
        }
        if (this.time >= run.to_s) {
            this.seek(run.from_s);
        }
        this.playing = true;
        this.last_ms = null;
        this.emit('play');
        this.frame((now_ms) => this.#tick(now_ms));
    }

    pause() {
        if (this.playing) {
            this.playing = false;
            this.emit('play');
        }
    }

    /** @param speed simulated seconds per second */
    setSpeed(speed) {
        if (speed > 0 && speed !== this.speed) {
            this.speed = speed;
            this.emit('play');
        }
    }

    /** Playback speed for a slow-motion window. */
    speedFor({ from_s, to_s }) {
        return (to_s - from_s) / SHOW_SLOW_S;
    }

    /** Pauses and moves by a number of samples, positive forwards. */
    step(by) {
        const run = this.shown;
        if (!run || run.filled === 0) {
            return;
        }
        this.pause();
        const { k, part } = run.sampleAt(this.time);
        const from = by < 0 && part > 0 ? k + 1 : k; // from between two samples: to the earlier one
        this.seek(run.t[Math.min(Math.max(from + by, 0), run.filled - 1)]);
    }

    #tick(now_ms) {
        const run = this.shown;
        if (!this.playing || !run) {
            return;
        }
        const passed_ms = Math.min(now_ms - (this.last_ms ?? now_ms), MOST_FRAME_MS);
        this.last_ms = now_ms;
        const next = this.time + this.speed * passed_ms / 1000;
        if (run.done && next >= run.reached_s) {
            this.#end(run);
        } else {
            // wait if a new run has not reached this time
            this.seek(Math.max(this.time, Math.min(next, run.reached_s)));
        }
        if (this.playing) {
            this.frame((later_ms) => this.#tick(later_ms));
        }
    }

    #end(run) {
        this.seek(run.reached_s);
        if (this.loop) {
            this.seek(run.from_s);
        } else {
            this.pause();
        }
    }
}
