// SPDX-License-Identifier: GPL-3.0-or-later
/** Solvers: a frame of knobs for each, and a menu that adds one. */
import { button, element, labelled, offer } from '../frame/dom.js';
import { swatch } from '../instruments/chart/style.js';
import { say } from '../words/words.js';
import { addPairs, isChanged, removePairs, resetPairs } from './edit/edits.js';
import { shownWord } from './value/rows.js';

export class SolverFrame {
    swatch = element('span');
    name = element('span');

    /** @param {string} of "solvers.NAME" @param {Model} model
     * @param {AddSolver} add the menu below the frames */
    constructor(of, model, add) {
        this.of = of;
        this.model = model;
        this.restore = button('knobs.restore', () => model.edit(resetPairs(model, this.changed)), { className: 'small' });
        this.remove = button('knobs.remove', () => add.remove(this.solver.name),
            { className: 'small' });
        this.element = element('fieldset', { className: 'knobs' }, element('legend', {},
            this.swatch, ' ', this.name, ' ', this.restore, ' ', this.remove));
    }

    get solver() {
        const [, ...name] = this.of.split('.');
        return this.model.scene.solvers.find((solver) => solver.name === name.join('.'))
            ?? this.model.scene.solvers[Number(name[0])];
    }

    /** Parameters that differ from the first state. */
    get changed() {
        const { model, of } = this;
        return model.knobs.filter((row) => row.of === of && isChanged(model, row.path))
            .map(({ path }) => path);
    }

    update() {
        const { model, solver } = this;
        if (!solver) {
            return;
        }
        this.name.textContent = solver.full;
        this.swatch.replaceChildren(swatch(solver));
        this.restore.setAttribute('aria-label', say('knobs.restore.of', { name: solver.text }));
        this.restore.hidden = this.changed.length === 0;
        this.remove.setAttribute('aria-label', say('knobs.remove.of', { name: solver.text }));
        this.remove.hidden = model.scene.solvers.length < 2;
    }
}

/** Menu "Add a solver": every integrator with the existing springs, and rigid balls. */
export class AddSolver {
    choices = [];

    /** @param {Model} model */
    constructor(model) {
        this.model = model;
        this.select = element('select', { id: 'knobs-add' });
        this.select.onchange = () => this.#add();
        this.element = element('p', { className: 'add' }, ...labelled('knobs.add', this.select));
    }

    #add() {
        const which = this.choices[Number(this.select.value)];
        if (which) {
            this.#ask(addPairs(this.model, which), 'knobs.added', which.integrator ?? which.kind);
        }
        this.select.value = '';
    }

    async #ask(pairs, key, name) {
        if (await this.model.edit(pairs)) {
            this.model.emit('said', say(key, { name }));
        }
    }

    /** Moves the focus here, because the removed frame loses it. */
    remove(name) {
        this.select.focus();
        this.#ask(removePairs(this.model, name), 'knobs.removed', name);
    }

    /** Lists the integrators that the core names; without a soft solver it names none. */
    update() {
        const { knobs, scene } = this.model;
        const springs = knobs.find(({ key, of }) => key === 'integrator' && scene.solvers.some(
            (each) => of === `solvers.${each.name}` && each.kind === 'penalty'));
        const methods = springs?.words ?? ['euler', 'heun', 'velocity_verlet', 'rk4'];
        const solver = scene.solvers.find(({ name }) => springs?.of === `solvers.${name}`)?.text;
        this.choices = [...methods.map((integrator) => ({ integrator })), { kind: 'impulse' }];
        const named = ({ integrator, kind }) => kind ? say('knobs.add.kind', { name: kind })
            : say(springs ? 'knobs.add.springs' : 'knobs.add.new',
                { name: shownWord('integrator', integrator), solver });
        offer(this.select, [['', say('knobs.add.choose')],
            ...this.choices.map((which, k) => [k, named(which)])], '');
    }
}
