// What pictures.mjs lets a browser do: draws the built-in character, and posts what it drew.
import { HoneError, createHone } from '/module/hone.mjs';

const FRAME = 20;
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const post = (name, body) => fetch(`/result/${name}`, { method: 'POST', body });

async function files(names) {
    return new Map(await Promise.all(names.map(async (name) => [name, await (await fetch(`/samples/${name}`)).blob()])));
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
    const result = { progress, wasLost, middle, outside, warnings: gpuModel.warnings, fallback: gpuModel.fallback, name: renderer.name,
        samples: renderer.maxSamples, first, stats: renderer.stats, code, glError, globals: 'hone' in globalThis };
    hone.dispose();
    return result;
}

try {
    await post('done', JSON.stringify(await run()));
} catch (error) {
    await post('failed', `${error.stack ?? error}`);
}
