// What the page writes: pictures, files of characters, a scene, and films with a song, read again by others: by hone's command
// (HONE_COMMAND) and by ffmpeg, where they are there. Work that is cancelled leaves nothing behind.
// usage: node page_out.mjs FOLDER SAMPLES [OUT]    FOLDER: what ./dev web makes; OUT: a folder where what was made is left
// Exit status 77: there is no chromium.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { decodePng } from '../../web/js/png.mjs';
import { inChromium, started } from './chromium.mjs';

const [folder, samples, kept] = process.argv.slice(2);
const WIDTH = 160, HEIGHT = 120, LAST = 8, RATE = 15; // pictures at frames 0, 2, 4, 6, 8
const command = existsSync(process.env.HONE_COMMAND ?? '') ? process.env.HONE_COMMAND : null;
const run = (program, ...options) => execFileSync(program, options, { maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe'] });
const hasFfmpeg = (() => { try { return Boolean(run('ffprobe', '-version')); } catch { return false; } })();
const work = kept ?? mkdtempSync(join(tmpdir(), 'hone-out-'));
cpSync(samples, work, { recursive: true });

// ---- what is compared ----------------------------------------------------------------------------------------------

const png = async (file) => {
    const { width, height, pixels } = await decodePng(new Uint8Array(readFileSync(file)));
    assert.deepEqual([width, height], [WIDTH, HEIGHT], file);
    return pixels;
};

/** The mean difference of a colour, 0 to 255. */
function difference(a, b) {
    assert.equal(a.length, b.length);
    let sum = 0;
    for (let i = 0; i < a.length; i++)
        sum += i % 4 === 3 ? 0 : Math.abs(a[i] - b[i]);
    return sum / (0.75 * a.length);
}

/** A tone of eight seconds as a .wav. */
function tone() {
    const count = 8 * 44100, out = Buffer.alloc(44 + 2 * count);
    out.write('RIFF'), out.writeUInt32LE(36 + 2 * count, 4), out.write('WAVEfmt ', 8), out.writeUInt32LE(16, 16);
    out.writeUInt16LE(1, 20), out.writeUInt16LE(1, 22), out.writeUInt32LE(44100, 24), out.writeUInt32LE(88200, 28);
    out.writeUInt16LE(2, 32), out.writeUInt16LE(16, 34), out.write('data', 36), out.writeUInt32LE(2 * count, 40);
    for (let i = 0; i < count; i++)
        out.writeInt16LE(Math.round(12000 * Math.sin((2 * Math.PI * 441 * i) / 44100)), 44 + 2 * i);
    return out;
}

// ---- the page ------------------------------------------------------------------------------------------------------

const say = (page) => page.textContent('.result');

/** Clicks a button of the panel, and keeps what it gives as a file. */
async function save(page, button, name) {
    const download = page.waitForEvent('download', { timeout: 120000 });
    await page.click(`.export button[name=${button}]`);
    await page.waitForFunction(() => !document.querySelector('.export button[name=png]').disabled, null, { timeout: 120000 });
    const told = new Promise((_, failed) => setTimeout(async () => failed(new Error(await say(page).catch(String))), 5000).unref());
    const file = await Promise.race([download, told]); // which is there already, or else the panel says why not
    told.catch(() => {});
    await file.saveAs(join(work, name));
    return file.suggestedFilename();
}

/** What the page itself would draw of its scene at frames: pixels of each, from its own renderer. */
const drawn = (page, frames) => page.evaluate(async ([frames, width, height]) => {
    const { sceneOf } = await import('./scene.mjs'), { hone, renderer, picture } = window.page;
    const { text, files } = sceneOf(window.page, { song: false });
    const all = await hone.openFiles(new Map([...files, ['scene of test', new TextEncoder().encode(text)]]));
    const scene = await hone.loadScene(all, { path: 'scene of test' }), models = new Map();
    for (const { model } of scene.items)
        models.set(model, await renderer.createModel(model));
    const pictures = frames.map((frame) => {
        scene.updateFrame(frame);
        const camera = picture.byMotion ? undefined : picture.camera;
        return [...renderer.drawImage({ scene, frame, width, height, camera, items: scene.drawItems(models) }).pixels];
    });
    for (const each of [...models.values(), scene, all])
        each.dispose();
    return pictures;
}, [frames, WIDTH, HEIGHT]);

async function prepare(page) {
    await started(page);
    await page.waitForSelector('.export', { state: 'attached' }); // which is in a file that is loaded later
    await page.evaluate(() => {
        window.page.clock.set({ playing: false });
        document.querySelector('.export').closest('details').open = true;
    });
    const values = { width: WIDTH, height: HEIGHT, first: 0, last: LAST, rate: RATE };
    await page.waitForFunction(() => Number(document.querySelector('[name=last]').value) > 0);
    for (const [name, value] of Object.entries(values))
        await page.fill(`.export [name=${name}]`, String(value));
}

async function testPicture(page) {
    assert.match(await save(page, 'png', 'picture.png'), /\.png$/);
    const opaque = await png(join(work, 'picture.png'));
    assert.equal(opaque[3], 255);
    await page.check('[name=transparent]');
    await save(page, 'png', 'clear.png');
    const clear = await png(join(work, 'clear.png'));
    assert.equal(clear[3], 0);
    const solid = clear.filter((value, i) => i % 4 === 3 && value === 255).length;
    assert.ok(solid > 0.01 * WIDTH * HEIGHT, `${solid} pixels are of the character`);
}

/** The share of a part of a picture that is not as its corner. */
function drawnShare(pixels, from, to) {
    let count = 0;
    for (let y = 0; y < HEIGHT; y++)
        for (let x = from; x < to; x++)
            count += [0, 1, 2].some((k) => Math.abs(pixels[4 * (y * WIDTH + x) + k] - pixels[k]) > 20);
    return count / ((to - from) * HEIGHT);
}

/** Some columns of a picture. */
const part = (pixels, from, count) => pixels.filter((_, i) => ((i >> 2) % WIDTH) >= from && ((i >> 2) % WIDTH) < from + count);

/** A picture of a film. */
function filmPicture(file, index) {
    const pixels = run('ffmpeg', '-v', 'error', '-i', file, '-vf', 'scale=in_color_matrix=bt709', '-f', 'rawvideo', '-pix_fmt', 'rgba', '-');
    return pixels.subarray(4 * WIDTH * HEIGHT * index, 4 * WIDTH * HEIGHT * (index + 1));
}

/** Pictures and films have the bones and the methods side by side that the canvas shows, or, on demand, have not. */
async function testShown(page) {
    const set = (shown, methods) => page.evaluate(async ([shown, methods]) => {
        Object.assign(window.page.hand, { shown: new Set(shown), methods: new Set(methods) });
        await window.page.hand.set({});
    }, [shown, methods]);
    const picture = async (name) => (await save(page, 'png', name), png(join(work, name)));
    await page.uncheck('[name=transparent]');
    await page.evaluate(() => window.page.clock.seek(0));
    assert.ok(!await page.isVisible('.export [name=overlays]'));
    const plain = await picture('plain.png');
    await set(['bones'], []);
    const bones = await picture('bones.png');
    assert.ok(difference(plain, bones) > 0.3, 'bones are in the picture');
    await set(['bones'], ['linear', 'dual-quaternion']);
    const both = await picture('both.png'), [left, right] = [0, WIDTH / 2].map((x) => part(both, x, WIDTH / 2));
    assert.ok(drawnShare(both, 0, WIDTH / 2) > 0.02 && difference(left, right) < 6, `both panels are drawn: they differ by ${difference(left, right)}`);
    await page.selectOption('.export [name=kind]', 'webm');
    await page.selectOption('.export [name=quality]', 'best');
    await page.fill('.export [name=last]', '2');
    await save(page, 'film', 'both.webm');
    await page.uncheck('.export [name=overlays]');
    assert.ok(difference(plain, await picture('without.png')) < 0.1, 'the picture without them');
    await save(page, 'film', 'without.webm');
    if (hasFfmpeg) {
        const [shown, without] = ['both.webm', 'without.webm'].map((name) => filmPicture(join(work, name), 0));
        assert.ok(difference(both, shown) < 4 && difference(both, without) > 4, 'the film has them');
        assert.ok(difference(plain, without) < 4, 'the film has them not');
    }
    await page.check('.export [name=overlays]');
    await set([], []);
    await page.fill('.export [name=last]', String(LAST));
}

/** The scene, drawn by the command, is what the page shows. */
async function testScene(page) {
    await page.evaluate(() => {
        window.page.stage.characters[0].setMorph(0, 1);
        const turn = { rotation: [0, 0, Math.sin(0.5), Math.cos(0.5)], translation: [0, 0, 0] };
        window.page.stage.characters[0].setBone(window.page.stage.characters[0].model.findBone('左腕'), turn);
    });
    assert.match(await save(page, 'scene', 'scene.json'), /\.json$/);
    const scene = JSON.parse(readFileSync(join(work, 'scene.json'), 'utf8'));
    assert.deepEqual(Object.keys(scene)[0], 'hone');
    assert.equal(scene.models[0].bones[0].name, '左腕');
    const pictures = await drawn(page, [0, LAST]);
    assert.match(await save(page, 'zip', 'scene.zip'), /\.zip$/);
    for (const [i, [name, frame]] of command ? [['scene.json', 0], ['scene.zip/scene.json', LAST]].entries() : []) {
        const out = join(work, `scene-${frame}.png`);
        run(command, 'render', join(work, name), '--size', `${WIDTH}x${HEIGHT}`, '--frame', String(frame), '-o', out);
        const picture = await png(out), far = difference(picture, pictures[i]); // edges differ a little between devices
        const others = picture.filter((value, k) => Math.abs(value - pictures[i][k]) > 60).length / picture.length;
        assert.ok(far < 1 && others < 0.003, `the command draws the scene otherwise: ${far}, ${others} at frame ${frame}`);
    }
}

/** Files of the character are read again, and those with a bound tell it. */
async function testFiles(page) {
    const { createHone } = await import(pathToFileURL(join(folder, 'hone.mjs'))), hone = await createHone();
    await page.evaluate(() => window.page.stage.characters[0].resetByHand());
    await page.evaluate((last) => { window.page.clock.length = last / 30; }, LAST);
    for (const kind of ['pmx', 'vpd', 'glb', 'vmd', 'bvh']) {
        assert.match(await save(page, kind, `character.out.${kind}`), new RegExp(`\\.${kind}$`));
        if (kind !== 'pmx' && kind !== 'vpd')
            assert.match(await say(page), /the worst bone is off by [0-9.e-]+ mm/);
        const bytes = new Uint8Array(readFileSync(join(work, `character.out.${kind}`)));
        const read = await (kind === 'pmx' ? hone.loadModel(bytes) : hone.loadMotion(bytes));
        assert.equal(read.format, kind);
        read.dispose();
    }
    await page.evaluate(() => { Object.assign(document.querySelector('.export [name=author]'), { value: 'Somebody' }); });
    await page.waitForFunction(() => document.querySelector('.export [name=licence]').options.length > 1);
    await page.evaluate(() => { document.querySelector('.export [name=licence]').value = 'CC0'; });
    assert.match(await save(page, 'vrm', 'character.out.vrm'), /\.vrm$/);
    const avatar = await hone.loadModel(new Uint8Array(readFileSync(join(work, 'character.out.vrm'))));
    assert.ok(Object.keys(await avatar.readHumanoid()).length > 15);
    assert.ok(avatar.thumbnail >= 0, 'the page draws a thumbnail');
    avatar.dispose();
    hone.dispose();
    if (command)
        run(command, 'render', join(work, 'character.out.glb'), '--clip', '0', '--size', `${WIDTH}x${HEIGHT}`, '--frame', String(LAST), '-o', join(work, 'glb.png'));
}

// ---- films ---------------------------------------------------------------------------------------------------------

function probe(file, stream, what) {
    return JSON.parse(run('ffprobe', '-v', 'error', '-count_frames', '-select_streams', stream, '-show_entries', what, '-of', 'json', file));
}

/** The film has each picture of the range and the song's part of it. */
async function testFilm(page, kind, expected) {
    await page.selectOption('.export [name=kind]', kind);
    await page.selectOption('.export [name=quality]', 'best');
    assert.match(await save(page, 'film', `film.${kind}`), new RegExp(`\\.${kind}$`));
    const file = join(work, `film.${kind}`), count = expected.length;
    assert.match(await say(page), new RegExp(`${count} pictures`));
    if (!hasFfmpeg)
        return;
    const [video] = probe(file, 'v', 'stream=nb_read_frames,width,height,color_space,color_range,avg_frame_rate').streams;
    assert.deepEqual([video.nb_read_frames, video.width, video.height, video.color_space, video.color_range, video.avg_frame_rate],
        [String(count), WIDTH, HEIGHT, 'bt709', 'tv', `${RATE}/1`]);
    for (const i of [0, count >> 1, count - 1]) {
        const far = difference(filmPicture(file, i), expected[i]);
        assert.ok(far < 4, `picture ${i} of ${kind} differs by ${far}`);
    }
    const heard = run('ffmpeg', '-v', 'error', '-i', file, '-f', 's16le', '-ac', '1', '-ar', '48000', '-'), samples = heard.length / 2;
    assert.ok(Math.abs(samples - (48000 * count) / RATE) < 48000 * 0.045, `${samples} samples of sound`); // a packet
    let crossings = 0; // of the tone: it begins after a tenth of a second
    for (let i = 12000; i < 16000; i++)
        crossings += heard.readInt16LE(2 * i) < 0 !== heard.readInt16LE(2 * i - 2) < 0;
    assert.ok(Math.abs(crossings - (2 * 441 * 4000) / 48000) < 4, `${crossings} crossings`);
    const silent = [...Array(3000).keys()].every((i) => Math.abs(heard.readInt16LE(2 * i + 1000)) < 500);
    assert.ok(silent, 'the sound begins late, as the scene says');
}

async function testFilms(page) {
    await page.setInputFiles('#files', { name: 'song.wav', mimeType: 'audio/wav', buffer: tone() });
    await page.waitForFunction(() => window.page.stage.song);
    await page.evaluate(() => { window.page.stage.song.delay = 0.1; });
    await page.waitForFunction(() => !document.querySelector('[name=sound]').closest('label').hidden);
    const expected = await drawn(page, [0, 2, 4, 6, 8]);
    const kinds = await page.$$eval('.export [name=kind] option', (options) => options.filter((each) => !each.disabled).map((each) => each.value));
    assert.ok(kinds.includes('webm'), 'chromium encodes VP9');
    for (const kind of kinds)
        await testFilm(page, kind, expected);
    await save(page, 'zip', 'song.zip');
    return kinds;
}

/** A film that is cancelled ends its worker, and the page goes on. */
async function testCancel(page) {
    await page.fill('.export [name=last]', '3000');
    const before = await page.evaluate(() => window.page.hone.memory.used);
    await page.click('.export button[name=film]');
    await page.waitForFunction(() => document.querySelector('.export progress').value > 0, null, { timeout: 60000 });
    assert.equal(page.workers().length, 1);
    await page.click('.export button[name=cancel]');
    await page.waitForFunction(() => document.querySelector('.result').textContent === 'Cancelled.');
    await page.waitForFunction(() => !document.querySelector('.export button[name=film]').disabled);
    for (let wait = 0; page.workers().length && wait < 100; wait++) // a picture of software may take seconds
        await new Promise((done) => setTimeout(done, 100));
    assert.equal(page.workers().length, 0);
    assert.equal(await page.evaluate(() => window.page.hone.memory.used), before);
}

// ---- songs ---------------------------------------------------------------------------------------------------------

/** The song follows the clock. */
async function testSong(page) {
    const late = () => page.evaluate(() => window.page.clock.seconds - window.page.stage.song.delay - window.page.stage.song.audio.currentTime);
    await page.evaluate(() => { window.page.clock.set({ playing: false, loop: false }); window.page.clock.seek(0.5); });
    await page.click('#play');
    await page.waitForFunction(() => !window.page.stage.song.audio.paused);
    assert.ok(Math.abs(await late()) < 1, `${await late()} s late`); // a frame of software may take long
    await page.evaluate(() => window.page.clock.seek(0)); // before the song begins
    await page.waitForFunction(() => window.page.clock.seconds > 0.3);
    await page.click('#sound');
    assert.ok(await page.evaluate(() => window.page.stage.song.audio.muted));
    await page.evaluate(() => window.page.clock.set({ playing: false }));
    await page.waitForFunction(() => window.page.stage.song.audio.paused);
    await page.setInputFiles('#files', { name: 'bad.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('no sound at all') });
    await page.waitForFunction(() => /bad\.mp3/.test(document.getElementById('error').textContent));
}

/** Two characters out of one folder: the scene names the files once, and one of the two is chosen. */
async function testTwo(page) {
    const files = readdirSync(samples).filter((name) => name.endsWith('.tga') || name === 'character.pmx').map((name) => join(samples, name));
    for (const count of [1, 2]) { // the first takes the place of the built-in one
        await page.setInputFiles('#files', []);
        await page.setInputFiles('#files', files);
        await page.waitForFunction((n) => window.page.stage.characters.length === n && !window.page.stage.characters[0].builtIn, count, { timeout: 60000 });
    }
    await page.waitForFunction(() => document.querySelectorAll('[name=character] option').length === 2);
    await save(page, 'scene', 'two.json');
    const { models, motions } = JSON.parse(readFileSync(join(work, 'two.json'), 'utf8'));
    assert.deepEqual(models.map(({ file }) => file), ['character.pmx', 'character.pmx']);
    assert.ok(motions.some(({ file, model }) => file.endsWith('dance.vmd') && model === 1)); // of the built-in one, whose dance goes on
    await page.selectOption('[name=character]', '1');
    await page.evaluate(() => window.page.stage.characters[1].setMorph(0, 1));
    assert.match(await save(page, 'vpd', 'second.vpd'), /\.vpd$/);
    const [first, second] = ['character.out.vpd', 'second.vpd'].map((name) => readFileSync(join(work, name), 'latin1'));
    assert.notEqual(first, second);
}

/** A scene that was saved opens with its song, and films and files are made of it. */
async function testOpened(page) {
    await page.setInputFiles('#files', join(work, 'song.zip'));
    await page.waitForFunction(() => window.page.stage.opened && window.page.stage.song, null, { timeout: 60000 });
    assert.deepEqual(await page.evaluate(() => [window.page.stage.song.name, window.page.stage.song.delay]), ['song.wav', 0.1]);
    await page.waitForFunction(() => Number(document.querySelector('[name=last]').value) > 2);
    await page.fill('.export [name=last]', '2');
    await page.evaluate(() => {
        const { active } = window.page.stage;
        active.setBone(active.model.findBone('頭'), { rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] });
        active.setMorph(0, 0.5);
    });
    await page.selectOption('.export [name=kind]', 'webm');
    await save(page, 'film', 'opened.webm');
    assert.match(await say(page), /2 pictures/);
    await save(page, 'scene', 'opened.json');
    const { models, sound } = JSON.parse(readFileSync(join(work, 'opened.json'), 'utf8'));
    assert.deepEqual([models[0].file, sound], ['song.zip/character.pmx', { file: 'song.zip/song.wav', delay: 0.1 }]);
    assert.deepEqual([models[0].bones.at(-1).name, models[0].morphs.at(-1).weight], ['頭', 0.5]);
    if (command)
        run(command, 'render', join(work, 'opened.json'), '--size', `${WIDTH}x${HEIGHT}`, '--frame', '2', '-o', join(work, 'opened.png'));
}

/** Films and files are made of a project of MMD; as a scene file it is saved by the command, as the panel says. */
async function testProject(page) {
    const project = readFileSync(new URL('../../fuzz/corpus/fuzz_project/frame', import.meta.url)), model = readFileSync(join(samples, 'character.pmx'));
    await page.setInputFiles('#files', [['project.pmm', project], ['doll.pmd', model]].map(([name, buffer]) => ({ name, buffer, mimeType: 'application/octet-stream' })));
    await page.waitForFunction(() => window.page.stage.opened?.path === 'project.pmm', null, { timeout: 60000 });
    await page.waitForFunction(() => Number(document.querySelector('[name=last]').value) === 30, null, { timeout: 60000 });
    await page.fill('.export [name=last]', '2');
    await save(page, 'film', 'project.webm');
    assert.match(await say(page), /2 pictures/);
    if (hasFfmpeg)
        assert.ok(drawnShare(filmPicture(join(work, 'project.webm'), 1), 0, WIDTH) > 0.01, 'the film of a project has its models');
    await save(page, 'png', 'project.png');
    await save(page, 'glb', 'project.glb');
    for (const name of ['scene', 'zip']) {
        await page.click(`.export button[name=${name}]`);
        await page.waitForFunction(() => /hone render --save-scene/.test(document.querySelector('.result').textContent));
    }
}

/** Where films cannot be made, the panel says why. */
async function testFaults(page) {
    await page.context().route('**/muxer.mjs', (route) => route.abort());
    await page.fill('.export [name=last]', '2');
    await page.click('.export button[name=film]');
    await page.waitForFunction(() => /built without/.test(document.querySelector('.result').textContent), null, { timeout: 60000 });
    await page.evaluate(() => {
        delete globalThis.VideoEncoder;
        document.querySelector('[name=rate]').dispatchEvent(new Event('change', { bubbles: true }));
    });
    await page.waitForFunction(() => /WebCodecs/.test(document.querySelector('.export .fault').textContent));
}

try {
    await inChromium(folder, async ({ open }) => {
        const page = await open('index.html?test', { serviceWorkers: 'block' }); // which would not let a test take a file away
        await prepare(page);
        await testPicture(page);
        await testShown(page);
        await testScene(page);
        await testFiles(page);
        const kinds = await testFilms(page);
        await testCancel(page);
        await testSong(page);
        await testTwo(page);
        await testOpened(page);
        await testProject(page);
        await testFaults(page);
        console.log(`out: films as ${kinds.join(' and ')}`);
    });
} finally {
    if (!kept)
        rmSync(work, { recursive: true });
}
