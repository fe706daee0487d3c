// The page of web/page in headless chromium: the built-in character dances, controls, keys and settings work, files, folders,
// archives and scenes that are dropped are shown, a bad file is one sentence, a lost context comes back, in both languages.
// usage: node page_stage.mjs FOLDER SAMPLES [OUT]    FOLDER: what ./dev web makes; OUT: a folder for pictures of the page
// HONE_REAL: folders with models of others, of which up to ten are tried. Exit status 77: there is no chromium.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { inChromium, started } from './chromium.mjs';
import { avatar, manyBones, zipOf } from './made_files.mjs';

const [folder, samples, out] = process.argv.slice(2);
const corpora = new URL('../../fuzz/corpus/', import.meta.url).pathname;
const readSamples = () => Object.fromEntries(readdirSync(samples).map((name) => [name, readFileSync(join(samples, name))]));

/** In the page: how much of the canvas differs from its corner. */
function share() {
    const canvas = document.getElementById('canvas'), gl = canvas.getContext('webgl2');
    const pixels = new Uint8Array(4 * canvas.width * canvas.height);
    gl.readPixels(0, 0, canvas.width, canvas.height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    let count = 0;
    for (let i = 0; i < pixels.length; i += 4)
        count += Math.abs(pixels[i] - pixels[0]) + Math.abs(pixels[i + 1] - pixels[1]) + Math.abs(pixels[i + 2] - pixels[2]) > 30;
    return (4 * count) / pixels.length;
}

const look = async (page, name) => out && writeFileSync(join(out, `${name}.png`), await page.screenshot());
const inPage = (page, action, value) => page.evaluate(action, value);
const until = (page, condition, value) => page.waitForFunction(condition, value, { timeout: 90000, polling: 100 });
const error = (page) => page.textContent('#error');
const names = (page) => inPage(page, () => window.page.stage.characters.map(({ name }) => name));

/** Opens files as a drop does, and waits until they are shown or refused. files: {path: bytes}. */
async function open(page, files, options = {}) {
    const list = Object.entries(files).map(([path, bytes]) => [path, Buffer.from(bytes).toString('base64')]);
    await inPage(page, async ([given, how]) => {
        const blob = async (data) => (await fetch(`data:application/octet-stream;base64,${data}`)).blob();
        const source = new Map(await Promise.all(given.map(async ([path, data]) => [path, await blob(data)])));
        await window.page.attempt(() => window.page.open(source, how));
    }, [list, options]);
}

// ---- the parts -----------------------------------------------------------------------------------------------------

async function testStart(page) {
    await started(page);
    await until(page, () => Number(document.getElementById('time').value) > 0.2 && document.querySelector('#panels details'));
    const drawn = await inPage(page, share);
    assert.ok(drawn > 0.02 && drawn < 0.95, `${drawn} of the picture is drawn`);
    await look(page, 'start');
    return drawn;
}

async function testControls(page) {
    await page.click('#play');
    assert.equal(await page.textContent('#play'), 'Play');
    await inPage(page, () => {
        const time = document.getElementById('time');
        time.value = 3;
        time.dispatchEvent(new Event('input'));
    });
    await until(page, () => document.getElementById('clock').textContent.startsWith('0:03'));
    await page.click('#from');
    await inPage(page, () => window.page.clock.seek(3.5));
    await page.click('#to');
    assert.deepEqual(await inPage(page, () => window.page.clock.repeat), { from: 3, to: 3.5 });
    await inPage(page, () => { window.page.clock.set({ playing: true }); window.page.jumps = 0; window.page.clock.addEventListener('jump', () => window.page.jumps++); });
    await until(page, () => window.page.jumps > 1);
    assert.ok(await inPage(page, () => window.page.clock.seconds >= 3 && window.page.clock.seconds < 3.6));
    await page.click('#from');
    assert.equal(await inPage(page, () => window.page.clock.repeat), null);
    await page.fill('#speed', '0.5');
    await page.press('#speed', 'Enter');
    assert.equal(await inPage(page, () => window.page.clock.speed), 0.5);

    const yaw = () => inPage(page, () => window.page.orbit.camera.angles[1]), before = await yaw();
    const box = await page.locator('#canvas').boundingBox(), x = box.x + box.width / 4, y = box.y + box.height / 4;
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 100, y, { steps: 4 });
    await page.mouse.up();
    assert.ok(Math.abs(await yaw() - before + (100 * 0.4 * Math.PI) / 180) < 0.01, 'a drag turns the camera');
    assert.equal(await page.inputValue('#camera'), '', 'a drag leaves the camera of the motion');
    for (const preset of ['face', 'side', 'keys']) {
        const { angles, distance } = await inPage(page, () => structuredClone(window.page.orbit.camera));
        await page.selectOption('#camera', preset);
        if (preset !== 'keys')
            await until(page, ([was, far]) => window.page.orbit.camera.distance !== far || window.page.orbit.camera.angles[1] !== was[1], [angles, distance]);
    }
    assert.ok(await inPage(page, () => window.page.picture.byMotion));
}

