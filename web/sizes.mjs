// Prints the sizes of the module and of the page's scripts and style: node web/sizes.mjs FOLDER
import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const folder = process.argv[2];
const sum = { raw: 0, packed: 0 };

function row(name, raw, packed) {
    console.log(`${name.padEnd(24)}${String(raw).padStart(10)}${String(packed).padStart(12)}`);
}

console.log(`${'bytes'.padEnd(24)}${'raw'.padStart(10)}${'gzip -9'.padStart(12)}`);
for (const name of ['hone.mjs', 'hone.wasm', 'hone-physics.wasm', 'hone-more.wasm', 'hone-draco.wasm']) {
    const bytes = fs.readFileSync(path.join(folder, name)), packed = gzipSync(bytes, { level: 9 }).length;
    row(name, bytes.length, packed);
    sum.raw += bytes.length;
    sum.packed += packed;
    if (name === 'hone.wasm') row('first picture of a PMX', sum.raw, sum.packed);
    if (name === 'hone-physics.wasm') row('... with physics', sum.raw, sum.packed);
}
row('all', sum.raw, sum.packed);

/** Scripts and styles of the page, without the module, and without what is loaded only when a film is made. */
const muxer = 'muxer.mjs', others = ['hone.mjs', muxer];
const page = fs.readdirSync(folder, { recursive: true }).filter((name) => /\.(mjs|css|html)$/.test(name) && !others.includes(name));
const contents = page.map((name) => fs.readFileSync(path.join(folder, name)));
const total = (list) => list.reduce((sum, bytes) => sum + bytes.length, 0);
const packed = (list) => total(list.map((bytes) => gzipSync(bytes, { level: 9 })));
row('the page', total(contents), packed(contents));
if (fs.existsSync(path.join(folder, muxer))) { // without npm there is none
    const bytes = [fs.readFileSync(path.join(folder, muxer))];
    row('... when a film is made', total(bytes), packed(bytes));
}

/** What the figures of the course load. */
const course = ['hone-course.mjs', 'hone-course.wasm'].map((name) => fs.readFileSync(path.join(`${path.resolve(folder)}-course`, name)));
row('the course', total(course), packed(course));
