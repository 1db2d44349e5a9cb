// SPDX-License-Identifier: GPL-3.0-or-later
/** Worker: receives requests, runs them in the module and posts the core's messages. Samples of a
 * run are collected and posted in blocks. Only termination by client.js interrupts a call into the
 * module.
 *
 * Receives: {module} (compiled) or {packed} (text), once; then requests, WorkRequest of types.d.ts:
 *          each opens its scenario
 * Posts:   {alive} on receipt of the core; {module} after compiling it, or {failed: reason, why:
 *          'module'|'wasm'}; for a request {id, topic, value} with the topics of decode.js except
 *          samples, and
 *          opened    true if the scenario is valid
 *          look      {samples, from_s, to_s, bodies, at_once} of the run that begins
 *          block     {count, numbers, positions}: consecutive samples
 *          files     Map from paths to bytes
 *          done      {ok, took_s}: the last message, except after
 *          broken    text: the worker is unusable */
import { samplesFor } from '../model/run.js';
import { compiled } from './compile.js';
import { Lab } from './handle.js';
import { joined } from './unpack.js';

const BLOCK_MS = 30; // maximum interval between blocks

/** Samples since the last block. */
class Block {
    numbers = [];
    positions = [];
    began_ms = 0;
    after_ms = 0; // interval to the next block

    constructor(post) {
        this.post = post;
    }

    /** Starts a run, or the next block. @param at_once true posts the first sample immediately */
    begin(at_once) {
        Object.assign(this, { numbers: [], positions: [], began_ms: performance.now(),
            after_ms: at_once ? 0 : BLOCK_MS });
    }

    /** Adds a part of a sample; its positions arrive last and complete it. */
    add(topic, value) {
        this[topic].push(value);
        if (topic === 'positions' && performance.now() - this.began_ms >= this.after_ms) {
            this.flush();
        }
    }

    flush() {
        const count = this.positions.length;
        if (count === 0) {
            return;
        }
        const numbers = joined(Float64Array, this.numbers);
        const positions = joined(Float32Array, this.positions);
        this.post('block', { count, numbers, positions }, [numbers.buffer, positions.buffer]);
        this.begin(false);
    }
}

/** Returns the buffers that can be transferred without a copy: columns of a table. */
function transferable(value) {
    const columns = Object.values(value?.table?.column ?? {});
    return columns.filter((column) => column instanceof Float64Array).map(({ buffer }) => buffer);
}

/** Answers requests in a lab of its own. */
class Desk {
    /** @type {Scene} of the open scenario */ scene = /** @type {any} */ (null);

    constructor(module, post) {
        this.post = post;
        this.block = new Block(post);
        this.lab = new Lab(module, (topic, value) => this.#onTopic(topic, value));
    }

    #onTopic(topic, value) {
        if (topic === 'numbers' || topic === 'positions') {
            this.block.add(topic, value);
        } else {
            this.block.flush();
            this.scene = topic === 'scene' ? value : this.scene;
            this.post(topic, value, transferable(value));
        }
    }

    #run(asked) {
        const look = { from_s: 0, to_s: null, bodies: '', at_once: false,
            samples: samplesFor(this.scene), ...asked };
        this.post('look', look);
        this.block.begin(look.at_once);
        return this.lab.run(look);
    }

    #record() {
        const files = this.lab.record();
        if (files) {
            this.post('files', files, [...files.values()].map(({ buffer }) => buffer));
        }
        return files !== null;
    }

    /** @returns {boolean} true on success */
    work({ kind, text, sets = [], look }) {
        const isOpen = this.lab.open(text, sets);
        this.post('opened', isOpen);
        return isOpen && (kind === 'open' || (kind === 'record' ? this.#record() : this.#run(look)));
    }
}

/** @param scope the worker's global scope: postMessage and onmessage */
export function serve(scope) {
    let desk = null, id = 0; // promise of the desk
    const post = (topic, value, hand = []) => scope.postMessage({ id, topic, value }, hand);
    const begin = async ({ module, packed }) => {
        scope.postMessage({ alive: true });
        try {
            const made = module ?? await compiled(packed);
            if (packed !== undefined) {
                scope.postMessage({ module: made });
            }
            return new Desk(made, post);
        } catch ({ message, why = 'module' }) {
            scope.postMessage({ failed: message, why });
            return null;
        }
    };
    const answer = (open, data) => {
        try {
            const began_ms = performance.now();
            id = data.id;
            const ok = open.work(data);
            open.block.flush();
            post('done', { ok, took_s: (performance.now() - began_ms) / 1000 });
        } catch (reason) {
            post('broken', String(reason?.message ?? reason));
        }
    };
    scope.onmessage = async ({ data }) => {
        if (desk === null) {
            desk = begin(data);
            return;
        }
        const open = await desk;
        if (open !== null) { // otherwise `failed` was posted
            answer(open, data);
        }
    };
}

if (typeof WorkerGlobalScope !== 'undefined' && globalThis instanceof WorkerGlobalScope) {
    serve(globalThis);
}
