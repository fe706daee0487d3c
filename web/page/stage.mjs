/** What is shown: characters, and the motions that they play.
 *
 *     stage.characters              Character[], in the order in which they came
 *     stage.active                  the one that panels edit; null: there is none
 *     stage.motions                 [{name, motion, character, origin, off}]; character null: it has keys of camera or light only
 *     stage.song                    a Song, which follows the clock; null: there is none
 *     await stage.open(files, {add})  shows what it finds; an error is one sentence. add: motions stay as they are
 *     stage.remove(character); stage.choose(character)
 *     await stage.switchMotion(entry, on); await stage.removeMotion(entry); await stage.playClip(character, index)
 *     stage.keyMotion('camera')     the last motion with such keys: 'camera', 'light', 'shadow'; undefined: none
 *     stage.keys('camera', seconds) what it says
 *     stage.scene                   how motions play (settings); null until it is loaded
 *     stage.opened                  {source, path}: the scene file that is shown; null: none. Its models are characters, too
 *
 * What was opened has an `origin`: {source, path}, the files of the drop by their paths, and which of them it is.
 * Listeners of `change` are told when characters, motions or `active` are others. `stage.messages` has what a reader
 * should know of the files: sentences. */
import { text } from './texts.mjs';
import { Character } from './character.mjs';
import { FRAMES_PER_SECOND } from './clock.mjs';
import { Song, isSong } from './song.mjs';

const modelKinds = new Set(['pmx', 'pmd', 'x', 'glb', 'gltf', 'fbx', 'bvh']);
const motionKinds = new Set(['vmd', 'vpd', 'hclip']);
const sceneKinds = new Set(['scene', 'pmm']);
const keyKinds = ['camera', 'light', 'shadow'];
const fileName = (path) => path.slice(path.lastIndexOf('/') + 1);

export class Stage extends EventTarget {
    characters = [];
    active = null;
    motions = [];
    song = null;
    notes = []; // of the last opening
    /** Skeletons of motions whose files have one: glTF, FBX, .x, BVH. */
    skeletons = new WeakMap();
    forAll = false; // whether motions that are opened alone play on all characters, not only on the active one
    withPhysics = true; // until there are settings
    scene = null;
    opened = null;
    gpuModels = new Map(); // of its models

    constructor(hone, renderer, clock) {
        super();
        Object.assign(this, { hone, renderer, clock });
        clock.addEventListener('jump', () => this.characters.forEach((each) => each.seek(clock.seconds)));
        clock.addEventListener('change', () => this.characters.forEach((each) => each.pause(!clock.playing)));
    }

    changed() {
        const ends = this.motions.map(({ motion }) => motion.duration);
        this.clock.length = Math.max(0, this.opened ? this.scene.lastFrame / FRAMES_PER_SECOND : 0, ...ends) || this.song?.end || 0;
        this.dispatchEvent(new Event('change'));
    }

    choose(character) {
        this.active = character;
        this.changed();
    }

    get messages() {
        return [...this.notes, ...this.characters.flatMap((each) => each.messages)];
    }

    // ---- opening ---------------------------------------------------------------------------------------------------

    /** The settings, which few things need that are shown first. */
    async useScene() {
        const scene = this.scene ?? await this.hone.createScene();
        if (!this.scene && !this.withPhysics)
            scene.set('playback.physics', 'off');
        return this.scene ??= scene;
    }

    /** Whether bodies move; remake() makes it true. */
    get physics() {
        return this.scene ? this.scene.get('playback.physics') !== 'off' : this.withPhysics;
    }

    set physics(on) {
        this.withPhysics = on;
        this.scene?.set('playback.physics', on ? null : 'off');
    }

    /** Opens models, motions or both, out of any files. */
    async open(source, { add = false, builtIn = false, progress = () => {} } = {}) {
        const files = await this.hone.openFiles(source), found = { source, characters: [], motions: [], own: [], song: null };
        this.notes = [];
        const scene = files.paths.find((path) => sceneKinds.has(files.format(path)));
        if (scene)
            return this.openScene(files, scene, source);
        try {
            for (const [i, path] of files.paths.entries()) {
                progress(i / files.paths.length);
                await this.noteErrors(() => this.read(files, path, found));
            }
        } finally {
            this.keepFiles(files, found.characters.filter(({ readClip }) => readClip));
        }
        if (!found.characters.length && !found.motions.length && !found.song)
            throw new Error(this.notes.shift() ?? text('None of these files is a model or a motion.'));
        if (found.characters.length)
            this.add(found.characters, builtIn);
        await this.giveMotions(found, add);
        if (found.song)
            this.setSong(found.song);
        this.clock.seek(0);
        this.changed();
    }

