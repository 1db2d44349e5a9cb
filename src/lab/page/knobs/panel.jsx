// SPDX-License-Identifier: GPL-3.0-or-later
/** Panel of parameters: important ones first, then solvers, then all. */
import { render } from 'preact';
import { settingsText } from '../teach/sheet/worksheet.js';
import { say } from '../words/words.js';
import { All } from './all.jsx';
import { lawPairs, otherwisePairs } from './edit/edits.js';
import { byPath } from './edit/refusal.js';
import { contactOf, guess } from './edit/suggest.js';
import { knobsOf, softnessOf } from './knob.jsx';
import { holds, presetsOf } from './presets.js';
import { Restitution } from './restitution.jsx';
import { AddSolver, SolverFrame } from './solvers.jsx';
import { activeRow, componentsOf, familyOf, firstRows, leadingRows, nameOf, pathsOf, shownValue } from './value/rows.js';

const LEADING = 3; // knobs above the others
const LISTS = /^(solvers|groups|balls)\./;

/** Presets of the scene; a second click returns to its first state. */
const Presets = ({ model }) => <div class="presets" role="group" aria-label={say('knobs.presets')}>
    {presetsOf(model.start).map((preset) => {
        const isHeld = holds(model, preset), what = settingsText(model.start, preset.pairs);
        const isPart = what.startsWith(`${say('key.ball_ball')} =`) && model.scene.table.boundary === 'walls';
        return <button key={preset.key} type="button" aria-pressed={isHeld} title={what} onClick={() => model.editFirst(isHeld ? [] : preset.pairs)}>
            {say(`preset.${preset.key}`)}{isPart && `, ${say('turn.ball_ball')}`}
        </button>;
    })}
</div>;

function Knobs({ panel, leading }) {
    const { model } = panel, { scene, solvers } = firstRows(model.knobs);
    return <>
        <Presets model={model} />
        <div class="leading">{knobsOf(panel, leading)}</div>
        <details class="more">
            <summary>{say('knobs.more')}</summary>
            <fieldset class="knobs">
                <legend>{say('knobs.scene')}</legend>
                {knobsOf(panel, scene)}
            </fieldset>
            {solvers.map(({ of, rows }) => <SolverFrame key={of} panel={panel} of={of} rows={rows} />)}
            <AddSolver model={model} />
            <Restitution model={model} />
            <All panel={panel} />
        </details>
    </>;
}

export class Panel {
    memory = new Map(); // values of alternative keys before they were replaced
    /** @type {string | null} */ pending = null; // path of the unanswered edit
    /** @type {{row: Row, value: any} | null} */ turned = null; // announced after the run
    /** @type {{name: string, direction: number[]} | null} */ moving = null; // the first ball that has moved in this scene
    found = new Map(); // messages by path
    /** @type {{path: string, text: string} | null} */ limit = null; // the nearest value that a parameter can have
    softness = ''; // of the contacts in the last run
    loads = 0; // number of scenes so far; their sliders have scales of their own
    edits = 0; // number of states so far

    /** @param {HTMLElement} place @param {Model} model */
    constructor(place, model) {
        this.model = model;
        this.place = place;
        model.on('knobs', () => this.update());
        model.on('messages', () => this.complain());
        model.on('done', () => {
            this.draw();
            this.#announceRun();
        });
        model.on('language', () => this.draw());
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

    draw() {
        const { model } = this, { run, scene } = model;
        if (!scene) {
            return;
        }
        const leading = leadingRows(model.knobs, scene, this.moving, model.start?.knobs).slice(0, LEADING).flatMap(componentsOf);
        const springs = leading.find(({ path }) => path === 'leading.stiffness');
        if (run?.done && run.scene === scene && springs) {
            this.softness = softnessOf(springs, run);
        }
        render(<Knobs panel={this} leading={leading} />, this.place);
    }

    /** Shows the parameters and values of a new state. */
    update() {
        const { model } = this;
        if (this.title !== model.scene.title || this.origin !== model.origin) {
            this.title = model.scene.title;
            this.origin = model.origin;
            this.memory.clear();
            this.moving = null;
            this.softness = '';
            this.loads++;
        }
        this.edits++;
        this.#follow(model.scene.balls);
        this.complain();
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

    /** Shows the messages of the core, each at its parameter. */
    complain() {
        const { model } = this;
        if (model.scene) {
            const known = new Set(model.knobs.map(({ path }) => path));
            const refused = model.messages.length > 0;
            const messages = refused ? model.messages : model.scene.messages ?? [];
            this.found = byPath(messages, model.scene, known, refused ? this.pending : null);
            this.pending = refused ? this.pending : null;
            this.limit = null;
            this.draw();
        }
    }

    /** Refuses a text that is no value of a parameter. */
    refuse(row, text) {
        this.found = new Map([[pathsOf(row)[0], [{ text, error: true }]]]);
        this.draw();
    }

    /** Says which value a parameter has got instead of the one that was wanted. */
    restrict({ path }, text) {
        this.limit = { path, text };
        this.draw();
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
