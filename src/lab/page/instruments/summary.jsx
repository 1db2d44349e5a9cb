// SPDX-License-Identifier: GPL-3.0-or-later
/** Table of `carom compare`, the notes below it, and its files. */
import { render } from 'preact';
import { downloadRecord, downloadScenario } from '../model/files.js';
import { refusalText, worded } from '../words/refusal.js';
import { languageOf, say, translated } from '../words/words.js';
import { rewritten } from './chart/numbers.js';
import { Swatch } from './chart/stroke.jsx';
import { panel, Table } from './frame.jsx';

export class Summary {
    busy = false;
    root = panel('inst.summary');

    /** @param {Desk} desk */
    constructor(desk) {
        this.model = desk.model;
    }

    async compare() {
        this.busy = true;
        this.update();
        await this.model.record();
        this.busy = false;
        this.update();
    }

    /** Shows the table of the last recording, also while the scenario has changed since. */
    update() {
        const { model: { summary, stale, run, scene }, busy } = this;
        this.solvers = summary === this.shown ? this.solvers : scene.solvers;
        this.shown = summary;
        render(<>
            {stale && !busy && <button type="button" disabled={!run?.done} onClick={() => this.compare()}>{say('inst.judge')}</button>}
            <p class="state" role="status">{busy ? say('inst.judging') : stale ? say(summary ? 'inst.stale' : 'inst.not_judged') : ''}</p>
            {summary && <div class={`across ${stale ? 'stale' : ''}`} tabIndex={0}>{this.#table(summary)}</div>}
            {summary && !stale && this.#remarks(summary)}
            {summary && !stale && this.#files()}
        </>, this.root);
    }

    #nameOf(name) {
        return this.solvers.find((one) => one.name === name)?.text ?? name;
    }

    #table({ rows, reference }) {
        const heads = this.solvers.map((solver) => <span class="head"><Swatch solver={solver} />{solver.full}</span>);
        return <Table caption={say('inst.summary.caption', { reference: this.#nameOf(reference) })}
            head={[say('inst.quantity'), ...heads]} rows={rows.map(({ label, doc, cells }) => [
                <span class={label.startsWith(' ') ? 'inner' : ''} title={translated(doc)} lang={languageOf(doc)}>{translated(label.trim())}</span>,
                ...cells.map((cell) => rewritten(translated(cell)))])} />;
    }

    #remarks({ remarks }) {
        return <ul class="remarks">
            {remarks.map((remark) => <li lang={worded(remark) ? null : 'en'}>
                <strong>{this.#nameOf(remark.solver)}: </strong>{refusalText(remark)}
            </li>)}
        </ul>;
    }

    #files() {
        const { model } = this;
        return <div class="files">
            <button type="button" onClick={() => downloadScenario(model)}>{say('inst.scenario')}</button>
            {[...model.files?.keys() ?? []].map((path) => <button key={path} type="button" class="small"
                onClick={() => downloadRecord(model, path)}>{path}</button>)}
        </div>;
    }
}
