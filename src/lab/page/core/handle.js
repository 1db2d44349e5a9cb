// SPDX-License-Identifier: GPL-3.0-or-later
/** JavaScript binding of src/lab/page_calls.h: one lab in one instance of the module. */
import { decode } from './decode.js';
import { Phrases } from './phrases.js';
import { rowOf, sceneOf } from './scene.js';
import { systemOf } from './system.js';
import { joined } from './unpack.js';

/** Folder that `record` names; paths of records begin with it. */
const RECORDS = 'records';

/** CAROM_OK of include/carom/status.h. */
const OK = 0;

/** Gives the texts in a message of the core their phrases, as `said`. */
function withPhrases(topic, value, phrases) {
    const say = (list, key = 'text') => list.forEach((one) => { one.said = phrases.of(one[key]); });
    switch (topic) {
        case 'messages': say(value); break;
        case 'scene': say(value.messages); return sceneOf(value);
        case 'knobs': return value.map(rowOf);
        case 'end': say(value, 'failure'); break;
        case 'summary': say(value.remarks); break;
        case 'error': return { text: value, said: phrases.of(value) };
    }
    return value;
}

export class Lab {
    /** @type {Map<string, Uint8Array[]>} pieces of the files that `record` writes, by path */
    files = new Map();

    phrases = new Phrases();

    /** @param {WebAssembly.Module} module carom.wasm
     * @param receive receives each (topic, value) of decode.js during a call */
    constructor(module, receive) {
        const bytesAt = (at, size) => new Uint8Array(this.core.memory.buffer, at, size);
        const textAt = (at, size) => new TextDecoder().decode(bytesAt(at, size));
        /** @type {any} */
        this.core = new WebAssembly.Instance(module, {
            wasi_snapshot_preview1: systemOf(() => this.core.memory),
            lab: {
                say: (topic, at, size) => {
                    const { topic: name, value } = decode(topic, bytesAt(at, size));
                    receive(name, withPhrases(name, value, this.phrases));
                },
                phrase: (at, length, format, formatLength, values, size) => this.phrases.add(textAt,
                    at, length, textAt(format, formatLength), textAt(values, size)),
                write: (path, length, at, size) => {
                    const name = textAt(path, length);
                    const pieces = this.files.get(name) ?? [];
                    this.files.set(name, pieces);
                    pieces.push(bytesAt(at, size).slice());
                },
            },
        }).exports;
        this.core._initialize();
        this.lab = this.core.lab_new();
    }

    /** Copies a NUL-terminated text into the module's memory during `use(at, bytes)`. */
    #lend(text, use) {
        const bytes = new TextEncoder().encode(text);
        const at = this.core.malloc(bytes.length + 1);
        if (at === 0) {
            throw new Error('no memory');
        }
        const room = new Uint8Array(this.core.memory.buffer, at, bytes.length + 1);
        room.set(bytes);
        room[bytes.length] = 0;
        try {
            return use(at, bytes.length);
        } finally {
            this.core.free(at);
        }
    }

    /** @param {string[]} sets "KEY=VALUE", "KEY+=ITEM" or "KEY", which is removed
     * @returns {boolean} true for a valid scenario */
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
        this.files = new Map();
        const status = this.#lend(RECORDS,
            (directory) => this.core.carom_lab_record(this.lab, directory));
        const files = [...this.files].map(([path, pieces]) => /** @type {[string, Uint8Array]} */ (
            [path.slice(RECORDS.length + 1), joined(Uint8Array, pieces)]));
        this.files = new Map(); // records may take 100 MB
        return status === OK ? new Map(files) : null;
    }
}
