// SPDX-License-Identifier: GPL-3.0-or-later
/** Table of `carom compare`, the notes below it, and its files. */
import { button, element } from '../frame/dom.js';
import { downloadRecord, downloadScenario } from '../model/files.js';
import { refusalText, worded } from '../words/refusal.js';
import { languageOf, say, translated } from '../words/words.js';
import { rewritten } from './chart/numbers.js';
import { swatch } from './chart/style.js';
import { panel, table } from './frame.js';

export class Summary {
    busy = false;
    judge = button('inst.judge', () => this.#compare());
    state = element('p', { className: 'state', role: 'status' });
    place = element('div', { className: 'across', tabIndex: 0 });
    remarks = element('ul', { className: 'remarks' });
    files = element('div', { className: 'files' });

    /** @param {Desk} desk */
    constructor(desk) {
        this.model = desk.model;
        this.root = panel('inst.summary', this.judge, this.state, this.place, this.remarks, this.files);
    }

    async #compare() {
        this.busy = true;
        this.update();
        await this.model.record();
        this.busy = false;
        this.update();
    }

    update() {
        const { summary, files, stale, run, language } = this.model;
        this.judge.hidden = !stale || this.busy;
        this.judge.disabled = !run?.done;
        this.state.textContent = this.busy ? say('inst.judging')
            : stale && summary ? say('inst.stale') : stale ? say('inst.not_judged') : '';
        this.place.classList.toggle('stale', stale);
        this.remarks.hidden = this.files.hidden = stale;
        if (summary && (summary !== this.of?.summary || language !== this.of?.language)) {
            this.of = { summary, language };
            this.#show(summary);
            this.#list([...files?.keys() ?? []]);
        }
    }

    #show(summary) {
        const { solvers } = this.model.scene;
        const textOf = (name) => solvers.find((one) => one.name === name)?.text ?? name;
        const head = solvers.map((solver) => element('span', { className: 'head' },
            swatch(solver), solver.full));
        const rows = summary.rows.map(({ label, doc, cells }) =>
            [{ text: translated(label.trim()), title: translated(doc), lang: languageOf(doc),
                className: label.startsWith(' ') ? 'inner' : '' },
            ...cells.map((cell) => rewritten(translated(cell)))]);
        this.place.replaceChildren(table(say('inst.summary.caption', { reference: textOf(summary.reference) }),
            [say('inst.quantity'), ...head], rows));
        this.remarks.replaceChildren(...summary.remarks.map((remark) =>
            element('li', worded(remark) ? {} : { lang: 'en' },
                element('strong', {}, `${textOf(remark.solver)}: `), refusalText(remark))));
    }

    #list(paths) {
        this.files.replaceChildren(button('inst.scenario', () => downloadScenario(this.model)),
            ...paths.map((path) => element('button', { type: 'button', className: 'small',
                onclick: () => downloadRecord(this.model, path) }, path)));
    }
}
