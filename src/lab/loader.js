// SPDX-License-Identifier: GPL-3.0-or-later
// Unpacks and starts the worker and the page's program. Both are texts in elements of these names:
// gzip as base64.
(() => {
    function fault(key, sentence) {
        const paragraph = document.createElement('p');
        paragraph.className = 'fault';
        paragraph.dataset.fault = key;
        paragraph.textContent = sentence;
        document.getElementById('faults').append(paragraph);
        document.documentElement.classList.add('started'); // scripts are allowed
    }
    async function unpacked(id) {
        const { readable, writable } = new DecompressionStream('gzip');
        const writer = writable.getWriter(), quiet = () => {}; // the reader receives the error
        writer.write(Uint8Array.from(atob(document.getElementById(id).textContent),
            (letter) => letter.charCodeAt(0))).catch(quiet);
        writer.close().catch(quiet);
        return new Response(readable).text();
    }
    function startWorker(text) {
        const early = globalThis.labWorker = { text, first: null };
        try {
            const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
            early.first = new Worker(url);
            early.first.onerror = () => { early.first = null; }; // the next worker reports it
        } catch { /* reported later */ }
    }
    function start(text) {
        const script = document.createElement('script');
        script.textContent = text;
        document.body.append(script);
        script.remove(); // a saved page then contains it once
    }
    if (typeof DecompressionStream === 'undefined') {
        fault('fault.old', 'This browser is too old for this page: it cannot unpack it. Firefox ' +
            '113, Chrome 103, Safari 16.4 and later can. ' +
            'Dieser Browser ist zu alt für diese Seite.');
        return;
    }
    unpacked('worker').then(startWorker).then(() => unpacked('program')).then(start, () =>
        fault('fault.module', 'This file is damaged: what is packed in it cannot be unpacked. ' +
            'Diese Datei ist beschädigt.'));
})();
