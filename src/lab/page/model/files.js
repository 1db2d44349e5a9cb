// SPDX-License-Identifier: GPL-3.0-or-later
/** Downloads. */
import { element } from '../frame/dom.js';

const TYPES = {
    tsv: 'text/tab-separated-values', yaml: 'application/yaml', json: 'application/json',
    html: 'text/html',
};
const KEEP_MS = 60000; // time for a download to begin

/** @param name of the file @param content text, bytes or a Blob */
export function download(name, content) {
    const type = TYPES[name.split('.').pop()] ?? 'application/octet-stream';
    const blob = content instanceof Blob ? content : new Blob([content], { type });
    const href = URL.createObjectURL(blob);
    element('a', { href, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(href), KEEP_MS);
}

/** File name of a scenario: 'Head-on collision' -> 'head-on-collision'. */
export function stem(title) {
    return title.toLowerCase().normalize('NFKD').replace(/[^a-z0-9]+/g, '-').slice(0, 60)
        .replace(/^-|-$/g, '') || 'scenario';
}

/** Downloads a record as 'stem-impulse-series.tsv'. */
export function downloadRecord(model, path) {
    const bytes = model.files?.get(path);
    if (bytes) {
        download(`${stem(model.scene.title)}-${path.replaceAll('/', '-')}`, bytes);
    }
}

/** Downloads the changed scenario. */
export function downloadScenario(model) {
    download(`${stem(model.scene.title)}.yaml`, model.text);
}
