// Compressed glTF: by meshoptimizer, which hone also writes, and by Draco.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { HoneError, bytes, createHone, hasNative, inFolder, native, npy, sample, samples, web } from './support.mjs';

const hone = await createHone();
const drawn = path.resolve(web, '../source/draco/testdata');
const far = (a, b) => a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);

async function positionsOf(file) {
    const model = await hone.loadModel(file instanceof Uint8Array ? file : bytes(file));
    const out = { positions: model.positions.slice(), indices: model.indices.slice(), bones: model.bones.length };
    model.dispose();
    return out;
}

test('what is packed is read again, and is small', async () => {
    const model = await hone.loadModel(samples(), { path: 'character.pmx' }), motion = await hone.loadMotion(bytes(sample('dance.vmd')));
    const actor = await hone.createActor(model);
    actor.play(motion);
    const options = { lastFrame: 30, tolerance: 0.01 }, plain = await actor.writeGlb(options), packed = await actor.writeGlb({ ...options, pack: true });
    assert.ok(packed.length < 0.7 * plain.length, `${packed.length} of ${plain.length}`);
    const [a, b] = [await positionsOf(plain), await positionsOf(packed)];
    assert.equal(a.indices.length, b.indices.length);
    assert.ok(far(a.positions, b.positions) < 1e-3);
    const text = new TextDecoder('latin1').decode(packed);
    assert.match(text, /"extensionsRequired":\s*\[[^\]]*"EXT_meshopt_compression"/);
    const dance = await hone.loadMotion(packed);
    assert.equal(dance.duration, 1);
    for (const each of [dance, actor, motion, model]) each.dispose();
});

test('what the command packs is loaded, with the numbers of the command', { skip: !hasNative && 'there is no command' }, () => inFolder(async (folder) => {
    const file = `${folder}/packed.glb`;
    native('convert', sample('character.pmx'), sample('dance.vmd'), '--pack', '-o', file);
    const model = await hone.loadModel(bytes(file)), motion = await hone.loadMotion(bytes(file)), actor = await hone.createActor(model);
    actor.play(motion);
    actor.updateFrame(20);
    const told = npy(native('pose', file, file, '--frame', '20', '--bones', '-', '--format', 'npy'));
    for (let bone = 0; bone < model.bones.length; bone++)
        assert.deepEqual(actor.bones.slice(bone * 12, bone * 12 + 12), told.slice(bone * 16, bone * 16 + 12), `bone ${bone}`);
    for (const each of [actor, motion, model]) each.dispose();
}));

test('damaged data is one sentence', async () => {
    const model = await hone.loadModel(samples(), { path: 'character.pmx' }), packed = await model.writeGlb({ pack: true });
    let refused = 0;
    for (let i = 0; i < 60; i++) {
        const damaged = packed.slice(), at = packed.length - 1 - Math.floor((i * packed.length) / 90);
        damaged[at] ^= 0x5a;
        await hone.loadModel(damaged).then((loaded) => loaded.dispose(), (error) => {
            assert.ok(error instanceof HoneError && !error.message.includes('\n') && !/failed inside/.test(error.message), error.message);
            refused++;
        });
    }
    assert.ok(refused > 0, `${refused} are refused`);
    model.dispose();
});

// Files of Draco's own tests, which are beside its source code.
const pairs = [['Box/glTF_Binary/Box_Draco.glb', 'Box/glTF_Binary/Box.glb']].map((names) => names.map((name) => path.join(drawn, name)));

for (const [compressed, plain] of pairs)
    test(`Draco: ${path.basename(compressed)}`, { skip: !existsSync(compressed) && "Draco's source code is not here" }, async () => {
        const [a, b] = [await positionsOf(plain), await positionsOf(compressed)];
        assert.equal(a.indices.length, b.indices.length);
        const corners = ({ positions, indices }) => [...indices].map((i) => [...positions.slice(3 * i, 3 * i + 3)].map((x) => x.toFixed(2)).join()).sort();
        assert.deepEqual(corners(a), corners(b));
        const whole = readFileSync(compressed);
        for (let at = 1200; at < whole.length; at += 7) {
            const damaged = Uint8Array.from(whole);
            damaged[at] ^= 0xff;
            await hone.loadModel(damaged).then((loaded) => loaded.dispose(), (error) =>
                assert.ok(error instanceof HoneError && !/failed inside/.test(error.message), error.message));
        }
    });
