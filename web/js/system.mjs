// What the C library of hone.wasm asks of its system: files that are in memory, memory that grows, the clock.
// Error numbers are those of WASI, as emscripten's C library has them.

const NO_FILE = 44, BAD_FILE = 8, IS_FOLDER = 31, NO_FOLDER = 54, READ_ONLY = 69, NO_CALL = 52, NO_LINK = 28;
const CREATE = 0o100, WRITE = 3;
const FOLDER_MODE = 0o40555, FILE_MODE = 0o100444;
const ENTRY_SIZE = 280, ENTRY_NAME = 19;
const PAGE = 65536, LARGEST = 0x7fff0000;

const utf8 = new TextEncoder();
const from_utf8 = new TextDecoder();

// ---- files ------------------------------------------------------------------------------------------------------

/** Files by their paths; a folder is a Map of what it has, a file its bytes. */
export class FileTree {
    constructor() {
        this.root = new Map();
        this.open = new Map(); // by number: {node, at, entries}
        this.next = 3;
    }

    /** A file, or a folder; undefined: there is none. */
    find(path) {
        let at = this.root;
        for (const name of path.split('/'))
            if (name && name !== '.' && at) at = at instanceof Map ? (name === '..' ? undefined : at.get(name)) : undefined;
        return at;
    }

    put(path, bytes) {
        const names = path.split('/').filter((n) => n && n !== '.' && n !== '..');
        let at = this.root;
        for (const name of names.slice(0, -1)) {
            if (!(at.get(name) instanceof Map)) at.set(name, new Map());
            at = at.get(name);
        }
        at.set(names[names.length - 1], bytes);
    }

    remove(path) {
        const at = path.lastIndexOf('/');
        const folder = this.find(path.slice(0, at));
        if (folder instanceof Map) folder.delete(path.slice(at + 1));
    }
}

// ---- calls ------------------------------------------------------------------------------------------------------

