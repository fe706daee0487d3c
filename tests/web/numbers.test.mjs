// The module computes the same bits as the native command.
import assert from 'node:assert/strict';
import test from 'node:test';
import { bytes, createHone, hasNative, isPortable, native, npy, sample } from './support.mjs';

const FRAMES = 60;

/** [frames][bones][3][4] of what the command writes as [frames][bones][4][4]. */
function rows(numbers) {
    return numbers.filter((_, i) => i % 16 < 12);
}

async function play(physics) {
    const hone = await createHone();
    const model = await hone.loadModel(bytes(sample('character.pmx'))), motion = await hone.loadMotion(bytes(sample('dance.vmd')));
    const actor = await hone.createActor(model, { physics: physics && { exact: true } });
    actor.play(motion);
    const out = [];
    for (let frame = 0; frame < FRAMES; frame++) {
        actor.updateFrame(frame);
        out.push(...actor.bones);
    }
    hone.dispose();
    return Float32Array.from(out);
}

function command(physics) {
    return rows(npy(native('pose', sample('character.pmx'), sample('dance.vmd'), '--frame', `0:${FRAMES - 1}`, '--bones', '-',
        '--physics', physics ? 'on' : 'off', '--format', 'npy')));
}

const same = (a, b) => Buffer.compare(Buffer.from(a.buffer), Buffer.from(b.buffer)) === 0;

test('motions, IK and morphs give the bits of the command', { skip: !hasNative }, async () => {
    assert.ok(same(await play(false), command(false)));
});

test('physics gives the bits of a command with the same Bullet', { skip: !isPortable }, async () => {
    assert.ok(same(await play(true), command(true)));
});

test('physics moves bodies, and gives the same bits again', async () => {
    const first = await play(true);
    assert.ok(same(first, await play(true)));
    assert.ok(!same(first, await play(false)));
});
