// SPDX-License-Identifier: GPL-3.0-or-later
/** Challenge: the scenario's goals, with the core's verdicts. */
import { button, drawing, element, setText, spoken } from '../../frame/dom.js';
import { shortNumber } from '../../knobs/value/quantity.js';
import { languageOf, say, translated } from '../../words/words.js';
import { checkPairs, checksOf, goalOf, goalVerdicts, goalsOf, tally } from './goals.js';
import { Maker } from './maker.js';

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
    maker = spoken('summary', 'goal.make');
    items = element('ul', { className: 'items' });

    /** @param {HTMLElement} place @param {Model} model */
    constructor(place, model) {
        this.model = model;
        this.origin = this.opened = null; // of the scene that `missed` belongs to
        const inner = element('div');
        new Maker(inner, model);
        place.append(this.about, element('div', { id: 'goal-verdicts' }, this.state, this.list,
            element('p', {}, this.check)), element('details', {}, this.maker, inner,
            spoken('p', 'goal.items'), this.items));
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
        this.items.replaceChildren(...goals.map((text, k) => this.#item(text, k)));
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
    #text(text, id = '') {
        return element('span', { id, lang: this.model.origin ? languageOf(text) : '' },
            translated(text));
    }

    #item(text, k) {
        return element('li', {}, this.#text(text, `goal-text-${k}`), ' ', button('goal.remove',
            () => this.#leave(text), { className: 'small', 'aria-describedby': `goal-text-${k}` }));
    }

    #leave(text) {
        this.maker.focus(); // the pressed button disappears
        const { model } = this;
        model.edit(checkPairs(model.sets, checksOf(model.scene).filter((check) =>
            goalOf(check) !== text)));
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
