// The figures that move of all chapters, in headless chromium: each is found in the page of its chapter, starts, and shows
// the numbers that its `tests` say, in both languages. Each handle is moved by mouse, by touch and by keys, and gives the
// number that is expected; each control is moved by its number. In Japanese, every text of a figure is Japanese. Nothing comes
// from elsewhere, a chapter loads at most 300 kB, and without scripts its still pictures are there.
// usage: node course_figures.mjs PAGES LIVE [FIGURE|all] [SHOTS]
//        PAGES: what course.py live makes; LIVE: docs/course/live; SHOTS: a folder for screenshots
// Exit status 77: there is no chromium.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { serve } from '../../examples/web/serve.mjs';

const [folder, live, only = 'all', shots] = process.argv.slice(2);
const LARGEST = 300_000; // bytes, packed
const browserPath = process.env.CHROMIUM ?? '/usr/bin/chromium';
if (!existsSync(browserPath)) {
    console.log('SKIPPED: there is no chromium');
    process.exit(77);
}
const server = await serve({ '/some/where': folder }); // any path
const browser = await chromium.launch({
    executablePath: browserPath,
    args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
});

/** The figures by the chapters that have them. */
function chapters() {
    const names = readdirSync(join(folder, 'en')).filter((name) => /^\d\d-.*\.html$/.test(name)).sort();
    return names.map((page) => ({ page, figures: [...readFileSync(join(folder, 'en', page), 'utf8').matchAll(/data-figure="([\w-]+)"/g)].map((m) => m[1]) }));
}

async function describe(name) {
    return (await import(pathToFileURL(resolve(live, 'figures', `${name}.mjs`)))).default;
}

// ---- one page -------------------------------------------------------------------------------------------------------

async function open(language, name, options = {}) {
    const context = await browser.newContext({ viewport: { width: 900, height: 900 }, hasTouch: true, ...options });
    const page = await context.newPage(), faults = [];
    if (options.javaScriptEnabled !== false) await page.addInitScript(collectTexts);
    let bytes = 0;
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => ['warning', 'error'].includes(message.type()) && !/GL Driver/.test(message.text()) && !/favicon/.test(message.location().url) && faults.push(message.text()));
    page.on('request', (request) => request.url().startsWith(server.url) || /^(data|blob):/.test(request.url()) || faults.push(`a request to ${request.url()}`));
    page.on('response', async (response) => {
        const path = decodeURIComponent(new URL(response.url()).pathname).replace('/some/where/', '');
        if (existsSync(join(folder, path))) bytes += gzipSync(readFileSync(join(folder, path)), { level: 9 }).length;
    });
    await page.goto(`${server.url}/some/where/${language}/${name}`);
    return { page, context, faults, bytes: () => bytes };
}

async function start(page, name, faults = []) {
    const place = page.locator(`.live[data-figure="${name}"]`);
    await place.evaluate((element) => element.scrollIntoView());
    await page.waitForFunction((n) => document.querySelector(`.live[data-figure="${n}"]`).dataset.ready, name, { timeout: 60000 });
    assert.equal(await place.getAttribute('data-ready'), 'yes', `${name} starts: ${faults}`);
    assert.ok(await place.evaluate((e) => (e.previousElementSibling.closest('figure') ?? e.previousElementSibling.previousElementSibling).hidden !== ('beside' in e.dataset)), `${name} takes the place of its still picture`);
    return place;
}

const settled = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

// ---- controls, handles and numbers ------------------------------------------------------------------------------------

const valueOf = (place, figure, control) => place.locator(`#${figure}-${control}`).evaluate((e) => (e.type === 'checkbox' ? e.checked : e.type === 'range' ? Number(e.value) : e.value));

async function set(place, figure, values) {
    for (const [name, value] of Object.entries(values)) {
        const element = place.locator(`#${figure}-${name}`);
        if (typeof value === 'number') await place.locator(`#${figure}-${name}-number`).fill(String(value));
        else if (typeof value === 'boolean') await element.setChecked(value);
        else if (await element.evaluate((e) => e.tagName === 'SELECT')) await element.selectOption(value);
        else await element.fill(value);
        assert.equal(await valueOf(place, figure, name), value, `${figure}: ${name} is set`);
    }
}

async function centre(handle) {
    await handle.scrollIntoViewIfNeeded();
    const box = await handle.boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
}

/** Drags a handle by the mouse to a place of its panel. */
async function drag(page, place, description, name, to) {
    const handle = place.locator(`[data-handle="${name}"]`), [x, y] = await centre(handle);
    const box = description.panels?.[description.handles.find((h) => h.name === name).panel ?? 0]?.box ?? [0, 0, 1, 1];
    const [px, py] = await handle.evaluate((e, [[left, bottom, right, top], [tx, ty]]) => {
        const r = e.parentElement.getBoundingClientRect(), unit = Math.min(r.width / (right - left), r.height / (top - bottom));
        return [r.x + r.width / 2 + unit * (tx - (left + right) / 2), r.y + r.height / 2 - unit * (ty - (bottom + top) / 2)];
    }, [box, to]);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(px, py, { steps: 3 });
    await page.mouse.up();
    await settled(page);
}

