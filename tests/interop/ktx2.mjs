// An animation texture as ktx-parse reads it, which three.js uses: container, data format, table and texels.
// usage: node ktx2.mjs FILE.ktx2 TABLE.json (what `hone texture --json` printed)
import { readFileSync } from 'node:fs';
import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import { read } from 'three/examples/jsm/libs/ktx-parse.module.js';

const formats = {
    rgba32f: { vkFormat: 109, bytes: 16, flags: 0xc0 },
    rgba16f: { vkFormat: 97, bytes: 8, flags: 0xc0 },
    rgba16: { vkFormat: 91, bytes: 8, flags: 0 },
    rgba8: { vkFormat: 37, bytes: 4, flags: 0 },
};
const [file, tableFile] = process.argv.slice(2);
const printed = JSON.parse(readFileSync(tableFile, 'utf8'));
const format = formats[printed.format];
const container = read(new Uint8Array(readFileSync(file)));
strictEqual(container.vkFormat, format.vkFormat);
strictEqual(container.typeSize, format.bytes / 4);
strictEqual(container.pixelWidth, printed.width);
strictEqual(container.pixelHeight, printed.height);
strictEqual(container.faceCount, 1);
strictEqual(container.levels.length, 1);
strictEqual(container.levels[0].levelData.byteLength, printed.width * printed.height * format.bytes);
strictEqual(container.keyValue.KTXorientation, 'rd');

const [descriptor] = container.dataFormatDescriptor;
strictEqual(descriptor.colorModel, 1); // RGBSDA
strictEqual(descriptor.transferFunction, 1); // linear
strictEqual(descriptor.bytesPlane[0], format.bytes);
deepStrictEqual(
    descriptor.samples.map((sample) => sample.channelType & 15),
    [0, 1, 2, 15]
);
for (const sample of descriptor.samples) {
    strictEqual(sample.channelType & 0xf0 & ~15, format.flags);
    strictEqual(sample.bitLength, format.bytes * 2 - 1);
}

const table = JSON.parse(new TextDecoder().decode(container.keyValue['hone.animation']));
for (const key of Object.keys(table)) deepStrictEqual(table[key], printed[key], key);
const last = table.clips.at(-1);
strictEqual(last.first_row + last.frames * table.rows_per_frame, table.height);
if (printed.format === 'rgba32f') {
    const texels = container.levels[0].levelData;
    const numbers = new Float32Array(texels.buffer.slice(texels.byteOffset, texels.byteOffset + texels.byteLength));
    ok(numbers.every(Number.isFinite) && numbers.some((number) => number !== 0));
}
console.log(`${file}: ${table.clips.length} clips, ${table.items} items`);
