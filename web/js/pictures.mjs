// Textures are decoded by the browser: hone.wasm has no png, jpg and webp of its own. In node only png is.
import { decodePng } from './png.mjs';

const LARGEST = 8192;

export const bitmapOf = (bytes) => createImageBitmap(new Blob([bytes]), { premultiplyAlpha: 'none', colorSpaceConversion: 'none' });

// ---- pixels by a frame of WebCodecs, which are in memory already --------------------------------------------------------

/** Returns a function that writes the pixels, the top row first; null: the browser has them in another form. */
export async function readFrame(bitmap) {
    const frame = new VideoFrame(bitmap, { timestamp: 0 }), { width, height } = bitmap;
    try {
        const [, order, last] = /^(RGB|BGR)([AX])$/.exec(frame.format) ?? [];
        if (!order || frame.visibleRect.width !== width || frame.visibleRect.height !== height) return null;
        const words = new Uint32Array(width * height), alpha = last === 'X' ? 0xff000000 : 0;
        await frame.copyTo(words, { layout: [{ offset: 0, stride: width * 4 }] });
        return (out) => {
            const to = new Uint32Array(out.buffer, out.byteOffset, words.length);
            for (let i = 0; i < words.length; i++) {
                const word = words[i] | alpha;
                to[i] = order === 'RGB' ? word : (word & 0xff00ff00) | ((word >> 16) & 255) | ((word & 255) << 16);
            }
        };
    } finally {
        frame.close();
    }
}

/** A png of one pixel of little alpha, with a profile (gAMA): who multiplies or converts changes it. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAABGdBTUEAAYagMeiWXwAAAA1JREFUeNpjOJFixAQABLcBYSanGRMAAAAASUVORK5CYII=';
let exact = null; // a promise

async function test() {
    const bitmap = await bitmapOf(Uint8Array.from(atob(PIXEL), (c) => c.charCodeAt(0))), pixel = new Uint8Array(4);
    (await readFrame(bitmap))?.(pixel);
    return String(pixel) === '200,100,50,2';
}

/** Whether the browser has such frames, and they have the pixels of the file. */
export const framesAreExact = () => (exact ??= typeof VideoFrame === 'function' ? test().catch(() => false) : Promise.resolve(false));

// ---- pixels by a context, which reads them back -----------------------------------------------------------------------

let reader = null; // a context that gives the pixels of a picture as they are in the file, not multiplied by alpha

function readerContext() {
    if (!reader || reader.gl.isContextLost()) {
        const canvas = typeof OffscreenCanvas === 'function' ? new OffscreenCanvas(1, 1) : document.createElement('canvas');
        const gl = canvas.getContext('webgl2', { antialias: false, depth: false, stencil: false });
        reader = { gl, texture: gl.createTexture(), framebuffer: gl.createFramebuffer() };
        gl.bindTexture(gl.TEXTURE_2D, reader.texture);
        gl.bindFramebuffer(gl.FRAMEBUFFER, reader.framebuffer);
        gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, gl.NONE);
    }
    return reader;
}

/** Writes the pixels of a picture, the top row first. */
export function readPixels(bitmap, out) {
    const { gl, texture } = readerContext();
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, bitmap);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
    gl.readPixels(0, 0, bitmap.width, bitmap.height, gl.RGBA, gl.UNSIGNED_BYTE, out);
}

// ---- pictures of a model ----------------------------------------------------------------------------------------------

async function decodeInNode(core, pictures, index, bytes) {
    const picture = await decodePng(bytes);
    if (picture && core.exports)
        core.with([picture.pixels], (at) => core.call('pictures_set', pictures, index, picture.width, picture.height, at));
}

async function decode(core, pictures, index, bytes) {
    if (typeof createImageBitmap !== 'function') return decodeInNode(core, pictures, index, bytes);
    let bitmap;
    try {
        bitmap = await bitmapOf(bytes);
    } catch {
        return; // hone names a picture that has no pixels
    }
    try {
        const { width, height } = bitmap;
        if (width > LARGEST || height > LARGEST) return;
        const write = ((await framesAreExact()) && (await readFrame(bitmap).catch(() => null))) || ((out) => readPixels(bitmap, out));
        if (!core.exports) return;
        const at = core.alloc(width * height * 4);
        write(core.bytes.subarray(at, at + width * height * 4));
        core.call('pictures_set', pictures, index, width, height, at);
        core.call('free', at);
    } finally {
        bitmap.close();
    }
}

/** Gives the pixels of the pictures of a model that hone.wasm does not decode. which: of all that are wanted. */
export async function decodePictures(core, pictures, which = () => true) {
    const work = [];
    for (let i = 0, count = core.call('pictures_count', pictures); i < count; i++) {
        const at = core.call('pictures_wanted', pictures, i), bytes = at && core.bytes.slice(at, at + core.numbers[0]);
        if (bytes && which(bytes)) work.push(decode(core, pictures, i, bytes));
    }
    await Promise.all(work);
}
