// Prints what a frame costs in headless chromium: script and WebAssembly, without the GPU, which SwiftShader stands for.
// usage: [FRAMES=90] [RUNS=3] node frame_cost.mjs WEB MODEL MOTION    WEB: what ./dev web makes; MODEL: textures are in its folder
// The canvas has 64 pixels a side, so that drawing them takes little; each frame is drawn to its end before the next, 1/30 s
// later. Of as many frames, after as many that are not counted, the mean of the middle half; of the runs, the median.
// Exit status 77: there is no chromium.
import { readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { inChromium } from './chromium.mjs';

const [web, model, motion] = process.argv.slice(2);
const frames = Number(process.env.FRAMES ?? 90), runs = Number(process.env.RUNS ?? 3);
const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
/** The mean of the middle half, because the browser's clock has steps of 0.1 ms. */
const middle = (values) => {
    const some = values.sort((a, b) => a - b).slice(values.length >> 2, -(values.length >> 2));
    return some.reduce((sum, value) => sum + value, 0) / some.length;
};

/** In the page: milliseconds of each frame, of motion, rig and physics, and of drawing. */
async function play({ files, physics, solver, frames }) {
    const { createHone } = await import('/hone.mjs');
    const hone = await createHone(), canvas = document.getElementById('canvas');
    const entries = await Promise.all(files.map(async ([name, data]) =>
        [name, new Uint8Array(await (await fetch(`data:application/octet-stream;base64,${data}`)).arrayBuffer())]));
    const set = await hone.openFiles(new Map(entries)), loaded = await hone.loadModel(set), dance = await hone.loadMotion(set);
    const renderer = hone.createRenderer(canvas), gpuModel = await renderer.createModel(loaded);
    const actor = await hone.createActor(loaded, { physics, ...(physics ? { solver } : {}) });
    actor.play(dance, { loop: true });
    const gl = canvas.getContext('webgl2'), pixel = new Uint8Array(4), updates = [], draws = [];
    for (let i = 0; i < 2 * frames; i++) {
        const begin = performance.now();
        actor.update(i / 30);
        const updated = performance.now();
        renderer.draw({ items: [{ gpuModel, actor }], shadows: 'off' });
        const drawn = performance.now();
        gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel); // waits for the picture
        if (i >= frames)
            updates.push(updated - begin), draws.push(drawn - updated);
        await new Promise((done) => setTimeout(done));
    }
    hone.dispose();
    return { updates, draws };
}

const folder = dirname(model);
const files = [...readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile() && /\.(png|jpe?g|bmp|tga|spa|sph|dds|gif)$/i.test(each.name))
    .map((each) => join(each.parentPath ?? each.path, each.name)).map((path) => [path.slice(folder.length + 1), path]),
    [basename(model), model], [basename(motion), motion]].map(([name, path]) => [name, readFileSync(path).toString('base64')]);
const cases = [['without physics', false], ['with physics', true, 'corrected'], ["with solver: 'plain'", true, 'plain']];
await inChromium(web, async ({ open }) => {
    console.log('| milliseconds a frame | all | motion, rig and physics | drawing |\n|---|---|---|---|');
    for (const [name, physics, solver] of cases) {
        const updates = [], draws = [];
        for (let i = 0; i < runs; i++) {
            const page = await open('tests/frame_cost.html', { viewport: { width: 128, height: 128 } });
            const took = await page.evaluate(play, { files, physics, solver, frames });
            updates.push(middle(took.updates)), draws.push(middle(took.draws));
            await page.close();
        }
        console.log(`| ${name} | ${(median(updates) + median(draws)).toFixed(2)} | ${median(updates).toFixed(2)} | ${median(draws).toFixed(2)} |`);
    }
}, { '/tests': import.meta.dirname });
