// SPDX-License-Identifier: GPL-3.0-or-later
/** File functions of WASI (snapshot preview 1) on the file system in memory. Descriptor 3 is the
 * folder "/"; 1 and 2 go to a listener. Struct layouts and flags follow WASI's witx. */
import { Tree, ensure, isFolder, refuse } from './folder.js';

/** File type: a folder, a file, or a terminal, which has no node. */
const typeOf = (node) => !node ? 2 : isFolder(node) ? 3 : 4;
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
        ensure(entry.node, 'badf');
        ensure(!isFolder(entry.node), 'isdir');
        ensure((entry.rights & right) === right, 'notcapable');
        return entry;
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
        view.setBigUint64(at + 16, BigInt(typeOf(node)), true);
        view.setBigUint64(at + 24, 1n, true); // names
        view.setBigUint64(at + 32, BigInt(node?.size ?? 0), true);
        [40, 48, 56].forEach((time) => view.setBigUint64(at + time, changed_ns, true));
    }

    // ---- descriptors ----

    fd_close(fd) {
        this.#get(fd);
        this.open[fd] = undefined;
    }

    fd_read(fd, iovs, count, got) {
        const entry = this.#get(fd);
        let sum = 0; // standard input is empty
        if (!entry.terminal) {
            this.#file(fd, READ);
            for (const piece of this.#pieces(iovs, count)) {
                sum += entry.node.read(entry.at + sum, piece);
            }
            entry.at += sum;
        }
        this.#view().setUint32(got, sum, true);
    }

    fd_write(fd, iovs, count, written) {
        const entry = this.#get(fd), pieces = this.#pieces(iovs, count);
        if (entry.terminal) {
            pieces.forEach((piece) => entry.terminal(piece));
        } else {
            const { node } = this.#file(fd, WRITE);
            entry.at = entry.flags & APPEND ? node.size : entry.at;
            for (const piece of pieces) {
                node.write(entry.at, piece);
                entry.at += piece.length;
            }
        }
        this.#view().setUint32(written, pieces.reduce((sum, piece) => sum + piece.length, 0), true);
    }

    fd_seek(fd, offset, whence, out) {
        const entry = this.#file(fd);
        const base = [0, entry.at, entry.node.size][whence] ?? refuse('inval');
        const at = base + Number(offset);
        entry.at = at < 0 ? refuse('inval') : at;
        this.#view().setBigUint64(out, BigInt(at), true);
    }

    fd_sync(fd) {
        this.#get(fd);
    }

    fd_fdstat_get(fd, at) {
        const entry = this.#get(fd), view = this.#view();
        const rights = entry.terminal ? ALL & ~SEEK_AND_TELL : entry.rights;
        view.setBigUint64(at, 0n, true);
        view.setUint8(at, typeOf(entry.node));
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

    fd_prestat_get(fd, at) {
        ensure(fd === 3, 'badf');
        this.#view().setUint32(at, 0, true); // type of the preopened descriptor: a folder
        this.#view().setUint32(at + 4, 1, true); // bytes of "/"
    }

    fd_prestat_dir_name(fd, at, size) {
        ensure(fd === 3, 'badf');
        ensure(size >= 1, 'inval');
        this.#bytes(at, 1)[0] = '/'.charCodeAt(0);
    }

    // ---- paths ----

    path_open(fd, links, path, size, how, rights, inherited, flags, out) {
        const place = this.tree.place(this.#folder(fd), this.#path(path, size));
        let node = this.tree.look(place);
        ensure(!(node && how & CREATE && how & EXCLUSIVE), 'exist');
        ensure(node || how & CREATE, 'noent');
        ensure(!(node && how & DIRECTORY) || isFolder(node), 'notdir');
        ensure(!isFolder(node) || !(how & TRUNCATE || rights & WRITE && !(how & DIRECTORY)),
            'isdir');
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
        const fd = [...this.open, undefined].indexOf(undefined);
        this.open[fd] = entry;
        return fd;
    }

    path_filestat_get(fd, links, path, size, at) {
        this.#stat(this.tree.find(this.#folder(fd), this.#path(path, size)), at);
    }

    path_create_directory(fd, path, size) {
        this.tree.makeFolder(this.#folder(fd), this.#path(path, size));
    }

    path_remove_directory(fd, path, size) {
        this.tree.remove(this.#folder(fd), this.#path(path, size), true);
    }

    path_unlink_file(fd, path, size) {
        this.tree.remove(this.#folder(fd), this.#path(path, size), false);
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
