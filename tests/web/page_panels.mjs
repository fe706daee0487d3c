// The panels of the page that look into a character and bend it: overlays, morphs, bones and doctor, by mouse, by keys and by
// touch. Numbers are compared with those of hone's command (HONE_COMMAND), if it is there, and with the module's own.
// usage: node page_panels.mjs FOLDER SAMPLES [OUT]    FOLDER: what ./dev web makes; OUT: a folder where screenshots are left
// Exit status 77: there is no chromium.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inChromium, started } from './chromium.mjs';

const [folder, samples, out] = process.argv.slice(2);
const command = existsSync(process.env.HONE_COMMAND ?? '') ? process.env.HONE_COMMAND : null;
const native = (...options) => execFileSync(command, options, { maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe'] });
const near = (a, b, by) => a.length === b.length && a.every((x, i) => Math.abs(x - b[i]) <= by);
const work = mkdtempSync(join(tmpdir(), 'hone-panels-'));
cpSync(samples, work, { recursive: true });

// ---- the page ------------------------------------------------------------------------------------------------------

const shoot = async (page, name) => out && writeFileSync(join(out, `${name}.png`), await page.screenshot());
const panel = (page, title) => page.locator(`details:has(> summary:text-is("${title}"))`);
const frames = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))));

async function show(page, title, touch = false) {
    const at = panel(page, title), summary = at.locator('> summary');
    await (touch ? summary.tap() : summary.click());
    return at;
}

/** The built-in character at 0.5 s, seen from the front. */
async function opened(open, path, context) {
    const page = await open(path, { viewport: { width: 760, height: 560 }, ...context });
    await started(page);
    await page.evaluate(() => {
        window.page.clock.set({ playing: false });
        window.page.clock.seek(0.5);
        window.page.picture.byMotion = false;
        window.page.picture.frame();
        Object.assign(window.page.picture.detail, { levels: [{ scale: 0.5, samples: 4, edges: 1 }], level: 0 }); // whether it stands still or not
    });
    await frames(page);
    return page;
}

const boneNow = (page, name) => page.evaluate((name) => {
    const { actor, model } = window.page.stage.active, bone = model.findBone(name);
    return { bone, ...actor.readBone(bone), byHand: actor.boneByHand(bone) };
}, name);
const chosen = (page) => page.evaluate(() => window.page.stage.active.model.bones[window.page.hand.bone]?.name ?? null);

/** A place on the screen where a handle is, and one beside it. */
const handlePlace = (page, wanted) => page.evaluate((wanted) => {
    const { renderer, picture } = window.page, { canvas } = renderer, box = canvas.getBoundingClientRect(), options = picture.options();
    for (let y = 4; y < canvas.height; y += 2)
        for (let x = 4; x < canvas.width; x += 2)
            if (renderer.handleAt(options, x, y) === wanted)
                return [box.left + (x * box.width) / canvas.width, box.top + (y * box.height) / canvas.height];
    return null;
}, wanted);

/** What the command makes of the scene that the page writes: the matrices of a bone, and the weights of morphs. */
async function ofCommand(page, bone) {
    const scene = await page.evaluate(async () => (await import('./scene.mjs')).sceneOf(window.page).text);
    writeFileSync(join(work, 'scene.json'), scene);
    const floats = (file) => {
        const data = readFileSync(file), body = data.subarray(10 + data.readUInt16LE(8));
        return Array.from(new Float32Array(body.buffer.slice(body.byteOffset, body.byteOffset + body.length)));
    };
    native('pose', join(work, 'scene.json'), '--frame', '15', '--physics', 'off', '--bones', join(work, 'bones.npy'), '--morphs', join(work, 'morphs.npy'));
    return { matrix: floats(join(work, 'bones.npy')).slice(16 * bone, 16 * bone + 12), morphs: floats(join(work, 'morphs.npy')) };
}

