// One instance of hone.wasm: its parts, its memory, texts and errors. Everything else is built on it.
import { HoneError } from './errors.mjs';
import { FileTree, importsOf, systemCalls } from './system.mjs';
import { webglCalls } from './webgl.mjs';

const FILES = { core: 'hone.wasm', physics: 'hone-physics.wasm', more: 'hone-more.wasm', draco: 'hone-draco.wasm' };
const PARTS = ['physics', 'more', 'draco'];
const NUMBERS = 64;
const utf8 = new TextEncoder();
const from_utf8 = new TextDecoder();

// ---- files of hone ------------------------------------------------------------------------------------------------

const in_node = typeof process === 'object' && !!process.versions?.node;

/** The files beside hone.mjs. Bundlers copy each because they find its address written out. */
const BESIDE = {
    'hone.wasm': () => new URL('hone.wasm', import.meta.url),
    'hone-physics.wasm': () => new URL('hone-physics.wasm', import.meta.url),
    'hone-more.wasm': () => new URL('hone-more.wasm', import.meta.url),
    'hone-draco.wasm': () => new URL('hone-draco.wasm', import.meta.url),
    'hone.ja.json': () => new URL('hone.ja.json', import.meta.url),
    'hone.ja.mo': () => new URL('hone.ja.mo', import.meta.url),
};

function addressOf(name, base) {
    return base ? new URL(name, new URL('./', new URL(base, globalThis.document?.baseURI ?? import.meta.url))) : BESIDE[name]();
}

export async function readFile(name, options) {
    if (options.read) return options.read(name);
    const url = addressOf(name, options.base);
    if (in_node && url.protocol === 'file:') {
        const { readFile: read } = await import(/* webpackIgnore: true */ 'node:fs/promises');
        return read(url);
    }
    const answer = await fetch(url);
    if (!answer.ok) throw new HoneError(`${url}: ${answer.status}`, 'io');
    return answer;
}

/** A file of hone as text. */
export async function readText(name, options) {
    const file = await readFile(name, options);
    return file.text ? file.text() : from_utf8.decode(file);
}

async function compile(name, options) {
    const file = await readFile(name, options);
    if (!(globalThis.Response && file instanceof Response)) return WebAssembly.compile(file);
    if (WebAssembly.compileStreaming && /wasm/.test(file.headers.get('content-type') ?? '')) return WebAssembly.compileStreaming(file);
    return WebAssembly.compile(await file.arrayBuffer());
}

const compiled = new Map(); // what all instances share

function compileOnce(name, options) {
    if (options.read) return compile(name, options);
    const key = `${options.base ?? ''} ${name}`;
    if (!compiled.has(key)) {
        const module = compile(name, options);
        compiled.set(key, module);
        module.catch(() => compiled.delete(key));
    }
    return compiled.get(key);
}

// ---- an instance ----------------------------------------------------------------------------------------------------

export class Core {
    static async create(options) {
        const core = new Core();
        core.options = options;
        core.tree = new FileTree();
        core.context = null; // of the canvas that is in use
        core.functions = new Map(); // of the page, by their numbers
        core.parts = new Map();
        const module = await compileOnce(FILES.core, options);
        const env = core.environment();
        const given = { env, wasi_snapshot_preview1: env };
        for (const part of PARTS) given[part] = placeholders(part);
        const instance = await WebAssembly.instantiate(module, importsOf(module, given));
        core.exports = instance.exports;
        core.at_numbers = core.exports.numbers_at();
        core.at_error = core.exports.error_at();
        return core;
    }

    environment() {
        const memory = () => this.exports.memory;
        return {
            ...systemCalls(this.tree, memory, (line) => console.warn(line)),
            ...webglCalls({ memory, keepText: (text) => this.putText(text), self: this, get context() { return this.self.context; } }),
            web_ground: (number, x, z) => this.functions.get(number)(x, z),
            web_progress: (number, frame) => (this.functions.get(number)(frame) === false ? 0 : 1),
            web_note: (number, text) => this.functions.get(number)(this.text(text)),
        };
    }

