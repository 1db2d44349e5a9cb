// SPDX-License-Identifier: GPL-3.0-or-later
/** Client of the workers, in the main thread. One worker computes, a spare is ready. The newest
 * request wins: an obsolete one gets a grace period, then its worker is terminated and the spare
 * continues. */

const GRACE_MS = 40; // an obsolete run that ends within this time is still shown
const SILENCE_MS = 20000; // a worker silent for so long may be forbidden; a busy machine needs seconds

/** One worker and its current request. */
class WorkerHandle {
    alive = false;
    silent = false;

    constructor(spawn, core, { fail, made }) {
        this.fail = fail;
        this.made = made;
        this.receive = null;
        this.worker = spawn();
        this.worker.onmessage = ({ data }) => this.#onMessage(data);
        this.worker.onerror = (event) => {
            event?.preventDefault?.();
            this.fail(this.alive ? 'crash' : 'worker', event?.message ?? '');
        };
        this.silence = setTimeout(() => {
            this.silent = true;
            this.fail('silent', '');
        }, SILENCE_MS);
        this.worker.postMessage(core);
    }

    #onMessage(data) {
        if (!this.alive) {
            this.alive = true;
            clearTimeout(this.silence);
            if (this.silent) {
                this.fail('late', '');
            }
        }
        if (data.failed !== undefined) {
            this.fail(data.why, data.failed);
        } else if (data.module) {
            this.made(data.module);
        } else if (!data.alive) {
            this.receive?.(data);
        }
    }

    send(request, receive) {
        this.receive = receive;
        this.worker.postMessage(request);
    }

    end() {
        clearTimeout(this.silence);
        this.receive = null;
        this.worker.onmessage = this.worker.onerror = null;
        this.worker.terminate();
    }
}

export class Client {
    queue = [];
    count = 0;
    crashes = 0;
    warm = false; // true after the first samples

    /** @param spawn returns a new worker; may throw where workers are forbidden
     * @param {{module: WebAssembly.Module}|{packed: string}} core packed: the first worker unpacks
     *    and compiles it while the page is built; the others receive the module
     * @param fail receives why the core fails: ('worker'|'silent'|'module'|'wasm'|'crash', text),
     *    or 'late' for a late answer */
    constructor(spawn, core, fail) {
        this.core = core;
        this.job = null; // running
        this.spare = null;
        this.held = null;
        this.newWorkerHandle = () => new WorkerHandle(spawn, this.core, {
            fail: (why, text) => this.#failed(why, text, fail),
            made: (module) => { this.core = { module }; },
        });
        this.hand = this.newWorkerHandle();
    }

    /** Queues all messages until `release`, when the parts are mounted. */
    hold() {
        this.held = [];
    }

    release() {
        const held = this.held ?? [];
        this.held = null;
        held.forEach(([job, data]) => this.#onMessage(job, data));
    }

    /** Starts the spare worker as soon as the first run has produced samples. */
    #ready() {
        if (this.warm) {
            this.spare ??= this.newWorkerHandle();
        }
    }

    /** Queues a request and cancels the requests that it makes obsolete.
     * @param {WorkRequest} request without id
     * @param {{receive?, clears?: string[], grace_ms?: number}} how receive(topic, value); kinds
     *    that become obsolete; grace period of a running one that has produced nothing yet
     * @returns {Promise<Outcome>} resolves when it has ended or was canceled */
    ask(request, { receive = (topic, value) => {}, clears = [], grace_ms = GRACE_MS } = {}) {
        return new Promise((resolve) => {
            const job = { request: { ...request, id: ++this.count }, receive, resolve, grace: null,
                began_ms: 0, samples: 0, filled: 0 };
            this.#clear(clears, grace_ms);
            this.queue.push(job);
            this.#next();
        });
    }

    /** Cancels running and queued requests of these kinds at once. */
    stop(kinds) {
        this.#clear(kinds, 0);
    }

    /** True if a request of this kind is running or queued. */
    has(kind) {
        return [this.job, ...this.queue].some((job) => job?.request.kind === kind);
    }

    /** True if a request of this kind is running. */
    at(kind) {
        return this.job?.request.kind === kind;
    }

    #clear(kinds, grace_ms) {
        const useless = (job) => kinds.includes(job.request.kind);
        this.queue.filter(useless).forEach((job) => job.resolve({ ok: false, superseded: true }));
        this.queue = this.queue.filter((job) => !useless(job));
        const job = this.job;
        if (!job || !useless(job)) {
            return;
        }
        if (grace_ms === 0 || job.grace === null) { // edits would prolong a restarted one for ever
            this.#endIn(job, grace_ms);
            this.#endIfShown(job);
        }
    }

    /** Ends an obsolete request after a time. */
    #endIn(job, grace_ms) {
        const end = () => this.#kill(job, { superseded: true });
        clearTimeout(job.grace);
        job.grace = grace_ms > 0 ? setTimeout(end, grace_ms) : end();
    }

    /** Ends an obsolete run that has produced samples, unless it is nearly done. */
    #endIfShown(job) {
        if (this.job === job && job.grace !== null && job.filled > 0) {
            const passed_ms = performance.now() - job.began_ms;
            const left_ms = passed_ms * (job.samples / job.filled - 1);
            this.#endIn(job, left_ms > GRACE_MS ? 0 : GRACE_MS);
        }
    }

    #kill(job, how) {
        clearTimeout(job.grace);
        if (this.job !== job) {
            return;
        }
        this.hand.end();
        this.warm = true;
        this.hand = this.spare ?? this.newWorkerHandle();
        this.spare = null;
        this.job = null;
        job.resolve({ ok: false, ...how });
        this.#next();
    }

    #next() {
        if (this.job || this.queue.length === 0) {
            return;
        }
        const job = this.job = this.queue.shift();
        job.began_ms = performance.now();
        this.hand.send(job.request, (data) => this.#onMessage(job, data));
    }

    #onMessage(job, data) {
        const { id, topic, value } = data;
        if (id !== job.request.id || this.job !== job) {
            return;
        }
        if (this.held) {
            this.held.push([job, data]);
            return;
        }
        if (topic === 'broken') {
            this.#kill(job, { broken: value });
        } else if (topic === 'done') {
            this.#over(job, value);
            this.warm = true;
            this.#ready();
        } else {
            job.receive(topic, value);
            if (topic === 'look') {
                job.samples = value.samples;
            } else if (topic === 'block') {
                job.filled += value.count;
                this.#endIfShown(job);
                this.#ready();
            }
        }
    }

    #over(job, outcome) {
        clearTimeout(job.grace);
        this.job = null;
        job.resolve(outcome);
        this.#next();
    }

    /** Handles the death of a worker: its request fails, the next one starts on a new worker. */
    #failed(why, text, fail) {
        if (why === 'crash' && this.job && this.crashes++ < 3) {
            this.#kill(this.job, { broken: text });
            return;
        }
        if (this.job && why !== 'silent' && why !== 'late') { // no worker is left to answer it
            this.#over(this.job, { ok: false });
        }
        fail(why, text);
    }
}
