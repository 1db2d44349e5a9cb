// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * The store: one object that every part of the page reads, asks and listens to. Values are SI and
 * come from the core as they are. Every accepted edit runs again from t = 0; what is refused leaves
 * scene and run as they were.
 *
 * Read:     text, sets ("KEY=VALUE"), scene, knobs, messages, run, slow (Run of run.js), summary,
 *           verdicts, files, stale, cost, selection, origin, error, language; time, playing, speed
 * Ask:      load, edit, undo, redo, look, distance, record, stop, go, show, play, pause, toggle,
 *           seek, step, setSpeed, setLoop, select, setLanguage, link, seal
 * Listen:   on(name, listener), of names
 *   scene     another scenario holds (text, sets, scene, origin; slow is gone), then
 *   knobs     its parameters
 *   messages  the core has refused an edit ([]: it has accepted one)
 *   run       there is another run, of which at least a sample is there
 *   sample    it has more samples; done says whether these are all
 *   done      it has all that it will have: collisions, balances, end
 *   slow      there is a run in slow motion, or (null) no more
 *   summary, verdicts, files   of `record`; `stale` where the scenario has changed since
 *   cost      an estimate of cost_estimate.js, or null: nothing that takes long is at work
 *   time, play   of playback: the time; whether it goes on, how fast, what is shown
 *   selection, language
 *   prediction  what teach/predict asks for has changed: {ball, time_s, place: [x, y]|null,
 *             locked, ...} or null; while it is locked time stays 0, and who asks hears 'locked'
 *   said      a sentence for the live region, with it
 *   error     why something cannot be done, as text; 'fault' where a part of the page has failed
 */
import { language, setLanguage } from '../words/words.js';
import { History, same, withPairs } from './history.js';
import { toHash } from './link.js';
import { Listeners } from './listeners.js';
import { CostEstimate, delayedEstimate } from './cost_estimate.js';
import { Play } from './play.js';
import { Run } from './run.js';

const DRAG_GRACE_MS = 300; // while dragging, for the beginning of a run that is at work to be seen
const IDLE_MS = 300; // after a run nothing has happened for so long: then it is recorded
const QUICK_S = 3; // what runs longer is recorded on demand alone,
const MOST_COLLISIONS = 100000; // and what has more of them: 92 bytes each, of all solvers
const SLOW_SAMPLES = 361;
const EVERYTHING = ['run', 'look', 'record'];

/** What a request says of a thing that is not the scenario's fault, in the form of its messages. */
const asMessage = (text) => ({ error: true, line: 0, column: 0, origin: '', text });

export class Model extends Listeners {
    constructor({ frame } = {}) {
        super();
        Object.assign(this, { text: '', sets: [], scene: null, knobs: [], messages: [],
            run: null, slow: null, shows: 'run', summary: null, verdicts: null, files: null,
            stale: true, cost: null, error: null, origin: null, scenes: [], prediction: null });
        this.selection = { ball: null, solver: null };
        this.history = new History();
        this.player = new Play(() => this.shown, (name) => this.emit(name), frame);
        this.client = null;
        this.wanted = null; // what was asked for last, until it is accepted or refused
        this.recording = null;
        this.estimate = null;
        this.idle = null;
    }

    /** From here on there is a core. */
    connect(client) {
        this.client = client;
    }

    // ---- the scenario ----

    /**
     * Another scenario.
     * @param {{origin, at_s}} how the scene of the menu that it is, or null; time to be shown
     * @returns {Promise<boolean>} whether the core could use it
     */
    load(text, sets = [], { origin = null, at_s = 0 } = {}) {
        return this.#submit({ text, sets }, { origin, at_s });
    }

