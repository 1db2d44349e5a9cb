// SPDX-License-Identifier: GPL-3.0-or-later
// Compares the file system in memory with node's WASI on a disk: equal calls must give equal
// errno and bytes.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { WASI } from 'node:wasi';
import { Exit, wasi } from '../../src/lab/page/core/wasi.js';
import { compiled } from './node.mjs';

const CREATE = 1, DIRECTORY = 2, EXCLUSIVE = 4, TRUNCATE = 8, APPEND = 1;
const READ_ONLY = (1n << 1n) | (1n << 2n) | (1n << 5n) | (1n << 21n); // read, seek, tell, stat
const LISTED = (1n << 1n) | (1n << 14n); // rights: read, readdir
const SET = 0, CURRENT = 1, END = 2;
const FOLDER = 3; // the descriptor

/** WASI calls; each returns [errno, result in memory]. */
function diskOf(imports, memory) {
    const view = () => new DataView(memory.buffer);
    const call = (name, given, result = () => null) => {
        const errno = imports[name](...given);
        return [errno, errno === 0 ? result(view()) : null];
    };
    /** Writes texts to memory from address 1024: [address, size] each. */
    const lay = (...texts) => {
        let at = 1024;
        return texts.map((text) => {
            const bytes = Buffer.from(text);
            new Uint8Array(memory.buffer).set(bytes, at);
            return [(at += bytes.length) - bytes.length, bytes.length];
        });
    };
    const path = (text) => lay(text)[0];
    const pieces = (all) => {
        all.flat().forEach((word, k) => view().setUint32(16 + 4 * k, word, true));
        return [16, all.length];
    };
    const word = (at) => at.getUint32(0, true), long = (at) => at.getBigUint64(0, true);
    const about = (at) => [at.getUint8(16), at.getUint8(16) === 3 ? null : at.getBigUint64(32, true)];
    imports.fd_fdstat_get(FOLDER, 0);
    const all = view().getBigUint64(16, true); // rights of files opened in the folder
    const named = (name) => (text) => call(name, [FOLDER, ...path(text)]);
    return {
        imports, memory,
        open: (text, how = 0, rights = all, flags = 0) => call('path_open',
            [FOLDER, 1, ...path(text), how, rights, all, flags, 0], word),
        write: (fd, ...texts) => call('fd_write', [fd, ...pieces(lay(...texts)), 0], word),
        read: (fd, ...sizes) => {
            let at = 2048;
            const asked = pieces(sizes.map((size) => [(at += size) - size, size]));
            return call('fd_read', [fd, ...asked, 0], (got) =>
                Buffer.from(memory.buffer, 2048, Math.min(word(got), at - 2048)).toString());
        },
        seek: (fd, offset, whence) => call('fd_seek', [fd, BigInt(offset), whence, 0], long),
        close: (fd) => call('fd_close', [fd]),
        sync: (fd) => call('fd_sync', [fd]),
        type: (fd) => call('fd_fdstat_get', [fd, 0], (at) => at.getUint8(0)),
        stat: (text) => call('path_filestat_get', [FOLDER, 1, ...path(text), 0], about),
        statOf: (fd) => call('fd_filestat_get', [fd, 0], about),
        inode: (text) => call('path_filestat_get', [FOLDER, 1, ...path(text), 0], (at) =>
            at.getBigUint64(8, true)),
        folder: named('path_create_directory'),
        removeFolder: named('path_remove_directory'),
        remove: named('path_unlink_file'),
        rename: (from, to) => {
            const [a, b] = lay(from, to);
            return call('path_rename', [FOLDER, ...a, FOLDER, ...b]);
        },
        readlink: (text) => call('path_readlink', [FOLDER, ...path(text), 4096, 100, 0]),
    };
}

const memoryOf = () => new WebAssembly.Memory({ initial: 3 });

/** The page's file system in memory. @param say receives lines of output */
function ours(say = () => {}) {
    const memory = memoryOf(), system = wasi(say);
    system.bind(memory);
    return diskOf(system.imports, memory);
}

/** Node's WASI on a disk. */
function theirs(folder) {
    const memory = memoryOf(), system = new WASI({ version: 'preview1', preopens: { '/': folder } });
    system.initialize({ exports: { memory } });
    return diskOf(system.wasiImport, memory);
}

/** Runs the same calls on both and compares the results. */
function alike(name, act) {
    test(`wasi: ${name}`, () => {
        const folder = mkdtempSync(join(tmpdir(), 'carom-'));
        try {
            assert.deepEqual(act(ours()), act(theirs(folder)));
        } finally {
            rmSync(folder, { recursive: true });
        }
    });
}

/** Creates a file with a text. */
function put(disk, path, text) {
    const [, fd] = disk.open(path, CREATE | TRUNCATE);
    disk.write(fd, text);
    disk.close(fd);
}

alike('data written in pieces are read in other pieces', (disk) => {
    const [error, fd] = disk.open('a', CREATE | EXCLUSIVE);
    return [error, disk.write(fd, 'head', 'on', ''), disk.seek(fd, 0, CURRENT), disk.seek(fd, 2, SET),
        disk.read(fd, 3, 2), disk.read(fd, 9), disk.read(fd, 9), disk.close(fd), disk.close(fd)];
});

alike('positions before the start and after the end of a file', (disk) => {
    const [, fd] = disk.open('a', CREATE);
    return [disk.write(fd, 'abc'), disk.seek(fd, -1, SET), disk.seek(fd, -1, END),
        disk.write(fd, 'XYZ'), disk.seek(fd, 3, END), disk.write(fd, '!'),
        disk.seek(fd, -4, CURRENT), disk.read(fd, 9), disk.seek(fd, 0, 7),
        disk.seek(fd, 99, SET), disk.read(fd, 9), disk.seek(fd, 0, CURRENT), disk.statOf(fd)];
});

