// node pose.mjs MODEL MOTION FRAME [OUT.glb]: prints where each bone is at a frame (30ths of a second), and writes the
// dance as plain keys. Before: ./dev npm, and in this folder npm install --no-save ../../build/npm/hone-wasm-*.tgz
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createHone, HoneError } from 'hone-wasm';

const [modelPath, motionPath, frame, out] = process.argv.slice(2);
if (!frame) {
    console.error('usage: node pose.mjs MODEL MOTION FRAME [OUT.glb]');
    process.exit(2);
}

/** A model's file and its textures, by their paths from its folder. */
async function readModel(path) {
    const folder = dirname(path), files = { [basename(path)]: await readFile(path) };
    for (const name of await readdir(folder, { recursive: true }))
        if (/\.(png|jpe?g|bmp|tga|dds|webp|sp[ah])$/i.test(name))
            files[name] = await readFile(join(folder, name));
    return files;
}

try {
    const hone = await createHone();
    const model = await hone.loadModel(await readModel(modelPath));
    const dance = await hone.loadMotion(await readFile(motionPath));
    const actor = await hone.createActor(model);
    actor.play(dance);
    actor.updateFrame(Number(frame));
    model.bones.forEach(({ name }, b) => { // a bone has three rows of four numbers; the fourth is the translation
        const place = [3, 7, 11].map((i) => actor.bones[12 * b + i].toFixed(4).padStart(10));
        console.log(place.join(' '), name);
    });
    if (out)
        await writeFile(out, await actor.writeGlb({ lastFrame: Math.ceil(30 * dance.duration), tolerance: 0.1e-3 / 0.08 }));
    hone.dispose();
} catch (error) {
    if (!(error instanceof HoneError) && !error.code)
        throw error;
    console.error(error.message);
    process.exitCode = 1;
}