    /** A scene takes the place of all that is shown; what else is in its folder belongs to it. */
    async openScene(files, path, source) {
        const gpuModels = new Map(), notes = [];
        let scene, song;
        try {
            scene = await this.hone.loadScene(files, { path });
            song = await this.songOf(scene, files, { source, path }, notes);
            for (const { model } of scene.items)
                gpuModels.set(model, await this.renderer.createModel(model));
        } catch (error) {
            gpuModels.forEach((each) => each.dispose());
            scene?.dispose();
            throw error;
        } finally {
            files.dispose();
        }
        this.clear();
        Object.assign(this, { scene, opened: { source, path }, gpuModels, notes: [...notes, ...scene.warnings] });
        this.setSong(song);
        this.characters = scene.items.map((item) => Character.ofScene(this, item, gpuModels.get(item.model), fileName(item.path)));
        this.active = this.characters[0] ?? null;
        this.clock.seek(0);
        this.changed();
    }

    /** The song that a scene names; null: none. */
    async songOf(scene, files, { source, path }, notes) {
        const named = scene.get('sound.file'), parts = path.split('/').slice(0, -1);
        for (const part of (named ?? '').split('/'))
            part === '..' ? parts.pop() : part !== '.' && parts.push(part);
        const wanted = parts.join('/').toLowerCase(), found = files.paths.find((each) => each.toLowerCase() === wanted);
        try {
            if (named && !found)
                throw new Error(text('The song of the scene is not among the files: {name}', { name: named }));
            return found ? Object.assign(await Song.open(fileName(found), new Blob([files.read(found)]), scene.get('sound.delay') ?? 0),
                this.entry({ source }, found)) : null;
        } catch (error) {
            notes.push(error.message);
            return null;
        }
    }

    /** Nothing is shown any more. */
    clear() {
        this.forget(this.motions);
        this.characters.forEach((each) => each.dispose());
        this.characters = [];
        this.active = null;
        this.gpuModels.forEach((each) => each.dispose());
        this.scene?.dispose();
        Object.assign(this, { scene: null, opened: null, gpuModels: new Map() });
    }

    /** Files of characters with clips stay until the last of these goes. */
    keepFiles(files, users) {
        let left = users.length;
        if (!left)
            files.dispose();
        for (const character of users)
            character.ongone = () => --left || files.dispose();
    }

    /** What fails is told, and the rest is shown. */
    async noteErrors(job) {
        try {
            await job();
        } catch (error) {
            console.error(error);
            this.notes.push(error.message);
        }
    }

    async read(files, path, found) {
        const kind = files.format(path);
        if (modelKinds.has(kind))
            await this.readModel(files, path, found);
        else if (motionKinds.has(kind))
            found.motions.push({ ...this.entry(found, path), motion: await this.hone.loadMotion(files, { path }) });
        else if (isSong(path) && !found.song)
            found.song = Object.assign(await Song.open(fileName(path), new Blob([files.read(path)])), this.entry(found, path));
    }

    /** What is known of a file before it is read. */
    entry({ source }, path) {
        return { name: fileName(path), origin: { source, path }, character: null };
    }

    /** null: none. */
    setSong(song) {
        this.song?.dispose();
        this.song = song;
    }

    async readModel(files, path, found) {
        const model = await this.hone.loadModel(files, { path });
        if (model.indices.length === 0) { // a skeleton with a motion: motion capture, a clip of Mixamo
            model.dispose();
            return found.motions.push(await this.readClip(files, path, found));
        }
        const character = await Character.create(this, model, fileName(path));
        character.origin = this.entry(found, path).origin;
        found.characters.push(character);
        if (!model.clips.length)
            return;
        character.readClip = (clip) => this.readClip(files, path, found, clip);
        found.own.push({ ...await character.readClip(), character });
    }

    /** A clip of a file that has a skeleton, too: by its number; left out: the first. */
    async readClip(files, path, found, clip) {
        const motion = await this.hone.loadMotion(files, { path, clip });
        this.skeletons.set(motion, await this.hone.loadModel(files, { path }));
        return { ...this.entry(found, path), motion, clip };
    }

    // ---- characters ------------------------------------------------------------------------------------------------

