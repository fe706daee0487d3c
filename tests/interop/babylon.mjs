// Numbers of materials that KHR_animation_pointer moves, as Babylon.js plays them, against those that
// `hone pose FILE --clip 0 --morphs - --format csv` gives. It needs the packages @babylonjs/core and @babylonjs/loaders, which
// are too large for each run of the tests: npm install --no-save @babylonjs/core @babylonjs/loaders.
// usage: node babylon.mjs HONE FILE.glb FRAME,FRAME,... TOLERANCE
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const [hone, file, frameList, tolerance] = process.argv.slice(2);
const { Logger, LoadAssetContainerAsync, NullEngine, Scene } = await import('@babylonjs/core');
const { registerBuiltInLoaders } = await import('@babylonjs/loaders/dynamic.js');
registerBuiltInLoaders();
Logger.LogLevels = Logger.NoneLogLevel;

// How Babylon.js holds what the names of hone's morphs end in. It lacks the others, or reads them wrongly (9.35: the
// metallic factor moves the roughness).
const places = {
    'baseColorFactor.r': (m) => m.albedoColor.r,
    'baseColorFactor.g': (m) => m.albedoColor.g,
    'baseColorFactor.b': (m) => m.albedoColor.b,
    'baseColorFactor.a': (m) => m.alpha,
    'normalTexture/scale': (m) => m.bumpTexture.level,
    'occlusionTexture/strength': (m) => m.ambientTextureStrength,
    'emissiveFactor.r': (m) => m.emissiveColor.r,
    'emissiveFactor.g': (m) => m.emissiveColor.g,
    'emissiveFactor.b': (m) => m.emissiveColor.b,
    emissiveStrength: (m) => m.emissiveIntensity,
    'baseColorTexture/offset.x': (m) => m.albedoTexture.uOffset,
    'baseColorTexture/offset.y': (m) => m.albedoTexture.vOffset,
    'baseColorTexture/rotation': (m) => -m.albedoTexture.wAng,
    'baseColorTexture/scale.x': (m) => m.albedoTexture.uScale,
    'baseColorTexture/scale.y': (m) => m.albedoTexture.vScale,
    'emissiveTexture/offset.x': (m) => m.emissiveTexture.uOffset,
    'emissiveTexture/offset.y': (m) => m.emissiveTexture.vOffset,
    'normalTexture/rotation': (m) => -m.bumpTexture.wAng,
};

const frames = frameList.split(',').map(Number);
const asked = ['--clip', '0', '--frame', frameList, '--morphs', '-', '--format', 'csv'];
const csv = execFileSync(hone, ['pose', '-q', file, ...asked], { encoding: 'utf8' });
const rows = csv.trim().split('\n').map((line) => line.split(','));

const engine = new NullEngine();
const scene = new Scene(engine);
const bytes = readFileSync(file);
const address = 'data:model/gltf-binary;base64,' + bytes.toString('base64');
const container = await LoadAssetContainerAsync(address, scene, { pluginExtension: '.glb' });
container.addAllToScene();
const [group] = container.animationGroups;
group.start(false);
group.pause();
let worst = 0;
let compared = 0;
for (const row of rows.slice(1)) {
    group.goToFrame((Number(row[0]) / 30) * 60); // Babylon.js counts 60 a second
    for (const [column, name] of rows[0].entries()) {
        const [material, number] = name.split(': ');
        if (!places[number]) continue;
        const is = places[number](container.materials.find((m) => m.name === material));
        const error = Math.abs(is - Number(row[column]));
        if (!(error <= Number(tolerance))) console.error(`${file}: ${name} at ${row[0]}: ${is}, not ${row[column]}`);
        worst = error <= worst ? worst : error;
        compared++;
    }
}
console.log(`${file}: ${compared} numbers at ${frames.length} frames, off by ${worst} at most`);
process.exit(compared && worst <= Number(tolerance) ? 0 : 1);
