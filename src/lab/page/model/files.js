// SPDX-License-Identifier: GPL-3.0-or-later
/** Downloads: what the page has, as files. */

const TYPES = {
    tsv: 'text/tab-separated-values', yaml: 'application/yaml', json: 'application/json',
    png: 'image/png',
};
const KEEP_MS = 60000; // until a download of any size has begun

/** @param name as it is to be called @param content text, bytes or a Blob */
export function download(name, content) {
    const type = TYPES[name.split('.').pop()] ?? 'application/octet-stream';
    const blob = content instanceof Blob ? content : new Blob([content], { type });
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), KEEP_MS);
}

/** What a scenario is called in names of files: 'Head-on collision' -> 'head-on-collision'. */
export function stem(title) {
    return title.toLowerCase().normalize('NFKD').replace(/[^a-z0-9]+/g, '-').slice(0, 60)
        .replace(/^-|-$/g, '') || 'scenario';
}

/** A record by its path, as 'stem-impulse-series.tsv'. */
export function downloadRecord(model, path) {
    const bytes = model.files?.get(path);
    if (bytes) {
        download(`${stem(model.scene.title)}-${path.replaceAll('/', '-')}`, bytes);
    }
}

/** The scenario with all that was changed, as the core writes it. */
export function downloadScenario(model) {
    download(`${stem(model.scene.title)}.yaml`, model.scene.yaml);
}

/** What a canvas shows. */
export function downloadPicture(canvas, name) {
    canvas.toBlob((blob) => blob && download(`${name}.png`, blob), 'image/png');
}
