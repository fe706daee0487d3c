import { HoneError } from './errors.mjs';
import { Handle } from './handle.mjs';

/** Dancers on a grid that copy characters, posed by the GPU. */
export class Crowd extends Handle {
    static async create(renderer, count, characters, { scene, rate = 30 } = {}) {
        const { core } = renderer;
        if (!count || !characters.length) throw new HoneError('a crowd has one dancer and one character at least');
        await core.load('more');
        const crowd = new Crowd(renderer, core.try('crowd_create', count, rate, characters.length), characters);
        try {
            renderer.use();
            const motions = characters.map(({ actor, motion }) => motion?.at ?? (scene ? core.call('scene_motion_of', scene.at, actor.at) : 0));
            characters.forEach(({ actor }, i) => core.try('crowd_widen', crowd.at, actor.at, motions[i]));
            characters.forEach(({ gpuModel, actor }, i) => core.try('crowd_set', crowd.at, i, gpuModel.at, actor.at, motions[i], scene?.at ?? 0));
        } catch (error) {
            crowd.dispose();
            throw error;
        }
        return crowd;
    }

    constructor(renderer, at, characters) {
        super(renderer.core, at, 'crowd_destroy');
        Object.defineProperties(this, { renderer: { value: renderer }, gpuModels: { value: characters.map(({ gpuModel }) => gpuModel) } });
        renderer.crowds.add(this);
    }

    updateFrame(frame) {
        this.core.try('crowd_update', this.at, frame);
    }

    dispose() {
        if (!this.address) return;
        this.renderer.crowds.delete(this);
        this.renderer.use();
        super.dispose();
    }
}