async function sameAsCommand(page, name) {
    const mine = await page.evaluate((name) => {
        const { actor, model } = window.page.stage.active, bone = model.findBone(name);
        return { bone, matrix: [...actor.bones.slice(12 * bone, 12 * bone + 12)], morphs: [...actor.morphs] };
    }, name);
    if (!command)
        return;
    const told = await ofCommand(page, mine.bone);
    assert.ok(near(mine.matrix, told.matrix, 1e-3), `${name}: ${mine.matrix} here, ${told.matrix} by the command`);
    assert.ok(near(mine.morphs, told.morphs, 1e-5), 'morphs');
}

// ---- overlays ------------------------------------------------------------------------------------------------------

const pixels = (page) => page.evaluate(() => {
    const { renderer, picture } = window.page, { width, height, pixels } = renderer.drawImage({ ...picture.options(), compare: undefined });
    let sum = 0;
    for (let i = 0; i < pixels.length; i += 4)
        sum = (sum * 31 + pixels[i] + 256 * pixels[i + 1] + 65536 * pixels[i + 2]) % 2147483647;
    return `${width}x${height} ${sum}`;
});

async function testOverlays(page) {
    const at = await show(page, 'Show'), plain = await pixels(page), seen = new Set([plain]);
    await at.locator('label.line').first().waitFor();
    for (const label of ['Bones', 'Axes of bones', 'Wireframe', 'Vertices as points', 'Rigid bodies', 'Joints', 'IK chains and goals']) {
        const box = at.getByLabel(label, { exact: true });
        await box.check();
        seen.add(await pixels(page));
        await box.uncheck();
        assert.equal(await pixels(page), plain, label);
    }
    assert.equal(seen.size, 8, 'each of them is seen');
    await at.getByLabel('Linear', { exact: true }).check();
    await at.getByLabel('Dual quaternion', { exact: true }).focus();
    await page.keyboard.press('Space');
    await frames(page);
    assert.deepEqual(await page.evaluate(() => window.page.picture.options().compare), ['linear', 'dual-quaternion']);
    const halves = await page.evaluate(() => {
        const { canvas } = window.page.renderer, flat = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
        flat.drawImage(canvas, 0, 0);
        const half = Math.floor(canvas.width / 2), [a, b] = [0, half].map((x) => flat.getImageData(x, 0, half, canvas.height).data);
        return { drawn: a.some((value, i) => value !== a[i % 4]), others: a.filter((value, i) => Math.abs(value - b[i]) > 20).length / a.length };
    });
    assert.ok(halves.drawn && halves.others > 0 && halves.others < 0.05, `the halves differ in ${halves.others}`);
    await shoot(page, 'compare');
    for (const label of ['Linear', 'Dual quaternion'])
        await at.getByLabel(label, { exact: true }).uncheck();
    await show(page, 'Show');
}

// ---- morphs --------------------------------------------------------------------------------------------------------

async function testMorphs(page) {
    const at = await show(page, 'Morphs'), search = at.getByRole('searchbox');
    const weight = (name) => page.evaluate((name) => { const { model, actor } = window.page.stage.active; return actor.morphs[model.findMorph(name)]; }, name);
    await at.locator('legend').first().waitFor();
    assert.deepEqual(await at.locator('legend').allTextContents(), ['Eyebrows', 'Eyes', 'Mouth', 'Other']);
    const row = (name) => at.locator('.morph').filter({ has: page.getByLabel(name, { exact: true }) });
    const motion = await page.evaluate(() => Array.from(window.page.stage.active.actor.morphs).findIndex((each) => each > 0.05));
    const moved = await page.evaluate((i) => window.page.stage.active.model.morphs[i]?.name, motion), before = await weight(moved);
    const slider = row(moved).getByLabel(moved, { exact: true });
    assert.ok(Math.abs(Number(await slider.inputValue()) - before) < 0.006, 'what the motion does is seen');
    await slider.focus();
    for (let i = 0; i < 3; i++)
        await page.keyboard.press('ArrowRight');
    await frames(page);
    assert.ok((await weight(moved)) > before + 0.02, 'keys move a slider');
    assert.match(await row(moved).getAttribute('class'), /by-hand/);
    await search.fill('blink');
    assert.ok((await at.locator('.morph').count()) >= 1);
    await row('まばたき').getByLabel(/weight/).fill('0.525');
    await frames(page);
    assert.ok(Math.abs((await weight('まばたき')) - 0.525) < 1e-6);
    await sameAsCommand(page, '頭');
    await search.fill('');
    await row(moved).getByRole('button').click();
    await frames(page);
    assert.ok(Math.abs((await weight(moved)) - before) < 1e-6, 'a reset gives it back to the motion');
    await shoot(page, 'morphs');
    await at.getByText('Reset all').click();
    await frames(page);
    assert.equal(await page.evaluate(() => window.page.stage.active.morphs.size), 0);
    await show(page, 'Morphs');
}

