// Writes the translations that pages read, out of catalogues of gettext: node web/translate.mjs FOLDER PO...
//   hone.LANGUAGE.json   of the texts of settings
//   page.LANGUAGE.json   of the words of web/page
//   hone.LANGUAGE.mo     of all that the library and tool/ say, as gettext has it, for hone.translate
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, ...catalogues] = process.argv.slice(2);
const { createHone } = await import(pathToFileURL(path.resolve(folder, 'hone.mjs')));
const hone = await createHone();
const settings = new Set((await hone.settings()).flatMap((s) => [s.help, s.label, s.section, ...(s.wordLabels ?? [])]));
for (const row of Object.values(await hone.choices()).flat()) settings.add(row.label);
hone.dispose();

/** The entries of a .po file: the English text, its translation, and the files that it stands in. */
function entries(text) {
    const list = [];
    for (const block of text.split(/\n\n+/)) {
        if (/^#,.*fuzzy/m.test(block)) continue;
        const read = (key) => {
            const m = new RegExp(`^${key} ((?:"(?:[^"\\\\]|\\\\.)*"\\n?)+)`, 'm').exec(block + '\n');
            return m ? m[1].trim().split('\n').map((line) => JSON.parse(line)).join('') : '';
        };
        list.push({ from: read('msgid'), to: read('msgstr'), files: block.match(/^#: .*$/gm)?.join(' ') ?? '' });
    }
    return list.filter(({ from, to }) => from && to);
}

function write(name, chosen) {
    fs.writeFileSync(path.join(folder, name), JSON.stringify(Object.fromEntries(chosen.map(({ from, to }) => [from, to]))));
}

/** The file of gettext: a head, two tables of sizes and places of texts, and the texts in the order of their bytes. */
function writeCatalogue(name, chosen) {
    const head = 28, pairs = chosen.map(({ from, to }) => [Buffer.from(from), Buffer.from(to)]).sort(([a], [b]) => Buffer.compare(a, b));
    const table = Buffer.alloc(head + pairs.length * 16), texts = [];
    [0x950412de, 0, pairs.length, head, head + pairs.length * 8].forEach((value, i) => table.writeUInt32LE(value, i * 4));
    let at = table.length;
    for (const half of [0, 1])
        pairs.forEach((pair, i) => {
            const text = pair[half], entry = head + (half * pairs.length + i) * 8;
            table.writeUInt32LE(text.length, entry);
            table.writeUInt32LE(at, entry + 4);
            texts.push(text, Buffer.alloc(1));
            at += text.length + 1;
        });
    fs.writeFileSync(path.join(folder, name), Buffer.concat([table, ...texts]));
}

for (const file of catalogues) {
    const all = entries(fs.readFileSync(file, 'utf8')), language = path.basename(file, '.po');
    write(`hone.${language}.json`, all.filter(({ from }) => settings.has(from)));
    write(`page.${language}.json`, all.filter(({ files }) => / web\/page\//.test(files)));
    writeCatalogue(`hone.${language}.mo`, all.filter(({ files }) => / (src|tool)\//.test(files)));
}
