// Skinned vertices as three.js has them, against those that `hone pose --skin linear` gave of the source.
// usage: node three.mjs FILE.glb VERTICES.npy FRAME,FRAME,... METRES_PER_UNIT TOLERANCE_METRES
import { readFileSync } from 'node:fs';
import { AnimationMixer, Vector3 } from 'three';
import { MeshoptDecoder } from 'three/examples/jsm/libs/meshopt_decoder.module.js';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { readArray } from './arrays.mjs';

const [file, expectedFile, frameList, unit, tolerance] = process.argv.slice(2);

// The GLB without its pictures, which need a browser to be decoded.
function withoutPictures(bytes) {
    const length = bytes.readUInt32LE(12);
    const json = JSON.parse(bytes.toString('utf8', 20, 20 + length));
    delete json.images;
    delete json.textures;
    for (const material of json.materials ?? []) {
        delete material.pbrMetallicRoughness?.baseColorTexture;
        delete material.extras;
    }
    let text = JSON.stringify(json);
    text += ' '.repeat((4 - (Buffer.byteLength(text) % 4)) % 4);
    const content = Buffer.from(text);
    const header = Buffer.alloc(20);
    bytes.copy(header, 0, 0, 12);
    header.writeUInt32LE(12 + 8 + content.length + bytes.length - 20 - length, 8);
    header.writeUInt32LE(content.length, 12);
    header.write('JSON', 16);
    const whole = Buffer.concat([header, content, bytes.subarray(20 + length)]);
    return whole.buffer.slice(whole.byteOffset, whole.byteOffset + whole.length);
}

globalThis.self ??= globalThis;
const loader = new GLTFLoader().setMeshoptDecoder(MeshoptDecoder);
const gltf = await loader.parseAsync(withoutPictures(readFileSync(file)), '');
const meshes = [];
gltf.scene.traverse((object) => object.isMesh && meshes.push(object));
if (meshes.some((mesh) => mesh.geometry.attributes.position !== meshes[0].geometry.attributes.position)) {
    console.error(`${file}: primitives do not share their vertices`);
    process.exit(1);
}

const mixer = new AnimationMixer(gltf.scene);
if (gltf.animations.length) mixer.clipAction(gltf.animations[0]).play();
const expected = readArray(expectedFile);
const frames = frameList.split(',').map(Number);
const [mesh] = meshes;
const at = new Vector3();
let worst = 0;
for (const [row, frame] of frames.entries()) {
    // a hair before the end, where three.js would start again
    mixer.setTime(Math.min(frame / 30, (gltf.animations[0]?.duration ?? 0) - 1e-6));
    gltf.scene.updateMatrixWorld(true);
    for (let v = 0; v < expected.shape[1]; v++) {
        mesh.getVertexPosition(v, at).applyMatrix4(mesh.matrixWorld);
        const [x, y, z] = expected.data.subarray((row * expected.shape[1] + v) * 3);
        const error = Math.hypot(at.x - x * unit, at.y - y * unit, at.z + z * unit);
        worst = error <= worst ? worst : error;
    }
}
console.log(`${file}: ${expected.shape[1]} vertices at ${frames.length} frames, off by ${worst} m at most`);
process.exit(worst <= Number(tolerance) && mesh.geometry.attributes.position.count === expected.shape[1] ? 0 : 1);
