// SPDX-License-Identifier: GPL-3.0-or-later
/** Model of the page: the state that every part reads, changes and listens to. Values are SI and
 * come from the core. Every accepted edit starts a new run at t = 0; a rejected edit leaves scene
 * and run unchanged.
 *
 * Read:     text, scene, knobs, start (the first state of the scene), messages, run, slow (Run of run.js), summary,
 *           verdicts, files, stale, cost, selection, origin, error, language; time, playing, speed
 * Call:     load, edit, undo, redo, record, stop, go, closeUp, nextContact, choose, act, play, pause,
 *           toggle, seek, step, setSpeed, select, setLanguage, link, seal
 * Listen:   on(name, listener) with these names:
 *   scene     a new scenario (text, scene, origin), then
 *   knobs     its parameters
 *   messages  the core rejected an edit, or accepted one ([])
 *   run       a new run with at least one sample
 *   sample    further samples; done is true after the last
 *   done      the run is complete: collisions, balances, end
 *   slow      the run of a close-up, or null at its end
 *   summary, verdicts, files   results of `record`; `stale` is true after a change
 *   cost      duration of a long run (long_run.js), or null if none is active
 *   time, play   playback (play.js): the time; playing, speed, or which picture is shown
 *   selection, language
 *   hidden    solvers of the table
 *   said      a sentence for the live region
 *   error     a failure; 'fault' for an error in a part of the page */
import { onsetOf, windowOf } from '../table/contact.js';
import { fullName } from '../words/solver.js';
import { language, say, setLanguage, translated } from '../words/words.js';
import { choiceOf, nextChoice, sameChoice } from './closeup.js';
import { completed } from './completed.js';
import { changesOf, History, pairOf, same } from './history.js';
import { toHash } from './link.js';
import { LongRun } from './long_run.js';
import { Play } from './play.js';
import { Run } from './run.js';

/** Labels of the solvers follow the reader's language, part by part: "Springs, h = 1 us". Solvers of
 * one family have colours of their own as far as there are any. */
export function labelled(scene) {
    const used = new Set(scene.solvers.map(({ hue }) => hue)), seen = new Set();
    for (const solver of scene.solvers) {
        const free = OTHER_HUES.find((hue) => !used.has(hue));
        if (seen.has(solver.hue) && OTHER_HUES.includes(solver.hue) && free) {
            Object.assign(solver, { hue: free, variant: 0 });
        }
        seen.add(solver.hue);
        used.add(solver.hue);
    }
    for (const solver of scene.solvers) {
        for (const key of ['label', 'text']) {
            const parts = solver[key].split(/(, | \(|\)$)/);
            Object.defineProperty(solver, key, { enumerable: true, get: () =>
                parts.map(translated).join('') });
        }
        Object.defineProperty(solver, 'full', { enumerable: true, get: () => fullName(solver) });
    }
    return scene;
}

const OTHER_HUES = [2, 3, 4, 5, 6, 7]; // of springs; rigid balls are black, comparisons grey
const DRAG_GRACE_MS = 300; // grace period of a run during a drag; shows its start
const IDLE_MS = 300; // idle time after which a run is recorded
const QUICK_S = 3; // longer runs are recorded on demand only,
const MOST_COLLISIONS = 100000; // and so are runs with more collisions (92 bytes each)
const MOST_TIMES = 8; // the duration of an edited run, relative to the first one
const OVERVIEW_S = 10; // a longer run is not followed by the close-up of its first contact
const SLOW_SAMPLES = 361;
const EVERYTHING = ['run', 'look', 'record'];

/** First sample of a run at which every solver's first contacts are over, or -1. */
export const overAt = ({ t, filled, numbers }) => t.subarray(0, filled).findIndex((_, k) =>
    numbers.every(({ collisions, elastic_J }) => collisions[k] > 0 && elastic_J[k] === 0));