    /** The built-in character goes when others come, and the first of them dances its dance. */
    add(characters, builtIn) {
        const [gone, kept] = [true, false].map((is) => this.characters.filter((each) => each.builtIn === is));
        for (const [i, character] of characters.entries())
            character.standBeside([...kept, ...characters.slice(0, i)]);
        this.characters = [...kept, ...characters];
        this.active = characters[0];
        this.active.builtIn = builtIn;
        for (const entry of this.motions.filter(({ character }) => character?.builtIn))
            entry.character = this.active;
        gone.forEach((each) => each.dispose());
    }

    remove(character) {
        this.characters = this.characters.filter((each) => each !== character);
        this.forget(this.motions.filter((entry) => entry.character === character));
        if (this.active === character)
            this.active = this.characters[0] ?? null;
        character.dispose();
        this.changed();
    }

    /** Makes all actors again, after a setting of playing has changed. */
    async remake() {
        if (this.opened)
            await this.scene.remake();
        for (const character of this.characters)
            if (character.item) {
                character.changeByHand();
            } else {
                await character.makeActor();
                await this.play(character);
            }
        this.changed();
    }

    // ---- motions ---------------------------------------------------------------------------------------------------

    /** Motions play on the characters that came with them, or else on the active one. */
    async giveMotions({ characters, motions, own }, add) {
        const to = characters.length ? characters : this.forAll ? this.characters : [this.active].filter(Boolean);
        const moving = motions.filter(({ motion }) => motion.moves);
        const entries = motions.filter(({ motion }) => !motion.moves);
        if (moving.length && !to.length)
            throw new Error(text('There is no character that could play the motion: open a model first.'));
        for (const character of to)
            entries.push(...moving.map((entry) => ({ ...entry, character })));
        if (!moving.length)
            entries.push(...own);
        if (!add)
            this.forget(this.motions.filter((old) => this.isReplaced(old, entries)));
        this.motions.push(...entries);
        for (const character of to)
            await this.noteErrors(() => this.play(character));
    }

    /** Whether new motions take the place of an old one: on the same character, or with the same keys. The camera of the
     * built-in dance goes with that dance. */
    isReplaced(old, entries) {
        return (!old.character && old.origin.source.builtIn && entries.some(({ character }) => character)) || entries.some((entry) => entry.character === old.character &&
            (old.character || keyKinds.some((kind) => entry.motion[kind](0) && old.motion[kind](0))));
    }

    forget(entries) {
        this.motions = this.motions.filter((entry) => !entries.includes(entry));
        this.release(entries);
    }

    /** Motions that nothing plays any more. */
    release(entries) {
        for (const { motion } of entries)
            if (!this.motions.some((entry) => entry.motion === motion)) {
                this.skeletons.get(motion)?.dispose();
                motion.dispose();
            }
    }

    /** Plays on a character what is meant for it. */
    async play(character) {
        const motions = this.motions.filter((entry) => entry.character === character && !entry.off);
        await character.playAll(motions.map(({ motion }) => motion));
    }

    async switchMotion(entry, on) {
        entry.off = !on;
        await this.changedMotions(entry);
    }

    async removeMotion(entry) {
        this.motions = this.motions.filter((each) => each !== entry);
        await this.changedMotions(entry);
        this.release([entry]);
    }

    async changedMotions({ character }) {
        if (character)
            await this.play(character);
        this.changed();
    }

    /** Another clip of the character's own file. */
    async playClip(character, clip) {
        const entry = { ...await character.readClip(String(clip)), character };
        this.forget(this.motions.filter((old) => old.character === character));
        this.motions.push(entry);
        character.clip = clip;
        await this.play(character);
        this.changed();
    }

    // ---- frames ----------------------------------------------------------------------------------------------------

    update() {
        if (this.opened)
            this.scene.updateFrame(this.clock.frame);
        for (const { actor, item } of this.characters)
            if (!item)
                actor.update(this.clock.elapsed);
    }

    /** What is drawn, in the order of the characters that are visible. */
    items() {
        const ofScene = this.opened ? this.scene.drawItems(this.gpuModels) : [];
        return this.characters.filter(({ visible }) => visible)
            .map(({ gpuModel, actor, item }) => (item ? ofScene.find((each) => each.actor === actor) : { gpuModel, actor })).filter(Boolean);
    }

    keys(kind, seconds) {
        if (this.opened && kind === 'camera' && !this.keyMotion(kind))
            return this.scene.camera(FRAMES_PER_SECOND * seconds) ?? undefined;
        return this.keyMotion(kind)?.[kind](FRAMES_PER_SECOND * seconds);
    }

    keyMotion(kind) {
        return this.motions.findLast(({ motion, off }) => !off && motion[kind](0))?.motion;
    }
}
