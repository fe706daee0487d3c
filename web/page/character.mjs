/** A character: a model with an actor, a model on the GPU, and what was changed by hand.
 *
 *     character.name, model, actor, gpuModel, visible
 *     character.setBone(bone, change), setMorph(morph, weight), resetByHand()   as those of Actor
 *
 * The actor is made again when a setting of physics changes: read `character.actor` each time, and change bones and
 * morphs through the character, which tells the new actor. */
import { text } from './texts.mjs';

export class Character {
    visible = true;
    builtIn = false;
    motions = []; // what it plays, as hone has them: retargeted where they were made for others
    plays = [];
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

    async makeActor() {
        const old = this.actor, { hone, physics } = this.stage;
        this.actor = await hone.createActor(this.model, { physics: physics && { settleSeconds: -1 } });
        old?.dispose();
        this.plays = [];
        this.actor.update(this.stage.clock.elapsed); // what plays from now on keeps step with the clock
        this.playMotions();
        for (const [bone, change] of this.bones)
            this.actor.setBone(bone, change);
        for (const [morph, weight] of this.morphs)
            this.actor.setMorph(morph, weight);
    }

    /** What a reader should know of its files. */
    get messages() {
        const missing = this.model.missingTextures;
        return missing.length ? [text('{name}: {count} textures are missing: drop the whole folder of the model.', { name: this.name, count: missing.length })] : [];
    }

    // ---- motions ---------------------------------------------------------------------------------------------------

    /** A motion as the model can play it: retargeted if it was made for another skeleton; the caller disposes of it. */
    async fitted(motion) {
        const fits = motion.space === this.model.space && motion.isFor(this.model);
        return fits ? motion : this.stage.hone.retarget(motion, this.model, { from: this.stage.skeletons.get(motion) });
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
        for (const play of this.plays)
            this.actor.playSeek(play, seconds);
    }

    pause(paused) {
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

    resetByHand() {
        this.bones.clear();
        this.morphs.clear();
        this.actor.resetByHand();
    }

    dispose() {
        this.forgetMotions();
        for (const each of [this.gpuModel, this.actor, this.model])
            each?.dispose();
    }
}