/** A picture that stands still has all pixels of the screen, and is not drawn in each frame. */
async function testStill(page) {
    await inPage(page, () => { window.page.clock.set({ playing: true }); window.page.picture.detail.wake(); });
    const width = () => inPage(page, () => window.page.renderer.canvas.width), most = await inPage(page, () => document.getElementById('canvas').clientWidth);
    await until(page, (full) => window.page.renderer.canvas.width < full, most); // software draws it
    await inPage(page, () => window.page.clock.set({ playing: false }));
    await until(page, (full) => window.page.renderer.canvas.width === full, most);
    await look(page, 'still');
    const draws = await inPage(page, async () => {
        const { renderer } = window.page, { draw } = renderer;
        let count = 0;
        renderer.draw = (options) => { count++; draw.call(renderer, options); };
        await new Promise((done) => setTimeout(done, 1500));
        const still = count;
        renderer.canvas.dispatchEvent(new PointerEvent('pointermove', { bubbles: true }));
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        delete renderer.draw;
        return { still, moved: count - still };
    });
    assert.ok(draws.still <= 3 && draws.moved >= 1, JSON.stringify(draws));
    assert.ok(await width() < most);
}

async function testKeys(page) {
    const time = () => inPage(page, () => Math.round(window.page.clock.frame));
    await page.focus('#canvas');
    await inPage(page, () => window.page.clock.set({ playing: false }));
    await page.keyboard.press('Home');
    assert.equal(await time(), 0);
    for (const [key, frame] of [['ArrowRight', 1], ['Shift+ArrowRight', 31], ['PageUp', 1], ['ArrowLeft', 0], ['End', 12 * 30]]) {
        await page.keyboard.press(key);
        assert.ok(Math.abs(await time() - frame) <= (key === 'End' ? 30 : 0), `${key}: frame ${await time()}`);
    }
    await page.keyboard.press('Home');
    await page.keyboard.press('\\');
    assert.equal(await inPage(page, () => window.page.clock.speed), 1);
    await page.keyboard.press('l');
    assert.equal(await page.isChecked('#loop'), false);
    await page.keyboard.press('l');
    await page.keyboard.press('g');
    assert.equal(await inPage(page, () => window.page.picture.scene.get('picture.grid')), true);
    await page.keyboard.press('g');
    await page.keyboard.press('?');
    assert.ok(await page.locator('dialog dt').count() > 20);
    await page.keyboard.press('Escape');
    const camera = () => inPage(page, () => structuredClone(window.page.orbit.camera)), before = await camera();
    const seen = []; // what each key changes
    for (const [key, what] of [['Control+ArrowRight', 'angles'], ['Control+ArrowUp', 'angles'], ['Control+Shift+ArrowLeft', 'target'], ['Control+Shift+ArrowDown', 'target'], ['+', 'distance'], ['-', 'distance']]) {
        const was = await camera();
        await page.keyboard.press(key);
        const now = await camera(), changed = Object.keys(was).filter((name) => JSON.stringify(was[name]) !== JSON.stringify(now[name]));
        assert.deepEqual(changed, [what], key);
        seen.push(now.distance);
    }
    assert.ok(seen[4] > before.distance && Math.abs(seen[5] - before.distance) < 1e-6, 'nearer, and farther again');
    await page.keyboard.press('k');
    await page.keyboard.press(' ');
    assert.ok(await inPage(page, () => window.page.clock.playing));
}

