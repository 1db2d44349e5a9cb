// SPDX-License-Identifier: GPL-3.0-or-later
/** WASI (snapshot preview 1) for the module: clock, empty environment, and the file system of
 * wasi_files.js. All other functions return ENOSYS. */
import { ERRNO, Refusal } from './folder.js';
import { Files } from './wasi_files.js';

/** Thrown when the module exits; `code` is its exit status. */
export class Exit extends Error {
    constructor(code) {
        super(`the core has ended with status ${code}`);
        this.code = code;
    }
}

/** Time of clock `id` in ns: 0 is the time of day, the others are monotonic. */
function now_ns(id) {
    return BigInt(Math.round((id === 0 ? Date.now() : performance.now()) * 1e6));
}

function processCalls(memory) {
    const view = () => new DataView(memory().buffer);
    return {
        environ_get() {},
        environ_sizes_get(count, size) {
            view().setUint32(count, 0, true);
            view().setUint32(size, 0, true);
        },
        clock_time_get: (id, precision, at) => view().setBigUint64(at, now_ns(id), true),
        proc_exit(code) {
            throw new Exit(code);
        },
    };
}

/** Wraps a function to return WASI's errno; other errors propagate. */
function asErrno(call) {
    return (...given) => {
        try {
            call(...given);
            return 0;
        } catch (reason) {
            if (reason instanceof Refusal) {
                return reason.errno;
            }
            throw reason;
        }
    };
}

/** @param say receives lines of standard output (1) and error (2): (fd, text)
 * @returns {{imports, tree, bind}} `imports` for `wasi_snapshot_preview1`; call bind(memory)
 *    first; `tree` is the file system */
export function wasi(say) {
    let bound = null;
    const memory = () => bound, files = new Files(memory, say), known = {};
    for (const [name, call] of Object.entries(processCalls(memory))) {
        known[name] = asErrno(call);
    }
    for (const name of Object.getOwnPropertyNames(Files.prototype)) {
        if (/^(fd|path)_/.test(name)) {
            known[name] = asErrno(files[name].bind(files));
        }
    }
    const imports = new Proxy(known, { get: (all, name) => all[name] ?? (() => ERRNO.nosys) });
    return { imports, tree: files.tree, bind: (given) => { bound = given; } };
}
