// The page and <hone-player> in headless chromium: what an address names is shown, the link of what is shown names it again,
// a file of another site is refused in a sentence, and the element plays in a page of one's own.
// usage: node page_share.mjs FOLDER SAMPLES [OUT]    FOLDER: what ./dev web makes; SAMPLES: the built-in character's files
// Exit status 77: there is no chromium.
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { serve } from '../../examples/web/serve.mjs';

const [folder, samples, out] = process.argv.slice(2), browserPath = process.env.CHROMIUM ?? '/usr/bin/chromium';
if (!existsSync(browserPath)) {
    console.log('SKIPPED: there is no chromium');
    process.exit(77);
}
const site = mkdtempSync(join(tmpdir(), 'hone-share-'));
mkdirSync(join(site, '踊る 人'));
cpSync(samples, join(site, '踊る 人'), { recursive: true });
const names = readdirSync(samples), of = (ending) => names.find((name) => name.endsWith(ending));
writeFileSync(join(site, 'mine.html'), `<!doctype html><html lang="en"><title>mine</title><style>hone-player { width: 300px; }</style>
<script type="module" src="page/player.mjs"></script>
<hone-player model="%E8%B8%8A%E3%82%8B%20%E4%BA%BA/${of('.pmx')}" motion="%E8%B8%8A%E3%82%8B%20%E4%BA%BA/${of('.vmd')}" controls paused start="0.5"></hone-player>
<hone-player model="nothing.pmx"></hone-player>`);
const server = await serve({ '/page/': folder, '/': site });
const browser = await chromium.launch({
    executablePath: browserPath,
    args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
});

const ready = () => window.page?.stage?.characters.length && document.getElementById('progress').hidden;
const state = () => ({
    files: window.page.stage.characters.map(({ name }) => name), seconds: window.page.clock.seconds, playing: window.page.clock.playing,
    loop: window.page.clock.loop, physics: window.page.stage.physics, missing: window.page.stage.characters.flatMap(({ model }) => [...model.missingTextures]),
    motions: window.page.stage.motions.map(({ name }) => name), message: document.getElementById('message').textContent,
    shadows: window.page.picture.scene?.get('picture.shadows'),
});

async function show(page, search) {
    await page.goto(`${server.url}/page/index.html?test&${search}`);
    await page.waitForFunction(ready, null, { timeout: 120000, polling: 200 });
    return page.evaluate(state);
}

async function opensAddresses(page) {
    const search = new URLSearchParams([['model', `../踊る 人/${of('.pmx')}`], ['motion', `../踊る 人/${of('.vmd')}`],
        ['t', '1.5'], ['play', '0'], ['loop', '0'], ['physics', '0'], ['picture.shadows', 'off']]);
    const first = await show(page, search);
    assert.equal(first.motions[0], of('.vmd'));
    assert.deepEqual([first.seconds, first.playing, first.loop, first.physics, first.shadows], [1.5, false, false, false, 'off']);
    assert.deepEqual(first.missing, []);
    if (out) await page.screenshot({ path: join(out, 'share.png') });
    const link = await page.evaluate(async () => (await import('./addresses.mjs')).linkOf(window.page));
    assert.deepEqual(await show(page, new URL(link).searchParams), first);
}

async function refusesOthers(page) {
    const foreign = await show(page, 'model=http://example.com/a.pmx');
    assert.match(foreign.message, /^http:\/\/example\.com\/a\.pmx: only files of this site/);
    const absent = await show(page, 'model=nothing.pmx');
    assert.match(absent.message, /nothing\.pmx: the server does not give this file/);
    assert.equal(absent.files.length, 1); // the built-in character dances
}

async function plays(page) {
    await page.goto(`${server.url}/mine.html`);
    const has = (at, event) => page.waitForFunction(([i, wanted]) => {
        const player = document.querySelectorAll('hone-player')[i];
        return wanted === 'load' ? player.stage?.characters.length && !player.message.textContent : /nothing\.pmx/.test(player.message?.textContent);
    }, [at, event], { timeout: 120000, polling: 200 });
    await has(0, 'load');
    await has(1, 'error');
    const values = await page.evaluate(() => {
        const [player] = document.querySelectorAll('hone-player'), before = [player.paused, player.currentTime, player.duration > 1];
        player.shadowRoot.querySelector('button').click();
        return [...before, player.paused];
    });
    assert.deepEqual(values, [true, 0.5, true, false]);
    await page.waitForFunction(() => document.querySelector('hone-player').currentTime > 0.6, null, { timeout: 60000, polling: 200 });
    if (out) await page.screenshot({ path: join(out, 'player.png') });
    await page.evaluate(() => document.querySelectorAll('hone-player').forEach((each) => each.remove()));
}

try {
    const page = await browser.newPage({ viewport: { width: 640, height: 480 }, locale: 'en-GB' }), faults = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('request', (request) => request.url().startsWith(server.url) || /^(data|blob):/.test(request.url()) ||
        faults.push(`a request to ${request.url()}`));
    await opensAddresses(page);
    await refusesOthers(page);
    await plays(page);
    assert.deepEqual(faults, []);
    console.log('addresses, links and the element work');
} finally {
    await browser.close();
    server.close();
    rmSync(site, { recursive: true, force: true });
}
