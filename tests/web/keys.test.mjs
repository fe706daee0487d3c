// The keys of the page are those of the viewer: each row of web/page/keys.mjs has an action of that name there, with the same
// keys and the same label.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import test from 'node:test';

const read = (path) => fs.readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** {name: {label, keys}} of action_table.c, without the rows that have keys in the dopesheet only. */
function actionsOfViewer() {
    const table = read('view/window/actions/action_table.c'), actions = {};
    for (const [, name, label, keys] of table.matchAll(/(?:CALL|CALL_WITH|TOGGLE|TOGGLE_IN_SCENE)\(\w+,\s*"([\w-]+)",\s*N_\("([^"]*)"\),\s*"([^"]*)"/g))
        actions[name] = { label, keys };
    for (const [, name, label, keys, mmd] of table.matchAll(/\.name = "([\w-]+)",\s*\.label = N_\("([^"]*)"\),(?:(?!\.name)[^])*?KEYS\("([^"]*)", (NULL|"[^"]*")/g))
        actions[name] = { label, keys: `${keys} ${mmd === 'NULL' ? '' : mmd.slice(1, -1)}`.trim() };
    return actions;
}

test('the keys of the page are those of the viewer', () => {
    const viewer = actionsOfViewer();
    const rows = [...read('web/page/keys.mjs').matchAll(/\{ name: '([\w-]+)', keys: '([^']*)', label: text\('((?:[^'\\]|\\.)*)'\)/g)];
    assert.ok(rows.length > 20);
    for (const [, name, keys, label] of rows) {
        assert.ok(viewer[name], `the viewer has no action "${name}"`);
        for (const key of keys.split(' '))
            assert.ok(viewer[name].keys.split(' ').includes(key), `${name}: ${key} is not among ${viewer[name].keys}`);
        if (name !== 'open') // it has no dialog of its own
            assert.equal(label.replaceAll('\\', ''), viewer[name].label.replace('…', ''));
    }
});
