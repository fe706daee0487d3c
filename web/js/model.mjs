import { needIndex } from './errors.mjs';
import { FORMATS, filesOf } from './files.mjs';
import { findings } from './doctor.mjs';
import { Handle } from './handle.mjs';
import { decodePictures } from './pictures.mjs';
import { encodePng } from './png.mjs';

const SPACES = ['mmd', 'x', 'gltf'];
const MORPHS = ['group', 'vertex', 'bone', 'uv', 'uv1', 'uv2', 'uv3', 'uv4', 'material', 'flip', 'impulse', 'value'];
const SPHERES = ['off', 'multiply', 'add', 'sub_texture'];
const ARRAYS = { positions: [0, Float32Array], normals: [1, Float32Array], uvs: [2, Float32Array], indices: [3, Uint32Array], edgeScales: [4, Float32Array] };

/** Copies the members of an object whose names are not taken, so that they can be read and not set. */
function describe(handle, values) {
    for (const [key, value] of Object.entries(values)) Object.defineProperty(handle, key, { value, enumerable: true });
}

async function load(core, source, options, kind, read) {
    const files = await filesOf(core, source);
    try {
        const path = files.choose(options.path, kind);
        await files.prepare(path);
        const bytes = files.bytes(path);
        const texts = [bytes, files.folderOf(path), options.clip ?? '', options.camera ?? ''];
        const at = core.with(texts, (...places) => read(bytes.length, options, ...places) || core.fail(`${path}: `));
        return { at, files, folder: files.folderOf(path) };
    } catch (error) {
        files.dispose();
        throw error;
    }
}

// ---- models -------------------------------------------------------------------------------------------------------

export class Model extends Handle {
    static async load(core, source, options) {
        const from = await load(core, source, options, 'model', (size, o, bytes, folder) =>
            core.call('model_load', bytes, size, folder, o.strict ? 1 : 0, o.unit ?? 0));
        return new Model(core, from.at, from.files, from.folder);
    }

    constructor(core, at, files, folder) {
        super(core, at, 'model_release');
        Object.defineProperties(this, { files: { value: files }, folder: { value: folder }, shader: { value: {}, writable: true } });
        const all = core.takeJson(core.call('model_describe', at));
        for (const morph of all.morphs) morph.kind = MORPHS[morph.kind];
        for (const material of all.materials) material.sphereMode = SPHERES[material.sphereMode];
        describe(this, { ...all, format: FORMATS[all.format], space: SPACES[all.space] });
    }

    get missingTextures() {
        return this.textures.filter((_, i) => !this.texture(i));
    }

    findBone(name) {
        return this.bones.findIndex((bone) => bone.name === name);
    }

    findMorph(name) {
        return this.morphs.findIndex((morph) => morph.name === name);
    }

    texture(index) {
        needIndex(index, this.textures, 'texture');
        const { core } = this;
        const at = core.with([this.folder], (folder) => core.call('model_texture', this.at, folder, index));
        return at ? core.takeBytes(at) : null;
    }

    // What a shader needs is computed once, and stays until the model is disposed of.
    block(name, count) {
        const { core, shader } = this;
        if (!shader[name]) {
            shader[name] = core.try(name, this.at);
            shader[name + '_count'] = core.numbers[0];
        }
        return [shader[name], count];
    }

    get vertexCount() {
        return this.positions.length / 3;
    }

    get slotCount() {
        return this.core.call('model_slot_count', this.at);
    }

    get skinWeights() {
        const [at] = this.block('model_influences');
        return this.core.view(Float32Array, at, this.vertexCount * 4);
    }

    get skinSdef() {
        const [at] = this.block('model_influences'), count = this.vertexCount;
        return this.shader.model_influences_count ? this.core.view(Float32Array, at + count * 16, count * 9) : null;
    }

    get skinIndices() {
        const [at] = this.block('model_influences'), count = this.vertexCount;
        return this.core.view(Uint16Array, at + count * 52, count * 4);
    }

    get skinKinds() {
        const [at] = this.block('model_influences'), count = this.vertexCount;
        return this.core.view(Uint8Array, at + count * 60, count);
    }

    get slotBones() {
        const [at] = this.block('model_slots');
        return this.core.view(Int32Array, at, this.slotCount);
    }

    get slotMatrices() {
        const [at] = this.block('model_slots'), count = this.slotCount;
        return this.core.view(Float32Array, at + count * 4, count * 12);
    }

    async readNames() {
        await this.core.load('more');
        return this.core.takeJson(this.core.call('model_known_names', this.at));
    }

    async readHumanoid() {
        await this.core.load('more');
        return this.core.takeJson(this.core.call('model_humanoid', this.at));
    }

    doctor(options) {
        return findings(this.core, this, options);
    }

    async writePmx() {
        await this.core.load('more');
        return this.core.takeBytes(this.core.call('model_write_pmx', this.at));
    }

    async writeGlb(options = {}) {
        await this.core.load('more');
        return withTextures(this.core, this, (...from) => writeGlb(this.core, this, 0, ...from, options));
    }

