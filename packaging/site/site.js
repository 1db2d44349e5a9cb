// SPDX-License-Identifier: GPL-3.0-or-later
// Search in the pages of search.js, and live pages inside a page. Without scripts the links still work.
(() => {
    const up = document.currentScript.dataset.up, place = document.getElementById('search');
    const field = Object.assign(document.createElement('input'), { type: 'search', placeholder: 'Search' });
    const list = document.createElement('ul'), said = document.createElement('p');
    field.setAttribute('aria-label', 'Search');
    said.setAttribute('role', 'status');
    list.hidden = true;
    place.append(field, said, list);

    const escapeText = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

    /** Pages that contain every word; a word in the title counts ten times. */
    function find(text) {
        const words = text.toLowerCase().split(/\s+/).filter(Boolean);
        const rank = ([, title, body]) => words.reduce((sum, word) => {
            const count = (where) => (where.toLowerCase().match(new RegExp(escapeText(word), 'g')) ?? []).length;
            const here = 10 * count(title) + count(body);
            return here === 0 ? -Infinity : sum + here;
        }, 0);
        return words.length === 0 ? [] : pages.map((page) => [rank(page), page]).filter(([score]) => score > 0)
            .sort((a, b) => b[0] - a[0]).slice(0, 12).map(([, page]) => page);
    }

    field.addEventListener('input', () => {
        const found = find(field.value);
        said.textContent = field.value.trim() === '' ? '' : found.length === 0 ? 'No page has all these words.'
            : `${found.length} pages`;
        list.hidden = found.length === 0;
        list.replaceChildren(...found.map(([address, title]) => {
            const item = document.createElement('li'), link = document.createElement('a');
            link.href = up + address;
            link.textContent = title;
            item.append(link);
            return item;
        }));
    });
    document.addEventListener('keydown', (event) => {
        if (event.key === 'Escape') {
            field.value = '';
            field.dispatchEvent(new Event('input'));
        }
    });

    document.querySelectorAll('a[data-frame]').forEach((link) => link.addEventListener('click', (event) => {
        event.preventDefault();
        const frame = document.createElement('iframe');
        frame.src = link.href;
        frame.title = link.dataset.frame;
        frame.className = 'live';
        link.closest('p').after(frame);
        link.remove();
        frame.focus();
    }));
})();
