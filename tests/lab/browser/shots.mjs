// SPDX-License-Identifier: GPL-3.0-or-later
// Compares screenshots of twelve states of the page with the kept ones, shots.png: tiles of half
// the size, in rows of four. usage: run.sh shots [keep]: keep replaces them.
//
// Tolerance: the mean brightness of blocks of 8 by 8 px may differ by MOST of 255 levels, averaged
// over any window of 64 by 64 px, after a shift of each block by up to 2 px. Full hinting
// by FreeType's autohinter changes it by 3 to 8 levels, a part that moves by 20 px or disappears
// by 9 to 90 (MOVED, which is tested). Another font fails (32 and more): Liberation Sans is needed.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { browser, choose, pageOf, PHONE, quiet, ROOT, settled, Stand, WORK } from './stand.mjs';

const KEPT = join(ROOT, 'tests/lab/browser/shots.png'), OUT = join(WORK, 'differences');
const MOST = 8.5;
const COLUMNS = 4, TILE = { width: 720, height: 450 };
const BLOCK = 4, WINDOW = 8; // px of a tile; blocks
const SHIFTS = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => [dx, dy])); // px of a tile
const COLOURS = 64;
const SAME_PIXELS = ['--num-raster-threads=1', '--disable-partial-raster', '--disable-lcd-text',
    '--disable-skia-runtime-opts'];
const SCREEN = { viewport: { width: 1366, height: 768 } };

const seek = (part) => (page) => page.evaluate((at) =>
    lab.model.seek(at * lab.model.run.to_s), part);

/** Middle of the next contact in slow motion. */
async function slowly(page) {
    await page.locator('#transport .next').click();
    await page.waitForFunction(() => lab.model.slow?.done);
    await page.evaluate(() => {
        const { t, samples } = lab.model.slow;
        lab.model.pause();
        lab.model.seek(t[Math.floor(0.45 * samples)]);
    });
}

/** [name, scene, window, preparation] */
const STATES = [
    ['01', '01-head-on', SCREEN],
    ['04', '04-break', SCREEN, seek(0.25)],
    ['11', '11-chaos', SCREEN],
    ['17', '17-counting-collisions', SCREEN],
    ['20', '20-stadium', SCREEN, seek(0.4)],
    ['21', '21-throw', SCREEN, seek(1)],
    ['26', '26-gradients', SCREEN, slowly],
    ['phone', '01-head-on', PHONE],
    ['large', '04-break', { viewport: { width: 1440, height: 900 } }],
    ['lecture', '01-head-on', SCREEN, (page) => page.click('[data-say="page.lecture"]')],
    ['dark', '20-stadium', { ...SCREEN, colorScheme: 'dark' }, seek(0.2)],
    ['German', '01-head-on', { ...SCREEN, locale: 'de-DE' }, (page) => page.click('#tab-1')],
];

/** Pictures of the states as PNG. @param {function(Page)} change changes each page */
async function shotsOf(states, change = () => {}) {
    const chromium = await browser(SAME_PIXELS), stand = new Stand(chromium), made = [];
    const file = pageOf('shots', ...new Set(STATES.map(([, scene]) => scene)));
    for (const [name, scene, how, prepare] of states) {
        const page = await stand.open(file, { reducedMotion: 'reduce', ...how });
        await choose(page, scene);
        await settled(page);
        await page.evaluate(() => lab.model.record()); // checked, however long it takes
        await prepare?.(page);
        await page.addStyleTag({ content: '#seal { visibility: hidden }' }); // names the commit
        await change(page);
        await quiet(page);
        made.push({ name, png: await page.screenshot() });
        await page.close();
    }
    await chromium.close();
    return made;
}

// ---- pictures ----

/** Decodes PNGs in a page. @returns {Promise<{width, height, data}[]>} RGB, each a half as large in
 * both directions if `half` */
