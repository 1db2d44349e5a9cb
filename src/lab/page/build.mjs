// SPDX-License-Identifier: GPL-3.0-or-later
// Composes the template of the page: index.html with the core, the worker and the page's program,
// each packed by gzip as base64, which loader.js and core/compile.js unpack. `carom lab` adds the
// scenes. The build is reproducible.
// usage: node build.mjs MODULES CORE OUT MADE: folder with node_modules, carom.wasm, output file,
//        and what it was made with
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const [modules, core, out] = process.argv.slice(2, 5).map((path) => resolve(path));
const made = process.argv[5];
const here = dirname(fileURLToPath(import.meta.url));
const esbuild = createRequire(join(modules, 'x.js'))('esbuild');

const common = {
    absWorkingDir: here,
    nodePaths: [join(modules, 'node_modules')],
    bundle: true,
    write: false,
    minify: true,
    target: ['es2022'],
    format: 'iife',
    charset: 'utf8',
    legalComments: 'none', // frame/notices.txt contains them
    loader: { '.txt': 'text' },
    jsx: 'automatic',
    jsxImportSource: 'preact',
    logLevel: 'warning',
};

/** @returns {string} bundle of a file and its imports */
async function bundled(file, plugins = []) {
    const made = await esbuild.build({ ...common, entryPoints: [file], plugins });
    return made.outputFiles[0].text.trim();
}

/** `import style from 'carom:style'`: all style sheets as one string, which is packed too. */
const styled = (text) => ({
    name: 'style',
    setup(build) {
        const namespace = 'text';
        build.onResolve({ filter: /^carom:style$/ }, () => ({ path: 'style', namespace }));
        build.onLoad({ filter: /.*/, namespace }, () => ({ contents: text, loader: 'text' }));
    },
});

/** Texts of words/*.json as lists without their keys, each of which is written once; saves 1 kB. */
const spoken = {
    name: 'words',
    setup(build) {
        build.onLoad({ filter: /words\/languages\.js$/ }, async ({ path }) => {
            const { default: words } = await import(path);
            const keys = [...new Set(Object.values(words).flatMap(Object.keys))].sort();
            const lists = Object.values(words).map((texts) => keys.map((key) => texts[key] ?? ''));
            const texts = [keys, ...lists].map((list) => list.join('\n'));
            return { contents: `const codes=${JSON.stringify(Object.keys(words))};
                const [keys,...lists]=${JSON.stringify(texts)}.map((list)=>list.split('\\n'));
                export default Object.fromEntries(codes.map((code,i)=>[code,Object.fromEntries(
                    keys.map((key,k)=>[key,lists[i][k]]).filter(([,text])=>text))]))` };
        });
    },
};

/** Packs bytes or a text. -n omits name and time: equal bytes give equal text. */
const packed = (bytes) => execFileSync('gzip', ['-n9'], { input: bytes }).toString('base64');

/** Replaces a unique mark by a text literally. */
function filled(page, mark, text) {
    const parts = page.split(mark);
    if (parts.length !== 2) {
        throw new Error(`index.html: '${mark}' stands there ${parts.length - 1} times, not once`);
    }
    return parts.join(text);
}

const wasm = readFileSync(core);
if (!WebAssembly.validate(wasm)) {
    throw new Error(`${core} is no WebAssembly module`);
}
const parts = {
    made,
    module: packed(wasm),
    worker: packed(await bundled('core/worker.js')),
    program: packed(await bundled('main.js', [styled(await bundled('style.css')), spoken])),
    loader: await bundled('../loader.js'),
};
const html = readFileSync(join(here, 'index.html'), 'utf8').replace(/<!--[^]*?-->\n?|^ +/gm, '');
writeFileSync(out, Object.entries(parts).reduce((page, [name, text]) =>
    filled(page, `/*${name}*/`, text), html));
