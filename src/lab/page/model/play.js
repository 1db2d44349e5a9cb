// SPDX-License-Identifier: GPL-3.0-or-later
/** Transport: the picture that is shown, whether it plays, and the time. The picture is the whole run
 * ('run', at the reader's speed) or the close-up of a contact ('slow', in slow motion). */
import { Listeners } from './listeners.js';

/** What an event does, by the picture shown: [picture, plays, from where]. 'on': from the time shown, or
 * from the begin if that is the end.
 *
 * | event                                                   | in the run             | in the close-up  |
 * | play: the button, Space                                 | plays on               | plays on         |
 * | whole: "Whole table", Escape                            | the run                | the run          |
 * | contact: "Slow motion", or a contact is chosen          | the close-up           | the close-up     |
 * | changed: preset, field or slider released               | the run, from its begin | the close-up, from its begin |
 * | placed: a ball or an arrow is dropped, undo             | the run, at its begin  | the close-up, at its begin |
 * | opened: a scene of the menu                             | the close-up           | the close-up     |
 * | lost: there is no such contact, or the run takes long   | the run, from its begin | the run         |
 * | end: playback has reached the end                       | rests                  | rests            |
 * | time: a time is chosen: a link, the list of collisions   | the run, at rest       | the run, at rest |
 */
const EVENTS = {
    play: { run: ['run', true, 'on'], slow: ['slow', true, 'on'] },
    whole: { run: ['run', true, 'begin'], slow: ['run', true, 'begin'] },
    contact: { run: ['slow', true, 'begin'], slow: ['slow', true, 'begin'] },
    changed: { run: ['run', true, 'begin'], slow: ['slow', true, 'begin'] },
    placed: { run: ['run', false, 'begin'], slow: ['slow', false, 'begin'] },
    opened: { run: ['slow', true, 'begin'], slow: ['slow', true, 'begin'] },
    lost: { run: ['run', true, 'begin'], slow: ['run', true, 'begin'] },
    time: { run: ['run', false, 'here'], slow: ['run', false, 'here'] },
};

/** Outcome of an event. Without motion a picture that would play from its begin rests at its end.
 * @param {string} event @param {{shows: string, still: boolean}} state
 * @returns {{shows: string, plays: boolean, from: string}} */
export function outcome(event, { shows: now, still }) {
    const [shows, plays, from] = EVENTS[event][now];
    return still && plays && from === 'begin' ? { shows, plays: false, from: 'end' }
        : { shows, plays, from };
}

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
const SLOW_S = 5; // duration of a close-up

/** Emits 'time', and 'play' after a change of picture, speed or playing. */
export class Play extends Listeners {
    shows = 'run';
    time = 0; // s, simulated
    playing = false;
    runSpeed = 1; // of the run: simulated seconds per second
    still = false; // true: the reader wants no motion
    /** @type {{shows: string, plays: boolean, from: string} | null} waits for its picture */ due = null;
    last_ms = null;
    round = 0; // number of playbacks

    /** @param frame requestAnimationFrame, or a substitute */
    constructor(frame = (step) => requestAnimationFrame(step)) {
        super();
        this.frame = frame;
    }

    /** True if the run was stopped before its end. */
    get held() {
        return false;
    }

    /** Time at which a question stops the picture, s. */
    get asked_s() {
        return Infinity;
    }

    /** @returns {Run | null} */
    get shown() {
        return null;
    }

    /** True if a picture is that of the current state. */
    has(shows) {
        return this.shown !== null;
    }

    /** Simulated seconds per second; in the close-up 1/n with a round n. */
    get speed() {
        const { shown, shows, runSpeed } = this;
        const slower = shown && shows === 'slow' ? SLOW_S / (shown.to_s - shown.from_s) : NaN;
        return slower > 1 ? 1 / Number(slower.toPrecision(1)) : slower > 0 ? 1 : runSpeed;
    }

    /** Performs an event, at once or as soon as its picture is there. */
    act(event) {
        if (event === 'end') {
            this.#rest(); // a picture that is awaited stays so
            return;
        }
        const due = this.due = outcome(event, this);
        if (this.has(due.shows)) {
            this.arrive();
        } else if (due.from === 'begin' && due.shows !== this.shows) {
            this.#rest();
        }
    }

    /** Shows the picture that an event waits for. */
    arrive() {
        const { due } = this;
        if (due === null) {
            return;
        }
        this.due = null;
        this.shows = due.shows;
        const { from_s = 0, to_s = 0 } = this.shown ?? {}, { time } = this;
        this.seek({ begin: from_s, end: Math.min(to_s, this.asked_s), here: time, on: time < to_s ? time : from_s }[due.from]);
        this.playing = due.plays;
        if (due.plays) {
            this.last_ms = null;
            const round = ++this.round; // ends the frames of an earlier playback
            this.frame((now_ms) => this.#tick(now_ms, round));
        }
        this.emit('play');
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
        if (!this.playing && this.shown) {
            this.act('play');
        }
    }

    pause() {
        this.due = null;
        this.#rest();
    }

    #rest() {
        if (this.playing) {
            this.playing = false;
            this.emit('play');
        }
    }

    toggle() {
        if (this.playing) {
            this.pause();
        } else {
            this.play();
        }
    }

    /** @param speed of the run: simulated seconds per second */
    setSpeed(speed) {
        if (speed > 0 && speed !== this.runSpeed) {
            this.runSpeed = speed;
            this.emit('play');
        }
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

    #tick(now_ms, round) {
        const run = this.shown;
        if (!this.playing || !run || round !== this.round) {
            return;
        }
        const passed_ms = Math.min(now_ms - (this.last_ms ?? now_ms), MOST_FRAME_MS);
        this.last_ms = now_ms;
        const next = this.time + this.speed * passed_ms / 1000;
        if (next >= this.asked_s) {
            this.seek(this.asked_s);
            this.#rest();
        } else if ((run.done || this.held) && next >= run.reached_s) {
            this.seek(run.reached_s);
            this.act('end');
        } else {
            // wait if a new run has not reached this time
            this.seek(Math.max(this.time, Math.min(next, run.reached_s)));
            this.frame((later_ms) => this.#tick(later_ms, round));
        }
    }
}