/** Builds the run of a job from the worker's messages. */
function collect(job, topic, value) {
    if (topic === 'look') {
        job.run = new Run(job.scene, value, job.track);
    } else if (topic === 'block') {
        job.run.add(value);
    } else {
        job.run?.receive(topic, value);
    }
}

/** Converts an internal error to a message.
 * @param {Said} error @returns {Message} */
const asMessage = (error) => ({ error: true, line: 0, column: 0, origin: '', ...error });

export class Model extends Play {
    text = '';
    /** @type {Scene} null before the first one is accepted */ scene = /** @type {any} */ (null);
    /** @type {Row[]} */ knobs = [];
    /** @type {Described} */ start = /** @type {any} */ (null);
    /** @type {Message[]} */ messages = [];
    /** @type {Run | null} */ run = null;
    /** @type {Run | null} first picture of the page, before there is a run */ preview = null;
    /** @type {Run | null} */ slow = null;
    /** @type {import('./closeup.js').Choice | null} contact of the close-up */ contact = null;
    opening = false; // true until the reader acts
    asks = false; // true: the first close-up of a lesson stops at its contact until the reader plays it
    /** @type {Summary | null} */ summary = null;
    /** @type {Verdict[]} */ verdicts = [];
    /** @type {Map<string, Uint8Array> | null} */ files = null;
    stale = true;
    /** @type {Cost | null} */ cost = null;
    /** @type {Said | null} */ error = null;
    /** @type {Origin | null} scene of the menu */ origin = null;
    /** @type {Origin[]} */ scenes = [];
    /** @type {Page} */ page = { scenes: [] };
    /** @type {Linked | null} the link that was opened last */ opened = null;
    /** @type {{ball: string | null}} */
    selection = { ball: null };
    history = new History();
    /** @type {import('../core/client.js').Client} */ client = /** @type {any} */ (null);
    /** @type {State | null} latest request without an answer */ wanted = null;
    /** @type {{text: string, files: Promise<Map<string, Uint8Array> | null>} | null} */ recording = null;
    /** @type {LongRun | undefined} */ longRun;

    constructor({ frame = undefined } = {}) {
        super(frame);
    }

    // ---- the scenario ----

    /** Loads a scenario.
     * @param {string} text
     * @param {{origin?: Origin | null, sets?: string[], at_s?: number | null}} how the menu's scene, or
     *    null; changes as of a link; the time at which it rests, as of a link, or null: it plays
     * @returns {Promise<boolean>} true if the core accepts it */
    load(text, { origin = null, sets = [], at_s = null } = {}) {
        const how = { origin, at_s, start: null,
            event: at_s !== null ? 'time' : origin && origin !== this.origin ? 'opened' : 'changed' };
        return sets.length === 0 && (origin ?? { text }).text === text
            ? this.#submit({ text, sets }, how) : this.#loadChanged({ text, sets }, how);
    }

