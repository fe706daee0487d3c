// Draws in a headless chromium, and compares with pictures of the native command: node pictures.mjs.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';

const { HONE_WEB, HONE_SAMPLES, HONE_COMMAND, HONE_CHROMIUM = 'chromium' } = process.env;
const here = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname);
const SIZE = 800, FRAME = 20, MINUTES = 4;
const TYPES = { '.mjs': 'text/javascript', '.wasm': 'application/wasm', '.html': 'text/html' };

// ---- the browser ------------------------------------------------------------------------------------------------------

/** Serves the page, and resolves with what it posts, by names. */
function serve() {
    const results = {};
    let finish;
    const finished = new Promise((done) => (finish = done));
    const server = http.createServer(async (request, response) => {
        const url = decodeURIComponent(new URL(request.url, 'http://x').pathname);
        if (request.method === 'POST') {
            const parts = [];
            for await (const part of request) parts.push(part);
            results[path.basename(url)] = Buffer.concat(parts);
            response.end();
            if (/done|failed/.test(url)) finish(results);
            return;
        }
        if (url === '/samples/') return response.end(JSON.stringify(fs.readdirSync(HONE_SAMPLES)));
        const [root, rest] = url.startsWith('/module/') ? [HONE_WEB, url.slice(8)] : url.startsWith('/samples/') ? [HONE_SAMPLES, url.slice(9)] : [here, url];
        const file = path.join(root, path.basename(rest));
        if (!fs.existsSync(file)) return response.writeHead(404).end();
        response.setHeader('content-type', TYPES[path.extname(file)] ?? 'application/octet-stream');
        response.end(fs.readFileSync(file));
    });
    return new Promise((ready) => server.listen(0, '127.0.0.1', () => ready({ server, finished, address: `http://127.0.0.1:${server.address().port}/page.html` })));
}

async function inBrowser() {
    const { server, finished, address } = await serve();
    const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'hone-chromium-'));
    const browser = spawn(HONE_CHROMIUM, ['--headless=new', '--no-sandbox', '--disable-gpu-sandbox', '--use-gl=angle', '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist', `--user-data-dir=${profile}`, '--no-first-run', address], { stdio: 'ignore', detached: true });
    const late = new Promise((_, fail) => setTimeout(() => fail(new Error('the page did not finish')), MINUTES * 60000).unref());
    try {
        return await Promise.race([finished, late]);
    } finally {
        try {
            process.kill(-browser.pid); // and the processes that it started
        } catch {
            browser.kill();
        }
        server.closeAllConnections?.();
        server.close();
        await new Promise((done) => setTimeout(done, 300));
        fs.rmSync(profile, { recursive: true, force: true });
    }
}

// ---- pictures ---------------------------------------------------------------------------------------------------------

/** The pixels of a png of 8 bits, red, green, blue and alpha. */
function png(data) {
    let at = 8, packed = [], width, height, kind;
    while (at < data.length) {
        const size = data.readUInt32BE(at), name = data.toString('latin1', at + 4, at + 8), body = data.subarray(at + 8, at + 8 + size);
        if (name === 'IHDR') [width, height, kind] = [body.readUInt32BE(0), body.readUInt32BE(4), body[9]];
        if (name === 'IDAT') packed.push(body);
        at += size + 12;
    }
    const bytes = kind === 6 ? 4 : 3, rows = zlib.inflateSync(Buffer.concat(packed)), line = width * bytes, out = new Uint8Array(width * height * 4).fill(255);
    let before = new Uint8Array(line);
    for (let y = 0; y < height; y++) {
        const filter = rows[y * (line + 1)], now = Uint8Array.from(rows.subarray(y * (line + 1) + 1, (y + 1) * (line + 1)));
        for (let i = 0; i < line; i++) {
            const a = i >= bytes ? now[i - bytes] : 0, b = before[i], c = i >= bytes ? before[i - bytes] : 0, p = a + b - c;
            const [pa, pb, pc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)];
            now[i] += [0, a, b, (a + b) >> 1, pa <= pb && pa <= pc ? a : pb <= pc ? b : c][filter];
        }
        for (let x = 0; x < width; x++) for (let k = 0; k < bytes; k++) out[(y * width + x) * 4 + k] = now[x * bytes + k];
        before = now;
    }
    return out;
}

