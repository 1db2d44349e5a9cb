// SPDX-License-Identifier: GPL-3.0-or-later
/** Playback clock. It moves through computed samples and waits for missing ones. */

const MOST_FRAME_MS = 100; // a hidden page resumes where it stopped
const SHOW_SLOW_S = 6; // duration of slow motion

export class Play {
    time = 0; // s, simulated
    playing = false;
    speed = 1; // simulated seconds per second
    loop = false; // true: restart at the end

    /** @param shown returns the Run shown, or null
     * @param changed receives 'time' or 'play'
     * @param frame requestAnimationFrame, or a substitute */
    constructor(shown, changed, frame = (step) => requestAnimationFrame(step)) {
        this.shown = shown;
        this.changed = changed;
        this.frame = frame;
        this.last_ms = null;
    }

    get from_s() {
        return this.shown()?.from_s ?? 0;
    }

    get to_s() {
        return this.shown()?.to_s ?? 0;
    }

    seek(time_s) {
        const time = Math.min(Math.max(time_s, this.from_s), this.to_s);
        if (time !== this.time) {
            this.time = time;
            this.changed('time');
        }
    }

    start() {
        if (this.playing || !this.shown()) {
            return;
        }
        if (this.time >= this.to_s) {
            this.seek(this.from_s);
        }
        this.playing = true;
        this.last_ms = null;
        this.changed('play');
        this.frame((now_ms) => this.#tick(now_ms));
    }

    stop() {
        if (this.playing) {
            this.playing = false;
            this.changed('play');
        }
    }

    setSpeed(speed) {
        if (speed > 0 && speed !== this.speed) {
            this.speed = speed;
            this.changed('play');
        }
    }

    /** Playback speed for a slow-motion window. */
    speedFor({ from_s, to_s }) {
        return (to_s - from_s) / SHOW_SLOW_S;
    }

    /** Stops and moves by a number of samples. */
    step(by) {
        const run = this.shown();
        if (!run || run.filled === 0) {
            return;
        }
        this.stop();
        const { k, part } = run.sampleAt(this.time);
        const from = by < 0 && part > 0 ? k + 1 : k; // from between two samples: to the earlier one
        this.seek(run.t[Math.min(Math.max(from + by, 0), run.filled - 1)]);
    }

    #tick(now_ms) {
        const run = this.shown();
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
            this.stop();
        }
    }
}
