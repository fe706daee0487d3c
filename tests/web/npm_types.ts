// Compiled only, by npm_package.sh: the declarations of the package as a program uses them.
import { createHone, HoneError, type Model } from 'hone-wasm';

export async function heights(files: File[], canvas: HTMLCanvasElement): Promise<number[]> {
    const hone = await createHone({ base: new URL('https://example.org/hone/') });
    const opened = await hone.openFiles(files), model: Model = await hone.loadModel(opened, { path: opened.paths[0] });
    const actor = await hone.createActor(model, { physics: { gravity: [0, -98, 0] } });
    const play = actor.play(await hone.loadMotion(opened), { loop: true });
    const renderer = hone.createRenderer(canvas), gpuModel = await renderer.createModel(model);
    try {
        actor.playSeek(play, 1);
        actor.update(0);
        renderer.draw({ items: [{ gpuModel, actor }] });
    } catch (error) {
        if (error instanceof HoneError && error.code === 'device')
            return [];
        throw error;
    }
    return model.bones.map((_, b) => actor.bones[12 * b + 7]!);
}
