// SPDX-License-Identifier: GPL-3.0-or-later
// Unpacks the page's program, which is text in the element `program` (gzip, then page/core/z85.js,
// which stands before this), and runs it.
(() => {
    const packed = document.getElementById('program');
    function fault(key, sentence) {
        const paragraph = document.createElement('p');
        paragraph.className = 'fault';
        paragraph.dataset.fault = key;
        paragraph.textContent = sentence;
        document.getElementById('faults').append(paragraph);
        document.documentElement.classList.add('started'); // scripts are not forbidden
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
    const bytes = fromZ85(packed.textContent);
    new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text()
        .then(start, () => fault('fault.module',
            'This file is damaged: what is packed in it cannot be unpacked. Diese Datei ist beschädigt.'));
})();
