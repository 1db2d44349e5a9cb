// SPDX-License-Identifier: GPL-3.0-or-later
/** Downloads: records, scenario, and a picture of the table. */
import { button, element } from '../frame/dom.js';
import { downloadRecord, downloadScenario } from '../model/files.js';
import { say } from '../words/words.js';
import { panel, table } from './frame.js';
import { saveTable } from './chart/picture.js';

export class Data {
    /** @param {Desk} desk */
    constructor(desk, open) {
        this.desk = desk;
        this.of = null;
        this.make = button('inst.make_files', () => this.#make());
        this.state = element('p', { className: 'state', role: 'status' });
        this.place = element('div', { className: 'across', tabIndex: 0 });
        this.root = panel('inst.files', open, element('div', { className: 'controls' },
            button('inst.scenario', () => downloadScenario(desk.model)),
            button('inst.table_picture', () => saveTable(desk)), this.make), this.state,
        this.place);
    }

    async #make() {
        this.make.disabled = true;
        this.state.textContent = say('inst.judging');
        await this.desk.model.record();
        this.make.disabled = false;
        this.state.textContent = '';
        this.update();
    }

    update() {
        if (!this.root.open) {
            return;
        }
        const { files, stale, language } = this.desk.model, shown = stale ? null : files;
        this.make.hidden = shown !== null;
        if (this.of === null || shown !== this.of.shown || language !== this.of.language) {
            this.of = { shown, language };
            this.place.replaceChildren(...(shown ? [this.#files([...shown.keys()])] : []));
        }
    }

    /** Builds the table of files: a row per solver, then the files of the whole run. */
    #files(paths) {
        const folderOf = (path) => path.slice(0, Math.max(0, path.lastIndexOf('/')));
        const split = paths.map((path) => [folderOf(path), path]);
        const folders = [...new Set(split.map(([folder]) => folder))];
        const rows = folders.map((folder) => [folder === '' ? say('inst.whole_run') : folder,
            element('span', { className: 'files' }, ...split.filter(([of]) => of === folder)
                .map(([, path]) => this.#file(path)))]);
        return table(say('inst.files.caption'), [say('inst.of'), say('inst.file')], rows,
            { className: 'list' });
    }

    #file(path) {
        const name = path.slice(path.lastIndexOf('/') + 1);
        return element('button', { type: 'button', className: 'small', 'aria-label': path,
            onclick: () => downloadRecord(this.desk.model, path) }, name);
    }
}
