// SPDX-License-Identifier: GPL-3.0-or-later
/** Panel of parameters: important ones first, then solvers, then all. */
import { button, element, keep, spoken } from '../frame/dom.js';
import { cached } from '../model/search.js';
import { say } from '../words/words.js';
import { All } from './all.js';
import { lawPairs, otherwisePairs } from './edit/edits.js';
import { knobOf, nameOf, shownValue } from './knob.js';
import { byPath } from './edit/refusal.js';
import { activeRow, componentsOf, familyOf, firstRows, leadingRows, pathsOf } from './value/rows.js';
import { AddSolver, SolverFrame } from './solvers.js';
import { contactOf, guess } from './edit/suggest.js';
import { RestitutionControl } from './restitution.js';
import { holds, presetsOf } from './presets.js';

const LEADING = 3; // knobs above the others
const LISTS = /^(solvers|groups|balls)\./;

export class Panel {
    /** @param {HTMLElement} place @param {Model} model */
    constructor(place, model) {
        this.model = model;
        this.memory = new Map(); // values of alternative keys before they were replaced
        this.knobs = new Map(); // important ones, by path
        this.frames = new Map(); // of solvers, by path
        this.pending = null; // path of the unanswered edit
        this.turned = null; // {row, value}, announced after the run
        this.all = new All(this);
        this.add = new AddSolver(model);
        this.scene = element('fieldset', { className: 'knobs' }, spoken('legend', 'knobs.scene'));
        this.solvers = element('div');
        const turn = element('div');
        this.leading = element('div', { className: 'leading' });
        this.presets = element('div', { className: 'presets', role: 'group',
            dataset: { sayLabel: 'knobs.presets' } });
        this.moving = null; // {name, direction} of the first ball that has moved in this scene
        place.append(this.presets, this.leading, element('details', { className: 'more' },
            spoken('summary', 'knobs.more'), this.scene, this.solvers, this.add.element, turn,
            this.all.element));
        new RestitutionControl(turn, model);
        model.on('knobs', () => this.update());
        model.on('messages', () => this.complain());
        model.on('done', () => {
            this.knobs.forEach((knob) => knob.compare());
            this.#announceRun();
        });
        model.on('language', () => model.scene && this.update());
    }

    family(row) {
        return row.paths ? [row] : familyOf(this.model.knobs, row);
    }

    /** @param value announced after the run; null announces nothing
     * @returns {Promise<boolean>} true if the core accepts the edit */
    async edit(row, pairs, how, value) {
        const { model } = this, turned = this.turned = { row, value };
        [this.pending] = pathsOf(row);
        const done = await model.edit(this.#requiredEdits(row, pairs, value), how);
        if (this.turned === turned && !done) { // rejected, or superseded before it began
            this.pending = this.turned = null;
        }
        return done;
    }

    /** Adds the edits of other keys that a change requires. */
    #requiredEdits(row, pairs, value) {
        const { model } = this;
        if (pairs.length !== 1 || value === null || !LISTS.test(row.of)) {
            return pairs;
        }
        if (row.key === 'law') {
            return lawPairs(model, row, value, contactOf(model, row, value));
        }
        const said = activeRow(this.family(row));
        return row.value === null && said.value !== null
            ? otherwisePairs(model, row, value, guess(model, row, this.memory).also) : pairs;
    }

    // ---- what is shown ----

    /** Shows the current parameters and values. */
    update() {
        const { model } = this, focus = this.#focus();
        if (this.title !== model.scene.title || this.origin !== model.origin) {
            this.title = model.scene.title;
            this.origin = model.origin;
            this.memory.clear();
            this.moving = null;
            [...this.knobs.values(), ...this.all.knobs.values()].forEach((knob) => knob.forget());
        }
        this.#follow(model.scene.balls);
        this.#fill(this.leading, leadingRows(model.knobs, model.scene, this.moving)
            .slice(0, LEADING).flatMap(componentsOf));
        this.#updatePresets();
        const { scene, solvers } = firstRows(model.knobs);
        this.#fill(this.scene, scene);
        this.#updateSolvers(solvers);
        this.add.update();
        this.all.update();
        this.complain();
        focus();
    }

    #updatePresets() {
        const { model } = this;
        const made = presetsOf(model.start).map((preset) => button(`preset.${preset.key}`, () =>
            model.editFirst(holds(model, preset) ? [] : preset.pairs), { 'aria-pressed': `${holds(model, preset)}` }));
        const focused = [...this.presets.children].findIndex((each) =>
            each === document.activeElement);
        this.presets.replaceChildren(...made);
        /** @type {any} */ (this.presets.children[focused])?.focus();
    }

    /** Keeps the direction of the first moving ball, also while its speed is 0. */
    #follow(balls) {
        const moving = ({ vx_mps, vy_mps }) => Math.hypot(vx_mps, vy_mps) > 0;
        const there = balls.find(({ name }) => name === this.moving?.name) ?? balls.find(moving);
        if (!there || moving(there)) {
            const speed = there && Math.hypot(there.vx_mps, there.vy_mps);
            this.moving = there ? { name: there.name,
                direction: [there.vx_mps / speed, there.vy_mps / speed] } : null;
        }
    }

    /** Shows rows below the heading of a place. */
    #fill(place, rows) {
        const head = [...place.children].filter((each) => !each.matches('.knob'));
        keep(place, [...head,
            ...rows.map((row) => knobOf(this.knobs, row, this, this.family(row)).element)]);
    }

    #updateSolvers(solvers) {
        const { model } = this;
        keep(this.solvers, solvers.map(({ of, rows }) => {
            const frame = cached(this.frames, of, () => new SolverFrame(of, model, this.add));
            this.#fill(frame.element, rows);
            frame.update();
            return frame.element;
        }));
    }

    /** @returns {function()} restores the focus to the same element or its replacement */
    #focus() {
        const { pending } = this;
        const focused = /** @type {HTMLElement | null} */ (document.activeElement);
        const inside = focused?.closest('#knobs .knob');
        return () => {
            if (!focused || !inside || document.activeElement === focused) {
                return;
            }
            if (focused.isConnected) {
                focused.focus();
            } else if (pending !== null) {
                (this.knobs.get(pending)?.otherwise ?? this.add.select).focus();
            }
        };
    }

    // ---- messages of the core ----

    complain() {
        const { model } = this;
        if (!model.scene) {
            return;
        }
        const known = new Set(model.knobs.map(({ path }) => path));
        const refused = model.messages.length > 0;
        const messages = refused ? model.messages : model.scene.messages ?? [];
        const found = byPath(messages, model.scene, known, refused ? this.pending : null);
        [...this.knobs.values(), ...this.all.knobs.values()].forEach((knob) =>
            knob.complain(pathsOf(knob.row).flatMap((path) => found.get(path) ?? [])));
        this.pending = refused ? this.pending : null;
    }

    #announceRun() {
        if (this.turned === null) {
            return;
        }
        const { row, value } = this.turned;
        this.turned = null;
        this.model.emit('said', value === null ? say('knobs.ran.plain')
            : say('knobs.ran', { name: nameOf(row), value: shownValue(row, value) }));
    }
}

export const mount = (place, model) => new Panel(place, model);