    async writeVrm({ author = '', licence = '', title = '', scale = 0, thumbnail, note } = {}) {
        const { core } = this;
        await core.load('more');
        if (this.bodyCount) await core.load('physics');
        return withTextures(core, this, (folder, pictures) => {
            const told = note ? core.addFunction((text) => note(text)) : 0;
            try {
                return core.with([folder, author, licence, title, thumbnail], (at, ...meta) =>
                    core.takeBytes(core.try('model_write_vrm', this.at, at, pictures, ...meta, thumbnail?.length ?? 0, scale, told)));
            } finally {
                core.removeFunction(told);
            }
        });
    }

    dispose() {
        if (!this.address) return;
        for (const at of [this.shader.model_influences, this.shader.model_slots]) if (at && this.core.exports) this.core.call('free', at);
        this.shader = {};
        super.dispose();
        this.files.dispose();
    }
}

for (const [name, [which, Type]] of Object.entries(ARRAYS))
    Object.defineProperty(Model.prototype, name, {
        get() {
            const at = this.core.call('model_array', this.at, which);
            return this.core.view(Type, at, this.core.numbers[0]);
        },
    });

const SURFACES = ['by_format', 'unlit', 'pbr'];

const isPngOrJpg = (b) => (b[0] === 0x89 && b[1] === 0x50) || (b[0] === 0xff && b[1] === 0xd8);

/** A texture as glTF has it: png or jpg. */
async function portable(core, bytes) {
    if (isPngOrJpg(bytes)) return bytes;
    const at = core.with([bytes], (data) => core.call('image_decode', data, bytes.length));
    if (!at) return bytes; // what is wrong with it becomes a note
    const [width, height] = core.numbers, pixels = core.bytes.slice(at, at + width * height * 4);
    core.call('free', at);
    return encodePng({ width, height, pixels });
}

/** Whether a png can have alpha: its colour type has it, or it has a palette. The writer of glTF looks only at those. */
const mayHaveAlpha = (b) => b[0] === 0x89 && (b[25] === 3 || (b[25] & 4) !== 0);

/** Calls `use` with a folder that has the textures of a model in formats of glTF, and those pictures whose alpha decides
 * how a material is drawn. */
export async function withTextures(core, model, use) {
    const folder = `/${++core.folders}`;
    let pictures = 0;
    try {
        for (let i = 0; i < model.textures.length; i++) {
            const bytes = model.texture(i);
            if (bytes) core.tree.put(`${folder}/${model.textures[i].replaceAll('\\', '/')}`, await portable(core, bytes));
        }
        pictures = core.with([folder], (at) => core.try('pictures_create', model.at, at));
        await decodePictures(core, pictures, mayHaveAlpha);
        return await use(folder, pictures);
    } finally {
        if (core.exports) core.call('pictures_destroy', pictures);
        core.tree?.remove(folder);
    }
}

/** A model, with a baked motion if there is one, as .glb. */
export function writeGlb(core, model, motion, folder, pictures, options) {
    const note = options.note ? core.addFunction((text) => options.note(text)) : 0;
    try {
        return core.with([folder], (at) => core.takeBytes(core.call('model_write_glb', model.at, motion, at, pictures,
            Math.max(0, SURFACES.indexOf(options.surface)), options.scale ?? 0, note, +!!options.pack)));
    } finally {
        core.removeFunction(note);
    }
}

// ---- motions ------------------------------------------------------------------------------------------------------

export const cameraOf = (n) => ({ target: [...n.slice(0, 3)], angles: [...n.slice(3, 6)], distance: n[6], fov: n[7], orthographic: n[8] !== 0 });

export class Motion extends Handle {
    static async load(core, source, options) {
        const from = await load(core, source, options, 'motion', (size, o, bytes, folder, clip, camera) =>
            core.call('motion_load', bytes, size, folder, o.strict ? 1 : 0, o.unit ?? 0, clip, camera));
        from.files.dispose();
        return new Motion(core, from.at);
    }

    constructor(core, at) {
        super(core, at, 'motion_release');
        const all = core.takeJson(core.call('motion_describe', at));
        describe(this, { ...all, format: FORMATS[all.format], space: SPACES[all.space] });
    }

    isFor(model) {
        return !!this.core.call('motion_is_for', this.at, model.at);
    }

    keys(name, frame, make) {
        return this.core.call(name, this.at, frame) ? make(this.core.numbers) : null;
    }

    camera(frame) {
        return this.keys('motion_camera', frame, cameraOf);
    }

    light(frame) {
        return this.keys('motion_light', frame, (n) => ({ colour: [...n.slice(0, 3)], direction: [...n.slice(3, 6)] }));
    }

    shadow(frame) {
        return this.keys('motion_shadow', frame, (n) => ({ mode: n[0], distance: n[1] }));
    }

    async writeVmd() {
        await this.core.load('more');
        return this.core.takeBytes(this.core.call('motion_write_vmd', this.at));
    }
}