async function decoded(page, pngs, half) {
    const texts = pngs.map((png) => png.toString('base64'));
    const all = [];
    for (const text of texts) {
        const { width, height, bytes } = await page.evaluate(async ([png, times]) => {
            const blob = await (await fetch(`data:image/png;base64,${png}`)).blob();
            const image = await createImageBitmap(blob);
            const ctx = new OffscreenCanvas(image.width, image.height).getContext('2d');
            ctx.drawImage(image, 0, 0);
            const { data } = ctx.getImageData(0, 0, image.width, image.height);
            const [width, height] = [image.width, image.height].map((px) =>
                Math.floor(px / times));
            const small = new Uint8Array(3 * width * height);
            for (let k = 0; k < small.length; k++) {
                const x = times * (Math.floor(k / 3) % width), channel = k % 3;
                const y = times * Math.floor(k / 3 / width);
                let sum = 0;
                for (let part = 0; part < times * times; part++) {
                    const row = y + Math.floor(part / times), column = x + part % times;
                    sum += data[4 * (row * image.width + column) + channel];
                }
                small[k] = Math.round(sum / times / times);
            }
            let text = '';
            for (let k = 0; k < small.length; k += 8192) {
                text += String.fromCharCode(...small.subarray(k, k + 8192));
            }
            return { width, height, bytes: btoa(text) };
        }, [text, half ? 2 : 1]);
        all.push({ width, height, data: Buffer.from(bytes, 'base64') });
    }
    return all;
}

/** Copies a picture, or the part of it that fits. */
function copy(from, to, { from_x = 0, from_y = 0, x = 0, y = 0 }) {
    const rows = Math.min(from.height - from_y, to.height - y);
    const bytes = 3 * Math.min(from.width - from_x, to.width - x);
    for (let row = 0; row < rows; row++) {
        const at = 3 * ((row + from_y) * from.width + from_x);
        from.data.copy(to.data, 3 * ((row + y) * to.width + x), at, at + bytes);
    }
    return to;
}

const blank = ({ width, height }) =>
    ({ width, height, data: Buffer.alloc(3 * width * height, 255) });
const placeOf = (k) => ({ x: k % COLUMNS * TILE.width, y: Math.floor(k / COLUMNS) * TILE.height });

/** The commonest colours, and the index of the nearest of them by colour of 15 bits. */
function paletteOf({ data }) {
    const counts = new Map(), near = new Map(), code = (at) => (data[at] >> 3 << 10)
        | (data[at + 1] >> 3 << 5) | data[at + 2] >> 3;
    for (let at = 0; at < data.length; at += 3) {
        const one = counts.get(code(at)) ?? [0, at];
        one[0]++;
        counts.set(code(at), one);
    }
    const colours = [...counts.values()].sort((a, b) => b[0] - a[0]).slice(0, COLOURS)
        .map(([, at]) => [...data.subarray(at, at + 3)]);
    const away = (colour, at) => colour.reduce((sum, value, k) =>
        sum + (value - data[at + k]) ** 2, 0);
    const indexOf = (at) => {
        const key = code(at);
        if (!near.has(key)) {
            near.set(key, colours.reduce((best, colour, k) =>
                away(colour, at) < away(colours[best], at) ? k : best, 0));
        }
        return near.get(key);
    };
    return { colours, indexOf };
}

const CRCS = Uint32Array.from({ length: 256 }, (_, n) => Array.from({ length: 8 })
    .reduce((c) => c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1, n));

function chunk(kind, content) {
    const body = Buffer.concat([Buffer.from(kind, 'latin1'), content]);
    const crc = ~body.reduce((c, byte) => CRCS[(c ^ byte) & 255] ^ (c >>> 8), ~0) >>> 0;
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(content.length);
    ends.writeUInt32BE(crc, 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** A PNG of at most 256 colours. */
function encoded(picture) {
    const { width, height } = picture, { colours, indexOf } = paletteOf(picture);
    const rows = Buffer.alloc((width + 1) * height), head = Buffer.alloc(13);
    for (let k = 0; k < width * height; k++) {
        rows[k + 1 + Math.floor(k / width)] = indexOf(3 * k);
    }
    head.writeUInt32BE(width);
    head.writeUInt32BE(height, 4);
    head.set([8, 3, 0, 0, 0], 8);
    return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', head),
        chunk('PLTE', Buffer.from(colours.flat())), chunk('IDAT', deflateSync(rows, { level: 9 })),
        chunk('IEND', Buffer.alloc(0))]);
}

// ---- the comparison ----

/** Mean brightness of each block of a picture that is shifted by px. */
function blocksOf({ width, height, data }, dx = 0, dy = 0) {
    const columns = Math.floor(width / BLOCK), rows = Math.floor(height / BLOCK);
    const means = new Float64Array(columns * rows);
    for (let y = 0; y < rows * BLOCK; y++) {
        const row = Math.min(Math.max(y + dy, 0), height - 1) * width;
        for (let x = 0; x < columns * BLOCK; x++) {
            const at = 3 * (row + Math.min(Math.max(x + dx, 0), width - 1));
            means[Math.floor(y / BLOCK) * columns + Math.floor(x / BLOCK)]
                += (data[at] + data[at + 1] + data[at + 2]) / (3 * BLOCK * BLOCK);
        }
    }
    return { columns, rows, means };
}

