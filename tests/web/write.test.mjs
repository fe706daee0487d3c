// Files that the module writes, read again by the module and by the native command.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { encodePng } from '../../web/js/png.mjs';
import { HoneError, bytes, createHone, hasNative, inFolder, native, sample, samples } from './support.mjs';

const hone = await createHone();
const model = await hone.loadModel(samples(), { path: 'character.pmx' }), motion = await hone.loadMotion(bytes(sample('dance.vmd')));
const actor = await hone.createActor(model);
actor.play(motion);

/** What `hone info --json` says of bytes. */
function info(name, data) {
    return inFolder((folder) => {
        fs.writeFileSync(path.join(folder, name), data);
        return JSON.parse(native('info', '--json', path.join(folder, name)));
    });
}

test('.pmx comes back byte for byte', async () => {
    assert.deepEqual(await model.writePmx(), bytes(sample('character.pmx')));
});

test('.vmd of a motion is read again', async () => {
    const again = await hone.loadMotion(await motion.writeVmd());
    assert.equal(again.duration, motion.duration);
    again.dispose();
});

test('.glb has textures, bones and keys', async () => {
    const frames = [], notes = [], reports = [];
    const data = await actor.writeGlb({ lastFrame: 20, tolerance: 0.01, progress: (frame) => void frames.push(frame), note: (t) => notes.push(t),
        report: (measured) => reports.push(measured) });
    assert.equal(reports.length, 1);
    assert.ok(reports[0].keysAfter > 0 && reports[0].keysAfter < reports[0].keysBefore);
    assert.ok(reports[0].jointError > 0 && reports[0].jointError <= 0.01 && reports[0].vertexError <= 0.01);
    assert.ok(frames.length >= 20);
    assert.ok(notes.every((t) => typeof t === 'string' && t.length > 0));
    const again = await hone.loadModel(data), clip = await hone.loadMotion(data);
    assert.equal(again.format, 'glb');
    assert.ok(again.bones.length >= model.bones.length);
    assert.ok(again.textures.length > 0);
    assert.ok(Math.abs(clip.duration - 20 / 30) < 1e-6);
    const other = await hone.createActor(again);
    other.play(clip);
    other.updateFrame(10);
    assert.ok(other.bones.every(Number.isFinite));
    for (const it of [other, clip, again]) it.dispose();
    if (hasNative) assert.ok(await info('a.glb', data));
});

test('.vrm has a human, expressions and what others may do with it', async () => {
    const licences = await hone.licences(), notes = [];
    assert.ok(licences.includes('CC-BY-4.0') && licences.includes('vrm'));
    await assert.rejects(model.writeVrm(), (error) => error instanceof HoneError && /names its author and its licence/.test(error.message));
    await assert.rejects(model.writeVrm({ author: 'A', licence: 'mine' }), (error) => error instanceof HoneError && /no licence/.test(error.message));
    const thumbnail = await encodePng({ width: 2, height: 2, pixels: new Uint8ClampedArray(16).fill(200) });
    const data = await model.writeVrm({ author: 'A; B', licence: 'CC-BY-4.0', title: 'Doll', thumbnail, note: (t) => notes.push(t) });
    assert.ok(notes.length > 0 && notes.every((t) => / a VRM cannot contain /.test(t)));
    assert.match(await hone.translate(notes[0], 'ja'), /VRM に含められません/);
    const json = JSON.parse(new TextDecoder().decode(data.subarray(20, 20 + new DataView(data.buffer, data.byteOffset).getUint32(12, true))));
    const { meta, humanoid, expressions } = json.extensions.VRMC_vrm;
    assert.deepEqual(meta.authors, ['A', 'B']);
    assert.equal(meta.name, 'Doll');
    assert.equal(meta.otherLicenseUrl, 'https://creativecommons.org/licenses/by/4.0/');
    assert.ok(humanoid.humanBones.hips && expressions.preset.blink);
    assert.ok(json.extensions.VRMC_springBone.springs.length > 0);
    const again = await hone.loadModel(data);
    assert.ok(model.thumbnail === -1 && again.thumbnail >= 0);
    const same = await again.writeVrm(), third = await hone.loadModel(same); // an avatar has its author, licence and thumbnail
    assert.ok(third.thumbnail >= 0);
    third.dispose();
    again.dispose();
});

test('a cancelled bake is an error', async () => {
    await assert.rejects(actor.writeGlb({ lastFrame: 20, progress: () => false }), HoneError);
});

test('.vmd, .vpd and .bvh of what an actor does', async () => {
    const vmd = await hone.loadMotion(await actor.writeVmd({ lastFrame: 10 }));
    assert.ok(Math.abs(vmd.duration - 10 / 30) < 1e-6);
    vmd.dispose();
    actor.updateFrame(10);
    const vpd = await hone.loadMotion(await actor.writeVpd());
    assert.equal(vpd.format, 'vpd');
    vpd.dispose();
    const bvh = await hone.loadMotion(await actor.writeBvh({ lastFrame: 10 }));
    assert.equal(bvh.format, 'bvh');
    bvh.dispose();
});

test('a motion is retargeted to a model of another rig', async () => {
    const data = await model.writeGlb(), to = await hone.loadModel(data);
    const made = await hone.retarget(motion, to, { from: model });
    assert.equal(made.space, 'gltf');
    assert.ok(made.isFor(to));
    const plays = await hone.createActor(to);
    plays.play(made);
    plays.updateFrame(15);
    for (const it of [plays, made, to]) it.dispose();
});

test('vertices skinned on the CPU', async () => {
    actor.updateFrame(0);
    const { positions, normals } = await actor.skin();
    assert.equal(positions.length, model.positions.length);
    assert.ok(positions.every(Number.isFinite) && normals.every(Number.isFinite));
});
