// SPDX-License-Identifier: GPL-3.0-or-later
/** Legend. A solver selected here is highlighted everywhere. */
import { element } from '../frame/dom.js';
import { say } from '../words/words.js';
import { swatch } from './chart/style.js';

export class Legend {
    constructor(desk) {
        this.desk = desk;
        this.of = null;
        this.list = element('ul', { className: 'whose', 'data-say-label': 'inst.solvers',
            'aria-label': say('inst.solvers') });
        this.failures = element('p', { className: 'state alarm' });
        this.root = element('div', {}, this.list, this.failures);
    }

    update() {
        const key = JSON.stringify(this.desk.solvers);
        if (key !== this.of) {
            this.of = key;
            this.#build();
        }
        const { solver } = this.desk.model.selection;
        this.desk.solvers.forEach(({ name }, k) =>
            this.buttons[k].setAttribute('aria-pressed', name === solver));
        this.#showFailures();
    }

    #showFailures() {
        const { failed } = this.desk;
        this.failures.hidden = failed.length === 0;
        this.failures.textContent = failed.map(({ label, failure }) =>
            say('inst.failed', { solver: label, why: failure })).join(' ');
    }

    #build() {
        this.buttons = this.desk.solvers.map((solver) => element('button', { type: 'button',
            onclick: () => this.#choose(solver.name) }, swatch(solver), solver.label));
        this.list.replaceChildren(...this.buttons.map((one) => element('li', {}, one)));
    }

    #choose(name) {
        const { model } = this.desk;
        model.select({ solver: model.selection.solver === name ? null : name });
    }

    cursor() {}
}