const differ = (a, b, i) => Math.max(...[0, 1, 2].map((k) => Math.abs(a[i * 4 + k] - b[i * 4 + k])));

/** Whether a pixel is within two pixels of where colours change suddenly: outlines and silhouettes. */
function nearEdge(picture, x, y) {
    for (let dy = -2; dy <= 2; dy++)
        for (let dx = -2; dx <= 2; dx++) {
            const u = Math.min(SIZE - 1, Math.max(0, x + dx)), v = Math.min(SIZE - 1, Math.max(0, y + dy));
            const i = y * SIZE + x, j = v * SIZE + u;
            if (Math.max(...[0, 1, 2].map((k) => Math.abs(picture[i * 4 + k] - picture[j * 4 + k]))) > 24) return true;
        }
    return false;
}

function compare(name, a, b) {
    let far = 0, smooth = 0, smoothFar = 0;
    for (let y = 0; y < SIZE; y++)
        for (let x = 0; x < SIZE; x++) {
            const is = differ(a, b, y * SIZE + x) > 2;
            far += is;
            if (!nearEdge(b, x, y)) smooth++, smoothFar += is;
        }
    const all = SIZE * SIZE;
    console.log(`${name}: ${((1 - far / all) * 100).toFixed(3)} % of all pixels, and ${((1 - smoothFar / smooth) * 100).toFixed(3)} % of those away from edges, are within 2/255`);
    assert.ok(far <= all * 0.01 && smoothFar <= smooth * 0.001, name);
}

// ---- the test ---------------------------------------------------------------------------------------------------------

const results = await inBrowser();
if (results.failed) throw new Error(`in the page: ${results.failed}`);
const done = JSON.parse(results.done);
console.log(done);
if (process.env.HONE_KEEP) for (const name of ['picture', 'canvas', 'restored', 'scene', 'by_hand']) fs.writeFileSync(path.join(process.env.HONE_KEEP, name + '.rgba'), results[name]);
assert.equal(done.progress.at(-1), 1);
assert.ok(done.progress.every((value, i, all) => i === 0 || value >= all[i - 1]));
assert.equal(done.wasLost, true);
assert.equal(done.glError, 0);
assert.equal(done.code, 'argument');
assert.equal(done.globals, false);
assert.deepEqual(done.warnings, []);
assert.equal(done.fallback, null);
assert.equal(done.middle.item, 0);
assert.equal(done.outside, null);
assert.ok(results.picture.some((value, i) => i % 4 < 3 && value < 128), 'something is drawn');
assert.equal(Buffer.compare(results.picture, results.canvas), 0, 'the canvas has the picture');
assert.equal(Buffer.compare(results.picture, results.restored), 0, 'the same picture after the context was lost');
assert.equal(Buffer.compare(results.scene, results.by_hand), 0, 'a scene is drawn as its items by hand');
for (const message of done.scenes) assert.ok(message.length > 10 && !/nothing|failed inside|out of bounds|unreachable/.test(message), message);
if (HONE_COMMAND && fs.existsSync(HONE_COMMAND)) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hone-web-'));
    const s = (name) => path.join(HONE_SAMPLES, name), out = path.join(folder, 'a.png');
    execFileSync(HONE_COMMAND, ['render', s('character.pmx'), s('dance.vmd'), '--camera', s('camera.vmd'), '--frame', `${FRAME}`, '--size', `${SIZE}x${SIZE}`,
        '--physics', 'off', '-o', out]);
    compare('beside the command', results.picture, png(fs.readFileSync(out)));
    for (const name of fs.readdirSync(HONE_SAMPLES)) fs.copyFileSync(s(name), path.join(folder, name));
    fs.writeFileSync(path.join(folder, 'scene.json'), JSON.stringify(done.scene));
    execFileSync(HONE_COMMAND, ['render', path.join(folder, 'scene.json'), '--frame', `${FRAME}`, '--size', `${SIZE}x${SIZE}`, '-o', out]);
    compare('a scene beside the command', results.scene, png(fs.readFileSync(out)));
    fs.rmSync(folder, { recursive: true });
}