// ---- bones ---------------------------------------------------------------------------------------------------------

async function testBones(page) {
    const at = await show(page, 'Bones'), search = at.getByRole('searchbox'), items = at.getByRole('treeitem');
    await items.first().waitFor();
    const count = await page.evaluate(() => window.page.stage.active.model.bones.length);
    assert.equal(await items.count(), count);
    for (const sought of ['rightUpperArm', '右腕', 'arm_r', 'ＡＲＭ＿Ｒ']) {
        await search.fill(sought);
        assert.match((await items.allTextContents()).join(), /右腕/, sought);
    }
    await search.fill('rightupperarm');
    await items.first().click();
    assert.equal(await chosen(page), '右腕');
    assert.match(await at.locator('.facts h3').textContent(), /rightUpperArm/);

    const x = at.getByLabel('Rotation X'); // by a number, and by keys
    await x.fill('24.5');
    await x.fill('25');
    await frames(page);
    const typed = await boneNow(page, '右腕');
    assert.ok(Math.abs(typed.degrees[0] - 25) < 0.01, `${typed.degrees}`);
    await x.press('ArrowUp');
    await frames(page);
    assert.ok(Math.abs((await boneNow(page, '右腕')).degrees[0] - 26) < 0.01);
    await sameAsCommand(page, '右ひじ');
    let steps = 0; // numbers that are changed soon after each other are one
    for (; (await boneNow(page, '右腕')).byHand; steps++)
        await at.getByText('Undo').click();
    assert.ok(steps === 1 || steps === 2, `${steps} steps`);
    for (; steps; steps--)
        await at.getByText('Redo').press('Enter');
    await frames(page);
    assert.ok(Math.abs((await boneNow(page, '右腕')).degrees[0] - 26) < 0.01);
    await page.locator('#canvas').focus();
    await page.keyboard.press('Delete'); // the keys of hone view
    await frames(page);
    assert.equal((await boneNow(page, '右腕')).byHand, null);
    await page.keyboard.press('Control+z');
    await frames(page);
    assert.ok(Math.abs((await boneNow(page, '右腕')).degrees[0] - 26) < 0.01);
    await at.getByText('Reset bone').click();

    await testHandle(page, async ([x, y]) => {
        await page.mouse.move(x, y);
        await page.mouse.down();
        await page.mouse.move(x + 12, y + 25, { steps: 3 });
        await page.mouse.up();
    });
    await sameAsCommand(page, '右手首');
    await shoot(page, 'bones');

    await at.getByText(/Other side/).click(); // the bone of the left arm
    assert.equal(await chosen(page), '左腕');
    await search.fill('');
    await items.filter({ hasText: '左腕' }).first().focus();
    await page.keyboard.press('ArrowLeft'); // its parent
    assert.equal(await chosen(page), await page.evaluate(() => { const { bones } = window.page.stage.active.model; return bones[bones.find(({ name }) => name === '左腕').parent].name; }));
    await page.keyboard.press('ArrowDown');
    await page.evaluate(() => window.page.stage.active.plays.splice(0).forEach((play) => window.page.stage.active.actor.playStop(play))); // the dance has no IK
    await search.fill('左ひざ');
    await items.first().click(); // IK moves it: its goal is moved
    await frames(page);
    assert.match(await at.locator('.facts').textContent(), /moved by IK/);
    await at.getByText(/Choose its goal/).click();
    await frames(page);
    assert.match(await chosen(page), /足ＩＫ/);
    const ankle = await boneNow(page, '左足首');
    await at.getByLabel('Offset Y').fill('2');
    await frames(page);
    assert.ok(Math.abs((await boneNow(page, '左足首')).position[1] - ankle.position[1] - 2) < 0.05, 'the ankle follows the goal');
    await page.evaluate(() => window.page.stage.active.playMotions());
    await at.getByText('Reset all').click();
    await frames(page);
    assert.equal(await page.evaluate(() => window.page.stage.active.bones.size), 0);
    await testPicking(page, (x, y) => page.mouse.click(x, y));
    await show(page, 'Bones');
}

