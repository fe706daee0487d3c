/** The worker that makes films and baked files, so that the page stays alive meanwhile. It does one job, and is ended then:
 * with it goes all its memory. A job is {kind, ...scenePlayed(page), ...}; the answers are {progress}, {done} or {failed}. */
import { createHone } from './hone.mjs';
import { makeFilm } from './film.mjs';

const FRAMES_PER_SECOND = 30, PORTRAIT = 512; // pixels
const tell = (progress) => postMessage({ progress });

/** The scene of a job. */
async function load({ scene, files, opened, drawing }) {
    const hone = await createHone(), path = opened?.path ?? 'hone scene.json';
    const all = await hone.openFiles(opened ? files : new Map([...files, [path, new TextEncoder().encode(scene)]]));
    const loaded = await hone.loadScene(all, { path }), changed = [];
    for (const [key, value] of opened?.settings ?? [])
        if (JSON.stringify(loaded.get(key)) !== JSON.stringify(value)) {
            loaded.set(key, value);
            changed.push(key);
        }
    if (changed.some((key) => key.startsWith('playback.')))
        await loaded.remake();
    for (const [key, value] of drawing)
        loaded.set(key, value);
    for (const { item, bones, morphs } of opened?.byHand ?? []) {
        bones.forEach((change, bone) => loaded.items[item].actor.setBone(bone, change));
        morphs.forEach((weight, morph) => loaded.items[item].actor.setMorph(morph, weight));
    }
    return { hone, scene: loaded };
}

// ---- files ---------------------------------------------------------------------------------------------------------

/** What the actor of a model does, baked. job: {model, lastFrame, tolerance} */
async function bake(job, name) {
    const { scene } = await load(job), notes = [];
    let report = null;
    const bytes = await scene.items[job.model].actor[name]({
        lastFrame: job.lastFrame, tolerance: job.tolerance,
        progress: (frame) => tell(frame / Math.max(1, job.lastFrame)), note: (text) => notes.push(text), report: (measured) => { report = measured; },
    });
    return { file: new Blob([bytes]), report, notes: [...notes, ...scene.warnings] };
}

/** The face of a model at rest, as the bytes of a png. */
async function portrait(hone, model) {
    const renderer = hone.createRenderer(new OffscreenCanvas(16, 16)), actor = await hone.createActor(model);
    actor.update(0);
    const items = [{ gpuModel: await renderer.createModel(model), actor }], camera = await hone.cameraShot('face', [actor], 1);
    const { width, height, pixels } = renderer.drawImage({ items, camera, width: PORTRAIT, height: PORTRAIT, background: [1, 1, 1, 1] });
    const canvas = new OffscreenCanvas(width, height);
    canvas.getContext('2d').putImageData(new ImageData(pixels, width, height), 0, 0);
    return new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
}

/** The character of a model as an avatar, at rest. job: {model, author, licence} */
async function avatar(job) {
    const { hone, scene } = await load(job), { model } = scene.items[job.model], notes = [];
    const thumbnail = model.thumbnail < 0 ? await portrait(hone, model) : undefined;
    const bytes = await model.writeVrm({ author: job.author, licence: job.licence, thumbnail, note: (text) => notes.push(text) });
    return { file: new Blob([bytes]), lost: notes.length, notes: [...notes, ...scene.warnings] };
}

// ---- films ---------------------------------------------------------------------------------------------------------

/** A model of the GPU for each of hone's: characters may share one. Those of a project of MMD have one each. */
async function gpuModels(renderer, scene) {
    const models = new Map(), byAddress = new Map();
    for (const { model } of scene.items) {
        if (!byAddress.has(model.at))
            byAddress.set(model.at, await renderer.createModel(model));
        models.set(model, byAddress.get(model.at));
    }
    return models;
}

/** Items with what is over them. over: {active: number of a model, ofActive, ofOthers: words of `show`, compare, markScale}; null: nothing. */
function withOverlays(items, scene, over) {
    const active = scene.items[over?.active]?.actor;
    return over ? items.map((item) => ({ ...item, show: item.actor === active ? over.ofActive : over.ofOthers })) : items;
}

/** The dancers that the scene asks for; null: the characters themselves dance. */
async function crowdOf(renderer, scene, models) {
    const count = scene.get('drawing.crowd'), copied = scene.items.filter(({ model }) => model.indices.length);
    const crowd = count && copied.length
        ? await renderer.createCrowd(count, copied.map(({ model, actor }) => ({ gpuModel: models.get(model), actor })), { scene }) : null;
    const put = (items) => items.map((item) => {
        const copies = copied.findIndex(({ actor }) => actor === item.actor);
        return copies < 0 ? item : { ...item, crowd, copies };
    });
    return crowd && { put, update: (frame) => crowd.updateFrame(frame) };
}

/** job: {film: {kind, width, height, rate, bits, count}, first: frame, sound, camera, over} */
async function film(job) {
    const { hone, scene } = await load(job), { width, height, rate } = job.film;
    const renderer = hone.createRenderer(new OffscreenCanvas(16, 16)), models = await gpuModels(renderer, scene);
    const hidden = (job.opened?.hidden ?? []).map((i) => scene.items[i].actor), isShown = ({ actor }) => !hidden.includes(actor);
    const crowd = await crowdOf(renderer, scene, models);
    const draw = (index) => {
        const frame = job.first + (index * FRAMES_PER_SECOND) / rate;
        scene.updateFrame(frame);
        crowd?.update(frame);
        const shown = scene.drawItems(models).filter(isShown), { compare, markScale } = job.over ?? {};
        const items = crowd ? crowd.put(shown) : withOverlays(shown, scene, job.over);
        return renderer.drawImage({ scene, frame, width, height, camera: job.camera, items, compare, markScale }).pixels;
    };
    const file = await makeFilm(job.film, { draw, sound: job.sound, progress: tell });
    return { file, notes: scene.warnings };
}

const jobs = {
    film,
    glb: (job) => bake(job, 'writeGlb'),
    vrm: avatar,
    vmd: (job) => bake(job, 'writeVmd'),
    bvh: (job) => bake(job, 'writeBvh'),
};

onmessage = async ({ data: job }) => {
    try {
        postMessage({ done: await jobs[job.kind](job) });
    } catch (error) {
        postMessage({ failed: error.message });
    }
};