alike('a truncated file is extended with zeros', (disk) => {
    put(disk, 'a', 'abcdef');
    const [, fd] = disk.open('a', TRUNCATE);
    return [disk.statOf(fd), disk.seek(fd, 3, SET), disk.write(fd, '!'), disk.seek(fd, 0, SET),
        disk.read(fd, 9), disk.stat('a')];
});

alike('flags of opening: create, truncate, folders, append, read only', (disk) => {
    put(disk, 'a', 'text');
    disk.folder('d');
    const [, fd] = disk.open('a', 0, undefined, APPEND), [, reader] = disk.open('a', 0, READ_ONLY);
    return [disk.write(reader, 'b'), disk.read(reader, 9), disk.open('b')[0],
        disk.open('a', CREATE | EXCLUSIVE)[0], disk.open('a', DIRECTORY)[0],
        disk.open('d', CREATE | EXCLUSIVE)[0], disk.open('d', TRUNCATE)[0], disk.open('a/b')[0],
        disk.open('x/b', CREATE)[0], disk.write(fd, '!'), disk.stat('a'),
        disk.open('a', TRUNCATE)[0], disk.stat('a'),
        disk.type(disk.open('d', DIRECTORY, LISTED)[1])];
});

alike('folders are created once, removed when empty, and are no files', (disk) => {
    const made = [disk.folder('d'), disk.folder('d'), disk.folder('d/e'), disk.folder('x/e')];
    put(disk, 'd/e/f', 'text');
    return [...made, disk.folder('d/e/f'), disk.folder('d/e/f/g'), disk.stat('d'),
        disk.stat('d/e/f'), disk.stat('./d/../d/e/./f'), disk.stat('d/x'), disk.removeFolder('d/e'),
        disk.removeFolder('d/e/f'), disk.remove('d/e/f'), disk.remove('d/e/f'),
        disk.removeFolder('d/e'),
        // paths cannot leave the folder
        disk.stat('..'), disk.stat('d/../..'), disk.open('../a', CREATE)[0], disk.folder('../d'),
        disk.removeFolder('d'), disk.stat('d')];
});

alike('renaming replaces a file or an empty folder', (disk) => {
    put(disk, 'a', 'new');
    put(disk, 'b', 'older');
    disk.folder('d');
    disk.folder('e');
    put(disk, 'e/f', '');
    return [disk.rename('a', 'b'), disk.stat('a'), disk.stat('b'), disk.rename('x', 'b'),
        disk.rename('b', 'b'), disk.rename('b', 'd'), disk.rename('d', 'b'), disk.rename('d', 'e'),
        disk.rename('e', 'd'), disk.stat('d/f'), disk.stat('e'), disk.rename('b', 'd/g'),
        disk.stat('d/g'), disk.rename('d', 'd/h')];
});

alike('an open file outlives its name, a renamed one keeps its number, and files are no links', (disk) => {
    const [, fd] = disk.open('a', CREATE | EXCLUSIVE);
    put(disk, 'b', 'x');
    const [, before] = disk.inode('b');
    return [disk.write(fd, 'kept'), disk.remove('a'), disk.stat('a'), disk.seek(fd, 0, SET),
        disk.read(fd, 9), disk.sync(fd), disk.close(fd), disk.open('a')[0],
        disk.rename('b', 'c'), disk.inode('c')[1] === before,
        disk.readlink('c'), disk.readlink('x'), disk.remove('x'), disk.removeFolder('x')];
});

alike('descriptors: the lowest free one, and invalid ones', (disk) => {
    const first = disk.open('a', CREATE)[1], second = disk.open('b', CREATE)[1];
    disk.close(first);
    return [second - first, disk.open('c', CREATE)[1] === first, disk.read(99, 1),
        disk.write(99, 'a'), disk.seek(99, 0, SET), disk.sync(99), disk.close(99), disk.type(99)];
});

test('wasi: standard output is passed on by lines, in UTF-8', () => {
    const said = [], { imports, memory } = ours((fd, text) => said.push([fd, text]));
    const bytes = Buffer.from('über\nb'), view = new DataView(memory.buffer);
    new Uint8Array(memory.buffer).set(bytes, 1024);
    for (const [at, size] of [[1024, 1], [1025, bytes.length - 1]]) { // inside the first character
        view.setUint32(16, at, true);
        view.setUint32(20, size, true);
        assert.equal(imports.fd_write(1, 16, 1, 0), 0);
    }
    assert.deepEqual(said, [[1, 'über']]);
});

test('wasi: clocks advance, exit ends, and unknown functions return ENOSYS', () => {
    const { imports, memory } = ours(), view = new DataView(memory.buffer), clock = (id) => {
        assert.equal(imports.clock_time_get(id, 0n, 8), 0);
        return Number(view.getBigUint64(8, true)) / 1e6;
    };
    assert.ok(Math.abs(clock(0) - Date.now()) < 1000);
    const before = clock(1);
    while (performance.now() < before + 2);
    assert.ok(clock(1) >= before + 1.9);
    assert.throws(() => imports.proc_exit(7), (reason) => reason instanceof Exit
        && reason.code === 7);
    assert.equal(imports.sock_recv(), 52);
});

test('wasi: every function that the module imports exists', () => {
    const { imports } = wasi(() => {}), names = WebAssembly.Module.imports(compiled())
        .filter(({ module }) => module === 'wasi_snapshot_preview1').map(({ name }) => name);
    assert.ok(names.length > 10, names.join());
    assert.deepEqual(names.filter((name) => !(name in imports)), []);
});
