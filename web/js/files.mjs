// Files that the page has: bytes, what was dropped, archives. Those of one Files are a folder of the instance's tree.
import { HoneError } from './errors.mjs';
import { Handle } from './handle.mjs';

export const FORMATS = ['unknown', 'pmx', 'pmd', 'vmd', 'vpd', 'x', 'gltf', 'glb', 'hclip', 'fbx', 'bvh', 'pmm', 'vac'];
const MODELS = ['pmx', 'pmd', 'x', 'gltf', 'glb', 'fbx'], MOTIONS = ['vmd', 'vpd', 'hclip', 'bvh'];
const CORE = ['pmx', 'vmd', 'unknown'];
const HEAD = 4096;
const GLB_HEAD = 20; // bytes of a GLB before its JSON

const isBlob = (value) => typeof Blob === 'function' && value instanceof Blob;
const isBytes = (value) => value instanceof ArrayBuffer || ArrayBuffer.isView(value) || isBlob(value);

async function bytesOf(value) {
    if (isBlob(value)) return new Uint8Array(await value.arrayBuffer());
    if (value instanceof ArrayBuffer) return new Uint8Array(value);
    if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    throw new HoneError('a file must be an ArrayBuffer, a view of one, or a Blob');
}

/** Pairs of a path and bytes of all that a page may give. */
async function entriesOf(source) {
    if (isBytes(source)) return [[source.name || 'file', await bytesOf(source)]];
    let pairs;
    if (source instanceof Map) pairs = [...source];
    else if (source?.[Symbol.iterator] && typeof source !== 'string') pairs = [...source].map((file) => [file?.webkitRelativePath || file?.name, file]);
    else if (source && typeof source === 'object') pairs = Object.entries(source);
    else throw new HoneError('files must be bytes, a Blob, a list of Files, or bytes by their paths');
    if (pairs.some(([path]) => typeof path !== 'string')) throw new HoneError('each file needs a path');
    return Promise.all(pairs.map(async ([path, value]) => [path.replaceAll('\\', '/'), await bytesOf(value)]));
}

const isArchive = (b) => b.length > 3 && b[0] === 0x50 && b[1] === 0x4b && (b[2] === 3 || b[2] === 5);

export class Files extends Handle {
    static async open(core, source) {
        const files = new Files(core);
        files.folder = `/${++core.folders}`;
        files.users = 1;
        files.names = new Map();
        try {
            for (const [path, bytes] of await entriesOf(source)) await files.add(path, bytes);
        } catch (error) {
            files.dispose();
            throw error;
        }
        return files;
    }

    async add(path, bytes) {
        if (!isArchive(bytes)) return this.put(path, bytes);
        const { core } = this;
        await core.load('more');
        core.with([bytes], (at) => {
            const archive = core.call('archive_open', at, bytes.length);
            if (!archive) core.fail(`${path}: `);
            try {
                for (const [i, entry] of core.takeJson(core.call('archive_list', archive)).entries()) {
                    const unpacked = core.call('archive_read', archive, i);
                    if (unpacked) this.put(`${path}/${entry.path}`, core.takeBytes(unpacked));
                    else core.fail(`${path}/${entry.path}: `);
                }
            } finally {
                core.call('archive_close', archive);
            }
        });
    }

    put(path, bytes) {
        const clean = path.split('/').filter((n) => n && n !== '.' && n !== '..').join('/');
        this.names.set(clean, bytes);
        this.core.tree.put(`${this.folder}/${clean}`, bytes);
    }

    get paths() {
        return [...this.names.keys()].sort();
    }

    bytes(path) {
        const bytes = this.names.get(path);
        if (!bytes) throw new HoneError(`${path}: there is no such file`, 'io');
        return bytes;
    }

    read(path) {
        return this.bytes(path).slice();
    }

    format(path) {
        const bytes = this.bytes(path), head = bytes.subarray(0, HEAD);
        if (/^\s*\{\s*"hone"/.test(new TextDecoder().decode(head.subarray(0, 64)))) return 'scene';
        return FORMATS[this.core.with([head], (at) => this.core.call('format_detect', at, head.length))];
    }

    /** The file that is wanted: `path`, or the only one of its kind. */
    choose(path, kind) {
        if (path !== undefined) {
            this.bytes(path);
            return path;
        }
        if (this.names.size === 1) return this.paths[0];
        const formats = this.paths.map((p) => [p, this.format(p)]);
        const wanted = kind === 'motion' ? [MOTIONS, MODELS] : kind === 'scene' ? [['scene', 'pmm']] : [MODELS];
        for (const list of wanted) {
            const found = formats.filter(([, format]) => list.includes(format));
            if (found.length === 1) return found[0][0];
            if (found.length > 1)
                throw new HoneError(`there are ${found.length} files that may be the ${kind}: ${found.map(([p]) => p).join(', ')}; say which by "path"`);
        }
        throw new HoneError(`none of the ${formats.length} files is a ${kind}`, 'format');
    }

    /** The folder of a file in the instance's tree. */
    folderOf(path) {
        const full = `${this.folder}/${path}`;
        return full.slice(0, full.lastIndexOf('/'));
    }

    /** Whether it is a glTF with meshes that Draco has compressed. */
    isDraco(path) {
        const bytes = this.bytes(path), format = this.format(path);
        if (format !== 'gltf' && format !== 'glb') return false;
        if (format === 'glb' && bytes.length < GLB_HEAD) return false;
        const end = format === 'glb' ? GLB_HEAD + new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true) : bytes.length;
        return new TextDecoder('latin1').decode(bytes.subarray(0, end)).includes('KHR_draco_mesh_compression');
    }

    /** Loads the parts that a file needs. */
    async prepare(path) {
        const format = this.format(path);
        if (!CORE.includes(format)) await this.core.load('more');
        if (this.isDraco(path)) await this.core.load('draco');
        if (format === 'unknown') {
            const head = this.bytes(path).subarray(0, HEAD);
            const what = this.core.with([head], (at) => this.core.text(this.core.call('format_unread', at, head.length)));
            if (what) throw new HoneError(`${path} ${what}`, 'unsupported');
        }
    }

    get isDisposed() {
        return !this.users;
    }

    keep() {
        this.users++;
        return this;
    }

    dispose() {
        if (this.users && --this.users === 0) {
            this.core.tree.remove(this.folder);
            this.names.clear();
        }
    }
}

/** Files from what a load call was given. Those made here are disposed of with what is loaded from them. */
export async function filesOf(core, source) {
    return source instanceof Files ? source.keep() : Files.open(core, source);
}
