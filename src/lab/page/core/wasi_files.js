// SPDX-License-Identifier: GPL-3.0-or-later
/** File functions of WASI (snapshot preview 1) on the file system in memory. Descriptor 3 is the
 * folder "/"; 1 and 2 go to a listener. Struct layouts and flags follow WASI's witx. */
import { Tree, isFolder, refuse } from './folder.js';

const TYPE = { character: 2, folder: 3, file: 4 };
const CREATE = 1, DIRECTORY = 2, EXCLUSIVE = 4, TRUNCATE = 8; // oflags
const APPEND = 1; // fdflags
const READ = 1n << 1n, WRITE = 1n << 6n, ALL = (1n << 30n) - 1n; // rights
const SEEK_AND_TELL = (1n << 2n) | (1n << 5n); // rights that a terminal lacks

/** Open file: a node and the position in it in bytes. */
const opened = (node, rights = ALL, flags = 0) => ({ node, at: 0, rights, flags });

/** Passes complete lines to `say` and buffers the rest. */
function lines(say) {
    const decoder = new TextDecoder();
    let kept = '';
    return (bytes) => {
        const parts = (kept + decoder.decode(bytes, { stream: true })).split('\n');
        kept = parts.pop() ?? '';
        parts.forEach(say);
    };
}

export class Files {
    /** @param memory returns the module's memory
     * @param say receives a line of standard output or error: (fd, text) */
    constructor(memory, say) {
        this.memory = memory;
        this.tree = new Tree();
        const terminal = (fd) => ({ terminal: lines((text) => say(fd, text)) });
        /** @type {any[]} by descriptor; undefined: closed */
        this.open = [terminal(0), terminal(1), terminal(2), opened(this.tree.root)];
    }

    // ---- helpers ----

