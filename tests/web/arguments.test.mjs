// Wrong arguments of every method that hone.d.ts declares: each is an exception with a sentence that names the argument,
// nothing fails inside, and the instance lives. Renderers, which need a canvas, are in page.mjs.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { HoneError, bytes, createHone, inFolder, sample, samples, web } from './support.mjs';

const declared = await inFolder(async (folder) => {
    const out = path.join(folder, 'declared.mjs');
    execFileSync(process.execPath, [new URL('../../web/declared.mjs', import.meta.url).pathname, path.join(web, 'hone.d.ts'), out]);
    return import(pathToFileURL(out));
});

const hone = await createHone(), other = await createHone();
for (const part of ['physics', 'more']) await hone.load(part);
const load = async (from) => [await from.loadModel(bytes(sample('character.pmx'))), await from.loadMotion(bytes(sample('dance.vmd')))];
const [model, motion] = await load(hone), [foreignModel, foreignMotion] = await load(other);
const [goneModel, goneMotion] = await load(hone);
const actor = await hone.createActor(model, { physics: true }), goneActor = await hone.createActor(model);
for (const it of [goneModel, goneMotion, goneActor]) it.dispose();
const files = samples();
files.set('a.json', new TextEncoder().encode('{"hone": 1, "models": [{"file": "character.pmx"}], "motions": [{"file": "dance.vmd"}]}'));
const set = await hone.openFiles(files), scene = await hone.loadScene(set);
const play = actor.play(motion), goal = await actor.goalAdd({ kind: 'gaze', position: [0, 10, -20] });
const objects = { Hone: hone, Files: set, Model: model, Motion: motion, Actor: actor, Scene: scene };

// By the names of parameters; of methods that need others by "method name".
const good = {
    path: 'character.pmx', part: 'more', source: bytes(sample('dance.vmd')), files: set, model, motion, to: model, actors: [actor], aspect: 1, frame: 3, seconds: 0.1, index: 0,
    play, from: play, weight: 1, speed: 1, paused: true, bone: 0, morph: 0, change: {}, pose: { degrees: [0, 0, 0], offset: [0, 0, 0] }, goal,
    rotation: [0, 0, 0, 1], translation: [0, 0, 0], body: 0, impulse: [0, 0, 0], point: [0, 0, 0], key: 'picture.shadows', value: 'off', name: 'x',
    language: 'en', preset: 'front', motions: [motion], text: 'x', options: {}, 'goalAdd goal': { kind: 'feet' }, 'goalSet to': { kind: 'gaze' }, 'loadScene options': { path: 'a.json' },
    'createRenderer canvas': {}, world: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0], models: new Map(),
    'writeGlb options': { lastFrame: 0 }, 'writeVmd options': { lastFrame: 0 }, 'writeBvh options': { lastFrame: 0 },
};
const wrong = [null, undefined, NaN, Infinity, -1, -1e30, 2 ** 40, 0.5, 1e300, '', 'no such word', true, Symbol.iterator, {}, [], [1, 2], [NaN, NaN, NaN],
    [0, 0, 0, 0], () => 1, new Map(), model, motion, actor, set, scene, goneModel, goneMotion, goneActor, foreignModel, foreignMotion, new Float32Array(3),
    { length: -1 }, { kind: 'limb', upper: 'tail' }, { rotation: [0, 0, 0, 0] }, { mask: [1] }, { with: 99 }, { reference: model }, { fadeInSeconds: NaN },
    { solver: 'x' }, { physics: { gravity: [1] } }, { lastFrame: -5 }, { lastFrame: 0.5, tolerance: NaN }, { lastFrame: 1, surface: 'x' }, { path: 5 }, { clip: 'none' }, { from: motion }];

// Methods that take long get only what they refuse.
const slow = /^(write|doctor|load|open|retarget|skin|fit)/;
const quick = [null, NaN, 'no such word', [], 5, { lastFrame: -5 }, { lastFrame: 0, tolerance: NaN }, { lastFrame: 0, surface: 'x' }, { path: 5 },
    { clip: 'none' }, { target: 'x' }, { from: motion }, model, goneModel, foreignModel, foreignMotion];

/** Whether a value is no options for this type, or has some of them. */
function concerns(value, type) {
    if (!value || typeof value !== 'object' || Array.isArray(value) || 'isDisposed' in value) return true;
    const all = JSON.stringify(type, (_, v) => (v?.[0] === 'name' && declared.types[v[1]]) || v);
    return Object.keys(value).every((key) => new RegExp(`"${key}\\??":`).test(all));
}

/** The exception of a call, or null. */
async function failure(object, method, values) {
    try {
        const made = await object[method](...values);
        made?.dispose?.();
        return null;
    } catch (error) {
        return error;
    }
}

/** Whether the exception is a sentence about the call. */
function isSentence(error) {
    return (error instanceof HoneError || error instanceof TypeError) && error.message.length > 3 && !/failed inside|out of bounds|unreachable/.test(error.message);
}

for (const [name, object] of Object.entries(objects))
    test(`wrong arguments of ${name}`, async () => {
        for (const [method, [, ...parameters]] of Object.entries(declared.methods[name])) {
            assert.equal(typeof object[method], 'function', `${name}.${method} is declared`);
            if (method === 'dispose' || method === 'createRenderer') continue;
            const names = parameters.map(([own]) => own.replace('?', ''));
            for (const own of names) assert.ok(own in good || `${method} ${own}` in good, `a good ${own} for ${method} is known`);
            const values = names.map((own) => (`${method} ${own}` in good ? good[`${method} ${own}`] : good[own]));
            for (const [i, own] of names.entries())
                for (const value of slow.test(method) ? quick.filter((v) => concerns(v, parameters[i][1])) : wrong) {
                    if (name === 'Scene' && method === 'updateFrame' && Number.isFinite(value) && value > 1000) continue; // its physics plays all frames before
                    const error = await failure(object, method, values.with(i, value)), call = `${name}.${method}, ${own} = ${String(value?.constructor?.name)} ${typeof value === 'object' ? JSON.stringify(Object.keys(value ?? {}).slice(0, 3)) : String(value)}`;
                    if (error) assert.ok(isSentence(error), `${call}: ${error.stack}`);
                    if (error instanceof HoneError && error.message.startsWith(`${method}: `)) assert.ok(error.message.includes(own), `${call}: ${error.message}`);
                }
        }
        actor.updateFrame(1);
        assert.ok(actor.bones.every(Number.isFinite), 'the actor lives');
    });

test('a wrong argument is named', () => {
    const says = (call, message) => assert.throws(call, (error) => error instanceof HoneError && error.code === 'argument' && error.message === message);
    says(() => actor.play(null), 'play: motion must be a Motion, not null');
    says(() => actor.play(model), 'play: motion must be a Motion, not a Model');
    says(() => actor.play(goneMotion), 'play: motion: this Motion was disposed of');
    says(() => actor.play(foreignMotion), 'play: motion is of another instance of hone');
    says(() => actor.play(motion, { fadeInSeconds: NaN }), 'play: options.fadeInSeconds must be a number, not NaN');
    says(() => actor.updateFrame(NaN), 'updateFrame: frame must be a number, not NaN');
    says(() => actor.setBone(-1, {}), 'setBone: bone must be a whole number from 0 on, not -1');
    says(() => actor.setBone(1, { rotation: [1, 2] }), 'setBone: change.rotation must be a list of 4, not a list of 2');
    says(() => hone.cameraFraming([actor, null], 1), 'cameraFraming: actors[1] must be an Actor, not null');
});
