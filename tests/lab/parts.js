// SPDX-License-Identifier: GPL-3.0-or-later
/** Page of parts: shows each part of the lab alone, without the core. Its model receives recorded
 * messages (`recorded`, set by browser/parts.mjs) instead of a worker's. The fragment of the
 * address selects a part; without one the page shows all, each in a frame. */
import { Model } from '../../src/lab/page/model/model.js';
import { LATER, PARTS } from '../../src/lab/page/parts.js';
import { translate } from '../../src/lab/page/words/words.js';
import { useScheme } from '../../src/lab/page/frame/palette.js';

/** Answers each request with the messages recorded for its kind. */
const client = {
    ask({ kind }, { receive }) {
        (recorded[kind] ?? []).forEach(([topic, value]) => receive(topic, value));
        return Promise.resolve({ ok: kind in recorded });
    },
    stop() {},
    has: () => false,
    at: () => false,
};

const open = (tab) => () => document.getElementById(`tab-${tab}`).click();
const instrument = (name) => [`[data-part="inst.${name}"]`, () => {
    document.querySelector(`[data-part="inst.${name}"]`).open = true;
}];
const lesson = (name) => [`#teach-${name}`, () => {
    open(1)();
    document.getElementById(`teach-${name}`).open = true;
}];
const slowly = async (model) => {
    const run = await model.look({ from_s: 0, to_s: 1 });
    model.pause();
    model.seek(run.t[Math.floor(0.45 * run.samples)]);
};

/** [element that stays, preparation] by part */
const VIEWS = {
    table: ['#table .canvas', () => {}],
    magnifier: ['#table .canvas', slowly],
    readout: ['#transport', slowly],
    card: ['#table .canvas', (model) => model.select({ ball: 'cue' })],
    legend: ['#table .legend', () => {}],
    numbers: ['#now', () => {}],
    chart: instrument('raster'),
    ledger: instrument('energy'),
    divergence: instrument('divergence'),
    contact: instrument('balances'),
    knob: ['#knobs .leading', open(0)],
    balls: ['#lists', open(2)],
    prediction: lesson('predict'),
    goals: lesson('challenge'),
    worksheet: lesson('worksheet'),
};

/** Hides everything that neither contains an element nor is in it. */
function isolate(kept) {
    for (let at = kept; at !== document.body; at = at.parentElement) {
        [...at.parentElement.children].filter((other) => other !== at
            && !other.matches('summary, h2')).forEach((other) => {
            other.style.display = 'none';
        });
    }
    document.querySelector('main').style.display = 'block';
}

/** Waits until opened and closed details have reported it. */
const settled = () => new Promise((resolve) => {
    setTimeout(resolve, 150);
});

async function showPart(name) {
    const model = new Model(), { scene } = recorded;
    Object.assign(model, { page: { scenes: [scene] }, scenes: [scene] });
    globalThis.lab = { model };
    model.client = client;
    PARTS.forEach(([, { mount }, id]) => mount(document.getElementById(id), model));
    LATER.forEach(([, { mount }, id]) => mount(document.getElementById(id), model));
    translate(document);
    document.documentElement.classList.add('started', 'shown', 'built');
    await model.load(scene.text, scene.sets, { origin: scene });
    await model.record();
    const [kept, prepare] = VIEWS[name];
    await settled();
    await prepare(model);
    await settled();
    isolate(document.querySelector(kept));
    globalThis.shown = kept;
}

function showAll() {
    document.body.replaceChildren(...Object.keys(VIEWS).map((name) => {
        const part = document.createElement('section'), title = document.createElement('h2');
        const frame = document.createElement('iframe');
        title.textContent = name;
        Object.assign(frame, { src: `#${name}`, title: name, width: 640, height: 420 });
        part.append(title, frame);
        return part;
    }));
    document.body.style.cssText = 'display: flex; flex-wrap: wrap; flex-direction: row; gap: 1rem';
    document.documentElement.classList.add('started', 'shown');
}

globalThis.views = Object.keys(VIEWS);
useScheme(false);
if (location.hash === '') {
    showAll();
} else {
    showPart(location.hash.slice(1)).catch((reason) => {
        globalThis.shown = `${reason.stack}`;
    });
}