/** Drags a handle by a finger. */
const touch = (handle, from, to) => handle.evaluate((e, [start, end]) => {
    const send = (type, [clientX, clientY]) => e.dispatchEvent(new PointerEvent(type, { pointerId: 7, pointerType: 'touch', isPrimary: true, bubbles: true, cancelable: true, clientX, clientY }));
    e.setPointerCapture = () => {}; // no finger is there for the browser
    send('pointerdown', start), send('pointermove', end), send('pointerup', end);
}, [from, to]);

/** Each handle answers to keys and to a finger: the control that it stands for changes, and the handle goes there. */
async function moves(page, place, figure, description) {
    for (const { name, x, y } of description.handles) {
        const handle = place.locator(`[data-handle="${name}"]`);
        for (const [control, up, down] of [[x, 'ArrowRight', 'ArrowLeft'], [y, 'ArrowUp', 'ArrowDown']]) {
            if (!control) continue;
            const { low, high, step } = description.controls.find((c) => c.name === control);
            const before = await valueOf(place, figure, control), way = before + step > high ? -1 : 1;
            await handle.focus();
            await page.keyboard.press(way > 0 ? up : down);
            await settled(page);
            const after = await valueOf(place, figure, control);
            assert.ok(Math.abs(after - before - way * step) < step / 100, `${figure}: a key moves ${name} by a step: ${before} ${after}`);
            assert.equal(Number(await place.locator(`#${figure}-${control}-number`).inputValue()), after, `${figure}: the number of ${control}`);
            assert.ok(low <= after && after <= high);
        }
        const spoken = await handle.getAttribute('aria-valuetext');
        assert.ok(spoken && (await handle.getAttribute('aria-label')), `${figure}: ${name} is named`);
        const [hx, hy] = await centre(handle), box = await handle.evaluate((e) => (({ x, y, width, height }) => [x + width / 2, y + height / 2])(e.parentElement.getBoundingClientRect()));
        const middle = [hx + (box[0] - hx) * 0.5, hy + (box[1] - hy) * 0.5];
        for (const [dx, dy] of [[9, -9], [-40, 25]]) { // one of both is another value
            if ((await handle.getAttribute('aria-valuetext')) === spoken) await touch(handle, [hx, hy], [middle[0] + dx, middle[1] + dy]);
            await settled(page);
        }
        assert.notEqual(await handle.getAttribute('aria-valuetext'), spoken, `${figure}: a finger moves ${name}`);
    }
}

async function sees(place, figure, see, description, language) {
    for (const [name, wanted] of Object.entries(see)) {
        const text = await place.locator(`[data-number="${name}"]`).textContent();
        if (typeof wanted === 'string') assert.equal(text, wanted, `${figure}: ${name}`);
        else if (typeof wanted === 'object') assert.equal(text, wanted[language], `${figure}: ${name}`);
        else {
            const most = description.numbers.find((n) => n.name === name).digits ?? 3, digits = Math.min(most, decimals(wanted) || most);
            assert.ok(text !== '' && Math.abs(Number(text) - wanted) <= (digits ? 1.01 * 10 ** -digits : 0), `${figure}: ${name} is ${text}, not ${wanted}`);
        }
    }
}

const decimals = (n) => (String(n).split('.')[1] ?? '').length;

/** What all numbers of a figure show. */
const shown = (place) => place.locator('[data-number]').evaluateAll((all) => Object.fromEntries(all.map((e) => [e.dataset.number, e.textContent])));

/** Moves the handle of a row by mouse or by keys: a number that the row sees must change by it. */
async function move(page, place, figure, description, { drag: drags = {}, keys = {}, see }) {
    if (!Object.keys(drags).length && !Object.keys(keys).length) return;
    await settled(page);
    const before = await shown(place);
    for (const [handle, to] of Object.entries(drags)) await drag(page, place, description, handle, to);
    for (const [handle, list] of Object.entries(keys)) {
        await place.locator(`[data-handle="${handle}"]`).focus();
        for (const key of list) await page.keyboard.press(key);
    }
    await settled(page);
    const after = await shown(place), [name] = [...Object.keys(drags), ...Object.keys(keys)];
    assert.ok(Object.keys(see).some((number) => before[number] !== after[number]), `${figure}: ${name} changes none of ${Object.keys(see)}`);
}

async function tries(page, place, figure, description, language) {
    const texts = new Set();
    for (const row of description.tests) {
        await set(place, figure, row.set ?? {});
        for (const [control, number] of Object.entries(row.press ?? {})) await place.locator(`.live-control:has(#${figure}-${control}) button`).nth(number).click();
        await move(page, place, figure, description, row);
        await settled(page);
        await page.waitForTimeout(description.wait ?? 0);
        await sees(place, figure, row.see, description, language);
        for (const text of await textsOf(place)) texts.add(text);
    }
    return texts;
}

// ---- texts ------------------------------------------------------------------------------------------------------------

