// What pictures.mjs lets a browser do: draws the built-in character, and posts what it drew.
import { HoneError, createHone } from '/module/hone.mjs';

const FRAME = 20;
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const post = (name, body) => fetch(`/result/${name}`, { method: 'POST', body });

async function files(names) {
    return new Map(await Promise.all(names.map(async (name) => [name, await (await fetch(`/samples/${name}`)).blob()])));
}

const SCENE = {
    hone: 1,
    models: [{ file: 'character.pmx', at: [5, 0, 0] }, { file: 'character.pmx', at: [-6, 0, 40], edge_scale: 2 }],
    motions: [{ file: 'dance.vmd' }, { file: 'camera.vmd' }],
    playback: { physics: 'off' },
    picture: { shadows: 'self', background: [0.2, 0.3, 0.4], edge_scale: 1.5 },
};

/** Draws a scene file, and the same items by hand; says what wrong arguments of the renderer do. */
async function drawScene(hone, renderer, set, camera, picture) {
    const entries = new Map(await Promise.all(set.paths.map(async (path) => [path, set.read(path)])));
    const all = await hone.openFiles(entries.set('scene.json', new TextEncoder().encode(JSON.stringify(SCENE))));
    const scene = await hone.loadScene(all), models = new Map();
    for (const { model } of scene.items) models.set(model, await renderer.createModel(model));
    scene.updateFrame(FRAME);
    await post('scene', renderer.drawImage({ scene, items: scene.drawItems(models) }).pixels);
    const byHand = scene.items.map(({ model, actor }, i) => ({
        gpuModel: models.get(model), actor, edgeScale: SCENE.models[i].edge_scale,
        world: [1, 0, 0, SCENE.models[i].at[0], 0, 1, 0, SCENE.models[i].at[1], 0, 0, 1, SCENE.models[i].at[2]],
    }));
    const { shadows, background, edge_scale: edgeScale } = SCENE.picture;
    await post('by_hand', renderer.drawImage({
        items: byHand, camera: camera.camera(FRAME), light: camera.light(FRAME) ?? undefined, shadows, background: [...background, 1], edgeScale,
    }).pixels);
    const says = (call) => {
        try {
            call();
            return 'nothing';
        } catch (error) {
            return error instanceof HoneError ? error.message : String(error);
        }
    };
    const [item] = picture.items;
    const wrong = [
        says(() => renderer.draw(null)), says(() => renderer.draw({})), says(() => renderer.draw({ items: [{ ...item, actor: null }] })),
        says(() => renderer.draw({ items: [{ ...item, gpuModel: item.actor }] })), says(() => renderer.draw({ ...picture, width: NaN })),
        says(() => renderer.drawImage({ ...picture, width: -3, height: 1e9 })), says(() => renderer.draw({ ...picture, background: [1] })),
        says(() => renderer.draw({ ...picture, handles: { bone: 99999 } })), says(() => renderer.pick(picture, NaN, 0)),
        says(() => renderer.draw({ items: [{ ...item, gpuModel: models.get(scene.items[0].model) }] })),
        says(() => scene.drawItems(null)), says(() => renderer.draw({ ...picture, scene: 5 })),
    ];
    for (const gpuModel of models.values()) gpuModel.dispose();
    wrong.push(says(() => renderer.draw({ items: byHand })));
    scene.dispose();
    all.dispose();
    wrong.push(says(() => renderer.draw({ ...picture, scene })));
    return wrong;
}

async function run() {
    const names = await (await fetch('/samples/')).json();
    const hone = await createHone();
    const set = await hone.openFiles(await files(names));
    const model = await hone.loadModel(set, { path: names.find((n) => /\.pmx$/.test(n)) });
    const motion = await hone.loadMotion(set, { path: 'dance.vmd' }), camera = await hone.loadMotion(set, { path: 'camera.vmd' });
    const canvas = document.getElementById('canvas');
    const renderer = hone.createRenderer(canvas, { preserveDrawingBuffer: true });
    const gpuModel = await renderer.createModel(model), actor = await hone.createActor(model);
    actor.play(motion);
    actor.updateFrame(FRAME);
    const picture = { items: [{ gpuModel, actor }], camera: camera.camera(FRAME), light: camera.light(FRAME) ?? undefined };
    const progress = [];
    await renderer.warmUp(picture, (done) => progress.push(done));
    const begin = performance.now();
    renderer.draw(picture);
    renderer.context.finish();
    const first = performance.now() - begin;
    const image = renderer.drawImage(picture);
    await post('picture', image.pixels);

    // The canvas has the same picture.
    const flat = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
    flat.drawImage(canvas, 0, 0);
    await post('canvas', flat.getImageData(0, 0, canvas.width, canvas.height).data);

    // A lost context comes back, and so does the picture.
    const loss = renderer.context.getExtension('WEBGL_lose_context');
    const restored = new Promise((done) => (renderer.onrestored = done));
    loss.loseContext();
    await wait(50);
    const wasLost = renderer.lost;
    renderer.draw(picture);
    loss.restoreContext();
    await restored;
    renderer.draw(picture);
    await post('restored', renderer.drawImage(picture).pixels);

    const scenes = await drawScene(hone, renderer, set, camera, picture);
    const middle = renderer.pick(picture, canvas.width / 2, canvas.height / 2);
    const outside = renderer.pick(picture, 0, 0);
    const second = document.createElement('canvas');
    second.width = second.height = 64;
    const other = hone.createRenderer(second), otherModel = await other.createModel(model);
    other.draw({ items: [{ gpuModel: otherModel, actor }] });
    renderer.draw(picture);
    let code = '';
    try {
        renderer.draw({ items: [], shadows: 'no such word' });
    } catch (error) {
        code = error instanceof HoneError ? error.code : String(error);
    }
    const glError = renderer.context.getError();
    const result = { scenes, scene: SCENE, progress, wasLost, middle, outside, warnings: gpuModel.warnings, fallback: gpuModel.fallback, name: renderer.name,
        samples: renderer.maxSamples, first, stats: renderer.stats, code, glError, globals: 'hone' in globalThis };
    hone.dispose();
    return result;
}

try {
    await post('done', JSON.stringify(await run()));
} catch (error) {
    await post('failed', `${error.stack ?? error}`);
}
