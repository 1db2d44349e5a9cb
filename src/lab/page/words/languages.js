// SPDX-License-Identifier: GPL-3.0-or-later
// @ts-nocheck: runs in node only
/** Texts of every file NAME.json of this folder by its name; build.mjs packs them into the page. */
import { readdirSync, readFileSync } from 'node:fs';
import { hashOf } from './hash.js';

const here = new URL('./', import.meta.url);

/** Texts by key, those of the core by `core.` and their hash. */
const textsOf = (json) => Object.fromEntries(Object.entries(JSON.parse(json)).map(([key, text]) =>
    [key.startsWith('core.') ? `core.${hashOf(key.slice(5))}` : key, text]));

/** @type {Record<string, Record<string, string>>} */
export default Object.fromEntries(readdirSync(here).filter((file) => file.endsWith('.json')).sort()
    .map((file) => [file.slice(0, -5), textsOf(readFileSync(new URL(file, here), 'utf8'))]));
