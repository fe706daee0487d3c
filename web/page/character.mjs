/** A character: a model with an actor, a model on the GPU, and what was changed by hand.
 *
 *     character.name, model, actor, gpuModel, visible
 *     character.place, moveTo({ at, turn })   in the model's units; degrees about the vertical axis
 *     character.setBone(bone, change), setMorph(morph, weight), resetByHand()   as those of Actor
 *
 * Of a scene that was opened: `item`, as Scene.items has it. The scene says how it moves and where it is; what is changed
 * by hand comes over that.
 * The actor is made again when a setting of physics changes: read `character.actor` each time, and change bones and
 * morphs through the character, which tells the new actor. */
import { text } from './texts.mjs';

export class Character {
    visible = true;
    builtIn = false;
    motions = []; // what it plays, as hone has them: retargeted where they were made for others
    plays = [];
    place = { at: [0, 0, 0], turn: 0 }; // as scene files have it
    item = null;
    clip = 0; // of its own file
    readClip = null; // (clip) => a motion of its own file; null: it has none
    ongone = null; // called when it is disposed of
    bones = new Map();
    morphs = new Map();

    static async create(stage, model, fileName) {
        const character = new Character();
        Object.assign(character, { stage, model, name: model.name || fileName });
        try {
            await character.makeActor();
            character.gpuModel = await stage.renderer.createModel(model);
        } catch (error) {
            character.dispose();
            throw error;
        }
        return character;
    }

    static ofScene(stage, item, gpuModel, fileName) {
        const character = new Character(), { model } = item;
        Object.assign(character, { stage, item, model, gpuModel, name: model.name || fileName });
        Object.defineProperty(character, 'actor', { get: () => item.actor }); // another after a change of settings
        return character;
    }

    async makeActor() {
        const old = this.actor, { hone, scene, physics } = this.stage;
        this.actor = await hone.createActor(this.model, scene ? { scene } : { physics: physics && { settleSeconds: -1 } });
        old?.dispose();
        this.plays = [];
        this.moveTo(this.place, true);
        this.actor.update(this.stage.clock.elapsed); // what plays from now on keeps step with the clock
        this.playMotions();
        this.changeByHand();
    }

    // ---- place -----------------------------------------------------------------------------------------------------

    /** With inertia of bodies, or without. */
    moveTo(place, jump = false) {
        Object.assign(this.place, place);
        const half = (this.place.turn * Math.PI) / 360, turn = [0, Math.sin(half), 0, Math.cos(half)];
        this.actor[jump ? 'teleport' : 'setWorld'](turn, this.place.at);
    }

    /** To the right or left of others, where it would stand inside one of them. Stages and accessories stay. */
    standBeside(others) {
        if (!this.isHuman)
            return;
        const places = others.filter(({ isHuman }) => isHuman).map(({ place }) => place.at[0]);
        const { low, high } = this.actor.bounds(), width = 0.8 * (high[0] - low[0]);
        let step = 0;
        const x = () => (step % 2 ? 1 : -1) * Math.round(10 * Math.ceil(step / 2) * width) / 10;
        while (places.some((each) => Math.abs(each - x()) < width / 2))
            step++;
        this.moveTo({ at: [x() || 0, 0, 0] }, true);
    }

    get isHuman() {
        return this.model.bones.length > 15;
    }

    /** What a reader should know of its files. */
    get messages() {
        const { name, model, gpuModel } = this, missing = model.missingTextures, count = missing.length;
        const first = count ? [text('{name}: {count} textures are missing: drop the whole folder of the model.', { name, count })] : [];
        const damaged = gpuModel?.warnings ?? [];
        const ofMotions = this.motions.flatMap(({ own }) => own.warnings);
        return [...first, ...missing, ...[...model.warnings, ...damaged, ...ofMotions].map((warning) => warning.text)];
    }

    // ---- motions ---------------------------------------------------------------------------------------------------

    /** A motion as the model can play it: retargeted if it was made for another skeleton. */
    async fitted(motion) {
        const { scene, skeletons } = this.stage;
        if (!scene && motion.space === this.model.space && motion.isFor(this.model))
            return motion;
        return (await this.stage.useScene()).fitMotion(motion, this.model, { from: skeletons.get(motion), name: motion.modelName });
    }

    /** Plays these motions, the last above the others, in place of those that it played. */
    async playAll(motions) {
        const fitted = [];
        for (const motion of motions)
            fitted.push({ motion: await this.fitted(motion), own: motion });
        this.forgetMotions();
        this.motions = fitted;
        this.playMotions();
    }

    playMotions() {
        for (const play of this.plays)
            this.actor.playStop(play);
        this.plays = this.motions.map(({ motion }) => this.actor.play(motion));
        this.seek(this.stage.clock.seconds);
        this.pause(!this.stage.clock.playing);
    }

    forgetMotions() {
        for (const { motion, own } of this.motions)
            if (motion !== own)
                motion.dispose();
        this.motions = [];
    }

    seek(seconds) {
        if (this.item)
            return; // the scene goes to each frame
        for (const play of this.plays)
            this.actor.playSeek(play, seconds);
    }

    pause(paused) {
        if (this.item)
            return;
        for (const play of this.plays)
            this.actor.playPause(play, paused);
    }

    // ---- by hand ---------------------------------------------------------------------------------------------------

    setBone(bone, change) {
        change ? this.bones.set(bone, change) : this.bones.delete(bone);
        this.actor.setBone(bone, change);
    }

    setMorph(morph, weight) {
        weight === null ? this.morphs.delete(morph) : this.morphs.set(morph, weight);
        this.actor.setMorph(morph, weight);
    }

    /** Tells an actor that is new. */
    changeByHand() {
        for (const [bone, change] of this.bones)
            this.actor.setBone(bone, change);
        for (const [morph, weight] of this.morphs)
            this.actor.setMorph(morph, weight);
    }

    resetByHand() {
        this.bones.clear();
        this.morphs.clear();
        this.actor.resetByHand();
    }

    dispose() {
        this.forgetMotions();
        if (this.item)
            return; // all of it is the scene's
        for (const each of [this.gpuModel, this.actor, this.model])
            each?.dispose();
        this.ongone?.();
    }
}
