// Damaged files: one exception each, and the instance lives on.
import assert from 'node:assert/strict';
import test from 'node:test';
import { HoneError, bytes, createHone, sample } from './support.mjs';

const hone = await createHone();

/** Numbers that are the same in each run. */
function random(seed) {
    return () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

async function tryAll(name, least, load) {
    const good = bytes(sample(name)), next = random(1);
    let failed = 0;
    for (let i = 0; i < 120; i++) {
        const bad = i % 3 ? good.slice() : good.slice(0, Math.floor(next() * good.length));
        for (let k = 0; i % 3 && k < 8; k++) bad[Math.floor(next() * (i % 2 ? 2000 : bad.length))] = Math.floor(next() * 256);
        try {
            (await load(bad)).dispose();
        } catch (error) {
            assert.ok(error instanceof HoneError, `${error.stack}`);
            assert.ok(error.message.length > 0);
            failed++;
        }
    }
    assert.ok(failed >= least, `${failed} of 120 failed`);
    (await load(good)).dispose();
}

test('models', () => tryAll('character.pmx', 10, (b) => hone.loadModel(b)));
test('motions', () => tryAll('dance.vmd', 1, (b) => hone.loadMotion(b)));

test('what is no file of hone is refused', async () => {
    for (const bad of [new Uint8Array(0), new Uint8Array(1000), new TextEncoder().encode('Rar!\x1a\x07\x00...............')])
        await assert.rejects(hone.loadModel(bad), HoneError);
    await assert.rejects(hone.loadModel('a.pmx'), HoneError);
    await assert.rejects(hone.loadModel(null), HoneError);
});

test('the other readers', async () => {
    for (const text of ['{"asset":{"version":"2.0"},"nodes":[{"mesh":9}]}', 'xof 0302txt 0064\nMesh { 5; ', 'HIERARCHY\nROOT a\n{\nOFFSET 0 0 x', 'Kaydara FBX Binary  \0\x1a\0\xe8\x1c\0\0...'])
        await assert.rejects(hone.loadModel(new TextEncoder().encode(text)), HoneError);
});
