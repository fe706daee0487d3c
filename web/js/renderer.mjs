import { Context } from './context.mjs';
import { Crowd } from './crowd.mjs';
import { HoneError, needIndex } from './errors.mjs';
import { Handle } from './handle.mjs';
import { cameraOf } from './model.mjs';
import { addOverlays, handMethods, inPanel, setPanels } from './overlays.mjs';
import { decodePictures } from './pictures.mjs';

const SHADOWS = ['both', 'self', 'ground', 'off'];
const SKINS = ['off', 'matrix', 'quaternion', 'texture', 'texture_normalised', 'dual_quaternion', 'texture_half', 'texture_quaternion',
    'texture_quaternion_normalised', 'texture_quaternion_half', 'buffer', 'buffer_quaternion', 'distance'];
const METHODS = ['auto', 'linear', 'dual_quaternion', 'centres', 'delta_mush', 'direct_delta_mush'];
const WHITE = [1, 1, 1, 1], NONE = [0, 0, 0];
const NO_PLACE = new Array(12).fill(0);

function choice(list, value, unset, what) {
    const at = list.indexOf(value ?? unset);
    if (at < 0) throw new HoneError(`${what}: one of ${list.join(', ')}, not "${value}"`);
    return at;
}

// ---- models on the GPU ----------------------------------------------------------------------------------------------

export class GpuModel extends Handle {
    constructor(renderer, model) {
        super(renderer.core, 0, 'gpu_model_destroy');
        Object.defineProperties(this, { renderer: { value: renderer }, model: { value: model, enumerable: true }, kept: { value: null, writable: true } });
    }

    async send() {
        const { core, renderer, model } = this;
        const pictures = core.with([model.folder], (folder) => core.try('pictures_create', model.at, folder));
        try {
            await decodePictures(core, pictures);
            if (!core.exports || !renderer.address || renderer.context.isContextLost()) return;
            renderer.use();
            if (this.address) core.try('gpu_model_restore', this.address, pictures);
            else this.address = core.try('gpu_model_create', renderer.at, model.at, pictures);
            this.kept = core.takeJson(core.call('gpu_model_describe', this.at)).warnings;
        } finally {
            if (core.exports) core.call('pictures_destroy', pictures);
        }
    }

    get warnings() {
        return this.kept ?? [];
    }

    get fallback() {
        return this.core.text(this.core.call('gpu_model_fallback', this.at));
    }

    dispose() {
        for (const crowd of [...this.renderer.crowds]) if (crowd.gpuModels.includes(this)) crowd.dispose();
        this.renderer.models.delete(this);
        if (!this.address) return;
        this.renderer.use();
        super.dispose();
    }
}

// ---- renderers ------------------------------------------------------------------------------------------------------

export class Renderer extends Handle {
    constructor(core, canvas, options = {}) {
        super(core, 0, 'renderer_destroy');
        const context = canvas.getContext('webgl2', {
            alpha: options.alpha ?? false, antialias: false, depth: false, stencil: false, premultipliedAlpha: true,
            preserveDrawingBuffer: options.preserveDrawingBuffer ?? false,
        });
        if (!context) throw new HoneError('this browser has no WebGL 2 for this canvas', 'device');
        this.canvas = canvas;
        this.context = context;
        this.lost = false;
        this.onrestored = null;
        const hide = (value) => ({ value, writable: true });
        Object.defineProperties(this, {
            gl: hide(new Context(context, !!options.shared)), models: hide(new Set()), crowds: hide(new Set()), picture: hide(0), framing: hide(null), events: hide(null), held: hide(null),
        });
        this.use();
        this.address = core.try('renderer_create', options.maxTextureSize ?? 0);
        this.picture = core.try('picture_create');
        this.listen();
        core.renderers.add(this);
    }

    /** Its canvas is the one that hone draws with. */
    use() {
        this.core.context = this.gl;
        this.gl.begin();
    }

    listen() {
        const lose = (event) => {
            event.preventDefault(); // or else the browser never gives it back
            this.lost = true;
            this.core.call('renderer_lose_context', this.at);
        };
        const restore = () => this.restore();
        this.events = [['webglcontextlost', lose], ['webglcontextrestored', restore]];
        for (const [name, action] of this.events) this.canvas.addEventListener(name, action);
    }

    /** Makes everything again that was in a lost context. */
    async restore() {
        this.gl.reset();
        this.use();
        this.core.try('renderer_restore', this.at);
        for (const model of this.models) await model.send();
        this.lost = false;
        this.onrestored?.();
    }

    get name() {
        return this.core.text(this.core.call('renderer_name', this.at));
    }

    get isSoftware() {
        return !!this.core.call('renderer_is_software', this.at);
    }

    get maxSamples() {
        return this.core.call('renderer_max_samples', this.at);
    }

    get stats() {
        this.core.call('renderer_stats', this.at);
        const n = this.core.numbers;
        return { send: n[0], draw: n[1], paletteBytes: n[2] };
    }

    async createModel(model) {
        const gpuModel = new GpuModel(this, model);
        this.models.add(gpuModel);
        try {
            await gpuModel.send();
        } catch (error) {
            this.models.delete(gpuModel);
            throw error;
        }
        return gpuModel;
    }

    async createCrowd(count, characters, options) {
        return Crowd.create(this, count, characters, options);
    }

