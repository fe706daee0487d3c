// Textures are decoded by the browser: hone.wasm has no png, jpg and webp of its own. In node only png is.
import { decodePng } from './png.mjs';

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
function readPixels(bitmap, out) {
    const { gl, texture } = readerContext();
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, bitmap);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
    gl.readPixels(0, 0, bitmap.width, bitmap.height, gl.RGBA, gl.UNSIGNED_BYTE, out);
}

const LARGEST = 8192;

async function decodeInNode(core, pictures, index, bytes) {
    const picture = await decodePng(bytes);
    if (picture && core.exports)
        core.with([picture.pixels], (at) => core.call('pictures_set', pictures, index, picture.width, picture.height, at));
}

async function decode(core, pictures, index, bytes) {
    if (typeof createImageBitmap !== 'function') return decodeInNode(core, pictures, index, bytes);
    let bitmap;
    try {
        bitmap = await createImageBitmap(new Blob([bytes]), { premultiplyAlpha: 'none', colorSpaceConversion: 'none' });
    } catch {
        return; // hone names a picture that has no pixels
    }
    try {
        const { width, height } = bitmap;
        if (!core.exports || width > LARGEST || height > LARGEST) return;
        const at = core.alloc(width * height * 4);
        readPixels(bitmap, core.bytes.subarray(at, at + width * height * 4));
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
