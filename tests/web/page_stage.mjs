// The page of web/page in headless chromium: the built-in character dances, controls work, files that are opened are shown,
// a bad file is one sentence, in both languages, and nothing is fetched from elsewhere. With OUT, a picture is left there.
// usage: node page_stage.mjs FOLDER SAMPLES [OUT.png]    FOLDER: what ./dev web makes
// Exit status 77: there is no chromium.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { serve } from '../../examples/web/serve.mjs';

const [folder, samples, out] = process.argv.slice(2);
const browserPath = process.env.CHROMIUM ?? '/usr/bin/chromium';
if (!existsSync(browserPath)) {
    console.log('SKIPPED: there is no chromium');
    process.exit(77);
}
const server = await serve({ '/': folder });
const browser = await chromium.launch({
    executablePath: browserPath,
    args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
});

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

try {
    const page = await browser.newPage({ viewport: { width: 640, height: 640 }, locale: 'en-GB' }), faults = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('request', (request) => request.url().startsWith(server.url) || /^(data|blob):/.test(request.url()) ||
        faults.push(`a request to ${request.url()}`));
    await page.goto(`${server.url}/index.html?test`);
    const message = () => page.locator('#message').textContent();
    await page.waitForFunction(() => window.page?.stage?.active?.plays.length && document.getElementById('clock').textContent, null, { timeout: 180000 });
    await page.waitForFunction(() => Number(document.getElementById('time').value) > 0.2);
    const drawn = await page.evaluate(share);
    assert.ok(drawn > 0.02 && drawn < 0.95, `${drawn} of the picture is drawn`);
    if (out)
        writeFileSync(out, await page.screenshot());

    await page.click('#play');
    assert.equal(await page.textContent('#play'), 'Play');
    await page.evaluate(() => {
        const time = document.getElementById('time');
        time.value = 3;
        time.dispatchEvent(new Event('input'));
    });
    await page.waitForFunction(() => document.getElementById('clock').textContent.startsWith('0:03'));

    const yaw = () => page.evaluate(() => window.page.orbit.camera.angles[1]), before = await yaw();
    await page.mouse.move(100, 320); // beside the panels
    await page.mouse.down();
    await page.mouse.move(200, 320, { steps: 4 });
    await page.mouse.up();
    assert.ok(Math.abs(await yaw() - before + (100 * 0.4 * Math.PI) / 180) < 0.01, 'a drag turns the camera');
    assert.equal(await page.inputValue('#camera'), '', 'a drag leaves the camera of the motion');

    // every control writes into the scene, and the picture follows
    await page.waitForFunction(() => document.querySelector('#panels details'));
    await page.click('summary:has-text("Settings")');
    const rows = await page.evaluate(() => window.page.picture.settings.filter((row) => row.isControl).map(({ key, label }) => ({ key, label })));
    assert.ok(rows.length > 20 && rows.every(({ label }) => label), 'each setting has a label');
    const shown = await page.evaluate(share);
    await page.selectOption('[id="setting-picture.shadows"]', 'off');
    await page.check('[id="setting-picture.grid"]');
    assert.deepEqual(await page.evaluate(() => ['picture.shadows', 'picture.grid'].map((key) => window.page.picture.scene.get(key))), ['off', true]);
    await page.waitForFunction(`(${share})() > ${shown} + 0.01`); // the grid
    await page.selectOption('[id="setting-playback.physics"]', 'off');
    await page.waitForFunction(() => window.page.stage.active.actor.bodies.length === 0);
    await page.click('button:has-text("All of these as usual")');
    await page.waitForFunction(() => window.page.stage.active.actor.bodies.length > 0);
    assert.equal(await page.evaluate(() => window.page.picture.scene.get('picture.grid')), null);

    const files = readdirSync(samples).map((name) => join(samples, name));
    await page.setInputFiles('#files', files.filter((name) => !name.endsWith('.vmd')));
    await page.waitForFunction(() => window.page.stage.active.plays.length === 1 && !window.page.stage.active.builtIn, null, { timeout: 60000 }); // the camera is no play
    assert.equal(await message(), '');

    await page.setInputFiles('#files', { name: 'bad.pmx', mimeType: '', buffer: Buffer.from('PMX is not in here') });
    await page.waitForFunction(() => document.getElementById('error').textContent);
    assert.match(await page.textContent('#error'), /^bad.pmx: [^\n]+$/);

    await page.goto(`${server.url}/index.html?test&lang=ja`);
    await page.waitForFunction(() => document.getElementById('open').textContent === 'ファイルを開く');
    assert.deepEqual(faults, []);
    console.log(`page: ${(100 * drawn).toFixed(1)} % drawn`);
} finally {
    await browser.close();
    server.close();
}
