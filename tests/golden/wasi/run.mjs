// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a program of WebAssembly in node, with a folder as all files that it sees.
// usage: node --no-warnings run.mjs PROGRAM FOLDER [NAME=VALUE...]: of its environment; ends as the program does
import { readFileSync } from 'node:fs';
import { WASI } from 'node:wasi';

const [program, folder, ...settings] = process.argv.slice(2);
const env = Object.fromEntries(settings.map((setting) => {
    const at = setting.indexOf('=');
    return [setting.slice(0, at), setting.slice(at + 1)];
}));
const wasi = new WASI({ version: 'preview1', env, preopens: { '/': folder }, returnOnExit: true });
const module = new WebAssembly.Module(readFileSync(program));
const lab = { phrase() {} }; // src/lab/wasi/phrases.c
process.exitCode = wasi.start(new WebAssembly.Instance(module, { ...wasi.getImportObject(), lab }));
