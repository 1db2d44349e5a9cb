// SPDX-License-Identifier: GPL-3.0-or-later
/** JavaScript binding of src/lab/page_calls.h: one lab in one instance of the module. */
import { decode } from './decode.js';
import { wasi } from './wasi.js';

/** Folder in which `record` writes its files. */
const RECORDS = 'records';

/** CAROM_OK of include/carom/status.h. */
const OK = 0;

export class Lab {
    /** @param {WebAssembly.Module} module carom.wasm
     * @param receive receives each (topic, value) of decode.js during a call
     * @param said receives lines of standard output (1) and error (2): (fd, text) */
    constructor(module, receive, said = () => {}) {
        const system = wasi(said);
        const say = (topic, at, size) => {
            const { topic: name, value } = decode(topic,
                new Uint8Array(this.core.memory.buffer, at, size));
            receive(name, value);
        };
        /** @type {any} */
        this.core = new WebAssembly.Instance(module, {
            wasi_snapshot_preview1: system.imports,
            lab: { say },
        }).exports;
        this.tree = system.tree;
        system.bind(this.core.memory);
        this.core._initialize();
        this.lab = this.core.carom_lab_new();
    }

    /** Copies a NUL-terminated text into the module's memory during `use(at, bytes)`. */
    #lend(text, use) {
        const bytes = new TextEncoder().encode(text);
        const at = this.core.lab_room(bytes.length + 1);
        if (at === 0) {
            throw new Error('no memory');
        }
        const room = new Uint8Array(this.core.memory.buffer, at, bytes.length + 1);
        room.set(bytes);
        room[bytes.length] = 0;
        try {
            return use(at, bytes.length);
        } finally {
            this.core.lab_drop(at);
        }
    }

    /** @param {string[]} sets "KEY=VALUE" each; @returns {boolean} true for a valid scenario */
    open(text, sets) {
        return this.#lend(text, (at, length) => this.#lend(sets.join('\n'),
            (lines) => this.core.carom_lab_open(this.lab, at, length, lines))) === OK;
    }

    /** @param {Look} look */
    run({ samples, from_s = 0, to_s = null, bodies = '' }) {
        return this.#lend(bodies, (names) => this.core.carom_lab_run(this.lab, samples, from_s,
            to_s ?? NaN, names)) === OK;
    }

    /** @returns {Map<string, Uint8Array>|null} the records by path; null after an error message */
    record() {
        const status = this.#lend(`/${RECORDS}`,
            (directory) => this.core.carom_lab_record(this.lab, directory));
        const files = status === OK ? this.tree.files(RECORDS) : null;
        this.tree.clear(RECORDS); // records may take 100 MB
        return files;
    }

    /** @param budget_s wall-clock time */
    /** Distance in m, to the nearest image on a periodic table. */
    distance(ax_m, ay_m, bx_m, by_m) {
        return this.core.carom_lab_distance(this.lab, ax_m, ay_m, bx_m, by_m);
    }
}
