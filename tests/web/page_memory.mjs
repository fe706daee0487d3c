// The memory of the page stays as it is: after models were loaded and taken away again, and while a dance plays.
// usage: [LOADS=20] [MINUTES=10] node page_memory.mjs FOLDER SAMPLES    FOLDER: what ./dev web makes
// Without LOADS and MINUTES: 4 loads, 10 seconds. Exit status 77: there is no chromium.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { inChromium, started } from './chromium.mjs';

const [folder, samples] = process.argv.slice(2);
const loads = Number(process.env.LOADS ?? 4), minutes = Number(process.env.MINUTES ?? 1 / 6);
// Bytes. Bullet's solver keeps its rows of contacts, 152 bytes each, for as many contacts as the worst step had, and a worse step comes
// ever more rarely: four times in the first minute, twice in the next six.
const GROWTH = 32 * 1024;
const SLACK = 512 * 1024; // bytes of JavaScript: compiled code and caches of the browser come and go

await inChromium(folder, async ({ open }) => {
    const page = await open('index.html?test', { viewport: { width: 320, height: 240 } }), session = await page.context().newCDPSession(page);
    await started(page);
    await page.waitForFunction(() => document.querySelector('#panels details'));
    await session.send('HeapProfiler.enable');

    /** Bytes: of hone's objects, of its memory, and of JavaScript's objects. */
    async function used() {
        await session.send('HeapProfiler.collectGarbage');
        const { used, total } = await page.evaluate(() => ({ used: window.page.hone.memory.used, total: window.page.hone.memory.size }));
        return { used, total, script: (await session.send('Runtime.getHeapUsage')).usedSize };
    }

    const files = readdirSync(samples).filter((name) => /\.(pmx|tga)$|^dance\.vmd$/.test(name))
        .map((name) => [name, readFileSync(join(samples, name)).toString('base64')]);
    await page.evaluate(async (list) => {
        window.source = new Map(await Promise.all(list.map(async ([path, data]) => [path, await (await fetch(`data:application/octet-stream;base64,${data}`)).blob()])));
    }, files);
    const load = () => page.evaluate(async () => {
        const { stage } = window.page, before = [...stage.characters];
        await window.page.open(window.source, {});
        before.forEach((each) => stage.remove(each));
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    });
    await load(), await load(); // what is made once is there
    const before = await used();
    for (let i = 0; i < loads; i++)
        await load();
    const after = await used();
    console.log(`memory: ${loads} loads: hone ${before.used} -> ${after.used} of ${before.total} -> ${after.total} bytes, script ${before.script} -> ${after.script}`);
    assert.ok(after.used - before.used <= 4096, 'hone keeps nothing of what was taken away');
    assert.equal(after.total, before.total, 'the memory of the module does not grow');
    assert.ok(after.script - before.script < SLACK, 'JavaScript keeps nothing of it');
    await page.waitForTimeout(minutes * 60000);
    const late = await used();
    console.log(`memory: ${minutes.toFixed(1)} minutes: hone ${after.used} -> ${late.used} of ${late.total} bytes, script ${after.script} -> ${late.script}`);
    assert.ok(late.used - after.used < GROWTH && late.total === after.total && late.script - after.script < SLACK, 'a frame leaves nothing behind');
});
