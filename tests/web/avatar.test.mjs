// Avatars (VRM) in the module: what they look at, expressions that override others, hair that swings, bones that follow others.
import assert from 'node:assert/strict';
import test from 'node:test';
import { writeFileSync } from 'node:fs';
import { avatar } from './made_files.mjs';
import { bytes, createHone, hasNative, inFolder, native, npy, sample } from './support.mjs';

const hone = await createHone();
const rows = (numbers) => numbers.filter((_, i) => i % 16 < 12);
const bone = (actor, name) => { const at = 12 * actor.model.findBone(name); return actor.bones.slice(at, at + 12); };

test('eyes look where those of the command look', { skip: !hasNative }, () => inFolder(async (folder) => {
    const point = [3, 15, -20], file = `${folder}/avatar.vrm`;
    writeFileSync(file, avatar());
    for (const [path, motion] of [[file], [sample('character.pmx'), sample('dance.vmd')]]) {
        const model = await hone.loadModel(bytes(path)), actor = await hone.createActor(model), before = () => { actor.updateFrame(20); return actor.bones.slice(); };
        if (motion)
            actor.play(await hone.loadMotion(bytes(motion)));
        const still = before();
        await hone.load('more');
        actor.lookAt(point);
        actor.updateFrame(20);
        const told = rows(npy(native('pose', path, ...(motion ? [motion] : []), '--gaze', point.join(), '--frame', '20', '--bones', '-', '--physics', 'off', '--format', 'npy')));
        assert.deepEqual(actor.bones.slice(), told, path);
        assert.notDeepEqual(told, still);
        actor.lookAt(null);
        assert.deepEqual(before(), still);
        actor.dispose();
    }
}));

test('an actor that is placed looks at the same point', async () => {
    const model = await hone.loadModel(avatar()), actor = await hone.createActor(model), half = Math.SQRT1_2, turned = [0, half, 0, half];
    await hone.load('more');
    const look = (...how) => { actor.lookAt(...how); actor.updateFrame(1); return bone(actor, 'left eye').slice(0, 3); };
    const ahead = look([0, 17, -1000]), aside = look([-1000, 17, 0]);
    assert.notDeepEqual(ahead, aside);
    actor.setWorld(turned, [0, 0, 0]);
    const after = look([1000, 17, 0]), by = [0, 1, 2].map((i) => Math.abs(after[i] - ahead[i]));
    assert.ok(Math.max(...by) < 0.02, `${ahead}, then ${after}`);
    for (const each of [actor, model]) each.dispose();
});

test('an expression takes from those that it overrides', async () => {
    const model = await hone.loadModel(avatar()), actor = await hone.createActor(model);
    const heights = async (weights) => {
        for (const [name, weight] of Object.entries(weights)) actor.setMorph(model.findMorph(name), weight);
        actor.updateFrame(0);
        const { positions } = await actor.skin();
        return [positions[1], positions[4]];
    };
    const still = await heights({}), blink = await heights({ blink: 1 }), both = await heights({ happy: 1 });
    assert.ok(blink[0] === still[0] && Math.abs(blink[1] - still[1] - 0.1) < 1e-6, `${blink}`);
    assert.ok(Math.abs(both[0] - still[0] - 0.1) < 1e-6 && both[1] === still[1], `${both}`);
    for (const each of [actor, model]) each.dispose();
});

test('hair swings, and a bone follows another', async () => {
    const model = await hone.loadModel(avatar()), actor = await hone.createActor(model, { physics: true }), plain = await hone.createActor(model);
    const half = Math.SQRT1_2, hair = model.findBone('hair 0'), arm = model.findBone('left UpperArm');
    plain.updateFrame(0);
    const still = bone(plain, 'twist');
    for (const each of [actor, plain]) each.setBone(arm, { rotation: [half, 0, 0, half] });
    for (let frame = 0; frame < 30; frame++) for (const each of [actor, plain]) each.updateFrame(frame);
    assert.notDeepEqual(bone(plain, 'twist'), still);
    assert.notDeepEqual(actor.bones.slice(12 * hair, 12 * hair + 12), plain.bones.slice(12 * hair, 12 * hair + 12));
    for (const each of [actor, plain, model]) each.dispose();
});
