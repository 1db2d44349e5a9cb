// SPDX-License-Identifier: GPL-3.0-or-later
/** The page starts: model and parts, then the core, then what the address or the menu says. */
import workerText from 'carom:worker';
import { Client } from './core/client.js';
import { through } from './core/unpack.js';
import { fromZ85 } from './core/z85.js';
import { fromHash } from './model/link.js';
import { Model } from './model/model.js';
import { PARTS } from './parts.js';
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
    return { scenes: [], ...(text === '' ? {} : JSON.parse(text)) };
}

/** One part that fails takes no other with it. */
function mountParts(model) {
    for (const [name, { mount }, id] of PARTS) {
        try {
            mount(document.getElementById(id), model);
        } catch (reason) {
            console.error(reason);
            showFault('fault.part', `${name}: ${reason.message}`);
        }
    }
}

// ---- the core ----

async function unpacked() {
    const text = document.getElementById('module').textContent.trim();
    if (text === '') {
        throw new Fault('fault.nomodule');
    }
    try {
        return await through(new DecompressionStream('gzip'), fromZ85(text));
    } catch (reason) {
        throw new Fault('fault.module', reason.message);
    }
}

/** @returns {Promise<WebAssembly.Module>} */
async function compiled() {
    if (typeof WebAssembly === 'undefined') {
        throw new Fault('fault.nowasm');
    }
    const bytes = await unpacked();
    try {
        return await WebAssembly.compile(bytes);
    } catch (reason) {
        // forbidden bytes are refused before they are read; damaged ones have an offset
        const damaged = /offset|byte|section|magic/i.test(reason.message) &&
            !/policy|csp|disallow|blocked|eval/i.test(reason.message);
        throw new Fault(damaged ? 'fault.module' : 'fault.wasm', reason.message);
    }
}

function spawner() {
    const address = URL.createObjectURL(new Blob([workerText], { type: 'text/javascript' }));
    return () => new Worker(address);
}

/** A core that answers late on a slow machine is a core. */
function failed(why, text) {
    if (why === 'late') {
        document.querySelector('[data-fault="fault.silent"]')?.remove();
    } else {
        showFault(`fault.${why}`, text);
    }
}

function connect(model, module) {
    try {
        model.connect(new Client(spawner(), module, failed));
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

async function boot() {
    document.documentElement.classList.add('started');
    if (new URLSearchParams(location.search).has('embed') || window.top !== window) {
        document.documentElement.classList.add('embed');
    }
    const page = pageOf(), model = new Model();
    Object.assign(model, { page, scenes: page.scenes });
    globalThis.lab = {
        model,
        bits: () => Object.fromEntries((model.run?.end ?? []).map(({ solver, seal }) =>
            [solver, seal])),
    };
    model.on('fault', (reason) => showFault('fault.part', reason.message));
    setLanguage(preferred());
    const module = compiled(); // meanwhile a worker starts, and the parts
    connect(model, module);
    mountParts(model);
    translate(document);
    await module;
    await openFirst(model);
    addEventListener('hashchange', () => openFirst(model));
}

boot().catch((reason) => {
    console.error(reason);
    showFault(reason.key ?? 'fault.part', reason.message);
});
