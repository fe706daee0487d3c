// Models, motions and actors as JavaScript has them, and their memory.
import assert from 'node:assert/strict';
import test from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { HoneError, bytes, createHone, sample, samples } from './support.mjs';

const hone = await createHone();

test('a model has its lists and arrays', async () => {
    const files = await hone.openFiles(samples());
    const model = await hone.loadModel(files);
    assert.equal(model.format, 'pmx');
    assert.equal(model.space, 'mmd');
    assert.ok(model.bones.length > 10 && model.morphs.length > 0 && model.materials.length > 0);
    assert.equal(model.bones[model.findBone(model.bones[5].name)].name, model.bones[5].name);
    assert.equal(model.findBone('no such bone'), -1);
    assert.equal(model.positions.length % 3, 0);
    assert.equal(model.positions.length, model.normals.length);
    assert.equal(model.skinWeights.length, model.skinIndices.length);
    assert.ok(model.skinWeights.every((w) => w >= 0 && w <= 1.001));
    assert.ok(model.indices.every((i) => i < model.positions.length / 3));
    assert.equal(model.slotMatrices.length, model.slotBones.length * 12);
    assert.deepEqual(model.missingTextures, []);
    assert.ok(model.texture(0).length > 0);
    assert.equal(model.bones[(await model.readHumanoid()).head].name, '頭');
    files.dispose();
    assert.deepEqual(model.missingTextures, [], 'a model keeps its files');
    model.dispose();
    assert.throws(() => model.positions, { name: 'HoneError', message: 'this Model was disposed of' });
});

test('missing textures are named', async () => {
    const model = await hone.loadModel({ 'a.pmx': bytes(sample('character.pmx')), 'skin.tga': bytes(sample('skin.tga')) });
    assert.ok(model.missingTextures.length > 0);
    assert.ok(!model.missingTextures.includes('skin.tga'));
    model.dispose();
});

test('files of a Blob, of a list of files, and of several kinds', async () => {
    const model = bytes(sample('character.pmx')), dance = bytes(sample('dance.vmd'));
    const blob = await hone.loadModel(new Blob([model]));
    blob.dispose();
    const list = [new File([model], 'a.pmx'), new File([dance], 'b.vmd')];
    const files = await hone.openFiles(list);
    assert.deepEqual(files.paths, ['a.pmx', 'b.vmd']);
    assert.equal(files.format('b.vmd'), 'vmd');
    const motion = await hone.loadMotion(files);
    assert.ok(motion.duration > 0 && motion.moves);
    await assert.rejects(hone.loadModel(files, { path: 'c.pmx' }), HoneError);
    motion.dispose();
    files.dispose();
});

test('bones and morphs by hand, and plays', async () => {
    const model = await hone.loadModel(bytes(sample('character.pmx'))), motion = await hone.loadMotion(bytes(sample('dance.vmd')));
    const actor = await hone.createActor(model);
    const play = actor.play(motion, { loop: true });
    actor.updateFrame(10);
    const before = actor.bones.slice(), head = model.findBone('頭');
    actor.setBone(head, { rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2] });
    actor.setMorph(0, 0.5);
    actor.updateFrame(10);
    assert.notDeepEqual(actor.bones.slice(head * 12, head * 12 + 12), before.slice(head * 12, head * 12 + 12));
    assert.equal(actor.morphs[0], 0.5);
    actor.resetByHand();
    actor.updateFrame(10);
    assert.deepEqual(actor.bones.slice(), before);
    assert.equal(actor.playCount, 1);
    assert.equal(actor.playWeight(play), 1);
    actor.playSeek(play, 0.5);
    actor.updateFrame(10);
    assert.ok(Math.abs(actor.playSeconds(play) - 0.5) < 1e-6);
    actor.playFadeOut(play, 0);
    actor.playPause(actor.crossFade(actor.play(motion), motion, { fadeInSeconds: 1 }), true);
    assert.throws(() => actor.playStop(999), { name: 'HoneError', code: 'argument' });
    const gaze = await actor.goalAdd({ kind: 'gaze', position: [5, 15, -20] });
    actor.goalSet(gaze, { kind: 'gaze', position: [-5, 15, -20], weight: 0.5 });
    const feet = await actor.goalAdd({ kind: 'feet', ground: (x) => x * 0.1 });
    actor.updateFrame(11);
    actor.goalRemove(feet);
    actor.goalRemove(gaze);
    actor.setWorld([0, 0, 0, 1], [1, 2, 3]);
    assert.ok(actor.bounds().high[1] > actor.bounds().low[1]);
    assert.ok(hone.cameraFraming([actor], 1).distance < 0);
    for (const it of [actor, model, motion]) it.dispose();
});

