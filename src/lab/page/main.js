// SPDX-License-Identifier: GPL-3.0-or-later
/** The page starts: model and parts, then the core, then what the address or the menu says. */
import style from 'carom:style';
import { Client } from './core/client.js';
import { followScheme } from './frame/palette.js';
import { fromHash } from './model/link.js';
import { Model } from './model/model.js';
import { LATER, PARTS } from './parts.js';
import { preferred, say, setLanguage, translate } from './words/words.js';

/** Says why something does not work, where everybody sees it; once. */
function showFault(key, text = '') {
    const place = document.getElementById('faults');
    const sentence = say(key, { text: text.replace(/\.$/, '') });
    if ([...place.children].some((said) => said.textContent === sentence)) {
        return;
    }
    const paragraph = document.createElement('p');
    paragraph.className = 'fault';
    paragraph.dataset.fault = key;
    paragraph.textContent = sentence;
    place.append(paragraph);
}

/** Why the core could not be made: each has a sentence that says what would help. */
class Fault extends Error {
    constructor(key, text = '') {
        super(text);
        this.key = key;
    }
}

/** What the program has written into the page. */
function pageOf() {
    const text = document.getElementById('scenes').textContent.trim();
    const page = { scenes: [], ...(text === '' ? {} : JSON.parse(text)) };
    page.scenes.forEach((scene) => {
        scene.worksheet = page.scenes[scene.worksheet]?.worksheet ?? scene.worksheet;
    });
    return page;
}

/** Until what else has to be done is done: a worker starts by the main thread's leave. */
const turn = () => new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(port1.close());
    port2.postMessage(null);
});

/** One part that fails takes no other with it. */
async function mountParts(parts, model) {
    for (const [name, { mount }, id] of parts) {
        await turn();
        model.catchUp(saidBy(model), () => {
            try {
                mount(document.getElementById(id), model);
            } catch (reason) {
                console.error(reason);
                showFault('fault.part', `${name}: ${reason.message}`);
            }
        });
    }
    translate(document);
}

/** What the model has said until now, as far as it still holds. */
function saidBy({ scene, run, cost, stale }) {
    return [...(scene ? ['scene', 'knobs', 'messages'] : []), ...(run ? ['run', 'sample'] : []),
        ...(run?.done ? ['done'] : []), ...(cost ? ['cost'] : []),
        ...(stale ? [] : ['summary', 'verdicts', 'files'])];
}

// ---- the core ----

/** @returns {string} the core as `carom lab` has put it into the page */
function packed() {
    const text = document.getElementById('module').textContent;
    if (text.trim() === '') {
        throw new Fault('fault.nomodule');
    }
    if (typeof WebAssembly === 'undefined') {
        throw new Fault('fault.nowasm');
    }
    return text;
}

/** The first worker has been started by the loader (../loader.js). */
function spawner() {
    const { text, first } = globalThis.labWorker, ready = first ? [first] : [];
    const address = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
    return () => ready.pop() ?? new Worker(address);
}

/** A core that answers late on a slow machine is a core. */
function failed(why, text) {
    if (why === 'late') {
        document.querySelector('[data-fault="fault.silent"]')?.remove();
    } else {
        showFault(`fault.${why}`, text);
    }
}

/** @returns {Client} that is not heard before its `release` */
function connect(model) {
    const core = { packed: packed() };
    try {
        const client = new Client(spawner(), core, failed);
        client.hold();
        model.connect(client);
        return client;
    } catch (reason) {
        throw new Fault('fault.worker', reason.message);
    }
}

// ---- what is shown first ----

async function openFirst(model) {
    let state = null;
    try {
        state = await fromHash(location.hash);
    } catch (reason) {
        showFault(`fault.link.${reason.why}`);
    }
    if (state) {
        model.opened = state; // what else a link says is for the parts: prediction, worksheet
        return model.load(state.text, state.sets, { origin: null, at_s: state.at ?? 0 });
    }
    const [scene] = model.scenes;
    return scene && model.load(scene.text, scene.sets, { origin: scene });
}

const EMPTY_MS = 500; // after it the page is shown without a run
const LATE_MS = 150; // after it the rest is built beside a run that goes on

const after = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The hook for tests, and for whoever is curious. */
function offer(model) {
    globalThis.lab = {
        model,
        bits: () => Object.fromEntries((model.run?.end ?? []).map(({ solver, seal }) =>
            [solver, seal])),
    };
}

/** The table and its run first, then what stands around: each is laid out once. */
async function build(model, client) {
    const { classList } = document.documentElement;
    const seen = new Promise((resolve) => {
        model.on('run', () => resolve(classList.add('shown'))); // before any part hears of it
    });
    const done = new Promise((resolve) => model.on('paint', () => model.run?.done && resolve()));
    await mountParts(PARTS, model);
    client.release();
    await Promise.race([seen, after(EMPTY_MS)]);
    classList.add('shown');
    await Promise.race([done, after(LATE_MS)]);
    await mountParts(LATER, model);
    classList.add('built');
}

async function boot() {
    const sheet = document.createElement('style');
    sheet.textContent = style;
    document.head.append(sheet);
    document.documentElement.classList.add('started');
    if (new URLSearchParams(location.search).has('embed') || window.top !== window) {
        document.documentElement.classList.add('embed');
    }
    const page = pageOf(), model = new Model();
    Object.assign(model, { page, scenes: page.scenes });
    offer(model);
    model.on('fault', (reason) => showFault('fault.part', reason.message));
    setLanguage(preferred());
    const client = connect(model), first = openFirst(model); // it runs while the parts are built
    followScheme(model);
    await build(model, client);
    await first;
    addEventListener('hashchange', () => openFirst(model));
}

boot().catch((reason) => {
    console.error(reason);
    showFault(reason.key ?? 'fault.part', reason.message);
});
