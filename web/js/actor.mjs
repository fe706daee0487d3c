import { HoneError, needIndex } from './errors.mjs';
import { Handle } from './handle.mjs';
import { withTextures, writeGlb } from './model.mjs';

const SOLVERS = ['corrected', 'plain'];
const GOALS = ['limb', 'gaze', 'feet', 'lookAt'];
const ARRAYS = ['bones', 'morphs', 'palette', 'pose', 'positions', 'normals', 'uvs', 'materials'];
const MEASURED = ['keysBefore', 'keysAfter', 'jointError', 'vertexError', 'jointErrorBetween', 'vertexErrorBetween', 'deformError',
    'playerError', 'worstBone', 'worstVertex'];
const MOVERS = [null, 'ik', 'physics'];
const STILL = [0, 0, 0], UPRIGHT = [0, 0, 0, 1];

export class Actor extends Handle {
    static async create(core, model, { physics = false, scene } = {}) {
        if (scene) return Actor.createFor(core, model, scene);
        if (physics) await core.load('physics');
        if (physics && core.call('model_has_rare_joints', model.at)) await core.load('more');
        const p = physics === true ? {} : physics || {};
        const solver = typeof p.solver === 'string' ? SOLVERS.indexOf(p.solver) : p.solver ?? 0;
        if (solver < 0) throw new HoneError(`solver: "corrected" or "plain", not "${p.solver}"`);
        core.setNumbers(p.gravity ?? STILL, p.wind ?? STILL, +!!p.floor, p.rate ?? 0, solver, +!!p.exact, p.settleSeconds ?? 0);
        return new Actor(core, core.try('actor_create', model.at, +!!physics), model);
    }

    /** As the settings of a scene say. */
    static async createFor(core, model, scene) {
        const physics = core.call('scene_simulates', scene.at);
        if (physics) await core.load('physics');
        return new Actor(core, core.try('scene_create_actor', scene.at, model.at, physics), model);
    }

    constructor(core, at, model) {
        super(core, at, 'actor_destroy');
        Object.defineProperties(this, { model: { value: model, enumerable: true }, grounds: { value: new Map() } });
    }

    try(name, ...values) {
        return this.core.try(name, this.at, ...values);
    }

    call(name, ...values) {
        return this.core.call(name, this.at, ...values);
    }

    // ---- motions ----

    add(way, from, motion, o = {}) {
        const { core } = this;
        const mask = o.mask ? new Uint8Array(Float32Array.from(o.mask).buffer) : null;
        if (o.mask && o.mask.length !== this.model.bones.length) throw new HoneError(`mask: ${o.mask.length} numbers for ${this.model.bones.length} bones`);
        return core.with([mask], (at) => {
            core.setNumbers(+!!o.loop, +!!o.pingPong, o.loopCount ?? 0, +!!o.stop, o.fadeOutSeconds ?? 0, o.startSeconds ?? 0,
                o.offsetSeconds ?? 0, o.speed ?? 0, o.with ?? 0, +!!o.additive, o.referenceSeconds ?? 0, o.fadeInSeconds ?? 0,
                +!!o.allowUnbound);
            return this.try('actor_play', motion.at, way, from, o.reference?.at ?? 0, at);
        });
    }

    play(motion, options) {
        return this.add(0, 0, motion, options);
    }

    crossFade(from, motion, options) {
        return this.add(1, from, motion, options);
    }

    inertialize(from, motion, options) {
        return this.add(2, from, motion, options);
    }

    get playCount() {
        return this.call('actor_play_count');
    }

    playAt(index) {
        return this.call('actor_play_at', index);
    }

    playSetWeight(play, weight) {
        this.try('actor_play_fade', play, weight, 0);
    }

    playPause(play, paused) {
        this.try('actor_play_pause', play, +!!paused);
    }

    // ---- frames ----

    update(seconds) {
        this.try('actor_update', seconds);
    }

    updateFrame(frame) {
        this.try('actor_update_frame', frame);
    }

    sampleFrame(frame) {
        this.call('actor_sample_frame', frame);
    }

    evaluate() {
        this.try('actor_evaluate');
    }

    applyMorphs() {
        this.call('actor_apply_morphs');
    }

    buildPalette() {
        this.call('actor_build_palette');
    }

    // ---- by hand ----

    setBone(bone, change) {
        this.core.setNumbers(change?.rotation ?? UPRIGHT, change?.translation ?? STILL);
        this.try('actor_set_bone', bone, +!!change);
    }

    setMorph(morph, weight) {
        this.try('actor_set_morph', morph, weight ?? NaN);
    }

    boneByHand(bone) {
        needIndex(bone, this.model.bones, 'bone');
        if (!this.call('actor_bone_by_hand', bone)) return null;
        const n = this.core.numbers;
        return { rotation: [...n.slice(0, 4)], translation: [...n.slice(4, 7)] };
    }

    morphByHand(morph) {
        needIndex(morph, this.model.morphs, 'morph');
        const weight = this.call('actor_morph_by_hand', morph);
        return Number.isNaN(weight) ? null : weight;
    }

    readBone(bone) {
        this.try('actor_read_bone', bone);
        const n = this.core.numbers, three = (at) => [...n.slice(at, at + 3)];
        return { degrees: three(0), offset: three(3), position: three(6), result: three(9), movedBy: MOVERS[n[12]], goal: n[13] };
    }

