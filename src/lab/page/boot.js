// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * The only script that stands in the page as it is: it unpacks the others and starts them. Packed
 * they take half the room, and a page is sent by mail.
 */
import { fromBase64, through } from './core/unpack.js';

const element = (id) => document.getElementById(id);

async function start() {
    const packed = fromBase64(element('page').textContent);
    const script = document.createElement('script');
    script.textContent = new TextDecoder().decode(
        await through(new DecompressionStream('gzip'), packed));
    document.head.append(script);
}

function fail(reason) {
    console.error(reason);
    element('damaged').hidden = false;
    element('damaged').append(` (${reason.message})`);
}

document.documentElement.classList.add('started');
if (typeof DecompressionStream === 'undefined') {
    element('old').hidden = false;
} else {
    start().catch(fail);
}
