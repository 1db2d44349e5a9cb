// SPDX-License-Identifier: GPL-3.0-or-later
// Bundles worker and page and inserts them into index.html. compose.sh adds the core, `carom lab`
// the scenes. The build is reproducible.
// usage: node build.mjs MODULES OUT: folder with node_modules, output file
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const [modules, out] = process.argv.slice(2).map((path) => resolve(path));
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
            const { default: words, shortened } = await import(path);
            const keys = [...new Set(Object.values(words).flatMap(Object.keys))].sort();
            const lists = Object.values(words).map((texts) => keys.map((key) => texts[key] ?? ''));
            const texts = [shortened(keys), ...lists].map((list) => list.join('\n'));
            return { contents: `const codes=${JSON.stringify(Object.keys(words))};
                const [keys,...lists]=${JSON.stringify(texts)}.map((list)=>list.split('\\n'));
                export default Object.fromEntries(codes.map((code,i)=>[code,Object.fromEntries(
                    keys.map((key,k)=>[key,lists[i][k]]).filter(([,text])=>text))]))` };
        });
    },
};

/** Replaces a unique mark by a text literally. */
function filled(page, mark, text) {
    const parts = page.split(mark);
    if (parts.length !== 2) {
        throw new Error(`index.html: '${mark}' stands there ${parts.length - 1} times, not once`);
    }
    return parts.join(text);
}

const script = await bundled('main.js', [styled(await bundled('style.css')), spoken]);
const worker = await bundled('core/worker.js');
if (/<\/script|<!--/i.test(script + worker)) {
    throw new Error('the page would end inside itself');
}
let page = readFileSync(join(here, 'index.html'), 'utf8').replace(/<!--[^]*?-->\n?|^ +/gm, '');
page = filled(page, '/*worker*/', worker);
page = filled(page, '/*script*/', script);
writeFileSync(out, page);
