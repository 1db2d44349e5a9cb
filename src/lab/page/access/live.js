// SPDX-License-Identifier: GPL-3.0-or-later
/** Live region for screen readers: polite, at most two sentences a second. A part emits 'said' with
 * a sentence to announce it. */
import { pretty } from '../instruments/chart/numbers.js';
import { played } from '../model/play.js';
import { goalsOf, heldOf } from '../teach/goals.js';
import { errorTexts, refusalText, stopsOf } from '../words/refusal.js';
import { say, translated } from '../words/words.js';
import { nextRow } from '../table/contact.js';
import { sentenceOf } from './events.js';

const APART_MS = 1000, SETTLE_MS = 400, LOAD_TIMEOUT_MS = 2000;
const ORDER = ['refused', 'said', 'ran', 'contact', 'end', 'verdicts'];

/** Collects the newest sentence of each kind and speaks them together after a pause. */
class Speaker {
    waiting = new Map();
    last_ms = -Infinity;
    /** @type {number | undefined} */ since_ms;

    /** @param speak receives a text */
    constructor(speak) {
        this.speak = speak;
    }

    push(kind, sentence) {
        const now_ms = performance.now();
        this.waiting.set(kind, sentence);
        if (kind === 'said' || kind === 'refused') {
            this.waiting.delete('ran'); // the verdicts include this information
        }
        this.since_ms ??= now_ms;
        clearTimeout(this.timer);
        const settled_ms = Math.min(now_ms + SETTLE_MS, this.since_ms + LOAD_TIMEOUT_MS);
        const at_ms = Math.max(settled_ms, this.last_ms + APART_MS);
        this.timer = setTimeout(() => this.#flush(), at_ms - now_ms);
    }

    #flush() {
        const text = ORDER.filter((kind) => this.waiting.has(kind))
            .map((kind) => this.waiting.get(kind)).join(' ');
        this.waiting.clear();
        this.since_ms = undefined;
        this.last_ms = performance.now();
        this.speak(text);
    }
}

/** Announces collisions passed during playback: one as a sentence, several as a number. */
function mountPassed(model, speaker) {
    let count = 0;
    played(model, (from_s, to_s) => {
        const { run, shows } = model, table = run?.collisions[run.scene.reference];
        if (shows !== 'run' || !table) {
            return;
        }
        const first = nextRow(table, from_s + Number.EPSILON), next = nextRow(table, to_s);
        const n = first < 0 ? 0 : (next < 0 ? table.rows : next) - first;
        if (n > 0) {
            count = speaker.waiting.has('contact') ? count + n : n;
            speaker.push('contact', count === 1 ? `${sentenceOf(table, first)}.`
                : say('access.passed', { n: count }));
        }
    });
}

function ran({ run }) {
    const table = run.collisions[run.scene.reference];
    return [say('access.ran', { n: table?.rows ?? 0, t: pretty(run.reached_s, 4) }), ...stopsOf(run)].join(' ');
}

function judged(goals) {
    const failed = goals.filter(({ state }) => state === 'fail'), held = heldOf(goals);
    return failed.length === 0 ? say('goal.some', { held, n: goals.length })
        : say('access.missed', { n: failed.length, all: goals.length,
            names: failed.map(({ text }) => translated(text)).join(', ') });
}

export function mount(place, model) {
    const speaker = new Speaker((text) => {
        place.textContent = text;
    });
    model.on('scene', () => {
        place.textContent = ''; // of the scene before
    });
    model.on('said', (sentence) => speaker.push('said', sentence));
    model.on('done', () => model.playing || speaker.push('ran', ran(model)));
    model.on('messages', () => {
        const texts = errorTexts(model.messages);
        if (texts.length > 0) {
            speaker.push('refused', `${say('notice.refused')} ${texts.join(' ')}`);
        }
    });
    model.on('error', () => speaker.push('refused',
        say('notice.error', { text: refusalText(model.error) })));
    model.on('verdicts', () => {
        const goals = goalsOf(model);
        if (goals.length > 0 && goals[0].state !== 'open') {
            speaker.push('verdicts', judged(goals));
        }
    });
    let playing = false;
    model.on('play', () => {
        const { shown } = model;
        if (playing && !model.playing && shown?.done && model.time >= shown.reached_s) {
            speaker.push('end', say('access.ended', { t: pretty(model.time, 4) }));
        }
        playing = model.playing;
    });
    mountPassed(model, speaker);
}