test('views are right after the memory grows', async () => {
    const model = await hone.loadModel(bytes(sample('character.pmx'))), first = model.positions.slice();
    const size = hone.memory.size, more = [];
    while (hone.memory.size === size) more.push(await hone.loadModel(bytes(sample('character.pmx'))));
    assert.deepEqual(model.positions, first);
    for (const it of [model, ...more]) it.dispose();
});

test('50 loads take no memory', async () => {
    const once = async () => {
        const model = await hone.loadModel(samples(), { path: 'character.pmx' }), motion = await hone.loadMotion(bytes(sample('dance.vmd')));
        const actor = await hone.createActor(model, { physics: true });
        actor.play(motion);
        actor.updateFrame(5);
        model.skinWeights;
        model.slotBones;
        for (const it of [actor, motion, model]) it.dispose();
    };
    await once();
    const { used } = hone.memory;
    for (let i = 0; i < 50; i++) await once();
    assert.ok(hone.memory.used - used < 4096, `${hone.memory.used - used} bytes more`);
});

test('two instances share nothing', async () => {
    const other = await createHone();
    const model = await other.loadModel(bytes(sample('character.pmx')));
    assert.ok(model.bones.length);
    other.dispose();
    assert.throws(() => model.positions, HoneError);
    await assert.rejects(other.loadModel(bytes(sample('character.pmx'))), HoneError);
    assert.ok((await hone.loadModel(bytes(sample('character.pmx')))).bones.length);
});

/** A .zip of files, each compressed. */
function zip(files) {
    const parts = [], list = [];
    let at = 0;
    for (const [name, data] of files) {
        const packed = deflateRawSync(data), title = Buffer.from(name), head = Buffer.alloc(30);
        head.writeUInt32LE(0x04034b50, 0);
        head.writeUInt16LE(0x800, 6); // UTF-8
        head.writeUInt16LE(8, 8);
        head.writeUInt32LE(crc32(data), 14);
        head.writeUInt32LE(packed.length, 18);
        head.writeUInt32LE(data.length, 22);
        head.writeUInt16LE(title.length, 26);
        const entry = Buffer.alloc(46);
        entry.writeUInt32LE(0x02014b50, 0);
        head.copy(entry, 6, 4, 30);
        entry.writeUInt32LE(at, 42);
        parts.push(head, title, packed);
        list.push(Buffer.concat([entry, title]));
        at += 30 + title.length + packed.length;
    }
    const entries = Buffer.concat(list), end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(list.length, 8);
    end.writeUInt16LE(list.length, 10);
    end.writeUInt32LE(entries.length, 12);
    end.writeUInt32LE(at, 16);
    return Buffer.concat([...parts, entries, end]);
}

function crc32(data) {
    let crc = -1;
    for (const byte of data) {
        crc ^= byte;
        for (let k = 0; k < 8; k++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    }
    return ~crc >>> 0;
}

test('a .zip is a folder', async () => {
    const files = await hone.openFiles(new File([zip([...samples()].map(([name, data]) => [`人形/${name}`, data]))], '配布.zip'));
    assert.ok(files.paths.includes('配布.zip/人形/character.pmx'));
    const model = await hone.loadModel(files);
    assert.deepEqual(model.missingTextures, []);
    model.dispose();
    files.dispose();
    const damaged = zip([['a.pmx', bytes(sample('character.pmx'))]]);
    damaged.fill(0xff, 100, 2000);
    await assert.rejects(hone.openFiles(new Uint8Array(damaged)), HoneError);
});

/** The built-in character as PMX 2.1, whose last joint is of a kind. */
function withJoint(kind) {
    const plain = bytes(sample('character.pmx')), out = new Uint8Array(plain.length + 4); // and no soft bodies
    out.set(plain);
    new DataView(out.buffer).setFloat32(4, 2.1, true);
    const body = plain[16], vectors = 8 * 12;
    out[plain.length - vectors - 2 * body - 1] = kind;
    return out;
}

test('joints that only PMX 2.1 has load their part', async () => {
    for (let kind = 1; kind <= 5; kind++) {
        const own = await createHone(), model = await own.loadModel(withJoint(kind)); // nothing else was loaded
        const motion = await own.loadMotion(bytes(sample('dance.vmd'))), actor = await own.createActor(model, { physics: true });
        actor.play(motion);
        for (let frame = 0; frame < 5; frame++)
            actor.updateFrame(frame);
        assert.ok(actor.bodies.length > 0 && actor.bodies.every(Number.isFinite), `kind ${kind}`);
        own.dispose();
    }
});
