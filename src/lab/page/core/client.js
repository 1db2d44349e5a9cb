// SPDX-License-Identifier: GPL-3.0-or-later
/** Client of the workers, in the main thread. One worker computes, a spare is ready. The newest
 * request wins: an obsolete one gets a grace period, then its worker is terminated and the spare
 * continues. */

const GRACE_MS = 40; // an obsolete run that ends within this time is still shown
const SILENCE_MS = 20000; // a worker silent for so long may be forbidden; a busy machine needs seconds
const MOST_CRASHES = 3; // that are not shown

/** @param {Worker} worker */
function terminate(worker) {
    worker.onmessage = worker.onerror = null;
    worker.terminate();
}

export class Client {
    /** @type {any} running */ job = null;
    queue = [];
    /** @type {Worker | null} */ spare = null;
    /** @type {any[] | null} messages until `release` */ held = null;
    count = 0;
    crashes = 0;
    warm = false; // true after the first run: then a spare starts

    /** @param {() => Worker} spawn returns a new worker; may throw where workers are forbidden
     * @param {{module: WebAssembly.Module}|{packed: string}} core packed: the first worker unpacks
     *    and compiles it while the page is built; the others receive the module
     * @param fail receives why the core fails: ('worker'|'silent'|'module'|'wasm'|'crash', text),
     *    or 'late' for a late answer */
    constructor(spawn, core, fail) {
        this.spawn = spawn;
        this.core = core;
        this.fail = fail;
        this.worker = this.#start();
    }

    #start() {
        let isSilent = false, isAlive = false;
        const worker = this.spawn(), silence = setTimeout(() => {
            isSilent = worker.onmessage !== null; // otherwise it was terminated
            isSilent && this.fail('silent', '');
        }, SILENCE_MS);
        worker.onmessage = ({ data }) => {
            clearTimeout(silence);
            if (isSilent && !isAlive) {
                this.fail('late', '');
            }
            isAlive = true;
            if (data.failed !== undefined) {
                this.#failed(data.why, data.failed);
            } else if (data.module) {
                this.core = { module: data.module };
            } else if (!data.alive) {
                this.#receive(data);
            }
        };
        worker.onerror = (event) => {
            event?.preventDefault?.();
            clearTimeout(silence);
            this.#failed(isAlive ? 'crash' : 'worker', event?.message ?? '');
        };
        worker.postMessage(this.core);
        return worker;
    }

    /** Ends all workers. */
    close() {
        [this.worker, this.spare].forEach((each) => each && terminate(each));
    }

    /** Queues all messages until `release`, when the parts are mounted. */
    hold() {
        this.held = [];
    }

    release() {
        const held = this.held ?? [];
        this.held = null;
        held.forEach((data) => this.#receive(data));
    }

    /** Queues a request and cancels the requests that it makes obsolete.
     * @param {WorkRequest} request without id
     * @param {{receive?, clears?: string[], grace_ms?: number}} how receive(topic, value); kinds
     *    that become obsolete; grace period of a running one that has produced nothing yet
     * @returns {Promise<Outcome>} resolves when it has ended or was canceled */
    ask(request, { receive = (topic, value) => {}, clears = [], grace_ms = GRACE_MS } = {}) {
        return new Promise((resolve) => {
            this.stop(clears, grace_ms);
            this.queue.push({ request: { ...request, id: ++this.count }, receive, resolve, grace: null,
                began_ms: 0, samples: 0, filled: 0 });
            this.#next();
        });
    }

    /** Cancels running and queued requests of these kinds, at once or after a grace period. */
    stop(kinds, grace_ms = 0) {
        const { job } = this, isUseless = ({ request }) => kinds.includes(request.kind);
        this.queue.filter(isUseless).forEach(({ resolve }) => resolve({ ok: false, superseded: true }));
        this.queue = this.queue.filter((each) => !isUseless(each));
        if (job && isUseless(job) && (grace_ms === 0 || job.grace === null)) { // edits would prolong it for ever
            this.#expire(job, grace_ms);
        }
    }

    /** True if a request of this kind is running. */
    at(kind) {
        return this.job?.request.kind === kind;
    }

    /** Ends an obsolete request after its grace period; at once if its samples are shown and it is not nearly
     * done. */
    #expire(job, grace_ms) {
        const left_ms = (performance.now() - job.began_ms) * (job.samples / job.filled - 1); // Infinity without samples
        clearTimeout(job.grace);
        if (grace_ms === 0 || (job.filled > 0 && left_ms > GRACE_MS)) {
            this.#end(job, { ok: false, superseded: true });
        } else {
            job.grace = setTimeout(() => this.#end(job, { ok: false, superseded: true }),
                job.filled > 0 ? GRACE_MS : grace_ms);
        }
    }

    /** Terminates the worker of the running request; the spare continues. */
    #end(job, outcome) {
        terminate(this.worker);
        this.warm = true;
        this.worker = this.spare ?? this.#start();
        this.spare = null;
        this.#finish(job, outcome);
    }

    #finish(job, outcome) {
        clearTimeout(job.grace);
        this.job = null;
        job.resolve(outcome);
        this.#next();
    }

    #next() {
        const job = this.job ? null : this.queue.shift();
        if (job) {
            this.job = job;
            job.began_ms = performance.now();
            this.worker.postMessage(job.request);
        }
    }

    #receive(data) {
        const { job } = this, { id, topic, value } = data;
        if (this.held) {
            this.held.push(data);
        } else if (id !== job?.request.id) { // of a request that has ended
            return;
        } else if (topic === 'broken') {
            this.#end(job, { ok: false, broken: value });
        } else if (topic === 'done') {
            this.#finish(job, value);
            this.warm ||= job.request.kind !== 'open';
            this.spare ??= this.warm ? this.#start() : null;
        } else {
            job.receive(topic, value);
            if (topic === 'look') {
                job.samples = value.samples;
            } else if (topic === 'block') {
                job.filled += value.count;
                if (this.warm) {
                    this.spare ??= this.#start();
                }
                if (job.grace !== null && this.job === job) {
                    this.#expire(job, GRACE_MS);
                }
            }
        }
    }

    /** Handles the death of a worker: its request fails, the next one starts on a new worker. */
    #failed(why, text) {
        if (why === 'crash' && this.job && this.crashes++ < MOST_CRASHES) {
            this.#end(this.job, { ok: false, broken: text });
            return;
        }
        if (this.job) { // no worker is left to answer it
            this.#finish(this.job, { ok: false });
        }
        this.fail(why, text);
    }
}
