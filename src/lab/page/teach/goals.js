// SPDX-License-Identifier: GPL-3.0-or-later
/** Goals of the scenario: checks with a `goal:` text, which the core evaluates, with their numbers, and why they
 * matter. Checks with the same text are one goal. */
import { button, element, setText } from '../frame/dom.js';
import { holds } from '../knobs/presets.js';
import { withUnit, unitOf } from '../knobs/value/quantity.js';
import { fullName } from '../words/solver.js';
import { languageOf, say, translated } from '../words/words.js';

/** @param {Verdict[]} verdicts @returns {Goal[]} pass: met; skip: cannot be checked */
export function goalsIn(verdicts) {
    const texts = new Set(verdicts.flatMap(({ goal }) => goal ? [goal] : []));
    return [...texts].map((text) => {
        const items = verdicts.filter(({ goal }) => goal === text);
        const state = (/** @type {Goal['state'][]} */ (['fail', 'skip'])).find((each) =>
            items.some(({ verdict }) => verdict === each)) ?? 'pass';
        return { text, state, items };
    });
}

/** Goals of the run shown. They are open until the reader has changed the scene.
 * @returns {Goal[]} none before the verdicts */
export function goalsOf(model) {
    const goals = model.stale ? [] : goalsIn(model.verdicts);
    return holds(model) ? goals.map((goal) => ({ ...goal, state: 'open' })) : goals;
}

/** Number of goals that are met. @param {Goal[]} goals */
export const heldOf = (goals) => goals.filter(({ state }) => state === 'pass').length;

const DIGITS = 3, PERCENT = /_rel$/;

/** Name of the quantity of a check: energy_residual_rel (euler); column vx_mps of a ball. */
const nameOf = ({ name }) => name.replace(/^column /, '').split(' ')[0];

/** Value of a check with its unit. */
function valueOf(verdict) {
    const name = nameOf(verdict);
    return !Number.isFinite(verdict.value) ? say(name === 'first_mismatch_s' ? 'goal.same' : 'goal.never')
        : PERCENT.test(name) ? `${withUnit(100 * verdict.value, '', DIGITS)} %`
            : withUnit(verdict.value, unitOf(name), DIGITS);
}

/** Why a goal matters, by its quantity; true of every run that meets it. */
const whyOf = (verdict) => {
    const key = `goal.why.${nameOf(verdict)}`, said = say(key);
    return said === key ? '' : said;
};

export class Challenge {
    note = ''; // instructions of the author
    about = element('p', { className: 'note' });
    state = element('p', { role: 'status', className: 'verdict' });
    list = element('ul', { className: 'goals' });
    check = button('goal.check', () => this.model.record());

    /** @param {HTMLElement} place @param {Model} model */
    constructor(place, model) {
        this.model = model;
        place.append(this.about, element('div', { id: 'goal-verdicts' }, this.state, this.list,
            element('p', {}, this.check)));
        model.on('scene verdicts language done', () => model.scene && this.update());
    }

    update() {
        const { model } = this, list = goalsOf(model);
        const held = heldOf(list), isWon = held > 0 && held === list.length;
        this.about.textContent = this.note;
        this.about.hidden = this.note === '';
        this.check.hidden = !model.stale;
        this.check.disabled = !model.run?.done;
        this.list.replaceChildren(...list.map((goal) => this.#item(goal)));
        setText(this.state, model.stale ? say('goal.unchecked') : list.length === 0 ? say('goal.none')
            : say(list[0].state === 'open' ? 'goal.first' : isWon ? 'goal.won' : 'goal.some', { held, n: list.length }));
        this.state.classList.toggle('won', isWon);
    }

    #item({ text, state, items }) {
        const { scene: { solvers }, origin } = this.model;
        const values = items.map((one) => {
            const solver = solvers.find(({ name }) => name === one.solver);
            return say('goal.value', { solver: solver ? fullName(solver) : one.solver, now: valueOf(one) });
        });
        return element('li', { className: state },
            // a text of an author; one of a scene of the menu that is not translated is English
            element('span', { lang: origin ? languageOf(text) : '' }, translated(text).replace(/(?<=^|\s)-(?=\d)/g, '−')),
            ...state === 'open' ? [] : [': ', element('strong', {}, say(`goal.${state}`))],
            element('p', { className: 'values' }, [...new Set(values)].join(' '),
                ...state === 'pass' ? [' ', whyOf(items[0])] : state === 'skip' ? [' ', items[0].text] : []));
    }
}
