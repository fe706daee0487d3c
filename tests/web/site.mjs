// The site in headless chromium, served from a folder of an address: its pages open and find each other, the search finds in
// both languages by keys alone, everything opens again without a network, and a new version takes the place of the old one.
// usage: node site.mjs FOLDER [OUT]    FOLDER: what ./dev site makes; OUT: a folder for pictures
// Exit status 77: there is no chromium.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { serve } from '../../examples/web/serve.mjs';

const [given, out] = process.argv.slice(2), browserPath = process.env.CHROMIUM ?? '/usr/bin/chromium';
if (!existsSync(browserPath)) {
    console.log('SKIPPED: there is no chromium');
    process.exit(77);
}
const list = fileURLToPath(new URL('../../web/list.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'hone-site-'));
cpSync(given, folder, { recursive: true });
const server = await serve({ '/some where/': folder }), base = `${server.url}/some%20where/`;
const browser = await chromium.launch({
    executablePath: browserPath,
    args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
});
const picture = (page, name) => out && page.screenshot({ path: join(out, name) });

async function searches(page) {
    await page.goto(`${base}course/ja/03-weights.html`);
    await page.locator('nav.site input').fill('双対四元数');
    await page.locator('nav.site ol a').first().waitFor();
    await picture(page, 'search-ja.png');
    await page.goto(`${base}docs/skinning.html`);
    await page.keyboard.press('Tab'); // four parts of the site stand before the field
    for (let i = 0; i < 4; i++)
        await page.keyboard.press('Tab');
    await page.keyboard.type('dual quaternion');
    await page.locator('nav.site ol a').first().waitFor();
    await page.keyboard.press('ArrowDown');
    const address = await page.evaluate(() => document.activeElement.href);
    assert.ok(address.startsWith(base), address);
    await page.keyboard.press('Enter');
    await page.waitForURL(address);
    await page.locator('nav.site input').fill('qwertyuiop');
    assert.match(await page.locator('nav.site ol').textContent(), /^Nothing has/);
}

const readyWorker = (page) => page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    return (await navigator.serviceWorker.getRegistration()).active.state;
});

async function worksOffline(context, page) {
    await page.goto(`${base}reference/index.html`);
    await page.goto(`${base}docs/index.html`);
    await readyWorker(page);
    await page.goto(`${base}reference/index.html`); // which is kept when it is visited
    await context.setOffline(true);
    for (const address of ['course/ja/07-curves.html', 'docs/index.html', 'reference/index.html', 'course/'])
        assert.equal((await page.goto(base + address)).status(), 200, address);
    const broken = await page.evaluate(() => [...document.images].filter((image) => !image.naturalWidth).length);
    assert.equal(broken, 0);
    await page.goto(`${base}index.html?test`);
    await page.waitForFunction(() => window.page?.stage?.characters.length && document.getElementById('progress').hidden, null, { timeout: 120000 });
    await context.setOffline(false);
}

/** In the page: resolves when a new version has been fetched. */
async function waitForNew() {
    for (;;) {
        if ((await navigator.serviceWorker.getRegistration()).waiting)
            return;
        await new Promise((done) => setTimeout(done, 200));
    }
}

/** A visit fetches the new version, and the next one has it. */
async function renews(page) {
    appendFileSync(join(folder, 'docs/index.html'), '<p id="new"></p>');
    execFileSync('node', [list, folder, 'reference/']);
    const isNew = () => Boolean(document.getElementById('new'));
    await page.goto(`${base}docs/index.html`);
    const waits = await page.evaluate(waitForNew).then(() => true, (error) => {
        assert.match(String(error), /because of a navigation/); // the page came so late that it had the new version already
        return false;
    });
    if (waits) {
        assert.equal(await page.evaluate(isNew), false);
        await page.reload();
    }
    await page.waitForFunction(isNew, null, { polling: 200 });
    assert.equal(await page.evaluate(async () => (await caches.keys()).length), 1);
}

try {
    const context = await browser.newContext({ viewport: { width: 900, height: 700 } }), faults = [];
    context.on('request', (request) => request.url().startsWith(base) || /^(data|blob):/.test(request.url()) ||
        faults.push(`a request to ${request.url()}`));
    const page = await context.newPage();
    page.on('pageerror', (error) => faults.push(String(error)));
    await searches(page);
    await worksOffline(context, page);
    await renews(page);
    assert.deepEqual(faults, []);
    console.log('the site opens, is searched, works offline, and is renewed');
} finally {
    await browser.close();
    server.close();
    rmSync(folder, { recursive: true, force: true });
}