/** Every control writes into the scene, and the picture follows. */
async function testSettings(page) {
    await page.click('summary:has-text("Settings")');
    await page.locator('button:has-text("All of these as usual")').waitFor(); // controls are made when the panel opens
    const rows = await inPage(page, () => window.page.picture.settings.filter((row) => row.isControl && row.kind !== 'camera'));
    assert.ok(rows.length > 20 && rows.every(({ label }) => label), 'each setting has a label');
    for (const { key, kind } of rows.filter((row) => row.kind !== 'camera' && !/vector|gravity|direction/.test(row.kind)))
        assert.equal(await page.locator(`[id="setting-${key}"]`).count(), 1, `${key} (${kind}) has a control`);
    const shown = await inPage(page, share);
    await page.selectOption('[id="setting-picture.shadows"]', 'off');
    await page.check('[id="setting-picture.grid"]');
    assert.deepEqual(await inPage(page, () => ['picture.shadows', 'picture.grid'].map((key) => window.page.picture.scene.get(key))), ['off', true]);
    await page.waitForFunction(`(${share})() > ${shown} + 0.01`); // the grid
    await page.selectOption('[id="setting-playback.physics"]', 'off');
    await until(page, () => window.page.stage.active.actor.bodies.length === 0);
    await look(page, 'settings');
    await page.click('button:has-text("All of these as usual")');
    await until(page, () => window.page.stage.active.actor.bodies.length > 0);
    assert.equal(await inPage(page, () => window.page.picture.scene.get('picture.grid')), null);
}

