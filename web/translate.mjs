// Writes hone.LANGUAGE.json, the translations of the texts of settings: node web/translate.mjs FOLDER PO...
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, ...catalogues] = process.argv.slice(2);
const { createHone } = await import(pathToFileURL(path.resolve(folder, 'hone.mjs')));
const hone = await createHone();
const texts = new Set((await hone.settings()).flatMap((s) => [s.help, s.label, s.section, ...(s.wordLabels ?? [])]));
hone.dispose();

/** The entries of a .po file: pairs of texts. */
function entries(text) {
    const list = [];
    for (const block of text.split(/\n\n+/)) {
        if (/^#,.*fuzzy/m.test(block)) continue;
        const read = (key) => {
            const m = new RegExp(`^${key} ((?:"(?:[^"\\\\]|\\\\.)*"\\n?)+)`, 'm').exec(block + '\n');
            return m ? m[1].trim().split('\n').map((line) => JSON.parse(line)).join('') : '';
        };
        list.push([read('msgid'), read('msgstr')]);
    }
    return list;
}

for (const file of catalogues) {
    const chosen = entries(fs.readFileSync(file, 'utf8')).filter(([from, to]) => to && texts.has(from));
    fs.writeFileSync(path.join(folder, `hone.${path.basename(file, '.po')}.json`), JSON.stringify(Object.fromEntries(chosen)));
}
