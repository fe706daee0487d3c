// Each name that the programs of the course give to a field of a file has Japanese words for the figures (chapters 8 and 17).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { JAPANESE, named } from '../../docs/course/live/field_words.mjs';

const NUMBERS = /^[uif]\d+$|^v\d$/; // types, the same in all languages
const NO_NAME = new Set(['PMX ', 'Vocaloid Motion Data', ' file']); // what files begin with

function namesOf(program) {
    const text = readFileSync(new URL(`../../examples/course/${program}.c`, import.meta.url), 'utf8');
    const code = text.replace(/\/\*.*?\*\//gs, '').replace(/^#include.*$/gm, '');
    return [...code.matchAll(/"([^"]*)"/g)].map((found) => found[1]).filter((name) => !NUMBERS.test(name) && !NO_NAME.has(name));
}

test('each name of a field has Japanese words', () => {
    const names = new Set([...namesOf('pmx_walk'), ...namesOf('vmd_walk')]);
    assert.ok(names.size > 100);
    assert.deepEqual([...names].filter((name) => !(name in JAPANESE)), []);
    assert.deepEqual(Object.keys(JAPANESE).filter((name) => !names.has(name)), []);
});

test('the Japanese words stand before the name that the programs print', () => {
    assert.deepEqual(named('unit angle'), ['unit angle', '単位角 (unit angle)']);
    assert.equal(named('u16'), 'u16');
});
