// SPDX-License-Identifier: GPL-3.0-or-later
/** WASI (snapshot preview 1) for the module: clock, random bytes, empty command line, and the file
 * system of wasi_files.js. All other functions return ENOSYS. */
import { ERRNO, Refusal } from './folder.js';
import { Files } from './wasi_files.js';

/** Thrown when the module exits; `code` is its exit status. */
export class Exit extends Error {
    constructor(code) {
        super(`the core has ended with status ${code}`);
        this.code = code;
    }
}

const NS_PER_MS = 1e6, MOST_RANDOM = 65536; // limit of getRandomValues in bytes per call

/** Time of clock `id` in ns: 0 is the time of day, the others are monotonic. */
function now_ns(id) {
    return BigInt(Math.round((id === 0 ? Date.now() : performance.now()) * NS_PER_MS));
}

function processCalls(memory) {
    const view = () => new DataView(memory().buffer);
    const nothing = (count, size) => {
        view().setUint32(count, 0, true);
        view().setUint32(size, 0, true);
    };
    return {
        args_get() {},
        args_sizes_get: nothing,
        environ_get() {},
        environ_sizes_get: nothing,
        clock_res_get: (id, at) => view().setBigUint64(at, BigInt(NS_PER_MS), true),
        clock_time_get: (id, precision, at) => view().setBigUint64(at, now_ns(id), true),
        random_get(at, size) {
            for (let done = 0; done < size; done += MOST_RANDOM) {
                crypto.getRandomValues(new Uint8Array(memory().buffer, at + done,
                    Math.min(MOST_RANDOM, size - done)));
            }
        },
        sched_yield() {},
        proc_exit(code) {
            throw new Exit(code);
        },
    };
}

/** The remaining names of preview 1. */
const UNKNOWN = ['fd_fdstat_set_rights', 'path_link', 'path_symlink', 'poll_oneoff', 'proc_raise',
    'sock_accept', 'sock_recv', 'sock_send', 'sock_shutdown'];

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
    const memory = () => bound, files = new Files(memory, say), imports = {};
    for (const [name, call] of Object.entries(processCalls(memory))) {
        imports[name] = asErrno(call);
    }
    for (const name of Object.getOwnPropertyNames(Files.prototype)) {
        if (/^(fd|path)_/.test(name)) {
            imports[name] = asErrno(files[name].bind(files));
        }
    }
    for (const name of UNKNOWN) {
        imports[name] = () => ERRNO.nosys;
    }
    return { imports, tree: files.tree, bind: (given) => { bound = given; } };
}
