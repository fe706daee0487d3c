// The keys of the page are those of the viewer: each row of web/page/keys.mjs has an action of that name there, with the same
// keys and the same label.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import test from 'node:test';

const read = (path) => fs.readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** Lists of {label, keys} by names of action_table.c, without the rows that have keys in the dopesheet only. */
function actionsOfViewer() {
    const table = read('view/window/actions/action_table.c'), actions = {};
    const add = (name, label, keys) => (actions[name] ??= []).push({ label: label.replace('…', ''), keys: keys.split(' ') });
    for (const [, name, label, keys] of table.matchAll(/(?:CALL|CALL_WITH|TOGGLE|TOGGLE_IN_SCENE|CHOICE)\(\w+,\s*"([\w-]+)",\s*N_\("([^"]*)"\),\s*"([^"]*)"/g))
        add(name, label, keys);
    for (const [, name, label, keys, mmd] of table.matchAll(/\.name = "([\w-]+)",\s*\.label = N_\("([^"]*)"\),(?:(?!\.name)[^])*?KEYS\("([^"]*)", (NULL|"[^"]*")/g))
        add(name, label, `${keys} ${mmd === 'NULL' ? '' : mmd.slice(1, -1)}`.trim());
    return actions;
}

test('the keys of the page are those of the viewer', () => {
    const viewer = actionsOfViewer();
    const rows = ['keys', 'hand'].flatMap((module) =>
        [...read(`web/page/${module}.mjs`).matchAll(/(?:\{ name: |overlay\(|handle\(|act\()'([\w-]+)', (?:keys: )?'([^']*)', (?:label: )?text\('((?:[^'\\]|\\.)*)'\)/g)]);
    assert.ok(rows.length > 40, `${rows.length} keys`);
    for (const [, name, keys, written] of rows) {
        const label = written.replaceAll('\\', ''), found = viewer[name]?.filter((each) => name === 'open' || each.label === label); // "open" has no dialog of its own
        assert.ok(found?.length, `the viewer has no action "${name}" with the label "${label}"`);
        for (const key of keys.split(' '))
            assert.ok(found.some((each) => each.keys.includes(key)), `${name}: ${key}`);
    }
});