/** @returns {{most, differences, columns}} the largest mean difference of a window, in levels */
function compared(one, other) {
    const { columns, rows, means } = blocksOf(one);
    const shifted = SHIFTS.map(([dx, dy]) => blocksOf(other, dx, dy).means);
    const differences = means.map((mean, k) =>
        Math.min(...shifted.map((others) => Math.abs(mean - others[k]))));
    let most = 0;
    for (let y = 0; y + WINDOW <= rows; y += WINDOW / 2) {
        for (let x = 0; x + WINDOW <= columns; x += WINDOW / 2) {
            let sum = 0;
            for (let k = 0; k < WINDOW * WINDOW; k++) {
                sum += differences[(y + Math.floor(k / WINDOW)) * columns + x + k % WINDOW];
            }
            most = Math.max(most, sum / (WINDOW * WINDOW));
        }
    }
    return { most, differences, columns };
}

/** A picture whose blocks are the redder the more they differ. */
function marked(picture, { differences, columns }) {
    const red = copy(picture, blank(picture), {});
    for (let k = 0; k < differences.length; k++) {
        for (let part = 0; part < BLOCK * BLOCK; part++) {
            const x = k % columns * BLOCK + part % BLOCK;
            const y = Math.floor(k / columns) * BLOCK + Math.floor(part / BLOCK);
            const at = 3 * (y * red.width + x), rest = 1 - Math.min(differences[k] / (2 * MOST), 1);
            red.data[at + 1] *= rest;
            red.data[at + 2] *= rest;
        }
    }
    return red;
}

/** Compares states with their tiles. @returns {Promise<Map<string, number>>} levels by state */
async function judge(states, shots, report) {
    const reader = await browser(), page = await reader.newPage(), found = new Map();
    const [sheet] = await decoded(page, [readFileSync(KEPT)], false);
    const tiles = await decoded(page, shots.map(({ png }) => png), true);
    shots.forEach(({ name }, k) => {
        const { x, y } = placeOf(STATES.findIndex(([each]) => each === name)), tile = tiles[k];
        const result = compared(tile, copy(sheet, blank(tile), { from_x: x, from_y: y }));
        found.set(name, result.most);
        if (result.most > MOST && report) {
            writeFileSync(join(OUT, `${name}.png`), shots[k].png);
            writeFileSync(join(OUT, `${name}-difference.png`), encoded(marked(tile, result)));
        }
    });
    await reader.close();
    return found;
}

/** Moves or removes a part: each must be found. */
const MOVED = ['#transport { transform: translateY(20px) }', '#panels { translate: 20px 0 }',
    '#now { display: none }', '#table > .legend { visibility: hidden }'];

const [task = ''] = process.argv.slice(2);
mkdirSync(OUT, { recursive: true });
if (task === 'keep') {
    const shots = await shotsOf(STATES), reader = await browser();
    const tiles = await decoded(await reader.newPage(), shots.map(({ png }) => png), true);
    const sheet = blank({ width: COLUMNS * TILE.width,
        height: Math.ceil(STATES.length / COLUMNS) * TILE.height });
    tiles.forEach((tile, k) => copy(tile, sheet, placeOf(k)));
    await reader.close();
    writeFileSync(KEPT, encoded(sheet));
    console.log(`${KEPT}: ${STATES.length} states`);
} else {
    const found = await judge(STATES, await shotsOf(STATES), true);
    for (const [name, most] of found) {
        const said = `lab shot ${name}: ${most.toFixed(1)} of at most ${MOST} levels`;
        const where = `${OUT.slice(ROOT.length + 1)}/${name}-difference.png`;
        console.log(most > MOST ? `not ok ${said}: see ${where}` : `ok ${said}`);
        process.exitCode = most > MOST ? 1 : process.exitCode;
    }
    for (const content of MOVED) {
        const [state] = STATES, moved = await judge([state], await shotsOf([state], (page) =>
            page.addStyleTag({ content })), false);
        const most = moved.get(state[0]), seen = most > MOST;
        console.log(`${seen ? 'ok' : 'not ok'} lab shot: finds ${content} (${most.toFixed(1)})`);
        process.exitCode = seen ? process.exitCode : 1;
    }
}
