// Pixels as the bytes of a png, and back for node, which decodes no pictures: hone.wasm has neither, and the compressor is
// the browser's or node's.

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
export async function encodePng({ width, height, pixels }) {
    const rows = new Uint8Array(height * (width * 4 + 1)), head = new Uint8Array(13), view = new DataView(head.buffer);
    for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * width * 4, (y + 1) * width * 4), y * (width * 4 + 1) + 1);
    view.setUint32(0, width);
    view.setUint32(4, height);
    head.set([8, 6], 8);
    const packed = await new Response(new Blob([rows]).stream().pipeThrough(new CompressionStream('deflate'))).arrayBuffer();
    const parts = [[0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10], chunk('IHDR', head), chunk('IDAT', new Uint8Array(packed)), chunk('IEND', new Uint8Array(0))];
    return new Uint8Array(await new Blob(parts.map((p) => new Uint8Array(p))).arrayBuffer());
}

// ---- decoding -------------------------------------------------------------------------------------------------------

const CHANNELS = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }; // by colour type: grey, RGB, palette, grey and alpha, RGBA
const LARGEST = 8192;

/** The parts of a png by their names; those of the pixels joined. */
function chunksOf(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length), data = [], found = {};
    for (let at = 8; at + 12 <= bytes.length; at += view.getUint32(at) + 12) {
        const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
        const body = bytes.subarray(at + 8, at + 8 + view.getUint32(at));
        if (name === 'IDAT') data.push(body);
        else found[name] ??= body;
    }
    return { ...found, IDAT: new Blob(data) };
}

/** Of what is at the left, above, and above at the left, that which is nearest to their sum (Paeth). */
function nearest(a, b, c) {
    const pa = Math.abs(b - c), pb = Math.abs(a - c), pc = Math.abs(a + b - 2 * c);
    return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

/** Adds to each byte what the filter of its row foretells. */
function unfilter(data, stride, height, step) {
    for (let y = 0; y < height; y++) {
        const row = y * (stride + 1) + 1, filter = data[row - 1], above = row - stride - 1;
        for (let i = 0; filter && i < stride; i++) {
            const a = i < step ? 0 : data[row + i - step], b = y ? data[above + i] : 0;
            if (filter === 4) data[row + i] += nearest(a, b, i < step || !y ? 0 : data[above + i - step]);
            else data[row + i] += filter === 1 ? a : filter === 2 ? b : (a + b) >> 1;
        }
    }
}

/** Gives the numbers of a pixel, of `depth` bits each. */
function sampler(data, stride, channels, depth) {
    return (x, y, c) => {
        const bit = (x * channels + c) * depth, at = y * (stride + 1) + 1 + (bit >> 3);
        if (depth === 16) return (data[at] << 8) | data[at + 1];
        return (data[at] >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
    };
}

/** Writes the pixels of a row as red, green, blue, alpha of 8 bits. */
function expandRow(out, y, width, type, depth, sample, palette, clear) {
    const full = (1 << depth) - 1, byte = (v) => (depth === 16 ? v >> 8 : Math.round((v * 255) / full));
    const key = clear && type !== 3 ? Array.from({ length: clear.length / 2 }, (_, i) => (clear[2 * i] << 8) | clear[2 * i + 1]) : null;
    for (let x = 0, at = 4 * y * width; x < width; x++, at += 4) {
        const v = Array.from({ length: CHANNELS[type] }, (_, c) => sample(x, y, c));
        if (type === 3) {
            out.set(palette.subarray(3 * v[0], 3 * v[0] + 3), at);
            out[at + 3] = clear?.[v[0]] ?? 255;
            continue;
        }
        const grey = type === 0 || type === 4;
        for (let c = 0; c < 3; c++) out[at + c] = byte(v[grey ? 0 : c]);
        out[at + 3] = type & 4 ? byte(v[v.length - 1]) : key && key.every((k, c) => k === v[c]) ? 0 : 255;
    }
}

/** A png as {width, height, pixels}; null: it is damaged, too large or interlaced. */
export async function decodePng(bytes) {
    try {
        const { IHDR, PLTE, tRNS, IDAT } = chunksOf(bytes), head = new DataView(IHDR.buffer, IHDR.byteOffset, 13);
        const width = head.getUint32(0), height = head.getUint32(4), [depth, type, , , interlaced] = IHDR.subarray(8);
        const channels = CHANNELS[type], stride = Math.ceil((width * channels * depth) / 8);
        if (!(width && height && width <= LARGEST && height <= LARGEST && channels && depth) || interlaced) return null;
        const data = new Uint8Array(await new Response(IDAT.stream().pipeThrough(new DecompressionStream('deflate'))).arrayBuffer());
        if (data.length < height * (stride + 1)) return null;
        unfilter(data, stride, height, Math.max(1, (channels * depth) >> 3));
        const pixels = new Uint8Array(4 * width * height), sample = sampler(data, stride, channels, depth);
        for (let y = 0; y < height; y++)
            if (type === 6 && depth === 8) pixels.set(data.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1)), y * stride);
            else expandRow(pixels, y, width, type, depth, sample, PLTE, tRNS);
        return { width, height, pixels };
    } catch {
        return null;
    }
}
