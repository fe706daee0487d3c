// The inputs of the fuzz corpus, and files cut off: each gives one HoneError or loads and plays, and the instance works on.
// HONE_CORPUS: another folder of files.
import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { HoneError, bytes, createHone, sample } from './support.mjs';

const corpus = process.env.HONE_CORPUS ?? fileURLToPath(new URL('../../fuzz/corpus', import.meta.url));

function* filesIn(folder) {
    for (const name of readdirSync(folder)) {
        const path = join(folder, name);
        if (statSync(path).isDirectory())
            yield* filesIn(path);
        else
            yield path;
    }
}

/** Returns whether it loads; whatever it throws is a HoneError. */
async function loads(hone, kind, bytes) {
    try {
        const loaded = await hone[kind](bytes);
        if (kind === 'loadModel') {
            const actor = await hone.createActor(loaded);
            actor.update(0.5);
            actor.dispose();
        }
        loaded.dispose();
        return true;
    } catch (error) {
        assert.ok(error instanceof HoneError, `${error.stack}`);
        assert.ok(error.message.length > 0 && !error.message.includes('\n'), error.message);
        return false;
    }
}

async function livesOn(hone) {
    assert.ok(await loads(hone, 'loadModel', bytes(sample('character.pmx'))), 'the instance no longer loads');
}

test('files of the fuzz corpus', async () => {
    const hone = await createHone();
    let count = 0;
    for (const path of filesIn(corpus))
        for (const kind of ['loadModel', 'loadMotion']) {
            await loads(hone, kind, bytes(path));
            count++;
        }
    assert.ok(count > 100, `${count} loads`);
    await livesOn(hone);
    hone.dispose();
});

test('files that are cut off', async () => {
    const hone = await createHone();
    for (const [name, kind] of [['character.pmx', 'loadModel'], ['dance.vmd', 'loadMotion']]) {
        const whole = bytes(sample(name));
        for (let i = 0; i < 40; i++)
            await loads(hone, kind, whole.slice(0, Math.floor((whole.length * i) / 40)));
    }
    await livesOn(hone);
    hone.dispose();
});
