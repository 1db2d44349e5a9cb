// SPDX-License-Identifier: GPL-3.0-or-later
/** File system in memory for carom's writers. Names refer to nodes, so an open file survives the
 * removal of its name, as in POSIX. */

/** WASI error numbers that the file system returns. */
export const ERRNO = {
    badf: 8, exist: 20, inval: 28, isdir: 31, noent: 44, nosys: 52, notdir: 54, notempty: 55,
    notcapable: 76,
};

/** Error of a file operation; `errno` is WASI's number. */
export class Refusal extends Error {
    constructor(errno) {
        super(`WASI errno ${errno}`);
        this.errno = errno;
    }
}

/** @returns {never} */
export function refuse(reason) {
    throw new Refusal(ERRNO[reason]);
}

/** @param {any} holds otherwise the operation is refused @returns {asserts holds} */
export function ensure(holds, reason) {
    if (!holds) {
        refuse(reason);
    }
}

/** File or folder with a fixed inode number. */
class Entry {
    /** @type {any} */ parent = null; // a folder, except for the root
    changed_ms = Date.now();

    constructor(ino) {
        this.ino = ino;
    }
}

class File extends Entry {
    bytes = new Uint8Array(0);
    size = 0;

    /** Sets the size; new bytes are zero. The buffer doubles, so writing n bytes costs O(n). */
    resize(size) {
        if (size > this.bytes.length) {
            const grown = new Uint8Array(Math.max(size, 2 * this.bytes.length, 1024));
            grown.set(this.bytes.subarray(0, this.size));
            this.bytes = grown;
        } else if (size < this.size) {
            this.bytes.fill(0, size, this.size);
        }
        this.size = size;
        this.changed_ms = Date.now();
    }

    /** @returns {number} bytes read from position `at` into `target`; 0 at the end */
    read(at, target) {
        const count = Math.max(0, Math.min(target.length, this.size - at));
        target.set(this.bytes.subarray(at, at + count));
        return count;
    }

    write(at, source) {
        this.resize(Math.max(this.size, at + source.length));
        this.bytes.set(source, at);
    }
}

class Folder extends Entry {
    entries = new Map();

    put(name, node) {
        this.entries.set(name, node);
        node.parent = this;
        this.changed_ms = Date.now();
    }

    drop(name) {
        this.entries.delete(name);
        this.changed_ms = Date.now();
    }
}

/** @returns {node is Folder} */
export const isFolder = (node) => node instanceof Folder;

/** Tree of folders. Paths such as "a/b" start at a given folder or at the root. */
export class Tree {
    count = 0;
    root = this.newFolder();

    newFolder() {
        return new Folder(++this.count);
    }

    newFile() {
        return new File(++this.count);
    }

    /** Returns the child with this name; the parent of the root is the root. */
    #step(folder, name) {
        ensure(isFolder(folder), 'notdir');
        return name === '..' ? folder.parent ?? this.root : folder.entries.get(name);
    }

    /** @returns {{folder: Folder, name: string}} parent folder and last name of a path; '' is
     *    `base` */
    place(base, path) {
        const names = path.split('/').filter((name) => name !== '' && name !== '.');
        const ends = names.at(-1) === '..' ? '' : names.pop() ?? '';
        let folder = base;
        for (const name of names) {
            folder = this.#step(folder, name) ?? refuse('noent');
        }
        return isFolder(folder) ? { folder, name: ends } : refuse('notdir');
    }

    /** @returns {File|Folder|undefined} node at a path */
    look({ folder, name }) {
        return name === '' ? folder : folder.entries.get(name);
    }

    /** Like `look`, but throws for a missing node. */
    find(base, path) {
        ensure(path !== '', 'noent');
        return this.look(this.place(base, path)) ?? refuse('noent');
    }

    makeFolder(base, path) {
        const place = this.place(base, path);
        ensure(!this.look(place), 'exist');
        place.folder.put(place.name, this.newFolder());
    }

    /** Removes a file or an empty folder. */
    remove(base, path, folder) {
        const place = this.place(base, path), node = this.look(place) ?? refuse('noent');
        ensure(isFolder(node) === folder, folder ? 'notdir' : 'isdir');
        ensure(!isFolder(node) || node.entries.size === 0, 'notempty');
        ensure(place.name !== '', 'inval');
        place.folder.drop(place.name);
    }

    /** Renames atomically: at any time one of the two names refers to the node. */
    rename(from, from_path, to, to_path) {
        const source = this.place(from, from_path), target = this.place(to, to_path);
        const node = this.look(source) ?? refuse('noent'), there = this.look(target);
        if (there === node) {
            return;
        }
        for (let above = target.folder; above; above = above.parent) {
            ensure(above !== node, 'inval');
        }
        ensure(!there || isFolder(there) === isFolder(node), isFolder(there) ? 'isdir' : 'notdir');
        ensure(!isFolder(there) || there.entries.size === 0, 'notempty');
        source.folder.drop(source.name);
        target.folder.put(target.name, node);
    }

    /** Copies every file below a folder, by relative path. */
    files(path) {
        const filesIn = (folder, before) => [...folder.entries].flatMap(([name, node]) =>
            isFolder(node) ? filesIn(node, `${before}${name}/`)
                : [[before + name, node.bytes.slice(0, node.size)]]);
        const folder = this.look(this.place(this.root, path));
        return new Map(isFolder(folder) ? filesIn(folder, '') : []);
    }

    /** Removes a path and everything below it; a missing path is no error. */
    clear(path) {
        const place = this.place(this.root, path);
        place.folder.drop(place.name);
    }
}
