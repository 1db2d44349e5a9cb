// SPDX-License-Identifier: GPL-3.0-or-later
/** All parameters, grouped and searchable. Groups are built when opened or found, because a scene
 * may have thousands of parameters. */
import { element, labelled, spoken } from '../frame/dom.js';
import { say } from '../words/words.js';
import { knobOf } from './knob.js';
import { allRows, isFound } from './value/rows.js';

const MOST_FOUND = 60; // knobs built for a search

export class All {
    knobs = new Map(); // knobs by path
    opened = new Set(); // open groups

    /** @param {import('./panel.js').Panel} panel */
    constructor(panel) {
        this.panel = panel;
        this.search = element('input', { type: 'search', id: 'knobs-search' });
        this.search.oninput = () => this.update();
        this.found = element('span', { role: 'status' });
        this.parts = element('div');
        this.element = element('details', { className: 'all', ontoggle: () => this.update() },
            spoken('summary', 'knobs.all'), element('p', {},
                ...labelled('knobs.search', this.search), ' ', this.found), this.parts);
    }

    /** Alternative keys are separate here. */
    #knob(row) {
        return knobOf(this.knobs, row, this.panel, [row]).element;
    }

    #part(of, rows) {
        const summary = element('summary', {}, of || say('knobs.of.'));
        const part = element('details', { className: 'part', open: this.opened.has(of) }, summary);
        const fill = part.ontoggle = () => {
            this.opened[part.open ? 'add' : 'delete'](of);
            if (part.open && part.childElementCount === 1) {
                part.append(...rows.map((row) => this.#knob(row)));
            }
        };
        fill();
        return part;
    }

    update() {
        const { model } = this.panel;
        if (!this.element.open || !model.scene) {
            return;
        }
        const search = this.search.value.trim(), parts = allRows(model.knobs);
        const shape = parts.map(({ of, rows }) => `${of}:${rows.length}`);
        const key = [model.language, shape, search].join('/');
        if (key === this.key) { // the same parameters: update values only
            parts.forEach(({ rows }) => rows.forEach((row) => this.knobs.get(row.path)?.update(row, [row])));
            return;
        }
        this.key = key;
        const found = parts.flatMap(({ rows }) => rows.filter((row) => isFound(row, search)));
        this.found.textContent = search === '' ? '' : say('knobs.found', { n: found.length });
        this.parts.replaceChildren(...search === ''
            ? parts.map(({ of, rows }) => this.#part(of, rows))
            : found.slice(0, MOST_FOUND).map((row) => this.#found(row)));
    }

    /** Labels a search result with its group. */
    #found(row) {
        return element('div', {}, element('p', { className: 'of' }, row.of || say('knobs.of.')),
            this.#knob(row));
    }
}
