/** What is shown as a scene file of hone (docs/scene.md), which `hone render` takes, and the files that it names.
 *
 *     sceneOf(page, {song, frames})  {text, files, lastFrame}; files: bytes by their paths, which are those of what was dropped
 *
 * Films and baked files are made of it, too, so they are what the command makes of the scene. */
import { FRAMES_PER_SECOND } from './clock.mjs';

const fixedCamera = ({ target, angles, distance, fov, orthographic }) =>
    ({ target: [...target], radians: [...angles], distance, fov, ...(orthographic ? { orthographic } : {}) });

/** Whether two files are the same, as far as can be told without reading them. */
function isSame(a, b) {
    if (a === b || a instanceof Blob)
        return a === b || (a.size === b.size && a.lastModified !== undefined && a.lastModified === b.lastModified);
    const other = new Uint8Array(b);
    return a.byteLength === b.byteLength && new Uint8Array(a).every((byte, i) => byte === other[i]);
}

/** Files of several drops side by side. A drop with another file for a path goes into a folder of its own. */
class Sources {
    files = new Map();
    folders = new Map(); // of drops

    folderOf(source) {
        if (!this.folders.has(source)) {
            const files = [...source].map(([path, bytes]) => [path.replaceAll('\\', '/'), bytes]);
            const taken = files.some(([path, bytes]) => this.files.has(path) && !isSame(bytes, this.files.get(path)));
            const folder = taken ? `${this.folders.size + 1}/` : '';
            for (const [path, bytes] of files)
                this.files.set(folder + path, bytes);
            this.folders.set(source, folder);
        }
        return this.folders.get(source);
    }

    pathOf({ source, path }) {
        return this.folderOf(source) + path;
    }
}

function modelOf(character, sources) {
    const { bones, morphs } = character.model, model = { file: sources.pathOf(character.origin), ...character.place };
    if (!character.visible)
        model.invisible = true;
    if (character.bones.size)
        model.bones = [...character.bones].map(([bone, { rotation, translation }]) => ({
            name: bones[bone].name, ...(rotation ? { rotation: [...rotation] } : {}), ...(translation ? { translation: [...translation] } : {}),
        }));
    if (character.morphs.size)
        model.morphs = [...character.morphs].map(([morph, weight]) => ({ name: morphs[morph].name, weight }));
    return model;
}

function motionOf({ origin, character, clip, off }, characters, sources) {
    const model = characters.indexOf(character) + 1;
    return { file: sources.pathOf(origin), ...(model ? { model } : {}), ...(off ? { off } : {}), ...(clip === undefined ? {} : { clip }) };
}

const shownOn = ({ characters, motions }, sources) => ({
    models: characters.map((each) => modelOf(each, sources)),
    motions: motions.map((each) => motionOf(each, characters, sources)),
});

/** What a scene file names is found from its folder. */
function openedIn(opened, said, sources) {
    const folder = sources.pathOf(opened).replace(/[^/]*$/, '');
    const move = (list = []) => list.map((each) => ({ ...each, file: folder + each.file }));
    return { models: move(said.models), motions: move(said.motions) };
}

/** song: whether it is in the scene. frames: {first, last}; left out: all. */
export function sceneOf({ stage, clock, picture }, { song = true, frames } = {}) {
    const sources = new Sources(), said = picture.scene ? JSON.parse(picture.scene.write()) : {};
    const scene = { ...said, hone: 1, ...(stage.opened ? openedIn(stage.opened, said, sources) : shownOn(stage, sources)) };
    scene.playback = { ...said.playback, physics: said.playback?.physics ?? 'on' };
    scene.picture = { background: [...picture.options().background], ...said.picture };
    if (!picture.byMotion)
        scene.camera = { fixed: fixedCamera(picture.camera) };
    if (song && stage.song)
        scene.sound = { file: sources.pathOf(stage.song.origin), ...(stage.song.delay ? { delay: stage.song.delay } : {}) };
    if (frames)
        scene.frames = frames;
    scene.view = { ...said.view, frame: Math.round(clock.seconds * FRAMES_PER_SECOND) };
    const { hone, ...others } = scene; // "hone" is first
    const lastFrame = Math.round(clock.length * FRAMES_PER_SECOND);
    return { text: JSON.stringify({ hone, ...others }, null, 2), files: sources.files, lastFrame };
}
