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

/** A VRM 1.0: a face of two triangles on a few bones, with hair that swings, a bone that follows another, eyes that look,
 * and expressions: "happy" moves vertex 0 and blocks "blink", which moves vertex 1. */
export function avatar() {
    const nodes = [], humanBones = {}, extension = (name, value) => ({ extensions: { [name]: value } });
    const node = (name, parent, translation, role, more = {}) => {
        const i = nodes.push({ name, translation, ...more }) - 1;
        if (parent !== null)
            (nodes[parent].children ??= []).push(i);
        if (role)
            humanBones[role] = { node: i };
        return i;
    };
    const hips = node('hips', null, [0, 0.9, 0], 'hips'), spine = node('spine', hips, [0, 0.2, 0], 'spine'), head = node('head', spine, [0, 0.4, 0], 'head', { mesh: 0 });
    const hair = [0, 1, 2].reduce((list) => [...list, node(`hair ${list.length}`, list.at(-1) ?? head, [0, list.length ? -0.1 : 0.1, -0.1])], []);
    for (const [side, x] of [['left', 1], ['right', -1]]) { // it looks along +z
        node(`${side} eye`, head, [0.03 * x, 0.06, 0.07], `${side}Eye`);
        let arm = spine, leg = hips;
        for (const part of ['UpperArm', 'LowerArm', 'Hand'])
            arm = node(`${side} ${part}`, arm, part === 'UpperArm' ? [0.2 * x, 0.3, 0] : [0.25 * x, 0, 0], side + part);
        for (const part of ['UpperLeg', 'LowerLeg', 'Foot'])
            leg = node(`${side} ${part}`, leg, part === 'UpperLeg' ? [0.1 * x, 0, 0] : [0, -0.4, 0], side + part);
    }
    node('twist', spine, [0.3, 0.3, 0], null, extension('VRMC_node_constraint', { specVersion: '1.0', constraint: { roll: { source: humanBones.leftUpperArm.node, rollAxis: 'X', weight: 0.5 } } }));
    const bind = (index) => [{ node: head, index, weight: 1 }], range = { inputMaxValue: 90, outputScale: 30 };
    const face = [-0.2, -0.2, 0, 0.2, -0.2, 0, 0.2, 0.2, 0, -0.2, -0.2, 0, 0.2, 0.2, 0, -0.2, 0.2, 0];
    const moved = (vertex) => face.map((_, i) => (i === 3 * vertex + 1 ? 0.1 : 0)), floats = Float32Array.from([...face, ...moved(0), ...moved(1)]);
    const json = {
        asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [hips] }], nodes, extensionsUsed: ['VRMC_vrm', 'VRMC_springBone', 'VRMC_node_constraint'],
        meshes: [{ primitives: [{ attributes: { POSITION: 0 }, targets: [{ POSITION: 1 }, { POSITION: 2 }] }] }],
        buffers: [{ byteLength: floats.byteLength }], bufferViews: [{ buffer: 0, byteLength: floats.byteLength }],
        accessors: [0, 1, 2].map((i) => ({ bufferView: 0, byteOffset: 72 * i, componentType: 5126, count: 6, type: 'VEC3', min: [-0.2, -0.2, 0], max: [0.2, 0.2, 0] })),
        extensions: {
            VRMC_vrm: {
                specVersion: '1.0', meta: { name: '試作', authors: ['a test'], licenseUrl: 'https://vrm.dev/licenses/1.0/' }, humanoid: { humanBones },
                expressions: { preset: { happy: { morphTargetBinds: bind(0), overrideBlink: 'block' }, blink: { morphTargetBinds: bind(1) } } },
                lookAt: { type: 'bone', offsetFromHeadBone: [0, 0.06, 0], rangeMapHorizontalInner: range, rangeMapHorizontalOuter: range, rangeMapVerticalDown: range, rangeMapVerticalUp: range },
            },
            VRMC_springBone: { specVersion: '1.0', springs: [{ name: 'hair', joints: hair.map((each) => ({ node: each, stiffness: 0.5, gravityPower: 0.5, dragForce: 0.4 })) }] },
        },
    };
    const text = utf8.encode(JSON.stringify(json)), w = new Writer(), size = Math.ceil(text.length / 4) * 4;
    w.put(utf8.encode('glTF'));
    w.ints(2, 28 + size + floats.byteLength, size, 0x4e4f534a);
    w.put(text);
    w.bytes(...Array(size - text.length).fill(32));
    w.ints(floats.byteLength, 0x004e4942);
    w.floats(...floats);
    return w.all;
}