    /** Loads a part once. */
    load(part) {
        if (!this.parts.has(part)) {
            const loading = compileOnce(FILES[part], this.options).then(async (module) => {
                this.check();
                const env = this.environment();
                await WebAssembly.instantiate(module, importsOf(module, { env, wasi_snapshot_preview1: env, primary: this.exports }));
                if (part === 'physics') this.exports.__wasm_call_ctors();
            });
            this.parts.set(part, loading);
            loading.catch(() => this.parts.delete(part));
        }
        return this.parts.get(part);
    }

    check() {
        if (!this.exports) throw new HoneError('this hone was disposed of');
    }

    /** Calls a function of hone.wasm. A trap inside is an error like others: the stack is as before. */
    call(name, ...values) {
        this.check();
        const { stackSave, stackRestore } = this.exports, top = stackSave();
        try {
            return this.exports[name](...values);
        } catch (error) {
            stackRestore(top);
            if (error instanceof HoneError) throw error;
            if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError)
                throw new HoneError(`hone failed inside: ${error.message}`, 'unsupported', 0, error);
            throw error;
        }
    }

    /** Calls a function that returns 0 if it fails. */
    try(name, ...values) {
        const result = this.call(name, ...values);
        if (!result) this.fail();
        return result;
    }

    fail(prefix = '') {
        const view = new DataView(this.exports.memory.buffer, this.at_error);
        const code = view.getInt32(0, true), at = Number(view.getBigUint64(8, true));
        const message = this.text(this.at_error + 16);
        view.setInt32(0, 0, true);
        throw new HoneError(prefix + (message || 'out of memory'), code || 2, at);
    }

    // ---- memory ----

    get bytes() {
        return new Uint8Array(this.exports.memory.buffer);
    }

    /** A view of numbers: Float32Array and so on. */
    view(Type, at, count) {
        return new Type(this.exports.memory.buffer, at, at ? count : 0);
    }

    get numbers() {
        const { buffer } = this.exports.memory;
        if (this.kept_numbers?.buffer !== buffer) this.kept_numbers = new Float64Array(buffer, this.at_numbers, NUMBERS);
        return this.kept_numbers;
    }

    /** Numbers, and arrays of numbers. */
    setNumbers(...values) {
        const { numbers } = this;
        let at = 0;
        for (const value of values)
            if (typeof value === 'object') for (const number of value) numbers[at++] = number;
            else numbers[at++] = value;
    }

    alloc(size) {
        const at = this.call('alloc', size);
        if (!at) throw new HoneError('out of memory', 'memory');
        return at;
    }

    text(at) {
        if (!at) return null;
        const { bytes } = this;
        return from_utf8.decode(bytes.subarray(at, bytes.indexOf(0, at)));
    }

    /** A text in hone's memory, to be freed. */
    putText(text) {
        const data = utf8.encode(text), at = this.alloc(data.length + 1), { bytes } = this;
        bytes.set(data, at);
        bytes[at + data.length] = 0;
        return at;
    }

    putBytes(data) {
        const at = this.alloc(data.length);
        this.bytes.set(data, at);
        return at;
    }

    /** Calls `use` with texts and bytes in hone's memory, which are there until it returns. */
    with(values, use) {
        const places = [];
        try {
            for (const value of values) places.push(typeof value === 'string' ? this.putText(value) : value ? this.putBytes(value) : 0);
            return use(...places);
        } finally {
            for (const at of places) if (at) this.call('free', at);
        }
    }

    /** What a function returned as hone_bytes: a copy. */
    takeBytes(at) {
        if (!at) this.fail();
        const data = this.call('bytes_data', at), size = this.call('bytes_size', at);
        const copy = this.bytes.slice(data, data + size);
        this.call('bytes_free', at);
        return copy;
    }

    takeJson(at) {
        return JSON.parse(from_utf8.decode(this.takeBytes(at)));
    }

    // ---- functions of the page ----

    addFunction(action) {
        let number = 1;
        while (this.functions.has(number)) number++;
        this.functions.set(number, action);
        return number;
    }

    removeFunction(number) {
        this.functions.delete(number);
    }
}

/** What stands for the functions of a part until it is loaded. Their names are numbers, as link.mjs gave them. */
function placeholders(part) {
    const missing = (name) => () => {
        throw new HoneError(`the part "${part}" of hone is needed, and is not loaded: await hone.load("${part}") (${name})`, 'unsupported');
    };
    return new Proxy({}, { get: (_, name) => missing(name) });
}
