// SPDX-License-Identifier: GPL-3.0-or-later
// @ts-nocheck: runs in node only
/** Texts of every file NAME.json of this folder by its name; build.mjs packs them into the page. */
import { readdirSync, readFileSync } from 'node:fs';

const here = new URL('./', import.meta.url);

/** @type {Record<string, Record<string, string>>} */
export default Object.fromEntries(readdirSync(here).filter((file) => file.endsWith('.json')).sort()
    .map((file) => [file.slice(0, -5), JSON.parse(readFileSync(new URL(file, here), 'utf8'))]));
