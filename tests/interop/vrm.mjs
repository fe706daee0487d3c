// An avatar as three-vrm reads it: all of its parts are there, and it moves.
// usage: node vrm.mjs FILE.vrm SPRINGS EXPRESSIONS (how many joints and expressions there are)
globalThis.self = globalThis;
globalThis.ProgressEvent ??= class extends Event {};
import { readFileSync } from 'node:fs';
import * as THREE from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { VRMLoaderPlugin } from '@pixiv/three-vrm';

const [file, springs, expressions] = process.argv.slice(2);
const bytes = readFileSync(file);
const loader = new GLTFLoader();
loader.register((parser) => new VRMLoaderPlugin(parser));
loader.register(() => ({ name: 'no pictures', loadTexture: async () => new THREE.Texture() }));
const gltf = await loader.parseAsync(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), '');
const vrm = gltf.userData.vrm;
const faults = [];
const check = (good, text) => good || faults.push(text);

check(vrm, 'no VRM');
const human = vrm.humanoid.humanBones;
check(Object.keys(human).length >= 15, 'bones of a human are missing');
check(vrm.lookAt, 'no look-at');
check(vrm.expressionManager.expressions.length === Number(expressions), 'expressions are missing');
const joints = vrm.springBoneManager?.joints.size ?? 0;
check(joints === Number(springs), `${joints} joints of springs`);
check(vrm.materials.length && vrm.materials.every((material) => material.isMToonMaterial), 'a material is no toon');
const place = (bone) => vrm.humanoid.getRawBoneNode(bone).getWorldPosition(new THREE.Vector3());
vrm.scene.updateMatrixWorld(true);
check(place('leftLowerArm').x > place('leftUpperArm').x + 0.1, 'the left arm does not point to +x');
check(Math.abs(place('leftLowerArm').y - place('leftUpperArm').y) < 1e-3, 'the arms are not level');
check(!human.leftToes || place('leftToes').z > place('leftFoot').z, 'the avatar does not face +z');
check(place('head').y > 1 && place('head').y < 2, 'the unit is not the metre');
for (let step = 0; step < 60; step++) {
    vrm.humanoid.getNormalizedBoneNode('hips').position.x = 0.1 * Math.sin(step / 5);
    vrm.expressionManager.setValue('aa', step / 60);
    vrm.update(1 / 60);
}
vrm.scene.updateMatrixWorld(true);
vrm.scene.traverse((node) => check(node.matrixWorld.elements.every(Number.isFinite), `${node.name} is lost`));
for (const fault of faults) console.error(`${file}: ${fault}`);
console.log(`${file}: ${Object.keys(human).length} bones, ${faults.length} faults`);
process.exit(faults.length ? 1 : 0);
