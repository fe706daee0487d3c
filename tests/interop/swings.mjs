// Avatars as three-vrm moves them beside hone: springs, constraints, look-at and expressions over 600 steps of 1/60 s.
// usage: node swings.mjs HONE FOLDER
// All bones of 19 of 20 avatars must be within 1e-5 m and 1e-4 rad, all weights of morphs within 1e-5. three-vrm takes
// a joint's length from where its tail was before its parent moved. Here it takes the length at rest, times the scale
// of the joint: docs/avatars.md.
globalThis.self = globalThis;
globalThis.ProgressEvent ??= class extends Event {};
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import * as THREE from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { VRMLoaderPlugin } from '@pixiv/three-vrm';
import { readArray } from './arrays.mjs';

const [hone, folder] = process.argv.slice(2);
const STEPS = 600, SETTLE = 60 /* hone's springs settle for a second first */, GAZE = [0.5, 1.6, 2];
// The world of the command is MMD's: a unit is 8 cm, and -z is in front.
const WORLD_GAZE = GAZE.map((x, i) => x / (i < 2 ? 0.08 : -0.08));
console.warn = () => {}; // it warns of updates that it does itself

async function load(path) {
    const bytes = readFileSync(path);
    const loader = new GLTFLoader();
    loader.register((parser) => new VRMLoaderPlugin(parser, { autoUpdateHumanBones: false }));
    const gltf = await loader.parseAsync(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), '');
    if (!gltf.userData.vrm) throw new Error(`${path}: no avatar`);
    return gltf;
}

function pose(path, more) {
    execFileSync(hone, ['pose', '-q', path, ...more, '--physics', 'on', '--frame', `0:${STEPS / 2}:0.5`]);
}

// Rotations of single precision are not quite of length 1. three.js then takes unequal ones for equal where it slerps.
function normalise_rotations(vrm) {
    vrm.scene.traverse((node) => node.quaternion.normalize());
    for (const constraint of vrm.nodeConstraintManager.constraints) constraint.setInitState();
}

function keep_lengths(vrm) {
    const scale = new THREE.Vector3();
    for (const joint of vrm.springBoneManager.joints)
        joint._calcWorldSpaceBoneLength = () => {
            scale.setFromMatrixScale(joint.bone.matrixWorld);
            joint._worldSpaceBoneLength = joint._initialLocalChildPosition.clone().multiply(scale).length();
        };
}

const set_keys = (tracks, k) => {
    for (const { node, path, values, width } of tracks) {
        node[path].fromArray(values, k * width);
        node.quaternion.normalize();
    }
};

// The largest differences over the clip: metres, radians, weight.
async function compare_clip(path) {
    pose(path, ['--clip', '0', '--gaze', WORLD_GAZE.join(), '--bones', `${folder}/bones.npy`, '--morphs',
        `${folder}/morphs.npy`]);
    const bones = readArray(`${folder}/bones.npy`), morphs = readArray(`${folder}/morphs.npy`);
    const gltf = await load(path), vrm = gltf.userData.vrm, nodes = [];
    const count = bones.shape[1], most = { metres: 0, radians: 0, weight: 0 };
    let mesh;
    vrm.scene.traverse((node) => {
        if (node.isMesh) mesh = node;
        const index = /^bone[_ ](\d+)$/.exec(node.name)?.[1];
        if (index !== undefined) nodes[index] = node;
    });
    const tracks = gltf.animations[0].tracks.map((track) => {
        const [name, path] = track.name.split('.');
        return { node: vrm.scene.getObjectByName(name), path, values: track.values, width: track.getValueSize() };
    });
    const target = new THREE.Object3D();
    target.position.fromArray(GAZE);
    target.updateMatrixWorld(true);
    vrm.lookAt.target = target;
    normalise_rotations(vrm);
    keep_lengths(vrm);
    const place = new THREE.Vector3(), turn = new THREE.Quaternion(), scale = new THREE.Vector3();
    const theirs = [new THREE.Vector3(), new THREE.Quaternion(), new THREE.Vector3()], matrix = new THREE.Matrix4();
    for (let k = 0; k <= STEPS; k++) {
        set_keys(tracks, k);
        vrm.scene.updateMatrixWorld(true);
        if (k === 0) vrm.springBoneManager.reset();
        for (let step = k ? SETTLE : 1; step <= SETTLE; step++) vrm.update(1 / 60);
        vrm.scene.updateMatrixWorld(true);
        for (let b = 0; b < count; b++) {
            matrix.fromArray(bones.data, (k * count + b) * 16).transpose().decompose(place, turn, scale);
            nodes[b].matrixWorld.decompose(...theirs);
            most.metres = Math.max(most.metres, place.distanceTo(theirs[0]));
            const sign = Math.sign(turn.dot(theirs[1])), half = Math.hypot(
                ...['x', 'y', 'z', 'w'].map((c) => turn[c] - sign * theirs[1][c]));
            most.radians = Math.max(most.radians, 2 * half);
        }
        for (let m = 0; m < mesh.morphTargetInfluences.length; m++)
            most.weight = Math.max(most.weight,
                Math.abs(mesh.morphTargetInfluences[m] - morphs.data[k * morphs.shape[1] + m]));
    }
    return most;
}

// The largest difference of a morph's weight while a VRM animation moves the expressions.
async function compare_face(path, face) {
    pose(path, [`${folder}/face.vrma`, '--morphs', `${folder}/morphs.npy`]);
    const morphs = readArray(`${folder}/morphs.npy`), vrm = (await load(path)).userData.vrm;
    let mesh, most = 0;
    vrm.lookAt = undefined; // it would reset the expressions of the gaze
    vrm.scene.traverse((node) => { if (node.isMesh) mesh = node; });
    for (let k = 0; k <= STEPS; k++) {
        for (const track of face) vrm.expressionManager.setValue(track.name.split('.')[0], track.values[3 * k]);
        vrm.update(k ? 1 / 60 : 0);
        for (let m = 0; m < mesh.morphTargetInfluences.length; m++)
            most = Math.max(most, Math.abs(mesh.morphTargetInfluences[m] - morphs.data[k * morphs.shape[1] + m]));
    }
    return most;
}

const files = readdirSync(folder).filter((name) => /^swing-\d+\.vrm$/.test(name)).sort();
const bytes = readFileSync(`${folder}/face.vrma`);
const face = (await new GLTFLoader().parseAsync(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), '')).animations[0].tracks;
let near = 0, faults = 0;
for (const name of files) {
    const path = `${folder}/${name}`, most = await compare_clip(path);
    const weight = Math.max(most.weight, await compare_face(path, face));
    if (most.metres <= 1e-5 && most.radians <= 1e-4) near++;
    else console.log(`${name}: ${most.metres.toExponential(1)} m, ${most.radians.toExponential(1)} rad`);
    if (!(weight <= 1e-5)) faults++, console.error(`${name}: weights differ by ${weight}`);
}
console.log(`${near} of ${files.length} avatars within 1e-5 m and 1e-4 rad of three-vrm over ${STEPS} steps`);
if (near < 0.95 * files.length || faults) process.exit(1);