    #view() {
        return new DataView(this.memory().buffer);
    }

    #bytes(at, size) {
        return new Uint8Array(this.memory().buffer, at, size);
    }

    #path(at, size) {
        return new TextDecoder().decode(this.#bytes(at, size));
    }

    #get(fd) {
        return this.open[fd] ?? refuse('badf');
    }

    #folder(fd) {
        const { node } = this.#get(fd);
        return isFolder(node) ? node : refuse('notdir');
    }

    #file(fd, right = 0n) {
        const entry = this.#get(fd);
        if (!entry.node || isFolder(entry.node)) {
            refuse(entry.node ? 'isdir' : 'badf');
        }
        return right !== 0n && (entry.rights & right) === 0n ? refuse('notcapable') : entry;
    }

    /** Views of memory for an array of `count` iovecs at `at`. */
    #pieces(at, count) {
        const view = this.#view();
        return Array.from({ length: count }, (_, k) => this.#bytes(
            view.getUint32(at + 8 * k, true), view.getUint32(at + 8 * k + 4, true)));
    }

    #stat(node, at) {
        const view = this.#view(), changed_ns = BigInt(node ? node.changed_ms : 0) * 1000000n;
        view.setBigUint64(at, 1n, true); // device
        view.setBigUint64(at + 8, BigInt(node ? node.ino : 0), true);
        view.setBigUint64(at + 16, BigInt(!node ? TYPE.character
            : isFolder(node) ? TYPE.folder : TYPE.file), true);
        view.setBigUint64(at + 24, 1n, true); // names
        view.setBigUint64(at + 32, BigInt(node?.size ?? 0), true);
        [40, 48, 56].forEach((time) => view.setBigUint64(at + time, changed_ns, true));
    }

    #read(entry, from, iovs, count, got) {
        let sum = 0;
        for (const piece of this.#pieces(iovs, count)) {
            sum += entry.node.read(from + sum, piece);
        }
        this.#view().setUint32(got, sum, true);
        return sum;
    }

    #write(entry, from, iovs, count, written) {
        let sum = 0;
        for (const piece of this.#pieces(iovs, count)) {
            entry.node.write(from + sum, piece);
            sum += piece.length;
        }
        this.#view().setUint32(written, sum, true);
        return sum;
    }

    #say(entry, iovs, count, written) {
        const pieces = this.#pieces(iovs, count);
        pieces.forEach((piece) => entry.terminal(piece));
        this.#view().setUint32(written, pieces.reduce((sum, piece) => sum + piece.length, 0), true);
    }

    // ---- descriptors ----

    fd_close(fd) {
        this.#get(fd);
        this.open[fd] = undefined;
    }

    fd_renumber(from, to) {
        const entry = this.#get(from);
        this.#get(to);
        this.open[to] = entry;
        this.open[from] = undefined;
    }

    fd_read(fd, iovs, count, got) {
        if (this.#get(fd).terminal) {
            this.#view().setUint32(got, 0, true); // standard input is empty
            return;
        }
        const entry = this.#file(fd, READ);
        entry.at += this.#read(entry, entry.at, iovs, count, got);
    }

    fd_write(fd, iovs, count, written) {
        const entry = this.#get(fd);
        if (entry.terminal) {
            this.#say(entry, iovs, count, written);
            return;
        }
        this.#file(fd, WRITE);
        if (entry.flags & APPEND) {
            entry.at = entry.node.size;
        }
        entry.at += this.#write(entry, entry.at, iovs, count, written);
    }

    fd_pread(fd, iovs, count, from, got) {
        this.#read(this.#file(fd, READ), Number(from), iovs, count, got);
    }

    fd_pwrite(fd, iovs, count, from, written) {
        this.#write(this.#file(fd, WRITE), Number(from), iovs, count, written);
    }

    fd_seek(fd, offset, whence, out) {
        const entry = this.#file(fd);
        const base = [0, entry.at, entry.node.size][whence] ?? refuse('inval');
        const at = base + Number(offset);
        entry.at = at < 0 ? refuse('inval') : at;
        this.#view().setBigUint64(out, BigInt(at), true);
    }

    fd_tell(fd, out) {
        this.#view().setBigUint64(out, BigInt(this.#file(fd).at), true);
    }

    fd_sync(fd) {
        this.#get(fd);
    }

    fd_datasync(fd) {
        this.#get(fd);
    }

    fd_advise(fd) {
        this.#get(fd);
    }

    fd_allocate(fd, offset, length) {
        const { node } = this.#file(fd, WRITE);
        node.resize(Math.max(node.size, Number(offset) + Number(length)));
    }

    fd_fdstat_get(fd, at) {
        const entry = this.#get(fd), view = this.#view();
        const rights = entry.terminal ? ALL & ~SEEK_AND_TELL : entry.rights;
        view.setBigUint64(at, 0n, true);
        view.setUint8(at, entry.terminal ? TYPE.character
            : isFolder(entry.node) ? TYPE.folder : TYPE.file);
        view.setUint16(at + 2, entry.flags ?? 0, true);
        view.setBigUint64(at + 8, rights, true);
        view.setBigUint64(at + 16, isFolder(entry.node) ? ALL : 0n, true);
    }

    fd_fdstat_set_flags(fd, flags) {
        this.#get(fd).flags = flags;
    }

    fd_filestat_get(fd, at) {
        this.#stat(this.#get(fd).node, at);
    }

    fd_filestat_set_size(fd, size) {
        this.#file(fd, WRITE).node.resize(Number(size));
    }

    fd_filestat_set_times(fd) {
        this.#get(fd);
    }

    fd_prestat_get(fd, at) {
        if (fd !== 3) {
            refuse('badf');
        }
        this.#view().setUint32(at, 0, true); // type of the preopened descriptor: a folder
        this.#view().setUint32(at + 4, 1, true); // bytes of "/"
    }

    fd_prestat_dir_name(fd, at, size) {
        if (fd !== 3 || size < 1) {
            refuse(fd !== 3 ? 'badf' : 'inval');
        }
        this.#bytes(at, 1)[0] = '/'.charCodeAt(0);
    }

    /** Writes entries from number `cookie` on; the buffer may cut the last one, as WASI allows. */
    fd_readdir(fd, at, size, cookie, used) {
        const names = [...this.#folder(fd).entries];
        const room = this.#bytes(at, size);
        let filled = 0;
        for (let k = Number(cookie); k < names.length && filled < size; k++) {
            const entry = dirent(k + 1, ...names[k]);
            room.set(entry.subarray(0, size - filled), filled);
            filled += Math.min(entry.length, size - filled);
        }
        this.#view().setUint32(used, filled, true);
    }

    // ---- paths ----

    path_open(fd, links, path, size, how, rights, inherited, flags, out) {
        const place = this.tree.place(this.#folder(fd), this.#path(path, size));
        let node = this.tree.look(place);
        if (node && how & CREATE && how & EXCLUSIVE) {
            refuse('exist');
        }
        if (!node && !(how & CREATE)) {
            refuse('noent');
        }
        if (node && how & DIRECTORY && !isFolder(node)) {
            refuse('notdir');
        }
        if (node && isFolder(node) && (how & TRUNCATE || rights & WRITE && !(how & DIRECTORY))) {
            refuse('isdir');
        }
        if (!node) {
            node = this.tree.newFile();
            place.folder.put(place.name, node);
        } else if (how & TRUNCATE && !isFolder(node)) {
            node.resize(0);
        }
        this.#view().setUint32(out, this.#allocate(opened(node, rights & ALL, flags)), true);
    }

    /** Allocates the lowest free descriptor, as POSIX requires. */
    #allocate(entry) {
        const free = this.open.findIndex((other) => other === undefined);
        const fd = free < 0 ? this.open.length : free;
        this.open[fd] = entry;
        return fd;
    }

    path_filestat_get(fd, links, path, size, at) {
        this.#stat(this.tree.find(this.#folder(fd), this.#path(path, size)), at);
    }

    path_filestat_set_times(fd, links, path, size) {
        this.tree.find(this.#folder(fd), this.#path(path, size));
    }

    path_create_directory(fd, path, size) {
        this.tree.makeFolder(this.#folder(fd), this.#path(path, size));
    }

    path_remove_directory(fd, path, size) {
        this.tree.removeFolder(this.#folder(fd), this.#path(path, size));
    }

    path_unlink_file(fd, path, size) {
        this.tree.removeFile(this.#folder(fd), this.#path(path, size));
    }

    path_rename(fd, path, size, to, to_path, to_size) {
        this.tree.rename(this.#folder(fd), this.#path(path, size),
            this.#folder(to), this.#path(to_path, to_size));
    }

    /** Returns EINVAL, because this file system has no links. */
    path_readlink(fd, path, size) {
        this.tree.find(this.#folder(fd), this.#path(path, size));
        refuse('inval');
    }
}

/** Directory entry in WASI's layout: next, inode, length of the name, type, name. */
function dirent(next, name, node) {
    const text = new TextEncoder().encode(name), entry = new Uint8Array(24 + text.length);
    const view = new DataView(entry.buffer);
    view.setBigUint64(0, BigInt(next), true);
    view.setBigUint64(8, BigInt(node.ino), true);
    view.setUint32(16, text.length, true);
    view.setUint8(20, isFolder(node) ? TYPE.folder : TYPE.file);
    entry.set(text, 24);
    return entry;
}
