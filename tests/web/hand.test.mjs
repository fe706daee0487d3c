// Poses by hand, names to find bones by, what doctor finds, and its words in Japanese.
import assert from 'node:assert/strict';
import { copyFileSync, writeFileSync } from 'node:fs';
import test from 'node:test';
import { bytes, createHone, hasNative, inFolder, native, npy, sample, samples } from './support.mjs';

const hone = await createHone();
await hone.load('more');
const character = () => hone.loadModel(samples(), { path: 'character.pmx' });
const near = (a, b, by) => a.every((x, i) => Math.abs(x - b[i]) < by);

test('a bone is posed by numbers, as the command poses it', async () => {
    const model = await character(), motion = await hone.loadMotion(bytes(sample('dance.vmd')));
    const actor = await hone.createActor(model), head = model.findBone('頭');
    actor.play(motion);
    actor.updateFrame(20);
    const before = actor.readBone(head);
    assert.equal(actor.boneByHand(head), null);
    actor.poseBone(head, { degrees: [10, -20, 30], offset: [0, 0.25, 0] });
    actor.updateFrame(20);
    const now = actor.readBone(head);
    assert.ok(near(now.degrees, [10, -20, 30], 1e-3) && near(now.offset, [0, 0.25, 0], 1e-5), JSON.stringify(now));
    assert.ok(!near(now.degrees, before.degrees, 0.1));
    const { rotation, translation } = actor.boneByHand(head);
    actor.setBone(head, null);
    actor.updateFrame(20);
    assert.deepEqual(actor.readBone(head), before);
    actor.setBone(head, { rotation, translation });
    actor.updateFrame(20);
    assert.ok(near(actor.readBone(head).degrees, [10, -20, 30], 1e-3));
    if (hasNative) // from the pose as a file the command makes the same head
        await inFolder((folder) => {
            actor.updateFrame(20);
            return actor.writeVpd().then((pose) => {
                writeFileSync(`${folder}/pose.vpd`, pose);
                const told = npy(native('pose', sample('character.pmx'), `${folder}/pose.vpd`, '--physics', 'off', '--bones', '-', '--format', 'npy'));
                assert.ok(near(actor.bones.slice(head * 12, head * 12 + 12), told.subarray(head * 16), 1e-4));
            });
        });
    assert.throws(() => actor.poseBone(9999, { degrees: [0, 0, 0], offset: [0, 0, 0] }), { name: 'HoneError', code: 'argument' });
    for (const it of [actor, motion, model]) it.dispose();
});

test('a bone that IK moves names its goal', async () => {
    const model = await character(), actor = await hone.createActor(model);
    actor.updateFrame(0);
    const link = model.findBone('左ひざ'), read = actor.readBone(link);
    assert.equal(read.movedBy, 'ik');
    assert.equal(model.bones[read.goal].ik, true);
    assert.equal(actor.readBone(model.findBone('頭')).movedBy, null);
    for (const it of [actor, model]) it.dispose();
});

test('a morph by hand is told', async () => {
    const model = await character(), actor = await hone.createActor(model);
    assert.equal(actor.morphByHand(0), null);
    actor.setMorph(0, 0.25);
    assert.equal(actor.morphByHand(0), 0.25);
    actor.setMorph(0, null);
    assert.equal(actor.morphByHand(0), null);
    for (const it of [actor, model]) it.dispose();
});

test('names of bones and morphs', async () => {
    const model = await character(), names = await model.readNames();
    assert.equal(names.bones.length, model.bones.length);
    assert.equal(names.bones[model.findBone('頭')].role, 'head');
    assert.equal(names.bones[model.findBone('左腕')].mirror, '右腕');
    assert.equal(names.bones[model.findBone('左腕')].standard, 'arm_L');
    assert.match(names.morphs[model.findMorph('まばたき')].synonyms, /\|blink\|/);
    model.dispose();
});

test('doctor finds what the command finds', async () => {
    const model = await hone.loadModel({ 'a.pmx': bytes(sample('character.pmx')), 'skin.tga': bytes(sample('skin.tga')) });
    const found = await model.doctor();
    assert.ok(found.findings.some(({ check }) => check === 'missing-texture'));
    const japanese = await model.doctor({ language: 'ja', physics: false });
    assert.match(japanese.findings.find(({ check }) => check === 'missing-texture').text, /テクスチャ/);
    assert.equal(await hone.translate('there is no bone 7', 'en'), 'there is no bone 7');
    if (hasNative)
        await inFolder(async (folder) => {
            for (const name of ['character.pmx', 'skin.tga']) copyFileSync(sample(name), `${folder}/${name}`);
            const [{ path, format, name, comment, ...told }] = JSON.parse(native('doctor', '--json', `${folder}/character.pmx`));
            assert.deepEqual(found, told);
            const target = await model.doctor({ target: 'vrm', physics: false });
            assert.ok(target.findings.length >= told.findings.length - 1);
        });
    await assert.rejects(model.doctor({ target: 'moon' }), { name: 'HoneError' });
    model.dispose();
});

test('doctor looks at motions, too', async () => {
    const model = await character(), motion = await hone.loadMotion(bytes(sample('dance.vmd')));
    const found = await model.doctor({ motions: [motion] });
    if (hasNative) {
        const [{ path, format, name, comment, ...told }] = JSON.parse(native('doctor', '--json', sample('character.pmx'), sample('dance.vmd')));
        assert.deepEqual(found, told);
    }
    for (const it of [motion, model]) it.dispose();
});

test('what can be shown has names in two languages', async () => {
    const english = await hone.choices(), japanese = await hone.choices('ja');
    assert.ok(english.show.some(({ word, label }) => word === 'bodies' && label === 'Rigid bodies'));
    assert.ok(english.compare.some(({ word }) => word === 'dual-quaternion'));
    assert.deepEqual(japanese.show.map(({ word }) => word), english.show.map(({ word }) => word));
    assert.notEqual(japanese.show[0].label, english.show[0].label);
});
