// hone in a page or in node. hone.d.ts describes everything that this file exports.
import { Actor } from './actor.mjs';
import { checkArguments } from './arguments.mjs';
import { Core } from './core.mjs';
import { Crowd } from './crowd.mjs';
import { HoneError } from './errors.mjs';
import { translate } from './doctor.mjs';
import { Files } from './files.mjs';
import { Model, Motion } from './model.mjs';
import { encodePng } from './png.mjs';
import { GpuModel, Renderer, framing, shot } from './renderer.mjs';
import { Scene, readChoices, readSettings } from './scene.mjs';

export { HoneError, encodePng };

class Hone {
    constructor(core) {
        Object.defineProperty(this, 'core', { value: core });
        this.version = core.text(core.call('version'));
    }

    get memory() {
        return { used: this.core.call('memory_used'), size: this.core.exports.memory.buffer.byteLength };
    }

    load(part) {
        this.core.check();
        return this.core.load(part);
    }

    async openFiles(source) {
        this.core.check();
        return Files.open(this.core, source);
    }

    async loadModel(source, options = {}) {
        this.core.check();
        return Model.load(this.core, source, options);
    }

    async loadMotion(source, options = {}) {
        this.core.check();
        return Motion.load(this.core, source, options);
    }

    async createActor(model, options) {
        return Actor.create(this.core, model, options);
    }

    createRenderer(canvas, options) {
        this.core.check();
        return new Renderer(this.core, canvas, options);
    }

    async createScene() {
        await this.core.load('more');
        return Scene.empty(this.core);
    }

    async loadScene(files, options = {}) {
        await this.core.load('more');
        return Scene.load(this.core, files, options);
    }

    async settings(language = 'en') {
        await this.core.load('more');
        return readSettings(this.core, language);
    }

    async choices(language = 'en') {
        await this.core.load('more');
        return readChoices(this.core, language);
    }

    async licences() {
        await this.core.load('more');
        return this.core.takeJson(this.core.call('vrm_licences'));
    }

    async translate(text, language) {
        this.core.check();
        return translate(this.core, text, language);
    }

    async retarget(motion, to, { from, reachHands = false, feet = 'auto' } = {}) {
        await this.core.load('more');
        const way = ['auto', 'plant', 'follow', 'turn'].indexOf(feet);
        if (way < 0) throw new HoneError(`feet: "auto", "follow", "plant" or "turn", not "${feet}"`);
        return new Motion(this.core, this.core.try('retarget', motion.at, to.at, from?.at ?? 0, +reachHands, way));
    }

    cameraFraming(actors, aspect, { crowd } = {}) {
        return framing(this.core, actors, aspect, crowd);
    }

    async cameraShot(preset, actors, aspect, { fov = 0 } = {}) {
        await this.core.load('more');
        return shot(this.core, preset, actors, aspect, fov);
    }

    dispose() {
        for (const renderer of [...this.core.renderers]) renderer.dispose();
        this.core.exports = null;
        this.core.tree = null;
    }
}

checkArguments({ Hone, Files, Model, Motion, Actor, Renderer, GpuModel, Crowd, Scene });

export async function createHone(options = {}) {
    const core = await Core.create(options);
    core.folders = 0;
    core.renderers = new Set();
    core.framing = (actors, aspect) => framing(core, actors, aspect);
    return new Hone(core);
}
