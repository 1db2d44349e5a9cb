// SPDX-License-Identifier: GPL-3.0-or-later
// Unpacks the worker and the page's program, which are text in elements of these names (gzip, then
// page/core/signs.js, which stands before this), and runs them: a worker takes its time to start.
(() => {
    function fault(key, sentence) {
        const paragraph = document.createElement('p');
        paragraph.className = 'fault';
        paragraph.dataset.fault = key;
        paragraph.textContent = sentence;
        document.getElementById('faults').append(paragraph);
        document.documentElement.classList.add('started'); // scripts are not forbidden
    }
    function unpacked(id) {
        const { readable, writable } = new DecompressionStream('gzip');
        const writer = writable.getWriter(), quiet = () => {}; // who reads hears of it too
        writer.write(fromSigns(document.getElementById(id).textContent)).catch(quiet);
        writer.close().catch(quiet);
        return new Response(readable).text();
    }
    function startWorker(text) {
        const early = globalThis.labWorker = { text, first: null };
        try {
            const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
            early.first = new Worker(url);
            early.first.onerror = () => { early.first = null; }; // said of the next one
        } catch { /* as well */ }
    }
    function start(text) {
        const script = document.createElement('script');
        script.textContent = text;
        document.body.append(script);
        script.remove(); // a page that is saved as it stands has it once
    }
    if (typeof DecompressionStream === 'undefined') {
        fault('fault.old', 'This browser is too old for this page: it cannot unpack it. Firefox 113, ' +
            'Chrome 103, Safari 16.4 and later can. Dieser Browser ist zu alt für diese Seite.');
        return;
    }
    unpacked('worker').then(startWorker).then(() => unpacked('program')).then(start, () =>
        fault('fault.module', 'This file is damaged: what is packed in it cannot be unpacked. ' +
            'Diese Datei ist beschädigt.'));
})();