    /** Loads what differs from the scene of the menu, or a link with changes. */
    async #loadChanged({ text, sets }, how) {
        const start = await this.#describe(how.origin?.text ?? text);
        const base = sets.length > 0
            ? await this.#describe(text, sets.filter((set) => !set.startsWith('balls.'))) : null;
        const changes = base ? changesOf(completed({ ...base, start: start ?? base }, sets.map(pairOf))) : sets;
        return this.#submit({ text, sets: changes }, { ...how, start });
    }

    /** @returns {Promise<Described | null>} scene and parameters of a text; null: the core rejects it */
    async #describe(text, sets = []) {
        const said = /** @type {any} */ ({ scene: null, knobs: null });
        const { ok } = await this.client.ask({ text, sets, kind: 'open' }, {
            receive: (topic, value) => {
                said[topic] = topic === 'scene' ? labelled(value) : value;
            },
        });
        return ok && said.scene ? said : null;
    }

    /** @param {Pairs} pairs
     * @param {{merge?: boolean | object}} how true: edits of these keys that follow each other are
     *    undone together; an object: the drag that the edit belongs to. The picture follows both at the
     *    time shown; act('changed') ends them
     * @returns {Promise<boolean>} true if the core accepts it */
    edit(pairs, { merge = false } = {}) {
        const { text, sets = [] } = /** @type {State} */ (this.wanted ?? this);
        const drag = merge === true ? pairs.map(([key]) => key).join(' ') : merge || null;
        return this.#submit({ text,
            sets: [...sets, ...changesOf(completed(this, pairs, sets))] },
        { merge: drag, event: drag ? undefined : 'changed' });
    }

    /** Edits the first state of the scene. @param {Pairs} pairs */
    editFirst(pairs) {
        const { start } = this, { text } = start.scene;
        return this.#submit({ text, sets: changesOf(completed({ ...start, start }, pairs)) },
            { event: 'changed' });
    }

    undo() {
        return this.#move(-1);
    }

    redo() {
        return this.#move(1);
    }

    #move(by) {
        const moved = this.history.move(by);
        if (moved === null) {
            return Promise.resolve(false);
        }
        const { text, origin, start } = moved;
        return this.#submit({ text }, { moved: true, origin, start, event: 'placed' });
    }

    /** Requests a run of a new state; it supersedes running requests. */
    #submit(state, how) {
        const job = { state, how, run: null, messages: [], scene: null, knobs: null };
        this.wanted = state;
        clearTimeout(this.idle);
        this.longRun?.end();
        const longRun = this.longRun = new LongRun({ say: (cost) => this.#reportCost(cost),
            hold: () => this.client.stop(EVERYTHING), awaits: () => !how.again && this.#awaitsContact }, how.sure);
        return new Promise((resolve) => {
            job.answer = resolve;
            // at t = 0, as during a drag, the first sample is sufficient
            const look = { at_once: (how.at_s ?? (how.event ? 0 : this.time)) === 0 };
            this.client.ask({ ...state, kind: 'run', look }, {
                clears: EVERYTHING, grace_ms: how.merge ? DRAG_GRACE_MS : undefined,
                receive: (topic, value) => this.#onMessage(job, topic, value, longRun),
            }).then((outcome) => this.#ended(job, outcome, longRun));
        });
    }

    #reportCost(cost) {
        if (cost && !(cost.total_s < QUICK_S) && this.due?.shows === 'slow' && !this.contact) {
            this.act('lost'); // a long run is watched while it is computed
        }
        if (cost !== this.cost) {
            this.cost = cost;
            this.emit('cost');
        }
    }

    #onMessage(job, topic, value, longRun) {
        switch (topic) {
            case 'scene': job.scene = job.how.again ? this.scene : labelled(value); break;
            case 'knobs': case 'messages': job[topic] = value; break;
            case 'error': job.messages = [asMessage(value)]; break;
            case 'opened':
                longRun.begin();
                value ? this.#accept(job) : this.#refuse(job);
                break;
            default:
                job.track = this.origin?.track;
                collect(job, topic, value);
        }
        if (topic === 'block') {
            this.#showSamples(job.run);
            longRun.progress(job.run.filled, job.run.samples);
            if ((longRun.total_s ?? 0) > QUICK_S && !job.how.again && this.#awaitsContact && overAt(job.run) >= 0) {
                this.#lookFirst(job.run);
            }
        }
    }

    #accept({ state, how, scene, knobs, answer }) {
        if (how.again) {
            this.#forgetRequest(state);
            return;
        }
        Object.assign(this, { text: scene.text, scene, knobs, messages: [], error: null, stale: true });
        const before = this.origin;
        if (how.origin !== undefined) {
            this.origin = how.origin;
            this.start = how.start ?? { scene, knobs };
        }
        if (!how.moved) {
            this.history.push(this, how.merge ?? null);
        }
        if (how.origin !== undefined && how.origin !== before) {
            this.#forgetSlow();
        }
        const { ball } = this.selection;
        this.select({ ball: scene.balls.some(({ name }) => name === ball) ? ball : null });
        this.firstTime_s = how.at_s ?? (how.event === 'opened' ? 0 : undefined);
        if (how.event) {
            this.act(how.event);
        }
        ['scene', 'knobs', 'messages'].forEach((name) => this.emit(name));
        this.#forgetRequest(state);
        answer(true);
    }

    #refuse({ state, messages, answer }) {
        this.messages = messages;
        this.#forgetRequest(state);
        if (this.due && this.has(this.due.shows)) {
            this.arrive();
        }
        this.emit('messages');
        answer(false);
    }

    #forgetRequest(state) {
        if (this.wanted === state) {
            this.wanted = null;
        }
    }

    #forgetSlow() {
        this.contact = null;
        if (this.slow) {
            this.slow = null;
            this.shows = 'run';
            this.emit('slow');
        }
    }

    #showSamples(run) {
        if (this.run !== run) {
            this.run = run;
            this.emit('run');
            if (this.due?.shows === 'run') {
                this.arrive();
            }
            this.seek(this.firstTime_s ?? this.time);
            this.firstTime_s = undefined;
        }
        this.emit('sample');
    }

    #ended(job, outcome, longRun) {
        job.answer(false); // in case the scenario was never opened
        this.#forgetRequest(job.state);
        if (outcome.superseded) {
            return;
        }
        longRun.end();
        if (!outcome.ok) { // rejections have been reported already
            this.#fail(outcome.broken ? { text: outcome.broken } : job.run ? job.messages[0] : undefined);
            if (!outcome.broken && !job.run && !job.how.again && !this.wanted && this.scene) {
                this.#goOn();
            }
            return;
        }
        job.run.done = true;
        job.run.took_s = outcome.took_s;
        if (this.run === job.run) {
            this.emit('sample');
            this.emit('done');
            if (this.#needsTime(job.run)) { // no step of undo
                this.#submit({ text: this.text, sets: [`duration_s=${2 * this.scene.duration_s}`] }, { moved: true });
                return;
            }
            if ((this.due ?? this).shows === 'slow') {
                this.#lookAgain();
            }
            this.#recordWhenIdle(job.run);
        }
    }

    /** True if balls still move at the end of an edited run that has no collision, for example because the reader has
     * moved the one of the scene beyond its end. */
    #needsTime({ balls, collisions, filled, took_s }) {
        const { scene, start } = this, { reference } = scene, { duration_s } = start.scene;
        return this.text !== start.scene.text && collisions.every((table) => table?.rows === 0)
            && scene.duration_s < MOST_TIMES * duration_s && took_s < QUICK_S / 2
            && balls.some((_, ball) => Math.hypot(.../** @type {Run} */ (this.run).place(reference ?? 0, ball, filled - 1).subarray(2, 4)) > 0);
    }

    /** Continues what a rejected request has ended: the run, or its recording. */
    #goOn() {
        const { run, scene, text } = this;
        if (run?.done && run.scene === scene) {
            this.#recordWhenIdle(run);
        } else {
            this.#submit({ text }, { again: true });
        }
    }

    #fail(error) {
        if (error !== undefined) {
            this.error = error;
            this.emit('error');
        }
    }

    /** Stops the active run and keeps its samples; or stops slow motion. */
    stop() {
        if (this.client.at('look')) {
            this.client.stop(['look']);
        } else {
            this.longRun?.hold();
        }
    }

    /** Continues a stopped run without a time limit. */
    go() {
        return this.#submit({ text: this.text }, { moved: true, sure: true });
    }

    // ---- further requests ----

    /** Computes the close-up of a window: the same run with more samples.
     * @param {Look} window
     * @returns {Promise<Run|null>} null if another request superseded it */
    async look({ from_s, to_s, bodies = '', rows, samples = SLOW_SAMPLES }) {
        const { text, scene } = this;
        /** @type {{scene: Scene, track?: Track, run?: Run}} */
        const job = { scene, track: this.origin?.track };
        const longRun = new LongRun({ say: (cost) => this.#reportCost(cost), hold: () => {} }, true);
        longRun.begin();
        const { ok } = await this.client.ask(
            { text, kind: 'look', look: { from_s, to_s, bodies, rows, samples } }, {
                clears: ['look', 'record'],
                receive: (topic, value) => collect(job, topic, value),
            });
        longRun.end();
        if (!ok || !job.run || this.scene !== scene) {
            return null;
        }
        job.run.done = true;
        return job.run;
    }

    /** Shows the contact in a row of a solver's collisions.
     * @returns {Promise<string|null>} announcement; null if another request superseded it */
    closeUp(row, index) {
        return this.#showContact(this.run?.done ? choiceOf(this.run, index, row) : null);
    }

    /** Shows the contact after the one on the table, or after the time shown. */
    nextContact() {
        const { run, shows, contact, time } = this;
        return this.#showContact(run?.done ? nextChoice(run, shows === 'slow' ? contact : null, time) : null);
    }

    /** The reader chooses a picture or how it is shown: from now on nothing else replaces it.
     * @param {string} shows 'run' or 'slow' */
    choose(shows = this.shows) {
        this.opening = false;
        if ((this.due ?? this).shows !== shows) {
            shows === 'slow' && this.run?.done ? this.nextContact() : this.act(shows === 'slow' ? 'contact' : 'whole');
        }
    }

    async #showContact(contact) {
        if (!contact) {
            return null;
        }
        this.contact = contact;
        this.act('contact');
        return this.#lookAt(contact);
    }

    /** Shows the contact of the close-up in an edited run. */
    #lookAgain() {
        const run = /** @type {Run} */ (this.run), { contact } = this;
        const again = contact || run.took_s <= QUICK_S ? sameChoice(run, contact) : null;
        if (again === null) {
            this.act('lost');
        } else {
            this.contact = again;
            this.#lookAt(again);
        }
    }

    get #awaitsContact() {
        return this.opening || (this.due ?? this).shows === 'slow';
    }

    /** Computes the close-up of a run that takes long as soon as its contact is over, and then the run again. */
    async #lookFirst(run) {
        const { text } = this;
        this.longRun?.end();
        this.client.stop(['run']);
        const part = await this.look({ from_s: 0, to_s: run.t[overAt(run)], samples: 2 });
        const contact = part && this.#awaitsContact && sameChoice(part, this.contact);
        if (contact) {
            this.contact = contact;
            this.act('contact');
            await this.#lookAt(contact, part);
        }
        if (part && this.text === text && !this.wanted) {
            this.#submit({ text }, { again: true });
        }
    }

    /** Computes the close-up of a contact; it follows a slider at the same part of its window. */
    async #lookAt(contact, run = /** @type {Run} */ (this.run)) {
        const view = windowOf(run, contact.index, contact.row);
        const slow = await this.look(view);
        if (!slow || this.contact !== contact) {
            this.due = this.has('run') && this.contact === contact ? null : this.due; // stopped
            return null;
        }
        const { from_s, to_s } = this.slow ?? slow, part = (this.time - from_s) / (to_s - from_s);
        this.slow = Object.assign(slow, { choice: contact });
        this.emit('slow');
        if (this.due) {
            this.arrive();
        } else if (this.shows === 'slow') {
            this.seek(slow.from_s + part * (slow.to_s - slow.from_s));
            this.emit('play');
        }
        const without = run.labels.filter((label, k) => view.rows[k] < 0), { a, b } = view;
        const said = say(without.length > 0 ? 'transport.contact.without' : 'transport.contact',
            { a, b, n: contact.row + 1, solvers: without.join(', ') });
        this.emit('said', said);
        return said;
    }

    #recordWhenIdle({ took_s, end }) {
        const collisions = end.reduce((sum, index) => sum + index.collisions, 0);
        if (took_s < QUICK_S && collisions <= MOST_COLLISIONS) {
            clearTimeout(this.idle);
            this.idle = setTimeout(() => this.record(), IDLE_MS);
        }
    }

    /** @returns {Promise<Map<string, Uint8Array>|null>} the records; null if the request was
     *    superseded or failed (error) */
    record() {
        if (!this.stale) {
            return Promise.resolve(this.files);
        }
        if (!this.recording || !same(this.recording, this)) {
            this.recording = { text: this.text, files: this.#record() };
        }
        return this.recording.files;
    }

    async #record() {
        const { text } = this, got = { summary: null, verdicts: [], files: null };
        const outcome = await this.client.ask({ text, kind: 'record' }, {
            receive: (topic, value) => {
                if (topic === 'messages') { // errors in the checks
                    got.verdicts = value.map((message) => ({ verdict: 'fail', name: message.origin,
                        text: message.text, goal: message.text }));
                } else {
                    got[topic] = value;
                }
            },
        });
        if (this.recording && same(this.recording, { text })) {
            this.recording = null;
        }
        if (outcome.ok && same(this, { text })) {
            Object.assign(this, { summary: got.summary, verdicts: got.verdicts, files: got.files,
                stale: false });
            ['summary', 'verdicts', 'files'].forEach((name) => this.emit(name));
        } else {
            this.#fail(got.error);
        }
        return outcome.ok ? got.files : null;
    }

    // ---- playback ----

    get held() {
        return this.cost?.held ?? false;
    }

    get asked_s() {
        return this.asks && this.shows === 'slow' && this.slow ? onsetOf(this.slow) : Infinity;
    }

    get shown() {
        return this.shows === 'slow' ? this.slow : this.run;
    }

    /** The run that a scene has opened with is followed by the close-up of its first contact. */
    act(event) {
        const isNext = event === 'end' && this.opening && this.shows === 'run' && this.scene.duration_s <= OVERVIEW_S;
        const first = isNext && this.run?.done ? sameChoice(this.run, null) : null;
        this.opening = event === 'opened' || (this.opening && event === 'lost');
        this.asks = event === 'opened' && Boolean(this.origin?.worksheet);
        if (first) {
            this.#showContact(first);
        } else {
            super.act(event);
        }
    }

    pause() {
        this.opening = false;
        super.pause();
    }

    has(shows) {
        const picture = shows === 'slow' ? this.slow : this.run;
        return !this.wanted && picture !== null && picture.scene === this.scene
            && (shows === 'run' || picture.choice === this.contact);
    }

    // ---- the rest ----

    /** @param {Model['selection']} next name of a ball, or null */
    select(next) {
        if (next.ball !== this.selection.ball) {
            this.selection = next;
            this.emit('selection');
        }
    }

    get language() {
        return language();
    }

    setLanguage(code) {
        setLanguage(code);
        this.emit('language');
    }

    /** @param extra further data of the link @returns {Promise<string>} "#lab=..." */
    link(extra = {}) {
        return toHash({ text: this.text, sets: [], at: this.time,
            scene: this.origin?.name, track: this.origin?.track?.id, ...extra });
    }

    /** Compares the run with the program's bits.
     * @returns {'same'|'library'|'other'|'none'} library: only solvers that call functions of the
     *    C library differ; none: no signature, or the run is not complete */
    seal() {
        const { seal: sealed, unpromised = [] } = this.origin ?? {};
        if (!sealed || !this.run?.done || !this.run.end || !same(this.origin, this)) {
            return 'none';
        }
        const other = this.run.end.filter(({ solver, seal }) => (sealed[solver] ?? seal) !== seal);
        return other.length === 0 ? 'same'
            : other.every(({ solver }) => unpromised.includes(solver)) ? 'library' : 'other';
    }
}
