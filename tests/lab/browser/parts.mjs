// SPDX-License-Identifier: GPL-3.0-or-later
// Builds parts.html below build/lab/browser, which shows each part of the page alone (../parts.js),
// and checks its layout: texts of canvases inside and apart, nothing beyond the frame.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serve } from '../../../src/lab/page/core/worker.js';
import WORDS from '../../../src/lab/page/words/languages.js';
import { compiled } from '../node.mjs';
import { quiet, ROOT, WORK } from './stand.mjs';

const NAME = '01-head-on', SAMPLES = 121;
const FRAME = { width: 640, height: 420 };
const SOURCE = join(ROOT, 'src/lab/page');

/** Messages of a worker for a request of each kind. */
async function recordedOf(text) {
    const said = {};
    let kind = '', finish = () => {};
    const scope = { onmessage: null, postMessage: ({ topic, value }) => {
        if (topic === 'done') {
            finish();
        } else if (topic && topic !== 'files') {
            said[kind].push([topic, structuredClone(value)]);
        }
    } };
    serve(scope);
    await scope.onmessage({ data: { module: compiled() } });
    const looks = { run: { samples: SAMPLES }, record: undefined,
        look: { samples: SAMPLES, from_s: 0.54, to_s: 0.556, bodies: 'cue,eight' } };
    for (kind of Object.keys(looks)) {
        said[kind] = [];
        const done = new Promise((resolve) => { finish = resolve; });
        scope.onmessage({ data: { id: 1, kind, text, sets: [], look: looks[kind] } });
        await done;
    }
    return said;
}

/** Source of a value that has typed arrays. */
const sourceOf = (value) => ArrayBuffer.isView(value)
    ? `new ${value.constructor.name}([${[...value].join()}])`
    : Array.isArray(value) ? `[${value.map(sourceOf).join()}]`
        : value && typeof value === 'object' ? `{${Object.entries(value).map(([key, each]) =>
            `${JSON.stringify(key)}:${sourceOf(each)}`).join()}}`
            : Object.is(value, NaN) ? 'NaN' : JSON.stringify(value) ?? 'undefined';

/** Builds the page of parts. @returns {Promise<string>} its path */
async function built() {
    const esbuild = createRequire(join(ROOT, 'build/lab/npm/x.js'))('esbuild');
    const bundled = async (entry, plugins = []) => (await esbuild.build({ entryPoints: [entry],
        bundle: true, write: false, format: 'iife', loader: { '.txt': 'text' }, plugins }))
        .outputFiles[0].text;
    const words = { name: 'words', setup: (build) => build.onLoad({ filter: /languages\.js$/ },
        () => ({ contents: JSON.stringify(WORDS), loader: 'json' })) };
    const text = readFileSync(join(ROOT, `experiments/${NAME}/experiment.yaml`), 'utf8');
    const worksheet = readFileSync(join(ROOT, `experiments/${NAME}/exercise.md`), 'utf8');
    const scene = { name: NAME, title: '', text, sets: [], worksheet };
    const recorded = sourceOf({ ...await recordedOf(text), scene }).replaceAll('<', '\\x3c');
    const body = readFileSync(join(SOURCE, 'index.html'), 'utf8').match(/<body>([^]*?)<script/)[1];
    const page = join(WORK, 'parts.html');
    mkdirSync(WORK, { recursive: true });
    writeFileSync(page, `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Parts</title>
<style>${await bundled(join(SOURCE, 'style.css'))}</style><body>${body}
<script>globalThis.recorded = ${recorded}</script>
<script>${await bundled(join(ROOT, 'tests/lab/parts.js'), [words])}</script>`);
    return page;
}

/** Records the texts on each canvas since it was cleared. */
function recordTexts() {
    globalThis.texts = new Map();
    const { fillText, clearRect } = CanvasRenderingContext2D.prototype;
    Object.assign(CanvasRenderingContext2D.prototype, {
        clearRect(x, y, width, height) {
            texts.set(this.canvas, []);
            clearRect.call(this, x, y, width, height);
        },
        fillText(text, x, y) {
            const { a, e, d, f } = this.getTransform(), metrics = this.measureText(text);
            const { actualBoundingBoxLeft: left, actualBoundingBoxRight: right,
                actualBoundingBoxAscent: up, actualBoundingBoxDescent: down } = metrics;
            texts.get(this.canvas)?.push({ text, left: a * (x - left) + e,
                right: a * (x + right) + e, top: d * (y - up) + f, bottom: d * (y + down) + f });
            fillText.call(this, text, x, y);
        },
    });
}

/** Faults of the layout of the part that is shown. */
function faults() {
    const found = [], kept = document.querySelector(shown), box = kept.getBoundingClientRect();
    const say = (text) => found.push(text);
    if (document.documentElement.scrollWidth > innerWidth) {
        say(`${document.documentElement.scrollWidth} px of ${innerWidth}`);
    }
    if (!(box.width > 40 && box.height > 20)) {
        say(`${box.width} by ${box.height} px`);
    }
    for (const [canvas, all] of texts) {
        if (!canvas.isConnected || !canvas.checkVisibility()) {
            continue;
        }
        all.forEach((one, k) => {
            if (one.left < -1 || one.top < -1 || one.right > canvas.width + 1
                || one.bottom > canvas.height + 1) {
                say(`'${one.text}' leaves its canvas: ${JSON.stringify(one)}`);
            }
            all.slice(k + 1).filter((other) => one.left < other.right - 1
                && other.left < one.right - 1 && one.top < other.bottom - 1
                && other.top < one.bottom - 1).forEach((other) =>
                say(`'${one.text}' and '${other.text}' overlap`));
        });
    }
    const controls = [...kept.querySelectorAll('button, select, input, label, summary, h2, p')]
        .filter((each) => each.checkVisibility() && !each.closest('.unseen, .ghost, .across')
            && getComputedStyle(each).clipPath === 'none'
            && each.getBoundingClientRect().width > 2);
    controls.forEach((one, k) => controls.slice(k + 1).filter((other) => !one.contains(other)
        && !other.contains(one)).forEach((other) => {
        const a = one.getBoundingClientRect(), b = other.getBoundingClientRect();
        if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1
            && b.top < a.bottom - 1) {
            say(`${one.outerHTML.slice(0, 60)} and ${other.outerHTML.slice(0, 60)} overlap`);
        }
    }));
    return found;
}

export default {
    'each part alone, without the core: texts are inside, nothing overlaps': async (stand) => {
        const file = await built(), said = [];
        const all = await stand.page({ context: await stand.context({ viewport: FRAME }) });
        await all.addInitScript(recordTexts);
        await all.goto(`${pathToFileURL(file)}`);
        const views = await all.evaluate(() => views);
        assert.ok(views.length >= 12, `${views}`);
        for (const view of views) {
            await all.goto('about:blank');
            await all.goto(`${pathToFileURL(file)}#${view}`);
            await all.waitForFunction(() => globalThis.shown);
            assert.match(await all.evaluate(() => shown), /^[#[]/, view);
            await quiet(all);
            await all.screenshot({ path: join(WORK, `part-${view}.png`) });
            (await all.evaluate(faults)).forEach((fault) => said.push(`${view}: ${fault}`));
        }
        assert.deepEqual(said, []);
        return `${views.join(', ')}: ${file.slice(ROOT.length + 1)}`;
    },
};
