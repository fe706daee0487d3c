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

test('actors of a scene are changed by hand, as its file would say', async () => {
    const turn = [0, 0, 0.6, 0.8], corrected = [{ name: '頭', rotation: [0.6, 0, 0, 0.8] }];
    const load = async (bones, morphs) => {
        const files = samples();
        files.set('scene.json', new TextEncoder().encode(JSON.stringify({
            hone: 1, models: [{ file: 'character.pmx', bones, morphs }], motions: [{ file: 'dance.vmd' }] })));
        return hone.loadScene(await hone.openFiles(files), { path: 'scene.json' });
    };
    const told = await load([...corrected, { name: '頭', rotation: turn, translation: [0, 1, 0] }, { name: '左腕', rotation: turn }], [{ name: 'まばたき', weight: 0.25 }]);
    const scene = await load(corrected, []), { model } = scene.items[0], head = model.findBone('頭');
    const same = () => {
        const [a, b] = [scene, told].map(({ items }) => items[0].actor);
        assert.deepEqual([a.bones.slice(), a.morphs.slice(), a.bodies.slice()], [b.bones.slice(), b.morphs.slice(), b.bodies.slice()]);
    };
    const change = ({ actor }) => {
        actor.setBone(head, { rotation: turn, translation: [0, 1, 0] });
        actor.setBone(model.findBone('左腕'), { rotation: turn });
        actor.setMorph(model.findMorph('まばたき'), 0.25);
    };
    for (let frame = 0; frame <= 20; frame++) scene.updateFrame(frame); // with bodies that have not seen the change
    change(scene.items[0]);
    assert.equal(scene.items[0].actor.morphByHand(model.findMorph('まばたき')), 0.25);
    for (const frame of [0, 20, 5]) {
        [scene, told].forEach((each) => each.updateFrame(frame));
        same();
    }
    await scene.remake();
    change(scene.items[0]);
    [scene, told].forEach((each) => each.updateFrame(20));
    same();
    const { actor } = scene.items[0], now = actor.readBone(head);
    actor.poseBone(head, { degrees: [10, -20, 30], offset: [0, 0.25, 0] });
    scene.updateFrame(20);
    assert.ok(actor.readBone(head).degrees.every((x, i) => Math.abs(x - [10, -20, 30][i]) < 1e-3), JSON.stringify([now, actor.readBone(head)]));
    actor.resetByHand();
    const plain = await load(corrected, []);
    [scene, plain].forEach((each) => { each.updateFrame(0), each.updateFrame(20); });
    assert.deepEqual(actor.bones.slice(), plain.items[0].actor.bones.slice());
    for (const each of [scene, told, plain]) each.dispose();
});

test('a scene that names no file, or is damaged, is an error', async () => {
    for (const text of ['{"hone": 1, "models": [{"file": "none.pmx"}]}', '{"hone": 1, "models": 5}']) {
        const set = await hone.openFiles({ 'a.json': new TextEncoder().encode(text) });
        await assert.rejects(hone.loadScene(set), (error) => error instanceof HoneError && error.message.length > 3);
        set.dispose();
    }
});

test('actors and motions follow the settings of a scene', async () => {
    const rows = await hone.settings(), controls = rows.filter(({ isControl }) => isControl);
    assert.ok(controls.length > 20 && controls.every(({ label, kind }) => label && kind !== 'path' && kind !== 'object'));
    assert.ok(!controls.some(({ key }) => /^(fps|frames|sound|view|picture\.(size|backdrop))/.test(key)), 'what needs files, or is about output');
    assert.deepEqual(controls.find(({ key }) => key === 'playback.gravity').unset, [0, -98, 0]);
    const scene = await hone.createScene(), set = await hone.openFiles(samples());
    const model = await hone.loadModel(set, { path: 'character.pmx' }), motion = await hone.loadMotion(set, { path: 'dance.vmd' });
    const fitted = scene.fitMotion(motion, model);
    assert.equal(fitted.duration, motion.duration);
    const bones = async (settings) => {
        for (const [key, value] of Object.entries(settings)) scene.set(key, value);
        const actor = await hone.createActor(model, { scene });
        actor.play(fitted);
        for (let frame = 0; frame <= 20; frame++) actor.updateFrame(frame); // live physics begins again after a jump
        const out = { bones: actor.bones.slice(), bodies: actor.bodies.length };
        actor.dispose();
        return out;
    };
    const usual = await bones({}), rising = await bones({ 'playback.gravity': [0, 98, 0] }), still = await bones({ 'playback.physics': 'off' });
    assert.ok(usual.bodies > 0);
    assert.equal(still.bodies, 0);
    assert.ok(rising.bones.some((value, i) => Math.abs(value - usual.bones[i]) > 0.1), 'hair rises where gravity goes up');
    for (const each of [fitted, motion, model, scene, set]) each.dispose();
});

test('cameras of presets, and those of a scene', async () => {
    const files = samples();
    files.set('scene.json', new TextEncoder().encode(JSON.stringify({
        hone: 1, models: [{ file: 'character.pmx' }], motions: [{ file: 'dance.vmd' }], camera: { fixed: { target: [0, 9, 0], distance: -30 } } })));
    const set = await hone.openFiles(files), scene = await hone.loadScene(set);
    assert.deepEqual([scene.camera(0).target, scene.camera(0).distance], [[0, 9, 0], -30]);
    scene.updateFrame(0);
    const [{ actor }] = scene.items, face = await hone.cameraShot('face', [actor], 1.5), full = await hone.cameraShot('full', [actor], 1.5);
    assert.ok(-face.distance < -full.distance / 3 && face.target[1] > full.target[1], `${face.distance} ${full.distance}`);
    await assert.rejects(hone.cameraShot('nowhere', [actor], 1), HoneError);
    await scene.remake();
    scene.updateFrame(5);
    assert.notEqual(scene.items[0].actor, actor);
    assert.ok(scene.items[0].actor.bones.every(Number.isFinite));
    scene.dispose();
    set.dispose();
});