    /** @param pairs [[key, value]], as --set takes them; the value null takes a key back
     *  @param {{merge}} how true: one of many edits of these keys, undone together where they
     *     follow each other; an object: the drag that it is part of, however long that takes
     *  @returns {Promise<boolean>} whether the core could use it */
    edit(pairs, { merge = false } = {}) {
        const { text, sets } = this.wanted ?? this;
        const drag = merge === true ? pairs.map(([key]) => key).join(' ') : merge || null;
        return this.#submit({ text, sets: withPairs(sets, pairs) }, { merge: drag });
    }

    get canUndo() {
        return this.history.canUndo;
    }

    get canRedo() {
        return this.history.canRedo;
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
        const { origin, ...state } = moved;
        return this.#submit(state, { moved: true, origin });
    }

    /** Newest wins: whatever is at work for an older state gives way. */
    #submit(state, how) {
        const job = { state, how, run: null, messages: [], scene: null, knobs: null };
        this.wanted = state;
        clearTimeout(this.idle);
        this.estimate?.end();
        const estimate = this.estimate = this.#estimateOf(state, how);
        return new Promise((resolve) => {
            job.answer = resolve;
            // where the beginning is looked at, as in a drag, its first sample is all that is seen
            const look = { at_once: (how.at_s ?? this.time) === 0 };
            this.client.ask({ ...state, kind: 'run', look }, {
                clears: EVERYTHING, grace_ms: how.merge ? DRAG_GRACE_MS : undefined,
                hear: (topic, value) => this.#heard(job, topic, value, estimate),
            }).then((outcome) => this.#ended(job, outcome, estimate));
        });
    }

