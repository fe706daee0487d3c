/** What is shown as a scene file of hone (docs/scene.md), which `hone render` takes, and the files that it names.
 *
 *     sceneOf(page, {song})    {text, files}; files: bytes by their paths, which are those of what was dropped
 *     scenePlayed(page)        {scene, files, opened, drawing}: what a worker loads: `scene`, or the file that was opened, with
 *                              the settings and poses that were changed since: opened: {path, settings, hidden, byHand}
 *
 * Films and baked files are made of it, so they are what the command makes of the scene. */
import { FRAMES_PER_SECOND } from './clock.mjs';
import { drawingOf } from './crowd.mjs';
import { text } from './texts.mjs';

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

/** A model of a scene file with what was changed by hand, which comes over the corrections that it has. */
function changedByHand(model, character) {
    const { bones, morphs } = character.model;
    const turned = [...character.bones].map(([bone, { rotation, translation }]) => ({
        name: bones[bone].name, ...(rotation ? { rotation: [...rotation] } : {}), ...(translation ? { translation: [...translation] } : {}),
    }));
    const weighed = [...character.morphs].map(([morph, weight]) => ({ name: morphs[morph].name, weight }));
    if (turned.length)
        model.bones = [...(model.bones ?? []), ...turned];
    if (weighed.length)
        model.morphs = [...(model.morphs ?? []), ...weighed];
    return model;
}

function modelOf(character, sources) {
    const model = { file: sources.pathOf(character.origin), ...character.place };
    if (!character.visible)
        model.invisible = true;
    return changedByHand(model, character);
}

function motionOf({ origin, character, clip, off }, characters, sources) {
    const model = characters.indexOf(character) + 1;
    return { file: sources.pathOf(origin), ...(model ? { model } : {}), ...(off ? { off } : {}), ...(clip === undefined ? {} : { clip }) };
}

const shownOn = ({ characters, motions }, sources) => ({
    models: characters.map((each) => modelOf(each, sources)),
    motions: motions.map((each) => motionOf(each, characters, sources)),
});

// ---- scene files that were opened ------------------------------------------------------------------------------------

const isProject = ({ path }) => /\.pmm$/i.test(path);
const added = ({ characters }) => characters.filter(({ item }) => !item);

/** What a scene file names is found from its folder. */
function openedIn({ opened, scene, characters, motions }, said, settings, sources) {
    const folder = sources.pathOf(opened).replace(/[^/]*$/, '');
    const move = (list = []) => list.map((each) => ({ ...each, file: folder + each.file }));
    for (const { key, kind } of settings) {
        const names = key.split('.'), last = names.pop(), place = names.reduce((within, name) => within?.[name], said);
        if ((kind === 'path' || last === 'file') && typeof place?.[last] === 'string')
            place[last] = folder + place[last];
    }
    const models = move(said.models), more = added({ characters });
    for (const character of characters.filter(({ item }) => item))
        changedByHand(models[scene.items.indexOf(character.item)], character);
    const before = Array(models.length).fill(null);
    return {
        models: [...models, ...more.map((each) => modelOf(each, sources))],
        motions: [...move(said.motions), ...motions.map((each) => motionOf(each, [...before, ...more], sources))],
    };
}

/** The file that is shown, with the settings of now. */
function openedNow({ opened, scene, characters }, settings, sources) {
    const shown = new Set(characters.filter(({ visible }) => visible).map(({ item }) => item));
    return {
        path: sources.pathOf(opened), settings: settings.filter(({ kind }) => kind !== 'object').map(({ key }) => [key, scene.get(key)]),
        hidden: scene.items.flatMap((item, i) => (shown.has(item) ? [] : [i])),
        byHand: characters.filter(({ item }) => item).map(({ item, bones, morphs }) => ({ item: scene.items.indexOf(item), bones, morphs })),
    };
}

/** song: whether it is in the scene. */
export function sceneOf({ stage, clock, picture }, { song = true } = {}) {
    if (stage.opened && isProject(stage.opened))
        throw new Error(text('A project of MMD is no scene file: hone render --save-scene makes one of it.'));
    const sources = new Sources(), said = picture.scene ? JSON.parse(picture.scene.write()) : {};
    const shown = stage.opened ? openedIn(stage, said, picture.settings, sources) : shownOn(stage, sources);
    const { hone = 1, ...others } = said, scene = { hone, ...others, ...shown }; // "hone" is first
    scene.playback = { ...said.playback, physics: said.playback?.physics ?? 'on' };
    scene.picture = { background: [...picture.options().background], ...said.picture };
    if (!picture.byMotion)
        scene.camera = { fixed: fixedCamera(picture.camera) };
    delete scene.sound;
    if (song && stage.song)
        scene.sound = { file: sources.pathOf(stage.song.origin), ...(stage.song.delay ? { delay: stage.song.delay } : {}) };
    scene.view = { ...said.view, frame: Math.round(clock.seconds * FRAMES_PER_SECOND) };
    return { text: JSON.stringify(scene, null, 2), files: sources.files };
}

export function scenePlayed(page) {
    const { stage, picture } = page, drawing = drawingOf(picture);
    if (!stage.opened || (added(stage).length && !isProject(stage.opened))) {
        const { text: scene, files } = sceneOf(page, { song: false });
        return { scene, files, opened: null, drawing };
    }
    const sources = new Sources(), opened = openedNow(stage, picture.settings, sources);
    return { scene: null, files: sources.files, opened, drawing };
}