/** Dragging a ring turns the bone, and not the camera. */
async function testHandle(page, drag) {
    await frames(page);
    const before = await boneNow(page, '右腕'), camera = await page.evaluate(() => JSON.stringify(window.page.orbit.camera));
    const place = await handlePlace(page, 'screen');
    assert.ok(place, 'a ring is seen');
    await drag(place);
    await frames(page);
    const after = await boneNow(page, '右腕');
    assert.ok(after.byHand && !near(after.degrees, before.degrees, 1), `${before.degrees}, then ${after.degrees}`);
    assert.ok(near(after.position, before.position, 1e-3), 'a turn leaves the joint where it is');
    assert.equal(await page.evaluate(() => JSON.stringify(window.page.orbit.camera)), camera);
}

/** A click on the head chooses a bone there. */
async function testPicking(page, click) {
    const [x, y] = await page.evaluate(() => {
        const { canvas } = window.page.renderer, box = canvas.getBoundingClientRect(), options = window.page.picture.options();
        for (let y = 2; y < canvas.height; y += 2)
            for (let x = 2; x < canvas.width; x += 2) {
                const found = window.page.renderer.pickBone(options, x, y, { bones: false });
                if (found && window.page.stage.active.model.bones[found.bone].name === '頭' && !window.page.renderer.handleAt(options, x, y))
                    return [box.left + (x * box.width) / canvas.width, box.top + (y * box.height) / canvas.height];
            }
    });
    await click(x, y);
    await frames(page);
    assert.equal(await chosen(page), '頭');
    assert.match(await page.locator('[role=treeitem][aria-selected=true]').textContent(), /^頭/);
}

async function testWeights(page) {
    const plain = await pixels(page), at = await show(page, 'Show'), box = at.getByLabel('Weights of the selected bone');
    await box.check();
    assert.notEqual(await pixels(page), plain);
    await shoot(page, 'weights');
    await box.uncheck();
    await show(page, 'Show');
}

// ---- eyes ----------------------------------------------------------------------------------------------------------

/** The eyes follow the pointer from the key of the viewer, until the box in the panel is off. */
async function testGaze(page) {
    const canvas = await page.locator('#canvas').boundingBox();
    const eye = () => page.evaluate(() => { const { actor, model } = window.page.stage.active, at = 12 * model.findBone('左目'); return [...actor.bones.slice(at, at + 12)]; });
    const look = async (across) => {
        await page.mouse.move(canvas.x + across * canvas.width, canvas.y + canvas.height / 3);
        await frames(page);
        return eye();
    };
    const still = await look(0.5);
    assert.deepEqual(await look(0.1), still);
    await page.focus('#canvas');
    await page.keyboard.press('Shift+L');
    await page.waitForFunction(() => window.page.gaze.isOn);
    const [left, right] = [await look(0.05), await look(0.95)].map((matrix) => -matrix[2]); // it faces -z
    assert.ok(left < right - 0.1, `forward: ${left} to the left, ${right} to the right`);
    const at = await show(page, 'Characters'), box = at.getByLabel('Look at the mouse');
    assert.ok(await box.isChecked());
    await box.focus();
    await page.keyboard.press('Space');
    assert.deepEqual(await look(0.1), still);
    await show(page, 'Characters');
}

