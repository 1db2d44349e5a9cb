// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * The main thread's side of the workers: one works, one is kept ready. The newest request wins:
 * what it makes useless is given a grace in which it may finish, then its worker is ended and the
 * spare takes over. Nothing here waits in the main thread.
 */

const GRACE_MS = 40; // a run that ends within it is shown still
const SILENCE_MS = 5000; // then a worker that has said nothing is taken for forbidden

/** One worker, and the one request that it is at. */
class Hand {
    constructor(spawn, core, { fail, made }) {
        Object.assign(this, { fail, made, hear: null, alive: false, silent: false });
        this.worker = spawn();
        this.worker.onmessage = ({ data }) => this.#heard(data);
        this.worker.onerror = (event) => {
            event?.preventDefault?.();
            this.fail(this.alive ? 'crash' : 'worker', event?.message ?? '');
        };
        this.silence = setTimeout(() => this.#wasSilent(), SILENCE_MS);
        this.worker.postMessage(core);
    }

    #wasSilent() {
        this.silent = true;
        this.fail('silent', '');
    }

    #heard(data) {
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
            this.hear?.(data);
        }
    }

    send(request, hear) {
        this.hear = hear;
        this.worker.postMessage(request);
    }

    end() {
        clearTimeout(this.silence);
        this.hear = null;
        this.worker.onmessage = this.worker.onerror = null;
        this.worker.terminate();
    }
}

export class Client {
    /**
     * @param spawn gives a new worker; may throw where workers are forbidden
     * @param {{module: WebAssembly.Module}|{packed: string}} core packed: the first worker unpacks
     *     and compiles it, beside the page that is being built, and the others get what it made
     * @param fail hears why there is no core: ('worker'|'silent'|'module'|'wasm'|'crash', text), or
     *     that one has answered 'late'
     */
    constructor(spawn, core, fail) {
        Object.assign(this, { core, queue: [], job: null /* at work */, count: 0, spare: null,
            crashes: 0, aside: null, warm: false, held: null });
        this.newHand = () => new Hand(spawn, this.core, {
            fail: (why, text) => this.#failed(why, text, fail),
            made: (module) => { this.core = { module }; },
        });
        this.hand = this.newHand();
    }

    /** From here on nothing is heard, until `release`: nobody is there yet who could. */
    hold() {
        this.held = [];
    }

    release() {
        const held = this.held ?? [];
        this.held = null;
        held.forEach(([job, data]) => this.#heard(job, data));
    }

    /** A second worker, once something of a run is there; not beside the very first one. */
    #ready() {
        if (this.warm) {
            this.spare ??= this.newHand();
        }
    }

    /**
     * Puts a request behind what is asked already, but for what it makes useless.
     * @param request as worker.js hears it, without id
     * @param {{hear, clears, grace_ms}} how hear(topic, value); kinds that are useless from now on;
     *     how long one of those that is at work may go on of which nothing has been seen yet
     * @returns {Promise<{ok, took_s, superseded, broken}>} when it is done or will never be
     */
    ask(request, { hear = () => {}, clears = [], grace_ms = GRACE_MS } = {}) {
        return new Promise((resolve) => {
            const job = { request: { ...request, id: ++this.count }, hear, resolve, doom: null,
                began_ms: 0, samples: 0, filled: 0 };
            this.#clear(clears, grace_ms);
            this.queue.push(job);
            this.#next();
        });
    }

    /** Ends what is at work or waits, of these kinds, at once. */
    stop(kinds) {
        this.#clear(kinds, 0);
    }

    /** Whether a request of this kind is at work or waits. */
    has(kind) {
        return [this.job, ...this.queue].some((job) => job?.request.kind === kind);
    }

    /** Whether a request of this kind is at work. */
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
        if (grace_ms === 0) {
            this.#kill(job, { superseded: true });
        } else if (job.doom === null) { /* not anew with each request: it would live for ever */
            this.#doom(job, grace_ms);
            this.#hasten(job);
        }
    }

    #doom(job, grace_ms) {
        clearTimeout(job.doom);
        job.doom = setTimeout(() => this.#kill(job, { superseded: true }), grace_ms);
    }

    /** Something of a useless run is seen: it ends now, unless it is nearly over anyway. */
    #hasten(job) {
        if (job.doom !== null && job.filled > 0) {
            const passed_ms = performance.now() - job.began_ms;
            const left_ms = passed_ms * (job.samples / job.filled - 1);
            if (left_ms > GRACE_MS) {
                this.#kill(job, { superseded: true });
            } else {
                this.#doom(job, GRACE_MS);
            }
        }
    }

    #kill(job, how) {
        clearTimeout(job.doom);
        if (this.job !== job) {
            return;
        }
        this.hand.end();
        this.warm = true;
        this.hand = this.spare ?? this.newHand();
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
        this.hand.send(job.request, (data) => this.#heard(job, data));
    }

    #heard(job, data) {
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
            job.hear(topic, value);
            if (topic === 'look') {
                job.samples = value.samples;
            } else if (topic === 'block') {
                job.filled += value.count;
                this.#hasten(job);
                this.#ready();
            }
        }
    }

    #over(job, outcome) {
        clearTimeout(job.doom);
        this.job = null;
        job.resolve(outcome);
        this.#next();
    }

    /** A worker that dies while at work takes its request with it; the next one goes on. */
    #failed(why, text, fail) {
        if (why === 'crash' && this.job && this.crashes++ < 3) {
            this.#kill(this.job, { broken: text });
            return;
        }
        if (this.job && why !== 'silent' && why !== 'late') { // nobody is there to do it
            this.#over(this.job, { ok: false });
        }
        fail(why, text);
    }

    /**
     * A short request in a worker of its own, beside what is at work.
     * @returns {Promise<boolean>} when it is done; a newer one of these ends it
     */
    askAside(request, hear) {
        this.endAside();
        const hand = this.spare ?? this.newHand();
        this.spare = null;
        this.aside = hand;
        return new Promise((resolve) => {
            hand.finish = resolve;
            hand.send({ ...request, id: 0 }, ({ topic, value }) => {
                if (topic === 'done' || topic === 'broken') {
                    this.#giveBack(hand, topic === 'done');
                    resolve(topic === 'done' && value.ok);
                } else {
                    hear(topic, value);
                }
            });
        });
    }

    #giveBack(hand, whole) {
        this.aside = null;
        hand.hear = null;
        if (whole && this.spare === null) {
            this.spare = hand;
        } else {
            hand.end();
        }
    }

    endAside() {
        this.aside?.end();
        this.aside?.finish(false);
        this.aside = null;
    }
}
