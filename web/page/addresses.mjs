/** Files that the address of the page names, and the address that names what is shown.
 *
 *     ?model=a/miku.pmx&motion=a/dance.vmd&motion=a/camera.vmd&song=a/song.mp3     also scene=… and archives
 *     &t=12.5&loop=0&play=0&physics=0&speed=0.5&camera=free&picture.shadows=off     and any setting of a scene
 *
 *     await fetchNamed(hone, words, progress)  a Map of Blobs by their paths, with the textures that models want; null:
 *                                              none is named. words: URLSearchParams
 *     readWords(words)                         the rest: {t, loop, playing, physics, speed, camera, settings}
 *     linkOf(page)                             the address of what is shown; null: some of it came from no address
 *
 * Only files of the same origin are fetched. */
import { drawingOf } from './crowd.mjs';
import { text } from './texts.mjs';

const NAMES = ['scene', 'model', 'motion', 'song'];
const withFiles = /\.(gltf|json)$/i, modelKinds = new Set(['pmx', 'pmd', 'x', 'fbx']);
const pathOf = (url) => decodeURIComponent(url.pathname).slice(1);

function addressOf(name, base = document.baseURI) {
    const url = new URL(name, base);
    if (url.origin !== location.origin)
        throw new Error(text('{address}: only files of this site can be opened by their address.', { address: name }));
    return url;
}

async function get(url) {
    const response = await fetch(url).catch(() => null);
    if (!response?.ok)
        throw new Error(text('{address}: the server does not give this file.', { address: pathOf(url) }));
    return response.blob();
}

/** The names of files in a scene or a glTF. */
function namesIn(value) {
    if (!value || typeof value !== 'object')
        return [];
    const own = ['uri', 'file'].map((key) => value[key]).filter((name) => typeof name === 'string' && !name.startsWith('data:'));
    return [...own, ...Object.values(value).flatMap(namesIn)];
}

/** Fetches files and those that they name. */
class Fetched {
    files = new Map();

    async add(url) {
        const path = pathOf(url);
        if (this.files.has(path))
            return;
        const blob = await get(url);
        this.files.set(path, blob);
        if (withFiles.test(path))
            await Promise.all(namesIn(JSON.parse(await blob.text())).map((name) => this.add(addressOf(name, url))));
    }

    /** The textures that models want; those that are not there are named where the model is shown. */
    async addTextures(hone) {
        const opened = await hone.openFiles(this.files), wanted = [];
        try {
            for (const path of opened.paths.filter((each) => modelKinds.has(opened.format(each)))) {
                const model = await hone.loadModel(opened, { path });
                wanted.push(...model.missingTextures.map((name) => addressOf(encodeURI(name.replaceAll('\\', '/')), new URL('/' + encodeURI(path), location.href))));
                model.dispose();
            }
        } finally {
            opened.dispose();
        }
        await Promise.allSettled(wanted.map((url) => this.add(url)));
    }
}

export async function fetchNamed(hone, words, progress = () => {}) {
    const named = NAMES.flatMap((name) => words.getAll(name).map((address) => [name, address]));
    if (named.length === 0)
        return null;
    const fetched = new Fetched();
    let done = 0;
    await Promise.all(named.map(async ([, address]) => {
        await fetched.add(addressOf(address));
        progress(++done / (named.length + 1));
    }));
    await fetched.addTextures(hone);
    return Object.assign(fetched.files, { words: named });
}

const isOn = (word) => word !== '0' && word !== 'false' && word !== 'off';

/** A number, a list or a word, as scene files have them. */
function valueOf(word) {
    try {
        return JSON.parse(word);
    } catch {
        return word;
    }
}

export function readWords(words) {
    const of = (name, read) => (words.has(name) ? read(words.get(name)) : undefined);
    return {
        t: of('t', Number), speed: of('speed', Number), loop: of('loop', isOn), playing: of('play', isOn), physics: of('physics', isOn),
        camera: of('camera', String), settings: [...words].filter(([name]) => name.includes('.')).map(([name, word]) => [name, valueOf(word)]),
    };
}

/** Settings of a scene as words: "picture.shadows": "off". */
function settingsOf(value, prefix) {
    return Object.entries(value).flatMap(([key, each]) => each && typeof each === 'object' && !Array.isArray(each)
        ? settingsOf(each, `${prefix}${key}.`) : [[prefix + key, typeof each === 'string' ? each : JSON.stringify(each)]]);
}

export function linkOf({ stage, clock, picture }) {
    const shown = [...(stage.opened ? [{ origin: stage.opened }] : stage.characters), ...stage.motions, stage.song].filter(Boolean);
    const sources = new Set(shown.map(({ origin }) => origin?.source));
    if ([...sources].some((source) => !source?.words && !source?.builtIn))
        return null;
    const words = [...sources].flatMap((source) => source.words ?? []);
    words.push(['t', clock.seconds.toFixed(2)]);
    for (const [name, value, usual] of [['loop', clock.loop, true], ['physics', stage.physics, true], ['play', clock.playing, true]])
        if (value !== usual)
            words.push([name, value ? '1' : '0']);
    if (clock.speed !== 1)
        words.push(['speed', String(clock.speed)]);
    const said = picture.scene ? JSON.parse(picture.scene.write()) : {};
    const settings = ['picture', 'light', 'camera', 'playback'].flatMap((key) => settingsOf(said[key] ?? {}, `${key}.`));
    words.push(...settings.filter(([name]) => name !== 'playback.physics')); // it is said above
    words.push(...(picture.scene ? drawingOf(picture) : []).map(([key, value]) => [key, String(value)]));
    const link = new URL(location.href);
    link.search = new URLSearchParams(words).toString();
    link.hash = '';
    return link.href;
}
