// SPDX-License-Identifier: GPL-3.0-or-later
/** Challenge: the scenario's goals, with the core's verdicts. */
import { button, drawing, element, setText } from '../../frame/dom.js';
import { shortNumber } from '../../knobs/value/quantity.js';
import { languageOf, say, translated } from '../../words/words.js';
import { goalVerdicts, goalsOf, tally } from './goals.js';

const PATHS = { pass: 'M3 9l4 4 8-10', fail: 'M4 4l10 10M14 4L4 14', skip: 'M3 9h12' };

/** Draws a check mark or cross, because no font has all of them. */
const mark = (verdict) => drawing('svg',
    { viewBox: '0 0 18 18', class: 'mark', 'aria-hidden': 'true' },
    drawing('path', { d: PATHS[verdict] ?? PATHS.skip }));

const DIGITS = 3;

/** Values of a goal: "impulse 0.0148, heun 0.0153". */
const valuesOf = (items) => items.filter(({ value }) => Number.isFinite(value))
    .map(({ solver, value }) => `${solver} ${shortNumber(value, DIGITS)}`).join(', ');

export class Challenge {
    note = ''; // instructions of the author
    missed = false; // a goal of this scene was not met
    about = element('p', { className: 'note' });
    state = element('p', { role: 'status', className: 'verdict' });
    list = element('ul', { className: 'goals' });
    check = button('goal.check', () => this.model.record());

    /** @param {HTMLElement} place @param {Model} model */
    constructor(place, model) {
        this.model = model;
        this.origin = this.opened = null; // of the scene that `missed` belongs to
        place.append(this.about, element('div', { id: 'goal-verdicts' }, this.state, this.list,
            element('p', {}, this.check)));
        model.on('scene verdicts language done', () => model.scene && this.update());
    }

    update() {
        const { model } = this, goals = goalsOf(model.scene), fresh = !model.stale;
        const judged = fresh ? goalVerdicts(model.verdicts) : [];
        this.about.textContent = this.note;
        this.about.hidden = this.note === '';
        this.check.hidden = goals.length === 0 || fresh;
        this.check.disabled = !model.run?.done;
        this.list.replaceChildren(...fresh ? judged.map((each) => this.#verdict(each))
            : goals.map((text) => element('li', { className: 'open' },
                element('span', { className: 'sign' }), this.#text(text))));
        this.#sum(goals, judged, fresh);
    }

    #verdict({ verdict, text, items }) {
        const why = verdict === 'skip' ? items.map((one) => one.text) : [];
        return element('li', { className: verdict }, mark(verdict),
            element('strong', {}, say(`goal.${verdict}`)), ' ', this.#text(text), ' ',
            element('span', { className: 'note' },
                [valuesOf(items), ...why].filter(Boolean).join('; ')));
    }

    /** Text of an author; a text of a scene of the menu that is not translated is English. */
    #text(text) {
        return element('span', { lang: this.model.origin ? languageOf(text) : '' },
            translated(text));
    }

    /** Praises only after an edit has met goals that were missed before. */
    #sum(goals, judged, fresh) {
        const { model } = this, { held, all } = tally(judged);
        if (this.opened !== model.opened || this.origin !== model.origin) {
            this.opened = model.opened;
            this.origin = model.origin;
            this.missed = false;
        }
        this.missed ||= fresh && judged.length > 0 && !all;
        const won = fresh && all && this.missed;
        const text = goals.length === 0 ? say('goal.none') : !fresh ? say('goal.open',
            { n: goals.length }) : say(won ? 'goal.won' : 'goal.some', { held, n: judged.length });
        setText(this.state, text);
        this.state.classList.toggle('won', won);
    }
}