/** Before a page: collects what canvases draw. */
function collectTexts() {
    globalThis.drawn = new Set();
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
        globalThis.drawn.add(String(text));
        return fillText.call(this, text, ...place);
    };
}

/** All texts of a figure that a reader sees or hears, but for what the reader writes and what a compiler says. */
const textsOf = (place) => place.evaluate((element) => {
    const texts = [...globalThis.drawn], walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode.data);
    for (const e of element.querySelectorAll('[aria-label], [aria-valuetext], [title]')) texts.push(e.ariaLabel, e.ariaValueText, e.title);
    return texts.filter((text) => text && !/^(ERROR|WARNING): /.test(text));
});

// Names that are the same in all languages, texts that are data of files, and pieces of formulas and of code.
const SAME = /^(hone|SDEF|NEAREST|LINEAR|right|left|[^ ]+\.(vmd|pmx|x)|(vec|mat)\d .*|"[^"]*"|\d+ \((SSE2, NEON|AVX2|AVX-512)\))$/;
const WORD = /[A-Za-z]{3}/, JAPANESE = /[\u3040-\u30ff\u4e00-\u9fff]/;

function inJapanese(figure, texts) {
    const foreign = [...texts].map((text) => text.trim()).filter((text) => WORD.test(text) && !JAPANESE.test(text) && !SAME.test(text));
    assert.deepEqual(foreign, [], `${figure}: texts without Japanese`);
}

/** What a description must have. */
function complete(figure, description) {
    for (const text of [description.title, ...(description.controls ?? []).map((c) => c.label), ...(description.handles ?? []).map((h) => h.label),
        ...(description.numbers ?? []).map((n) => n.label)])
        assert.ok(Array.isArray(text) && text.length === 2 && text.every(Boolean), `${figure}: a text in both languages: ${text}`);
    assert.ok(description.handles?.length || description.controls?.length, `${figure} has something to move`);
    assert.ok(description.tests?.length, `${figure} has tests`);
    for (const kind of ['drag', 'keys']) {
        const moved = new Set(description.tests.flatMap((row) => Object.keys(row[kind] ?? {})));
        for (const { name } of description.handles ?? []) assert.ok(moved.has(name), `${figure}: no test moves ${name} by ${kind}`);
    }
    for (const { drag: drags = {}, keys = {} } of description.tests)
        assert.ok(Object.keys(drags).length + Object.keys(keys).length <= 1, `${figure}: a test moves one handle, so that its numbers are of that handle`);
    const seen = new Set(description.tests.flatMap((t) => Object.keys(t.see)));
    for (const { name, untested } of description.numbers ?? []) assert.ok(untested || seen.has(name), `${figure}: no test sees ${name}`);
}

async function check(figure, page, language) {
    const description = await describe(figure);
    complete(figure, description);
    const { page: tab, context, faults, bytes } = await open(language, page);
    const place = await start(tab, figure, faults);
    const texts = await tries(tab, place, figure, description, language);
    if (language === 'ja') inJapanese(figure, texts);
    if (language === 'en') await moves(tab, place, figure, description.handles ? description : { ...description, handles: [] });
    assert.deepEqual(faults, [], figure);
    await context.close();
    return bytes;
}

async function shoot(figure, page) {
    const views = { desktop: {}, phone: { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 }, dark: { colorScheme: 'dark' } };
    for (const [view, options] of Object.entries(views)) {
        const { page: tab, context } = await open(view === 'phone' ? 'ja' : 'en', page, options);
        const place = await start(tab, figure);
        await settled(tab);
        const wide = await tab.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${figure}: the page is ${wide} pixels too wide (${view})`);
        await place.screenshot({ path: join(shots, `${figure}-${view}.png`) });
        await context.close();
    }
}

/** What a chapter loads until all of its figures are there; and its pictures where scripts are off. */
async function whole(page, figures) {
    const { page: tab, context, bytes } = await open('ja', page);
    for (const figure of figures) await start(tab, figure);
    await settled(tab);
    assert.ok(bytes() <= LARGEST, `${page} loads ${bytes()} bytes`);
    await context.close();
    const plain = await open('en', page, { javaScriptEnabled: false });
    const hidden = await plain.page.locator('figure img').evaluateAll((all) => all.filter((i) => !i.offsetWidth).length);
    assert.equal(hidden, 0, `${page}: its pictures are there without scripts`);
    await plain.context.close();
    return bytes();
}

try {
    if (shots) mkdirSync(shots, { recursive: true });
    let count = 0;
    for (const { page, figures } of chapters()) {
        const chosen = figures.filter((name) => only === 'all' || name === only);
        for (const figure of chosen) {
            if (shots) await shoot(figure, page);
            for (const language of ['en', 'ja']) await check(figure, page, language);
            count++;
        }
        if (chosen.length) console.log(`${page}: ${chosen.join(', ')}; ${await whole(page, figures)} bytes`);
    }
    assert.ok(count, 'there are figures');
    console.log(`${count} figures`);
} finally {
    await browser.close();
    server.close();
}