    #estimateOf(state, { sure = false }) {
        return new CostEstimate({
            trial: (budget_s, hear) => this.client.askAside({ ...state, kind: 'cost', budget_s },
                (topic, value) => topic === 'cost' && hear(value)),
            say: (cost) => this.#sayCost(cost),
            hold: () => this.client.stop(EVERYTHING),
            over: () => this.client.endAside(),
        }, sure);
    }

    #sayCost(cost) {
        if (cost !== this.cost) {
            this.cost = cost;
            this.emit('cost');
        }
    }

    #heard(job, topic, value, estimate) {
        switch (topic) {
            case 'scene': case 'knobs': case 'messages': job[topic] = value; break;
            case 'error': job.messages = [asMessage(value)]; break;
            case 'opened': value ? this.#accept(job) : this.#refuse(job); break;
            case 'look': job.run = new Run(job.scene, value); break;
            case 'block':
                job.run.add(value);
                this.#showSamples(job.run);
                estimate.progress(job.run.filled / job.run.samples);
                break;
            default: job.run?.hear(topic, value);
        }
    }

    #accept({ state, how, scene, knobs, answer }) {
        Object.assign(this, { ...state, scene, knobs, messages: [], error: null, stale: true });
        if (how.origin !== undefined) {
            this.origin = how.origin;
        }
        if (!how.moved) {
            this.history.push({ ...state, origin: this.origin }, how.merge ?? null);
        }
        this.#forgetSlow();
        this.#keepSelection();
        ['scene', 'knobs', 'messages'].forEach((name) => this.emit(name));
        if (how.at_s !== undefined) {
            this.player.stop();
            this.firstTime_s = how.at_s;
        }
        this.#forgetWish(state);
        answer(true);
    }

    #refuse({ state, messages, answer }) {
        this.messages = messages;
        this.#forgetWish(state);
        this.emit('messages');
        answer(false);
    }

    #forgetWish(state) {
        if (this.wanted === state) {
            this.wanted = null;
        }
    }

    #forgetSlow() {
        if (this.slow) {
            this.slow = null;
            this.show('run');
            this.emit('slow');
        }
    }

    /** Names that are no more are not selected. */
    #keepSelection() {
        const { ball, solver } = this.selection;
        const there = (list, name) => name !== null && list.some((item) => item.name === name);
        this.select({ ball: there(this.scene.balls, ball) ? ball : null,
            solver: there(this.scene.solvers, solver) ? solver : null });
    }

    #showSamples(run) {
        if (this.run !== run) {
            this.run = run;
            this.emit('run');
            const wanted_s = this.firstTime_s ?? this.player.time;
            this.firstTime_s = undefined;
            this.seek(wanted_s);
        }
        this.emit('sample');
    }

    #ended(job, outcome, estimate) {
        job.answer(false); // where it was never opened
        this.#forgetWish(job.state);
        if (outcome.superseded) {
            return;
        }
        estimate.end();
        if (!outcome.ok) {
            this.#sayWhy(job, outcome);
            return;
        }
        job.run.done = true;
        job.run.took_s = outcome.took_s;
        if (this.run === job.run) {
            this.emit('sample');
            this.emit('done');
            this.#recordWhenIdle(job.run);
        }
    }

    /** A run that was begun and could not be ended; what was refused is said already. */
    #sayWhy(job, outcome) {
        const text = outcome.broken ?? (job.run ? job.messages[0]?.text : undefined);
        if (text !== undefined) {
            this.error = text;
            this.emit('error');
        }
    }

    /** Ends the run that is at work, what is there of it stays; or a look at it. */
    stop() {
        if (this.client.at('look')) {
            this.client.stop(['look']);
        } else {
            this.estimate?.hold();
        }
    }

    /** Runs what was held or stopped, however long it takes. */
    go() {
        return this.#submit({ text: this.text, sets: this.sets }, { moved: true, sure: true });
    }

    // ---- what else can be asked of it ----

    /**
     * A window of time, finely: slow motion. It is the same run, looked at more often.
     * @param {{from_s, to_s, bodies, samples}} window bodies "cue,eight": whose contacts are traced
     * @returns {Promise<Run|null>} null: something else came first
     */
    async look({ from_s, to_s, bodies = '', samples = SLOW_SAMPLES }) {
        if (this.#refuseLocked()) {
            return null;
        }
        const { text, sets, scene } = this, over = delayedEstimate((cost) => this.#sayCost(cost));
        let run = null;
        const { ok } = await this.client.ask(
            { text, sets, kind: 'look', look: { from_s, to_s, bodies, samples } }, {
                clears: ['look', 'record'],
                hear: (topic, value) => {
                    if (topic === 'look') {
                        run = new Run(scene, value);
                    } else if (topic === 'block') {
                        run.add(value);
                    } else {
                        run?.hear(topic, value);
                    }
                },
            });
        over();
        if (!ok || this.scene !== scene) {
            return null;
        }
        run.done = true;
        this.slow = run;
        this.emit('slow');
        this.show('slow');
        return run;
    }

    /**
     * @param a, b positions {x_m, y_m}
     * @returns {Promise<number|null>} m, to the nearest image on a periodic table
     */
    async distance(a, b) {
        const { text, sets } = this, positions = [a.x_m, a.y_m, b.x_m, b.y_m];
        let found = null;
        await this.client.ask({ text, sets, kind: 'distance', positions }, {
            hear: (topic, value) => {
                found = topic === 'distance' ? value : found;
            },
        });
        return found;
    }

    #recordWhenIdle({ took_s, end }) {
        const collisions = end.reduce((sum, lane) => sum + lane.collisions, 0);
        if (took_s < QUICK_S && collisions <= MOST_COLLISIONS) {
            clearTimeout(this.idle);
            this.idle = setTimeout(() => this.record(), IDLE_MS);
        }
    }

    /** @returns {Promise<Map<string, Uint8Array>|null>} the program's files; null: something else
     *  came first, or it cannot be done (error) */
    record() {
        if (!this.stale) {
            return Promise.resolve(this.files);
        }
        if (!this.recording || !same(this.recording, this)) {
            const { text, sets } = this;
            this.recording = { text, sets, files: this.#record() };
        }
        return this.recording.files;
    }

    async #record() {
        const { text, sets } = this, got = { summary: null, verdicts: [], files: null };
        const outcome = await this.client.ask({ text, sets, kind: 'record' }, {
            hear: (topic, value) => {
                if (topic === 'messages') { // of the checks themselves
                    got.verdicts = value.map((message) => ({ verdict: 'fail', name: message.origin,
                        text: message.text }));
                } else {
                    got[topic] = value;
                }
            },
        });
        if (this.recording && same(this.recording, { text, sets })) {
            this.recording = null;
        }
        if (outcome.ok && same(this, { text, sets })) {
            Object.assign(this, { summary: got.summary, verdicts: got.verdicts, files: got.files,
                stale: false });
            ['summary', 'verdicts', 'files'].forEach((name) => this.emit(name));
        } else if (got.error !== undefined) {
            this.error = got.error;
            this.emit('error');
        }
        return outcome.ok ? got.files : null;
    }

    // ---- playback ----

    get shown() {
        return this.shows === 'slow' ? this.slow : this.run;
    }

    /** @param which 'run' or 'slow'; slow motion is played at a speed that can be watched */
    show(which) {
        if (which === this.shows || (which === 'slow' && !this.slow)) {
            return;
        }
        if (which === 'slow') {
            this.speedBefore = this.player.speed;
        }
        this.shows = which;
        this.player.setSpeed(which === 'slow' ? this.player.speedFor(this.slow)
            : this.speedBefore);
        this.seek(which === 'slow' ? this.slow.from_s : this.player.time);
        this.emit('play');
    }

    get time() {
        return this.player.time;
    }

    get playing() {
        return this.player.playing;
    }

    get speed() {
        return this.player.speed;
    }

    /** Whether a prediction is asked for first: then nobody sees what comes. */
    get locked() {
        return this.prediction?.locked ?? false;
    }

    /** @returns {boolean} locked, which is said */
    #refuseLocked() {
        if (this.locked) {
            this.emit('locked');
        }
        return this.locked;
    }

    play() {
        if (!this.#refuseLocked()) {
            this.player.start();
        }
    }

    pause() {
        this.player.stop();
    }

    toggle() {
        if (this.playing) {
            this.pause();
        } else {
            this.play();
        }
    }

    /** @param time_s within what is shown */
    seek(time_s) {
        if (!this.locked) {
            this.player.seek(time_s);
            return;
        }
        this.player.seek(0);
        this.emit('time'); // a slider that was moved goes back
        if (time_s > 0) {
            this.emit('locked');
        }
    }

    /** @param by samples, forwards or back */
    step(by) {
        if (!this.#refuseLocked()) {
            this.player.step(by);
        }
    }

    /** @param speed s of the scenario per s of the clock */
    setSpeed(speed) {
        this.player.setSpeed(speed);
    }

    setLoop(loop) {
        this.player.loop = loop;
        this.emit('play');
    }

    // ---- the rest ----

    /** @param {{ball, solver}} change names, or null; what is left out stays */
    select(change) {
        const next = { ...this.selection, ...change };
        if (next.ball !== this.selection.ball || next.solver !== this.selection.solver) {
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

    /** @param extra what else is to be opened with it @returns {Promise<string>} "#lab=..." */
    link(extra = {}) {
        return toHash({ text: this.text, sets: this.sets, at: this.time, ...extra });
    }

    /**
     * Whether this run has the bits that the program had when the page was written.
     * @returns {'same'|'library'|'other'|'none'} library: but for solvers that have functions of
     *     the C library in their values, whose bits nobody promises; none: the page has no seal of
     *     it, or it is not over
     */
    seal() {
        const { seal: sealed, unpromised = [] } = this.origin ?? {};
        if (!sealed || !this.run?.done || !same(this.origin, this)) {
            return 'none';
        }
        const other = this.run.end.filter(({ solver, seal }) => (sealed[solver] ?? seal) !== seal);
        return other.length === 0 ? 'same'
            : other.every(({ solver }) => unpromised.includes(solver)) ? 'library' : 'other';
    }
}