    // ---- pictures ----

    cameraFor(options, width, height) {
        if (options.camera) return options.camera;
        const actors = options.items.map((item) => item.actor);
        return (this.framing ??= this.core.framing(actors, width / height));
    }

    /** overlays: whether those are needed that draw nothing. */
    describe(o, use, overlays = false) {
        const { core } = this;
        const width = o.width ?? this.canvas.width, height = o.height ?? this.canvas.height;
        const c = this.cameraFor(o, width, height), light = o.light, s = o.selfShadow, g = o.groundShadow, a = o.ambientLight;
        core.setNumbers(width, height, o.samples ?? 0, o.background ?? WHITE, c.target, c.angles, c.distance, c.fov, +!!c.orthographic,
            light?.colour ?? NONE, light?.direction ?? NONE, +!!light, choice(SHADOWS, o.shadows, 'both', 'shadows'),
            +!!s, s?.mode ?? 0, s?.distance ?? 0, o.shadowSize ?? 0, +!!o.noEdges, o.edgeScale ?? 0, +!!o.grid,
            choice(SKINS, o.gpuSkin, 'texture', 'gpuSkin'), choice(METHODS, o.method, 'auto', 'method'), +!!g, g?.colour ?? NONE, +!!g?.ownColour, g?.strength ?? 0.5, o.seconds ?? 0, +!!a, a?.sky ?? NONE, a?.ground ?? NONE,
            +!!o.firstPerson);
        core.call('picture_begin', this.picture);
        if (o.scene) core.call('picture_use_scene', this.picture, o.scene.at, o.frame ?? o.scene.frame, +!!o.camera);
        const hidden = o.items.map((item) => {
            if (!item.hidden?.length) return null;
            const flags = new Uint8Array(item.gpuModel.model.materials.length);
            for (const i of item.hidden) flags[i] = 1;
            return flags;
        });
        return core.with(hidden, (...places) => {
            o.items.forEach((item, i) => this.addItem(item, places[i]));
            setPanels(core, this.picture, o.compare);
            addOverlays(core, this.picture, o, overlays);
            return use(width, height);
        });
    }

    addItem(item, hidden) {
        const { core } = this, copies = item.copies ?? 0;
        if (item.crowd) needIndex(copies, item.crowd.gpuModels, 'copies');
        core.setNumbers(+!!item.wireframe, item.edgeScale ?? 0, +!!item.edgeColour, item.edgeColour ?? NONE, item.opacity ?? 0,
            +!!item.additive, +!!item.noSelfShadow, +!!item.noGroundShadow, +!!item.world, item.world ? [...item.world] : NO_PLACE);
        core.try('picture_add', this.picture, item.gpuModel.at, item.actor.at, hidden, item.crowd?.at ?? 0, copies);
    }

    async warmUp(options, progress) {
        for (;;) {
            if (this.lost || !this.address) return;
            this.use();
            const [done, total] = this.describe(options, () => {
                this.core.try('picture_warm_up', this.picture, this.at);
                return this.core.numbers;
            });
            progress?.(total ? done / total : 1);
            if (done >= total) return;
            await new Promise((next) => setTimeout(next)); // the page stays alive meanwhile
        }
    }

    draw(options) {
        if (this.lost) return;
        this.use();
        this.describe(options, () => this.core.try('picture_draw', this.picture, this.at, this.canvas.width, this.canvas.height));
    }

    drawImage(options) {
        const { core } = this;
        if (this.lost) throw new HoneError('the context of the canvas is lost', 'device');
        this.use();
        return this.describe(options, (width, height) => {
            const at = core.try('picture_read', this.picture, this.at, width);
            const pixels = new Uint8ClampedArray(core.exports.memory.buffer, at, width * height * 4).slice();
            core.call('free', at);
            return { width, height, pixels };
        });
    }

    pick(options, x, y) {
        if (this.lost) return null;
        this.use();
        return this.describe(options, (width, height) => {
            if (x < 0 || y < 0 || x >= width || y >= height) return null;
            this.core.try('picture_pick', this.picture, this.at, Math.floor(inPanel(options, width, x)), Math.floor(y));
            const n = this.core.numbers;
            return n[0] < 0 ? null : { item: n[0], material: n[1], depth: n[2] };
        });
    }

    dispose() {
        if (!this.address || !this.core.exports) return;
        for (const model of [...this.models]) model.dispose();
        for (const [name, action] of this.events) this.canvas.removeEventListener(name, action);
        this.core.renderers.delete(this);
        this.core.call('picture_destroy', this.picture);
        this.use();
        super.dispose();
    }
}

Object.assign(Renderer.prototype, handMethods);

/** A camera that sees all of the actors. */
export function framing(core, actors, aspect, crowd) {
    core.call('framing_begin');
    for (const actor of actors) core.try('framing_add', actor.at);
    if (crowd) core.call('framing_add_crowd', crowd.at);
    core.call('framing_camera', aspect);
    return cameraOf(core.numbers);
}

/** The camera of a preset. */
export function shot(core, preset, actors, aspect, fov) {
    core.call('shot_begin');
    for (const actor of actors) core.try('shot_add', actor.at);
    core.with([preset], (name) => core.try('shot_camera', name, aspect, fov));
    return cameraOf(core.numbers);
}
