// SPDX-License-Identifier: GPL-3.0-or-later
/** Table of `carom compare` and the notes below it. */
import { button, element } from '../frame/dom.js';
import { refusalText, worded } from '../words/refusal.js';
import { languageOf, say, translated } from '../words/words.js';
import { rewritten } from './chart/numbers.js';
import { swatch } from './chart/style.js';
import { panel, table } from './frame.js';

export class Summary {
    /** @param {Desk} desk */
    constructor(desk, open) {
        this.desk = desk;
        this.judge = button('inst.judge', () => this.#compare());
        this.state = element('p', { className: 'state', role: 'status' });
        this.place = element('div', { className: 'across', tabIndex: 0 });
        this.remarks = element('ul', { className: 'remarks' });
        this.root = panel('inst.summary', open, element('div', { className: 'controls' },
            this.judge, this.state), this.place, this.remarks);
        this.of = null;
        this.busy = false;
    }

    async #compare() {
        this.busy = true;
        this.update();
        await this.desk.model.record();
        this.busy = false;
        this.update();
    }

    update() {
        if (!this.root.open) {
            return;
        }
        const { summary, stale, run, language } = this.desk.model;
        this.judge.hidden = !stale || this.busy;
        this.judge.disabled = !run?.done;
        this.state.textContent = this.busy ? say('inst.judging')
            : stale && summary ? say('inst.stale') : stale ? say('inst.not_judged') : '';
        this.place.classList.toggle('stale', stale);
        this.remarks.hidden = stale;
        if (summary !== this.of?.summary || language !== this.of?.language) {
            this.of = { summary, language };
            this.#show(summary);
        }
    }

    #show(summary) {
        if (!summary) {
            this.place.replaceChildren();
            this.remarks.replaceChildren();
            return;
        }
        const { solvers } = this.desk.model.scene;
        const head = solvers.map((solver) => element('span', { className: 'head' },
            swatch(solver), solver.full));
        const rows = summary.rows.map(({ label, doc, cells }) =>
            [{ text: translated(label.trim()), title: translated(doc), lang: languageOf(doc) },
                ...cells.map((cell) => rewritten(translated(cell)))]);
        const caption = say('inst.summary.caption', { reference: this.#textOf(summary.reference) });
        this.place.replaceChildren(table(caption, [say('inst.quantity'), ...head], rows));
        this.place.querySelectorAll('tbody th').forEach((cell, k) => {
            cell.classList.toggle('inner', summary.rows[k].label.startsWith(' '));
        });
        this.remarks.replaceChildren(...summary.remarks.map((remark) =>
            element('li', worded(remark) ? {} : { lang: 'en' },
                element('strong', {}, `${this.#textOf(remark.solver)}: `), refusalText(remark))));
    }

    #textOf(name) {
        return this.desk.model.scene.solvers.find((one) => one.name === name)?.text ?? name;
    }
}
