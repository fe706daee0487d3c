// Pixels as the bytes of a png: hone.wasm has no encoder, and the compressor is the browser's.

const table = new Int32Array(256).map((_, n) => {
    for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
    return n;
});

function chunk(name, data) {
    const out = new Uint8Array(data.length + 12), view = new DataView(out.buffer);
    view.setUint32(0, data.length);
    out.set(new TextEncoder().encode(name), 4);
    out.set(data, 8);
    let crc = -1;
    for (let i = 4; i < data.length + 8; i++) crc = table[(crc ^ out[i]) & 255] ^ (crc >>> 8);
    view.setInt32(data.length + 8, ~crc);
    return out;
}

/** pixels: red, green, blue, alpha; the top row first. */
export async function encodePng(width, height, pixels) {
    const rows = new Uint8Array(height * (width * 4 + 1)), head = new Uint8Array(13), view = new DataView(head.buffer);
    for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * width * 4, (y + 1) * width * 4), y * (width * 4 + 1) + 1);
    view.setUint32(0, width);
    view.setUint32(4, height);
    head.set([8, 6], 8);
    const packed = await new Response(new Blob([rows]).stream().pipeThrough(new CompressionStream('deflate'))).arrayBuffer();
    const parts = [[0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10], chunk('IHDR', head), chunk('IDAT', new Uint8Array(packed)), chunk('IEND', new Uint8Array(0))];
    return new Uint8Array(await new Blob(parts.map((p) => new Uint8Array(p))).arrayBuffer());
}
