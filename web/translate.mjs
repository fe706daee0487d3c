// Writes the translations that pages read, out of catalogues of gettext: node web/translate.mjs FOLDER PO...
//   hone.LANGUAGE.json   of the texts of settings
//   page.LANGUAGE.json   of the words of web/page
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, ...catalogues] = process.argv.slice(2);
const { createHone } = await import(pathToFileURL(path.resolve(folder, 'hone.mjs')));
const hone = await createHone();
const settings = new Set((await hone.settings()).flatMap((s) => [s.help, s.label, s.section, ...(s.wordLabels ?? [])]));
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

for (const file of catalogues) {
    const all = entries(fs.readFileSync(file, 'utf8')), language = path.basename(file, '.po');
    write(`hone.${language}.json`, all.filter(({ from }) => settings.has(from)));
    write(`page.${language}.json`, all.filter(({ files }) => / web\/page\//.test(files)));
}
