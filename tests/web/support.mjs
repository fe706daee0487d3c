// What the tests of the module share. HONE_WEB: the folder of hone.mjs; HONE_SAMPLES: models that hone_make_samples made;
// HONE_COMMAND: the native command.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const { HONE_WEB, HONE_SAMPLES, HONE_COMMAND } = process.env;

export const { createHone, HoneError } = await import(pathToFileURL(path.resolve(HONE_WEB, 'hone.mjs')));
export const web = path.resolve(HONE_WEB);
export const sample = (name) => path.join(HONE_SAMPLES, name);
export const bytes = (file) => new Uint8Array(fs.readFileSync(file));

/** All samples by their names, as from a dropped folder. */
export function samples() {
    return new Map(fs.readdirSync(HONE_SAMPLES).map((name) => [name, bytes(sample(name))]));
}

/** The standard output of the native command. */
export function native(...options) {
    return execFileSync(HONE_COMMAND, options, { maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe'] });
}

export const hasNative = !!HONE_COMMAND && fs.existsSync(HONE_COMMAND);
/** Whether the native command's physics has the same bits on every machine: with Bullet's source code only. */
export const isPortable = hasNative && /the same on every machine/.test(native('--version').toString());

/** The numbers of an .npy file of floats. */
export function npy(data) {
    const size = data.readUInt16LE(8);
    const body = data.subarray(10 + size);
    return new Float32Array(body.buffer.slice(body.byteOffset, body.byteOffset + body.length));
}

/** A folder that is removed when `use` is done. */
export async function inFolder(use) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hone-web-'));
    try {
        return await use(folder);
    } finally {
        fs.rmSync(folder, { recursive: true });
    }
}
