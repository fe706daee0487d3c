// Files that tests of the page make: a PMX with any number of bones, and a .zip.
const utf8 = new TextEncoder();

/** Bytes that are written one after the other. */
class Writer {
    parts = [];
    size = 0;

    put(bytes) {
        this.parts.push(bytes);
        this.size += bytes.length;
    }

    numbers(method, size, ...values) {
        const view = new DataView(new ArrayBuffer(values.length * size));
        values.forEach((value, i) => view[method](i * size, value, true));
        this.put(new Uint8Array(view.buffer));
    }

    bytes(...values) {
        this.put(Uint8Array.from(values));
    }

    shorts(...values) {
        this.numbers('setInt16', 2, ...values);
    }

    ints(...values) {
        this.numbers('setInt32', 4, ...values);
    }

    floats(...values) {
        this.numbers('setFloat32', 4, ...values);
    }

    text(value) {
        const bytes = utf8.encode(value);
        this.ints(bytes.length);
        this.put(bytes);
    }

    get all() {
        const out = new Uint8Array(this.size);
        let at = 0;
        for (const part of this.parts) {
            out.set(part, at);
            at += part.length;
        }
        return out;
    }
}

/** A PMX: a ribbon with a bone for each of its steps, all in one mesh. */
export function manyBones(count, name = '五百本の骨') {
    const w = new Writer(), height = 20;
    w.put(utf8.encode('PMX '));
    w.floats(2);
    w.bytes(8, 1, 0, 2, 1, 1, 2, 1, 1); // texts in UTF-8; indices of vertices and bones have two bytes, the others one
    for (const text of [name, 'many bones', '', '']) w.text(text);
    w.ints(count * 2);
    for (let i = 0; i < count; i++)
        for (const side of [-1, 1]) {
            w.floats(side, (height * i) / count, 0, 0, 0, -1, (side + 1) / 2, i / count);
            w.bytes(0); // BDEF1
            w.shorts(i);
            w.floats(1);
        }
    w.ints((count - 1) * 6);
    for (let i = 0; i < count - 1; i++) w.shorts(2 * i, 2 * i + 2, 2 * i + 1, 2 * i + 1, 2 * i + 2, 2 * i + 3);
    w.ints(0); // textures
    w.ints(1);
    w.text('面'), w.text('face');
    w.floats(0.8, 0.4, 0.4, 1, 0, 0, 0, 5, 0.5, 0.3, 0.3);
    w.bytes(1); // both sides
    w.floats(0, 0, 0, 1, 1);
    w.bytes(255, 255, 0, 1, 0);
    w.text('');
    w.ints((count - 1) * 6);
    w.ints(count);
    for (let i = 0; i < count; i++) {
        w.text(`骨${i}`), w.text(`bone ${i}`);
        w.floats(0, (height * i) / count, 0);
        w.shorts(i - 1);
        w.ints(0);
        w.shorts(0x1e); // turns, moves, is seen and used; its end is an offset
        w.floats(0, height / count, 0);
    }
    w.ints(0, 0, 0, 0); // morphs, frames, bodies, joints
    return w.all;
}

const crcs = Uint32Array.from({ length: 256 }, (_, n) => { for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1; return n; });
const crcOf = (bytes) => ~bytes.reduce((crc, byte) => crcs[(crc ^ byte) & 255] ^ (crc >>> 8), -1);

/** A .zip without compression; files: {path: bytes}. Names are in UTF-8. */
export function zipOf(files) {
    const w = new Writer(), list = new Writer(), entries = Object.entries(files);
    for (const [path, bytes] of entries) {
        const name = utf8.encode(path), at = w.size, head = new Writer();
        head.shorts(20, 0x800, 0, 0, 0);
        head.ints(crcOf(bytes), bytes.length, bytes.length);
        head.shorts(name.length, 0);
        w.bytes(0x50, 0x4b, 3, 4);
        w.put(head.all);
        w.put(name);
        w.put(bytes);
        list.bytes(0x50, 0x4b, 1, 2, 20, 0);
        list.put(head.all);
        list.shorts(0, 0, 0);
        list.ints(0, at);
        list.put(name);
    }
    const at = w.size;
    w.put(list.all);
    w.bytes(0x50, 0x4b, 5, 6);
    w.shorts(0, 0, entries.length, entries.length);
    w.ints(list.size, at);
    w.shorts(0);
    return w.all;
}