// ---- doctor --------------------------------------------------------------------------------------------------------

async function testDoctor(page) {
    const at = await show(page, 'Doctor'), status = at.getByRole('status');
    await page.waitForFunction(() => /Faults \d/.test(document.querySelector('.findings').parentElement.textContent));
    await at.getByText('Look for trouble').click();
    await page.waitForFunction(() => !document.querySelector('.findings').parentElement.querySelector('button:not(.link)').disabled, null, { timeout: 120000 });
    if (command) {
        const [told] = JSON.parse(native('doctor', '--json', join(work, 'character.pmx'), join(work, 'dance.vmd')));
        assert.equal(await status.textContent(), `Faults ${told.faults}, warnings ${told.warnings}, notes ${told.notes}`);
        const texts = await at.locator('.findings > li').evaluateAll((lines) => lines.map((line) => [...line.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join('').trim()));
        assert.deepEqual(texts.sort(), told.findings.map(({ text }) => text).sort());
    }
    await shoot(page, 'doctor');
    await show(page, 'Doctor');
}

// ---- all -----------------------------------------------------------------------------------------------------------

/** One finger, by the protocol of the browser. */
async function touchDrag(page, from, to) {
    const session = await page.context().newCDPSession(page), steps = 4;
    const send = (type, [x, y]) => session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
    await send('touchStart', from);
    for (let i = 1; i <= steps; i++)
        await send('touchMove', from.map((value, k) => value + ((to[k] - value) * i) / steps));
    await send('touchEnd', to);
}

async function testTouch(open) {
    const page = await opened(open, 'index.html?test', { viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true });
    assert.ok(!await panel(page, 'Bones').isVisible(), 'a phone begins with the picture alone');
    await page.tap('#show-panels');
    const at = await show(page, 'Bones', true);
    await at.getByRole('treeitem').first().waitFor();
    await testPicking(page, (x, y) => page.touchscreen.tap(x, y));
    await at.getByRole('searchbox').fill('右腕');
    await at.getByRole('treeitem').first().tap();
    await testHandle(page, ([x, y]) => touchDrag(page, [x, y], [x + 15, y + 25]));
    await shoot(page, 'phone');
    await show(page, 'Bones', true);
    const morphs = await show(page, 'Morphs', true), slider = morphs.getByLabel('まばたき', { exact: true });
    await slider.scrollIntoViewIfNeeded();
    const box = await slider.boundingBox();
    await touchDrag(page, [box.x + box.width * 0.1, box.y + box.height / 2], [box.x + box.width * 0.6, box.y + box.height / 2]);
    await frames(page);
    assert.ok(await page.evaluate(() => window.page.stage.active.morphs.size) === 1, 'a finger moves a slider');
    await page.close();
}

async function testJapanese(open) {
    const page = await opened(open, 'index.html?test&lang=ja', { locale: 'ja-JP', colorScheme: 'dark' });
    await page.locator('details:has(.findings) > summary').click();
    await page.locator('.findings > li').first().waitFor();
    assert.match(await page.locator('.findings > li').first().textContent(), /[ぁ-ん]/, 'doctor speaks Japanese');
    await page.locator('details:has(.show) > summary').click();
    await page.locator('label.line').first().waitFor();
    assert.match(await page.locator('label.line').first().textContent(), /ボーン/);
    await page.locator('label.line').first().click();
    await frames(page);
    await shoot(page, 'japanese');
    await page.close();
}

try {
    await inChromium(folder, async ({ open }) => {
        const page = await opened(open, 'index.html?test');
        for (const test of [testOverlays, testMorphs, testBones, testWeights, testGaze, testDoctor])
            await test(page);
        await page.close();
        await testTouch(open);
        await testJapanese(open);
    });
    console.log(`panels: overlays, morphs, bones and doctor${command ? ', with the numbers of the command' : ''}`);
} finally {
    rmSync(work, { recursive: true });
}
