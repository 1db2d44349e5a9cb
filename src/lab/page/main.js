// SPDX-License-Identifier: GPL-3.0-or-later
/** Starts the page: model and parts, then the core, then the scenario of the link or the menu. */
import style from 'carom:style';
import { Client } from './core/client.js';
import { previewOf } from './core/scene.js';
import { Fault } from './core/unpack.js';
import { element } from './frame/dom.js';
import { followScheme } from './frame/palette.js';
import { hidden, keepBlank } from './frame/share.js';
import { followAddress } from './model/address.js';
import { fromHash } from './model/link.js';
import { recall } from './model/memory.js';
import { Model } from './model/model.js';
import { OTHERS, SEEN } from './parts.js';
import { learn, preferred, say, setLanguage, translate } from './words/words.js';

/** Shows a fault at the top of the page, once. */
function showFault(key, text = '') {
    const place = document.getElementById('faults');
    const sentence = say(key, { text: text.replace(/\.$/, '') });
    if ([...place.children].some((said) => said.textContent === sentence)) {
        return;
    }
    place.append(element('p', { className: 'fault', dataset: { fault: key } }, sentence));
}

/** Reads the scenes that the program has written into the page. */
function pageOf() {
    const text = document.getElementById('scenes').textContent.trim();
    const page = { scenes: [], ...(text === '' ? {} : JSON.parse(text)) };
    page.scenes.forEach((scene) => {
        const first = page.scenes[scene.worksheet] ?? scene; // scenes may share a worksheet
        Object.assign(scene, { worksheet: first.worksheet, ...JSON.parse(hidden(first.answers ?? hidden('{}'))) });
    });
    return page;
}

/** Yields to other tasks; a worker starts only when the main thread is idle. */
const turn = () => new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(port1.close());
    port2.postMessage(null);
});

/** Mounts parts. An error in one part leaves the others working. */
async function mountParts(parts, model) {
    for (const [name, { mount }, id] of parts) {
        await turn();
        try {
            mount(document.getElementById(id), model);
        } catch (reason) {
            console.error(reason);
            showFault('fault.part', `${name}: ${reason.message}`);
        }
    }
    translate(document);
}

// ---- the core ----

/** @returns {string} the core that `carom lab` has written into the page */
function packed() {
    const text = document.getElementById('module').textContent;
    if (text.trim() === '') {
        throw new Fault('nomodule');
    }
    if (typeof WebAssembly === 'undefined') {
        throw new Fault('nowasm');
    }
    return text;
}

/** Returns a function that creates workers; the loader (../loader.js) has started the first. */
function spawner() {
    const { text, first } = globalThis.labWorker, ready = first ? [first] : [];
    const address = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
    return () => ready.pop() ?? new Worker(address);
}

/** Shows why the core fails; a late answer removes the fault. */
function failed(why, text) {
    if (why === 'late') {
        document.querySelector('[data-fault="fault.silent"]')?.remove();
    } else {
        showFault(`fault.${why}`, text);
    }
}

/** @returns {Client} that queues its messages until `release` */
function connect(model) {
    const core = { packed: packed() };
    try {
        const client = new Client(spawner(), core, failed);
        client.hold();
        model.client = client;
        return client;
    } catch (reason) {
        throw new Fault('worker', reason.message);
    }
}

// ---- what is shown first ----

/** @param {Model} model */
async function openFirst(model) {
    let state = null;
    document.querySelectorAll('[data-fault^="fault.link"]').forEach((each) => each.remove());
    try {
        state = await fromHash(location.hash);
    } catch (reason) {
        showFault(`fault.${reason.why}`);
    }
    if (state) {
        const origin = model.scenes.find(({ name }) => name === state.scene) ?? null;
        if (state.track !== undefined && state.track !== origin?.track?.id) {
            showFault('fault.link.track');
        }
        model.opened = { ...state, origin }; // parts read the worksheet from it
        return model.load(state.text, { origin, sets: state.sets, at_s: state.at ?? 0 });
    }
    const [scene] = model.scenes;
    model.opened = scene?.teach ? { text: scene.text, teach: scene.teach, origin: scene } : null;
    return scene && model.load(scene.text, { origin: scene });
}

const EMPTY_MS = 500; // then the page appears without a run

const after = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Exposes the model to tests and to the console. */
function offer(model) {
    globalThis.lab = {
        model,
        bits: () => Object.fromEntries((model.run?.end ?? []).map(({ solver, seal }) =>
            [solver, seal])),
    };
}

/** Builds the page while the core starts, what is seen first before the other parts.
 * @param {Model} model */
async function build(model, client) {
    const { classList } = document.documentElement;
    const seen = new Promise((resolve) => {
        model.on('run', () => resolve(classList.add('shown'))); // registered before the parts
    });
    await mountParts(SEEN, model);
    classList.toggle('shown', model.preview !== null);
    await mountParts(OTHERS, model);
    client.release();
    await Promise.race([seen, after(EMPTY_MS)]);
    classList.add('shown', 'built');
}

async function boot() {
    keepBlank();
    document.head.append(element('style', {}, style));
    document.documentElement.classList.add('started');
    const wanted = new URLSearchParams(location.search);
    const page = pageOf(), model = new Model();
    Object.assign(model, { page, scenes: page.scenes });
    learn(page.scenes);
    offer(model);
    model.on('fault', (reason) => showFault('fault.part', reason.message));
    setLanguage(preferred([wanted.get('lang'), recall('language'), ...navigator.languages].filter(Boolean)));
    followAddress(model);
    const calm = matchMedia('(prefers-reduced-motion: reduce)');
    calm.onchange = () => { model.still = calm.matches; };
    model.still = calm.matches;
    if (page.scenes[0]?.first && !location.hash.startsWith('#lab=')) {
        model.preview = previewOf(page.scenes[0].first);
        document.documentElement.style.setProperty('--rows', page.scenes[0].first.solvers);
    }
    const client = connect(model), first = openFirst(model); // runs while the parts are built
    followScheme(model);
    await build(model, client);
    await first;
    if (wanted.has('play')) { model.play(); }
    addEventListener('hashchange', () => openFirst(model));
}

boot().catch((reason) => {
    console.error(reason);
    showFault(`fault.${reason.why ?? 'part'}`, reason.message);
});
