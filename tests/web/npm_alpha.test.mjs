// A .glb with textures: the alpha of a png decides how its material is drawn, also in node, where hone decodes it itself.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { decodePng, encodePng } from '../../web/js/png.mjs';
import { bytes, createHone, hasNative, inFolder, native, sample } from './support.mjs';

const SIZE = 16;

/** A picture of random colours, of which each second pixel has the alpha that is asked for. */
function picture(alpha) {
    const pixels = new Uint8Array(4 * SIZE * SIZE);
    for (let i = 0; i < pixels.length; i++) pixels[i] = i % 4 < 3 ? (i * 7919) % 251 : i % 8 < 4 ? 255 : alpha;
    return pixels;
}

test('a png is read as it was written', async () => {
    const png = await encodePng({ width: SIZE, height: SIZE, pixels: picture(100) });
    assert.deepEqual(await decodePng(png), { width: SIZE, height: SIZE, pixels: picture(100) });
    for (let size = 0; size < png.length - 40; size++) assert.equal(await decodePng(png.slice(0, size)), null);
});

for (const [what, alpha] of [['holes', 0], ['glass', 100], ['no alpha', 255]])
    test(`a texture with ${what} gives the bytes of hone convert`, { skip: !hasNative }, () => inFolder(async (folder) => {
        const character = bytes(sample('character.pmx')), hair = await encodePng({ width: SIZE, height: SIZE, pixels: picture(alpha) });
        fs.writeFileSync(path.join(folder, 'character.pmx'), character);
        fs.writeFileSync(path.join(folder, 'hair.tga'), hair); // its content says what it is
        native('convert', '-q', path.join(folder, 'character.pmx'), '-o', path.join(folder, 'a.glb'));
        const hone = await createHone();
        const model = await hone.loadModel({ 'character.pmx': character, 'hair.tga': hair }, { path: 'character.pmx' });
        assert.equal(Buffer.compare(Buffer.from(await model.writeGlb()), fs.readFileSync(path.join(folder, 'a.glb'))), 0);
        hone.dispose();
    }));