    poseBone(bone, { degrees, offset }) {
        this.core.setNumbers(degrees, offset);
        this.try('actor_pose_bone', bone);
    }

    resetByHand() {
        this.call('actor_reset_by_hand');
    }

    goal(name, before, goal) {
        const { core } = this, kind = GOALS.indexOf(goal.kind);
        if (kind < 0) throw new HoneError(`a goal is "limb", "gaze", "feet" or "lookAt", not "${goal.kind}"`);
        const ground = goal.ground ? core.addFunction(goal.ground) : 0;
        const upper = kind === 0 ? humanoidBone(core, goal.upper) : 0;
        core.setNumbers(goal.position ?? STILL, goal.weight ?? 1);
        try {
            const id = this.try(name, ...before, kind, upper, ground);
            return [id, ground];
        } catch (error) {
            core.removeFunction(ground);
            throw error;
        }
    }

    keepGround(goal, ground) {
        this.core.removeFunction(this.grounds.get(goal));
        if (ground) this.grounds.set(goal, ground);
        else this.grounds.delete(goal);
    }

    async goalAdd(goal) {
        await this.core.load('more');
        const [id, ground] = this.goal('actor_goal_add', [], goal);
        this.keepGround(id, ground);
        return id;
    }

    goalSet(goal, to) {
        this.keepGround(goal, this.goal('actor_goal_set', [goal], to)[1]);
    }

    goalRemove(goal) {
        this.try('actor_goal_remove', goal);
        this.keepGround(goal, 0);
    }

    goalReached(goal) {
        return !!this.call('actor_goal_reached', goal);
    }

    lookAt(point, world) {
        if (world && world.length !== 12) throw new HoneError(`lookAt: world must have 12 numbers, not ${world.length}`);
        this.core.setNumbers(point ?? STILL, world ?? []);
        this.try('actor_look_at', +!!point, +!!world);
    }

    setWorld(rotation, translation) {
        this.core.setNumbers(rotation, translation);
        this.try('actor_set_world', 0);
    }

    teleport(rotation, translation) {
        this.core.setNumbers(rotation, translation);
        this.try('actor_set_world', 1);
    }

    pushBody(body, impulse, point) {
        this.core.setNumbers(impulse, point ?? STILL);
        this.try('actor_push_body', body, +!!point);
    }

    // ---- results ----

    get visible() {
        return !!this.call('actor_visible');
    }

    get morphRevision() {
        return this.call('actor_morph_revision');
    }

    get bodies() {
        const at = this.call('actor_bodies');
        return this.core.view(Float32Array, at, this.core.numbers[0]);
    }

    bounds() {
        this.try('actor_bounds');
        const n = this.core.numbers;
        return { low: [n[0], n[1], n[2]], high: [n[3], n[4], n[5]] };
    }

    async skin() {
        await this.core.load('more');
        const positions = this.try('actor_skin'), count = this.model.positions.length;
        return { positions: this.core.view(Float32Array, positions, count), normals: this.core.view(Float32Array, this.call('actor_normals'), count) };
    }

    // ---- files ----

    async writeVpd() {
        await this.core.load('more');
        return this.core.takeBytes(this.call('actor_write_vpd'));
    }

    /** Calls `use` with a motion of what the actor does. */
    async bake(options, rig, use) {
        const { core } = this;
        await core.load('more');
        const progress = options.progress ? core.addFunction(options.progress) : 0;
        let motion = 0;
        try {
            motion = this.try('actor_bake', options.lastFrame, options.tolerance ?? 0, rig, progress);
            options.report?.(Object.fromEntries(MEASURED.map((name, i) => [name, core.numbers[i]])));
            return use(motion);
        } finally {
            core.removeFunction(progress);
            if (motion) core.call('motion_release', motion);
        }
    }

    writeGlb(options) {
        const { core, model } = this;
        return withTextures(core, model, (...from) => this.bake(options, 0, (motion) => writeGlb(core, model, motion, ...from, options)));
    }

    writeVmd(options) {
        return this.bake(options, 1, (motion) => this.core.takeBytes(this.core.call('motion_write_vmd', motion)));
    }

    writeBvh(options) {
        return this.bake(options, 0, (motion) => this.core.takeBytes(this.core.call('model_write_bvh', this.model.at, motion)));
    }

    dispose() {
        for (const ground of this.grounds.values()) this.core.removeFunction(ground);
        this.grounds.clear();
        super.dispose();
    }
}

ARRAYS.forEach((name, which) =>
    Object.defineProperty(Actor.prototype, name, {
        get() {
            const at = this.core.call('actor_array', this.at, which);
            return this.core.view(Float32Array, at, this.core.numbers[0]);
        },
    }));
for (const name of ['Stop', 'Fade', 'FadeOut', 'Seek', 'SetSpeed'])
    Actor.prototype['play' + name] = function (play, ...values) {
        this.try('actor_play' + snake(name), play, ...values);
    };
for (const name of ['Weight', 'Seconds', 'Speed', 'BoundCount'])
    Actor.prototype['play' + name] = function (play) {
        return this.call('actor_play' + snake(name), play);
    };

function snake(name) {
    return name.replace(/[A-Z]/g, (c) => '_' + c.toLowerCase());
}

function humanoidBone(core, name) {
    for (let i = 0, known; (known = core.text(core.call('humanoid_bone_name', i))); i++) if (known === name) return i;
    throw new HoneError(`upper: VRM's name of an upper arm or leg, such as "leftUpperArm", not "${name}"`);
}
