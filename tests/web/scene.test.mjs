// Scenes, and the table of settings.
import assert from 'node:assert/strict';
import test from 'node:test';
import { HoneError, bytes, createHone, sample, samples } from './support.mjs';

const hone = await createHone();

test('the table of settings, in both languages', async () => {
    const english = await hone.settings(), japanese = await hone.settings('ja');
    assert.ok(english.length > 30);
    assert.equal(english.length, japanese.length);
    const shadows = english.find((s) => s.key === 'picture.shadows');
    assert.deepEqual(shadows.words, ['both', 'self', 'ground', 'off']);
    assert.equal(shadows.kind, 'choice');
    assert.equal(shadows.name, '--shadows');
    const edges = english.find((s) => s.key === 'picture.edge_scale');
    assert.deepEqual([edges.low, edges.high, edges.unset], [0.001, 1000, 1]);
    const help = japanese.find((s) => s.key === 'picture.shadows').help;
    assert.ok(/[ぁ-んァ-ヶ]/.test(help), help);
});

test('values are set, refused, taken back and written', async () => {
    const scene = await hone.createScene();
    assert.equal(scene.get('picture.shadows'), null);
    scene.set('picture.shadows', 'off');
    assert.equal(scene.get('picture.shadows'), 'off');
    scene.set('picture.background', [0, 0.5, 1]);
    scene.set('picture.edge_scale', 2);
    assert.throws(() => scene.set('picture.shadows', 'no'), HoneError);
    assert.throws(() => scene.set('picture.edge_scale', -1), HoneError);
    assert.throws(() => scene.set('no.such', 1), HoneError);
    assert.equal(scene.get('picture.shadows'), 'off');
    const written = JSON.parse(scene.write());
    assert.equal(written.picture.shadows, 'off');
    assert.equal(written.picture.edge_scale, 2);
    scene.set('picture.shadows', null);
    assert.equal(scene.get('picture.shadows'), null);
    scene.dispose();
});

test('a scene file has its models, motions and places', async () => {
    const files = samples();
    files.set('scene.json', new TextEncoder().encode(JSON.stringify({
        hone: 1,
        models: [{ file: 'character.pmx', at: [3, 0, 0] }, { file: 'character.pmx', at: [-3, 0, 0] }],
        motions: [{ file: 'dance.vmd' }],
        picture: { shadows: 'self' },
    })));
    const set = await hone.openFiles(files);
    assert.equal(set.format('scene.json'), 'scene');
    const scene = await hone.loadScene(set);
    assert.equal(scene.items.length, 2);
    assert.ok(scene.lastFrame > 0);
    assert.equal(scene.get('picture.shadows'), 'self');
    scene.updateFrame(10);
    assert.ok(scene.items[0].actor.bones.every(Number.isFinite));
    assert.equal(scene.items[0].path, 'character.pmx');
    scene.dispose();
    set.dispose();
});

test('a scene that names no file, or is damaged, is an error', async () => {
    for (const text of ['{"hone": 1, "models": [{"file": "none.pmx"}]}', '{"hone": 1, "models": 5}']) {
        const set = await hone.openFiles({ 'a.json': new TextEncoder().encode(text) });
        await assert.rejects(hone.loadScene(set), (error) => error instanceof HoneError && error.message.length > 3);
        set.dispose();
    }
});