/** The functions that hone.wasm imports for its system. memory: a function that returns the memory. */
export function systemCalls(tree, memory, print) {
    const bytes = () => new Uint8Array(memory().buffer);
    const view = () => new DataView(memory().buffer);
    const text = (at) => {
        const all = bytes();
        return from_utf8.decode(all.subarray(at, all.indexOf(0, at)));
    };
    let line = '';

    const stat = (node, at) => {
        if (node === undefined) return -NO_FILE;
        const v = view();
        bytes().fill(0, at, at + 88);
        v.setInt32(at + 12, node instanceof Map ? FOLDER_MODE : FILE_MODE, true);
        v.setInt32(at + 16, 1, true);
        v.setInt32(at + 40, node instanceof Map ? 0 : node.length, true);
        v.setInt32(at + 48, 4096, true);
        return 0;
    };
    const each = (list, count, action) => { // of an array of pieces of memory
        let total = 0;
        for (let i = 0; i < count; i++) {
            const done = action(view().getUint32(list + 8 * i, true), view().getUint32(list + 8 * i + 4, true));
            total += done;
        }
        return total;
    };
    const read_at = (file, at, list, count, result) => {
        if (!file) return BAD_FILE;
        if (file.node instanceof Map) return IS_FOLDER;
        const total = each(list, count, (to, size) => {
            const piece = file.node.subarray(at, at + size);
            bytes().set(piece, to);
            at += piece.length;
            return piece.length;
        });
        view().setUint32(result, total, true);
        return 0;
    };

    const calls = {
        __syscall_open(path, flags) {
            const node = tree.find(text(path));
            if (flags & (WRITE | CREATE)) return -READ_ONLY;
            if (node === undefined) return -NO_FILE;
            tree.open.set(tree.next, { node, at: 0, entries: null });
            return tree.next++;
        },
        __syscall_stat64: (path, at) => stat(tree.find(text(path)), at),
        __syscall_lstat64: (path, at) => stat(tree.find(text(path)), at),
        __syscall_fstatat64: (folder, path, at) => stat(tree.find(text(path)), at),
        __syscall_readlink: (path) => (tree.find(text(path)) === undefined ? -NO_FILE : -NO_LINK),
        __syscall_getcwd(at) {
            bytes().set([0x2f, 0], at);
            return 2;
        },
        __syscall_fstat64: (file, at) => (tree.open.has(file) ? stat(tree.open.get(file).node, at) : -BAD_FILE),
        __syscall_getdents64(number, at, size) {
            const file = tree.open.get(number);
            if (!file) return -BAD_FILE;
            if (!(file.node instanceof Map)) return -NO_FOLDER;
            file.entries ??= [...file.node];
            let written = 0;
            for (; file.at < file.entries.length && written + ENTRY_SIZE <= size; file.at++, written += ENTRY_SIZE) {
                const [name, node] = file.entries[file.at], to = at + written, v = view();
                v.setBigInt64(to, BigInt(file.at + 1), true);
                v.setBigInt64(to + 8, BigInt(file.at + 1), true);
                v.setInt16(to + 16, ENTRY_SIZE, true);
                v.setInt8(to + 18, node instanceof Map ? 4 : 8);
                const { written: length } = utf8.encodeInto(name, bytes().subarray(to + ENTRY_NAME, to + ENTRY_SIZE - 1));
                v.setInt8(to + ENTRY_NAME + length, 0);
            }
            return written;
        },
        fd_read(number, list, count, result) {
            const file = tree.open.get(number);
            const error = read_at(file, file?.at, list, count, result);
            if (!error) file.at += view().getUint32(result, true);
            return error;
        },
        fd_pread: (number, list, count, at, result) => read_at(tree.open.get(number), Number(at), list, count, result),
        fd_seek(number, offset, whence, result) {
            const file = tree.open.get(number);
            if (!file) return BAD_FILE;
            file.at = Number(offset) + [0, file.at, file.node.length ?? 0][whence];
            view().setBigInt64(result, BigInt(file.at), true);
            return 0;
        },
        fd_close: (number) => (tree.open.delete(number) ? 0 : BAD_FILE),
        fd_write(number, list, count, result) {
            if (number > 2) return BAD_FILE;
            const total = each(list, count, (from, size) => {
                line += from_utf8.decode(bytes().subarray(from, from + size));
                return size;
            });
            const lines = line.split('\n');
            line = lines.pop();
            for (const one of lines) print(one);
            view().setUint32(result, total, true);
            return 0;
        },
        __syscall_fcntl64: () => -NO_CALL,
        __syscall_ioctl: () => -NO_CALL,
        __syscall_faccessat: (folder, path) => (tree.find(text(path)) === undefined ? -NO_FILE : 0),
        __call_sighandler() {},
        emscripten_get_heap_max: () => LARGEST,
        clock_gettime(clock, at) {
            const now = clock ? performance.now() : Date.now();
            view().setInt32(at, now / 1000, true);
            view().setInt32(at + 4, (now % 1000) * 1e6, true);
            return 0;
        },
        emscripten_memcpy_big(to, from, size) {
            bytes().copyWithin(to, from, from + size);
            return to;
        },
        emscripten_resize_heap(wanted) {
            const now = memory().buffer.byteLength;
            const size = Math.min(Math.max(wanted >>> 0, now * 1.25), LARGEST);
            if (wanted >>> 0 > LARGEST) return 0;
            try {
                memory().grow(Math.ceil((size - now) / PAGE));
                return 1;
            } catch {
                return 0;
            }
        },
        abort() {
            throw new WebAssembly.RuntimeError('hone.wasm gave up');
        },
    };
    return calls;
}

/** Imports of a module: those that are there, and for other calls of the system functions that refuse. */
export function importsOf(module, given) {
    const imports = {};
    for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
        imports[from] ??= {};
        imports[from][name] = given[from]?.[name] ?? (kind === 'function' ? () => -NO_CALL : undefined);
    }
    return imports;
}
