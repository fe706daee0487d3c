// Arrays that hone writes.
import { readFileSync } from 'node:fs';

// Float32 rows of a .npy file in C order.
export function readArray(path) {
    const bytes = readFileSync(path);
    const size = bytes.readUInt16LE(8);
    const shape = /\(([^)]*)\)/.exec(bytes.toString('latin1', 10, 10 + size))[1];
    const data = bytes.subarray(10 + size);
    return {
        shape: shape.split(',').filter((text) => text.trim()).map(Number),
        data: new Float32Array(data.buffer.slice(data.byteOffset, data.byteOffset + data.length)),
    };
}
