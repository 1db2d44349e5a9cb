// SPDX-License-Identifier: GPL-3.0-or-later
// Contents of the page: policy, packages, notices, colours; and the built page.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import * as palette from '../../src/lab/page/frame/palette.js';
import { ROOT, TEMPLATE, unpacked } from './node.mjs';

const SOURCES = join(ROOT, 'src/lab/page');
// Size limit of the template, bytes; a page of one scene has 7 kB more
const MOST = 482000;
const html = readFileSync(join(SOURCES, 'index.html'), 'utf8');

test('policy: no downloads, no base address, no forms', () => {
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)[1].split(/; */);
    // default-src does not cover the last two
    for (const rule of ['default-src \'none\'', 'base-uri \'none\'', 'form-action \'none\'']) {
        assert.ok(policy.includes(rule), `${rule} in ${policy}`);
    }
});

test('page: the lock file pins packages by hash', () => {
    const { packages } = JSON.parse(readFileSync(join(SOURCES, 'package-lock.json'), 'utf8'));
    for (const [name, about] of Object.entries(packages)) {
        assert.ok(name === '' || /^sha512-/.test(about.integrity), name);
        assert.equal(about.resolved, undefined, name);
    }
});

test('page: one file without downloads, with its licences', () => {
    const file = readFileSync(TEMPLATE, 'utf8');
    assert.ok(file.length <= MOST, `${file.length} bytes; at most ${MOST}`);
    assert.equal(file.split('<script type="application/json" id="scenes"></script>').length, 2);
    const page = ['worker', 'program'].map((id) => unpacked(file, id)).join() + file;
    assert.doesNotMatch(page, /<(link|img|iframe|script|audio)[^>]*(src|href)="?(?!data:)\w/);
    assert.doesNotMatch(page, /@import|url\((?!["']?(data:|#))/);
    for (const holder of ['Kirill Simonov', 'Rich Felker', 'The GSL Team']) {
        assert.ok(page.includes(holder), holder);
    }
});

/** Contrast ratio by WCAG. */
function contrast(...colours) {
    const [low, high] = colours.map((colour) => [1, 3, 5].map((at) => {
        const c = parseInt(colour.slice(at, at + 2), 16) / 255;
        return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    })).map(([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b).sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
}

test('palette: colours have contrast to the paper and each other in both schemes', () => {
    for (const dark of [false, true]) {
        palette.useScheme(dark);
        const { HUES, PAPER, CLOTH, INK, GREY, ALARM, CHALK, MIST, MARK, ON_CLOTH } = palette;
        assert.equal(new Set(HUES).size, 7);
        for (const hue of HUES) { // lines need 3:1; names have the colour of text
            assert.ok(contrast(hue, PAPER) >= 3, `${hue} ${PAPER}`);
        }
        for (const on of [...ON_CLOTH, CHALK, MIST, MARK]) {
            assert.ok(contrast(on, CLOTH) >= 3, `${on} ${CLOTH}`);
        }
        for (const words of [INK, GREY, ALARM]) {
            assert.ok(contrast(words, PAPER) >= 4.5, `${words} on ${PAPER}`);
        }
        const rgb = HUES.map((hue) => [1, 3, 5].map((at) => parseInt(hue.slice(at, at + 2), 16)));
        const apart = rgb.flatMap((one, k) => rgb.slice(k + 1).map((other) =>
            Math.hypot(...one.map((value, c) => value - other[c]))));
        assert.ok(Math.min(...apart) > 70, `${Math.min(...apart)}`);
    }
    palette.useScheme(false);
    assert.equal(contrast('#000000', '#ffffff'), 21);
});
