// SPDX-License-Identifier: GPL-3.0-or-later
/** Challenge: the scenario's checks as goals, with the core's verdicts. */
import { button, element } from '../../frame/dom.js';
import { pairsOf, unquoted } from '../../knobs/edit/flow.js';
import { say } from '../../words/words.js';
import { goalPairs, goalsOf, tally } from './goals.js';
import { mountMaker } from './maker.js';

const SVG = 'http://www.w3.org/2000/svg';
const PATHS = { pass: 'M3 9l4 4 8-10', fail: 'M4 4l10 10M14 4L4 14', skip: 'M3 9h12' };

/** Draws a check mark or cross, because no font has all of them. */
function mark(verdict) {
    const svg = document.createElementNS(SVG, 'svg'), path = document.createElementNS(SVG, 'path');
    svg.setAttribute('viewBox', '0 0 18 18');
    svg.setAttribute('class', 'mark');
    svg.setAttribute('aria-hidden', 'true');
    path.setAttribute('d', PATHS[verdict] ?? PATHS.skip);
    svg.append(path);
    return svg;
}

/** Text of a check without a verdict: its keys. */
const asWords = (item) => pairsOf(item).filter(([key]) => key !== 'kind')
    .map(([key, value]) => `${key} ${unquoted(value)}`).join(', ');

export class Challenge {
    constructor(place, model) {
        this.model = model;
        this.note = ''; // instructions of the author
        this.said = null; // verdicts already announced
        this.#build(place);
        ['scene', 'verdicts', 'language', 'done'].forEach((name) =>
            model.on(name, () => model.scene && this.update()));
    }

    #build(place) {
        const { model } = this;
        this.about = element('p', { className: 'note' });
        this.state = element('p', { role: 'status', className: 'verdict' });
        this.list = element('ul', { className: 'goals' });
        this.check = button('goal.check', () => model.record());
        this.maker = element('summary', { dataset: { say: 'goal.make' } }, say('goal.make'));
        const maker = element('details', {}, this.maker);
        this.items = element('ul', { className: 'items' });
        const inner = element('div');
        maker.append(inner, element('p', { dataset: { say: 'goal.items' } }, say('goal.items')),
            this.items);
        mountMaker(inner, model);
        place.append(this.about, element('div', { id: 'goal-verdicts' }, this.state, this.list,
            element('p', {}, this.check)), maker);
    }

    update() {
        const { model } = this, goals = goalsOf(model.scene), fresh = !model.stale;
        this.about.textContent = this.note;
        this.about.hidden = this.note === '';
        this.check.hidden = goals.length === 0 || fresh;
        this.check.disabled = !model.run?.done;
        this.list.replaceChildren(...fresh ? model.verdicts.map((each) => this.#verdict(each))
            : goals.map((item) => element('li', { className: 'open', lang: 'en' },
                element('span', { className: 'sign' }), asWords(item))));
        this.items.replaceChildren(...goals.map((item, k) => this.#item(item, k, goals)));
        this.#sum(goals, fresh);
    }

    #verdict({ verdict, name, text }) {
        return element('li', { className: verdict }, mark(verdict),
            element('strong', {}, say(`goal.${verdict}`)), ' ',
            element('span', { lang: 'en' }, `${name}: ${text}`));
    }

    #item(item, k, goals) {
        const words = asWords(item);
        return element('li', {}, element('span', { lang: 'en' }, words), ' ',
            element('button', { type: 'button', className: 'small',
                'aria-label': say('goal.remove.of', { goal: words }),
                onclick: () => this.#leave(goals.filter((each, at) => at !== k)) },
            say('goal.remove')));
    }

    #leave(goals) {
        this.maker.focus(); // the pressed button disappears
        this.model.edit(goalPairs(this.model.sets, goals));
    }

    #sum(goals, fresh) {
        const { held, missed, skipped, all } = tally(fresh ? this.model.verdicts : []);
        const text = goals.length === 0 ? say('goal.none') : !fresh ? say('goal.open',
            { n: goals.length }) : all ? say('goal.all', { n: held })
            : say('goal.some', { held, n: held + missed + skipped });
        if (this.state.textContent !== text) {
            this.state.textContent = text;
        }
        this.state.classList.toggle('won', fresh && all);
    }
}
