// Textures have the pixels of their files, however the browser gives them: by frames, or read back from a context.
// usage: node page_textures.mjs FOLDER    FOLDER: what ./dev web makes. Exit status 77: there is no chromium.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { inChromium } from './chromium.mjs';

/** In the page: how many bytes of each kind of picture differ between both ways, and which ways a browser is given. */
async function compare() {
    const { bitmapOf, framesAreExact, readFrame, readPixels } = await import('/js/pictures.mjs');
    const canvas = new OffscreenCanvas(61, 35), pen = canvas.getContext('2d'), differ = {};
    const noise = pen.createImageData(61, 35);
    noise.data.forEach((_, i) => (noise.data[i] = (i * 7919) % 251)); // of any alpha
    pen.putImageData(noise, 0, 0);
    for (const kind of ['png', 'webp', 'jpeg']) {
        const bitmap = await bitmapOf(await (await canvas.convertToBlob({ type: `image/${kind}` })).arrayBuffer());
        const back = new Uint8Array(61 * 35 * 4), framed = new Uint8Array(61 * 35 * 4);
        readPixels(bitmap, back);
        (await readFrame(bitmap))(framed);
        differ[kind] = back.filter((byte, i) => byte !== framed[i]).length;
    }
    const exact = await framesAreExact();
    const Frame = globalThis.VideoFrame;
    delete globalThis.VideoFrame;
    const without = await (await import('/js/pictures.mjs?without')).framesAreExact();
    globalThis.VideoFrame = class extends Frame { // that multiplies by alpha
        async copyTo(words, options) {
            await super.copyTo(words, options);
            words[0] = 0x02000000;
        }
    };
    const wrong = await (await import('/js/pictures.mjs?wrong')).framesAreExact();
    return { differ, exact, without, wrong };
}

await inChromium(process.argv[2], async ({ open }) => {
    const page = await open('page.css');
    assert.deepEqual(await page.evaluate(compare), { differ: { png: 0, webp: 0, jpeg: 0 }, exact: true, without: false, wrong: false });
    console.log('textures: png, webp and jpeg have the same pixels both ways');
}, { '/js/': fileURLToPath(new URL('../../web/js/', import.meta.url)) });