async function testCharacters(page) {
    const files = readSamples();
    delete files['camera.vmd'];
    const { 'dance.vmd': dance, ...model } = files;
    await open(page, Object.fromEntries(Object.entries(model).map(([name, bytes]) => [`モデル/踊る人/${name}`, bytes])));
    assert.deepEqual(await inPage(page, () => window.page.stage.characters.map((each) => [each.builtIn, each.plays.length])), [[false, 1]]);
    assert.equal(await error(page), '');
    const hasCamera = () => inPage(page, () => Boolean(window.page.stage.keyMotion('camera')));
    assert.ok(await hasCamera(), 'the camera of the built-in dance stays with it');
    await open(page, { '二人目.zip': zipOf({ ...Object.fromEntries(Object.entries(model).map(([name, bytes]) => [`folder/${name}`, bytes])), 'folder/踊り.vmd': dance }) });
    const places = await inPage(page, () => window.page.stage.characters.map((each) => [each.place.at[0], each.plays.length, each.model.missingTextures.length]));
    assert.equal(places.length, 2);
    assert.ok(!await hasCamera(), 'it goes when another dance comes');
    assert.ok(places[0][0] !== places[1][0], 'they stand beside each other');
    assert.deepEqual(places.map((each) => each.slice(1)), [[1, 0], [1, 0]]);
    await page.click('summary:has-text("Characters")');
    await look(page, 'characters');
    await inPage(page, () => { window.page.stage.forAll = true; });
    await open(page, { 'again.vmd': dance }, { add: true });
    assert.deepEqual(await inPage(page, () => window.page.stage.characters.map(({ plays }) => plays.length)), [2, 2]);
    await page.locator('#panels li:has-text("dance.vmd") input').focus();
    await page.keyboard.press(' ');
    await until(page, () => window.page.stage.characters[0].plays.length === 1);
    assert.equal(await inPage(page, () => document.activeElement.type), 'checkbox', 'a control keeps the focus');
    await page.locator('#panels fieldset:has(legend input[type=radio]) button:has-text("Remove")').first().click();
    await until(page, () => window.page.stage.characters.length === 1);

    const { 'face.tga': gone, ...poor } = model;
    await open(page, poor);
    assert.match(await page.textContent('#message'), /: 1 textures are missing/);
    const [message, panels] = await Promise.all(['#message', '#panels'].map((name) => page.locator(name).boundingBox()));
    assert.ok(message.x >= 0 && message.x + message.width <= panels.x, 'the message is over the picture, beside the panels');
    assert.ok(await page.locator('.warnings li:has-text("face.tga")').count());
    await open(page, { 'many.pmx': manyBones(500) });
    assert.equal(await inPage(page, () => window.page.stage.active.model.bones.length), 500);
    await inPage(page, () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    assert.equal(await inPage(page, () => window.page.stage.active.gpuModel.fallback), null);
}

/** Files that need other parts of the module: an avatar whose expressions have sliders, glTF that meshoptimizer or Draco has compressed. */
async function testFormats(page) {
    await inPage(page, () => window.page.stage.characters.forEach((each) => window.page.stage.remove(each)));
    await open(page, { '人.vrm': avatar() });
    assert.equal(await error(page), '');
    assert.ok(await inPage(page, share) > 0.002, 'an avatar is drawn');
    await page.click('summary:has-text("Morphs")');
    const slide = (name, weight) => page.getByLabel(name, { exact: true }).evaluate((slider, value) => { slider.value = value; slider.dispatchEvent(new Event('input')); }, weight);
    await page.getByLabel('blink', { exact: true }).waitFor();
    const height = () => inPage(page, async () => { const { actor } = window.page.stage.active; window.page.stage.update(); return (await actor.skin()).positions[4]; });
    const still = await height();
    await slide('blink', 1);
    assert.ok(await height() > still + 0.09, 'a slider moves an expression');
    await slide('happy', 1);
    assert.ok(Math.abs(await height() - still) < 1e-6, 'an expression blocks another');
    await look(page, 'avatar');
    await page.click('summary:has-text("Morphs")');
    await open(page, readSamples());
    const packed = await inPage(page, async () => { const { actor } = window.page.stage.active; return [...await actor.writeGlb({ lastFrame: 10, tolerance: 0.1, pack: true })]; });
    await open(page, { 'packed.glb': Uint8Array.from(packed) });
    assert.equal(await error(page), '');
    assert.equal(await inPage(page, () => window.page.stage.active.plays.length), 1);
    assert.ok(await inPage(page, share) > 0.01, 'it is drawn');
    const drawn = join(folder, '../source/draco/testdata/Box/glTF_Binary/Box_Draco.glb');
    if (!existsSync(drawn))
        return console.log('  skipped: Draco, without its source code');
    await open(page, { 'Box_Draco.glb': readFileSync(drawn) });
    assert.equal(await error(page), '');
    assert.ok(await inPage(page, () => window.page.stage.active.model.positions.length > 0));
}

async function testScenes(page) {
    const files = readSamples();
    const scene = { hone: 1, models: [{ file: 'character.pmx', at: [4, 0, 0] }, { file: 'character.pmx', at: [-4, 0, 0], turn: 30 }],
        motions: [{ file: 'dance.vmd' }], picture: { grid: true } };
    await open(page, { ...files, 'scene.json': Buffer.from(JSON.stringify(scene)) });
    assert.equal(await error(page), '');
    assert.equal((await names(page)).length, 2);
    assert.equal(await inPage(page, () => window.page.picture.scene.get('picture.grid')), true);
    await until(page, () => window.page.clock.seconds > 0.1 && window.page.stage.scene.frame > 3);
    await look(page, 'scene');
    await inPage(page, () => { window.page.picture.scene.set('playback.physics', 'off'); return window.page.stage.remake(); });
    assert.deepEqual(await inPage(page, () => window.page.stage.characters.map(({ actor }) => actor.bodies.length)), [0, 0]);
    await open(page, { 'bad.json': Buffer.from('{"hone": 1, "models": [{"file": "nothing.pmx"}]}') });
    assert.match(await error(page), /nothing\.pmx/);
    assert.equal((await names(page)).length, 2, 'a bad scene leaves what is shown');
}

/** Dancers copy the characters, each at its own moment, until the setting is taken back. */
async function testCrowd(page) {
    await open(page, readSamples());
    await inPage(page, () => window.page.stage.characters.slice(0, -1).forEach((each) => window.page.stage.remove(each)));
    await inPage(page, () => { window.page.clock.set({ playing: false }); window.page.clock.seek(2); window.page.picture.frame(); });
    const field = page.locator('[id="setting-drawing.crowd"]'), far = () => inPage(page, () => -window.page.orbit.camera.distance), alone = await far();
    await field.fill('9');
    await field.press('Enter');
    await until(page, () => window.page.dancers.crowd);
    assert.ok(await far() > 1.1 * alone, 'the camera sees all of them');
    const seen = (columns) => inPage(page, (count) => { // in how many parts of the picture, side by side, something stands
        const { picture, renderer } = window.page, { width, height } = renderer.canvas;
        const { pixels } = renderer.drawImage({ ...picture.options(), shadows: 'off', scene: undefined, width, height });
        const parts = new Set();
        for (let i = 0; i < pixels.length; i += 4)
            if (Math.abs(pixels[i] - pixels[0]) + Math.abs(pixels[i + 1] - pixels[1]) + Math.abs(pixels[i + 2] - pixels[2]) > 30)
                parts.add(Math.floor(((i / 4) % width) * count / width));
        return parts.size;
    }, columns);
    const crowded = await seen(20);
    await look(page, 'crowd');
    await field.fill('');
    await field.press('Enter');
    await until(page, () => !window.page.dancers.crowd);
    const single = await seen(20);
    assert.ok(crowded > single, `${crowded} parts of the picture, after ${single}`);
    await field.fill('4');
    await field.press('Enter');
    await until(page, () => window.page.dancers.crowd);
    await open(page, readSamples()); // characters that come are copied, too
    await until(page, () => window.page.dancers.crowd?.gpuModels.length === 2);
    await inPage(page, () => window.page.stage.remove(window.page.stage.characters[0]));
    await until(page, () => window.page.dancers.crowd?.gpuModels.length === 1);
    await field.fill('');
    await field.press('Enter');
    await inPage(page, () => window.page.clock.set({ playing: true }));
    assert.equal(await error(page), '');
}

/** Every file of the fuzz corpora: one sentence, or it is shown, and the page lives. */
async function testCorpora(page) {
    let refused = 0, count = 0;
    for (const corpus of readdirSync(corpora)) {
        const files = readdirSync(join(corpora, corpus)).map((name) => [name, readFileSync(join(corpora, corpus, name)).toString('base64')]);
        const told = await inPage(page, async (list) => {
            const said = [];
            for (const [name, data] of list) {
                await window.page.attempt(async () => window.page.open(new Map([[name, await (await fetch(`data:;base64,${data}`)).blob()]])));
                said.push(document.getElementById('error').textContent);
                window.page.stage.characters.slice(0, -1).forEach((each) => window.page.stage.remove(each));
            }
            return said;
        }, files);
        for (const [i, sentence] of told.entries())
            assert.ok(!sentence.includes('\n') && sentence.length < 600, `${corpus}/${files[i][0]}: ${sentence}`);
        refused += told.filter(Boolean).length;
        count += told.length;
    }
    assert.ok(refused > count / 4, `${refused} of ${count} were refused`);
    const before = await inPage(page, () => window.page.clock.elapsed);
    await open(page, readSamples());
    await inPage(page, () => window.page.clock.set({ playing: true }));
    await until(page, (was) => window.page.clock.elapsed > was, before);
    assert.ok(await inPage(page, share) > 0.01);
    return count;
}

async function testContext(page) {
    await inPage(page, () => {
        window.page.loss = window.page.renderer.context.getExtension('WEBGL_lose_context');
        window.page.loss.loseContext();
    });
    await until(page, () => window.page.renderer.lost && /lost/.test(document.getElementById('message').textContent));
    await inPage(page, () => window.page.loss.restoreContext());
    await until(page, () => !window.page.renderer.lost && !document.getElementById('message').textContent);
    await page.waitForFunction(`(${share})() > 0.01`);
}

async function testJapanese(openPage) {
    const page = await openPage('index.html?test', { locale: 'ja-JP', viewport: { width: 390, height: 780 } });
    await started(page);
    await until(page, () => document.querySelector('#panels details'));
    assert.equal(await page.textContent('#open'), 'ファイルを開く');
    const english = await inPage(page, () => window.page.picture.settings.filter((row) => row.isControl && !/[\u3040-\u30ff\u4e00-\u9fff]|^IK$/.test(row.label)).map(({ label }) => label));
    assert.deepEqual(english, [], 'labels without a translation');
    await open(page, { '壊れた.pmx': Buffer.from('PMX is not in here') });
    assert.match(await error(page), /[\u3040-\u30ff]/);
    await page.click('#show-panels');
    await page.click('summary:has-text("設定")');
    await look(page, 'japanese-phone');
    await page.close();
}

/** Models of others, of which some are not for this page: each is shown or refused in one sentence. */
async function testReal(page) {
    const found = (process.env.HONE_REAL ?? '').split(':').filter(Boolean).flatMap((root) =>
        readdirSync(root, { recursive: true }).filter((name) => /\.(pmx|vrm|glb|fbx|pmd|x)$/i.test(name)).map((name) => join(root, name))).slice(0, 10);
    for (const path of found) {
        await open(page, { [basename(path)]: readFileSync(path) });
        console.log(`  ${basename(path)}: ${await error(page) || (await names(page)).at(-1)}`);
        await inPage(page, () => window.page.stage.characters.slice(0, -1).forEach((each) => window.page.stage.remove(each)));
    }
}

await inChromium(folder, async ({ open: openPage }) => {
    const page = await openPage('index.html?test', { viewport: { width: 1000, height: 640 } });
    const drawn = await testStart(page);
    await testControls(page);
    await testStill(page);
    await testKeys(page);
    await testSettings(page);
    await testCharacters(page);
    await testFormats(page);
    await testScenes(page);
    await testCrowd(page);
    const count = await testCorpora(page);
    await testContext(page);
    await testReal(page);
    await testJapanese(openPage);
    console.log(`stage: ${(100 * drawn).toFixed(1)} % drawn, ${count} damaged files`);
});
