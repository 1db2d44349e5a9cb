// SPDX-License-Identifier: GPL-3.0-or-later
// Tests a page of the experiments written by `carom lab`: its module runs its scenes and must
// reproduce their signatures. For solvers that depend on the C library it only prints whether they
// agree. Prints a line per scene, status 1 after a failure
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isShort, PROGRAM, ran, ROOT, scenes as all, unpacked } from './node.mjs';

const file = join(ROOT, 'build/lab/composed.html');
execFileSync('make', ['-s', 'build/lab/template.html'], { cwd: ROOT, stdio: 'pipe' }); // in case the core was rebuilt
execFileSync(PROGRAM, ['lab', ...all().filter(isShort), '-o', file], { cwd: ROOT, stdio: 'pipe' });
const page = readFileSync(file, 'utf8');
rmSync(file);
const module = new WebAssembly.Module(unpacked(page, 'module'));
const { scenes } = JSON.parse(page.match(/<script type="application\/json" id="scenes">([^<]*)</)[1]);

function judge({ name, text, seal, unpromised }) {
    const { seals } = ran(module, text);
    const other = Object.keys(seal).filter((solver) => seals[solver] !== seal[solver]);
    const wrong = other.filter((solver) => !unpromised.includes(solver));
    const libraries = other.filter((solver) => unpromised.includes(solver));
    process.exitCode = wrong.length ? 1 : process.exitCode;
    const promised = Object.keys(seal).length - unpromised.length;
    console.log(wrong.length ? `not ok lab page: ${name}: other bits in ${wrong}`
        : `ok lab page: ${name}: the same bits of ${promised} solvers${libraries.length
            ? `; other bits, which are the C library's, in ${libraries}` : ''}`);
}

scenes.forEach((scene) => {
    try {
        judge(scene);
    } catch (reason) {
        console.log(`not ok lab page: ${scene.name}: ${reason.message}`);
        process.exitCode = 1;
    }
});
