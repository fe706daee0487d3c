/** What the page writes: files for the reader to keep. Long work is done by a worker, which `signal` ends. */
import { text } from './texts.mjs';

/** Does a job of writer.mjs. signal: an AbortSignal; transfer: what the page
 * needs no more; progress(done): 0 to 1. */
export function inWorker(job, { signal, transfer = [], progress }) {
    const worker = new Worker(new URL('writer.mjs', import.meta.url), { type: 'module' });
    return new Promise((done, failed) => {
        const stop = () => failed(signal.reason);
        if (signal.aborted)
            return stop();
        signal.addEventListener('abort', stop, { once: true });
        worker.onerror = (event) => failed(new Error(event.message || text('The part of the page that writes files cannot be loaded.')));
        worker.onmessage = ({ data }) => {
            if (data.done)
                done(data.done);
            else if (data.failed)
                failed(new Error(text(data.failed)));
            else
                progress(data.progress);
        };
        worker.postMessage(job, transfer);
    }).finally(() => worker.terminate());
}

/** Gives the reader a file. */
export function download(name, bytes) {
    const address = URL.createObjectURL(bytes instanceof Blob ? bytes : new Blob([bytes]));
    const link = Object.assign(document.createElement('a'), { href: address, download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60000); // the browser reads it after this
}

/** A name for files, without what file systems do not take. */
export const fileName = (name) => name.replace(/[\\/:*?"<>|\u0000-\u001f]/g, '_').replace(/^\.+/, '').trim().slice(0, 100) || 'hone';

// ---- archives ------------------------------------------------------------------------------------------------------

const crcs = new Int32Array(256).map((_, n) => {
    for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
    return n;
});

/** A record of a .zip: numbers of 2 and 4 bytes. */
function record(...fields) {
    const out = new DataView(new ArrayBuffer(fields.reduce((size, [width]) => size + width, 0)));
    let at = 0;
    for (const [width, value] of fields) {
        width === 2 ? out.setUint16(at, value, true) : out.setUint32(at, value, true);
        at += width;
    }
    return new Uint8Array(out.buffer);
}

/** A .zip of files, not compressed. files: pairs of a path and its bytes. */
export function zip(files) {
    const parts = [], list = [], version = [2, 20], utf8 = [2, 0x800], date = [4, 0x00210000]; // 1980: a drop has no better one
    let at = 0;
    for (const [path, bytes] of files) {
        const name = new TextEncoder().encode(path);
        let crc = -1;
        for (const byte of bytes) crc = crcs[(crc ^ byte) & 255] ^ (crc >>> 8);
        const same = [version, utf8, [2, 0], date, [4, ~crc], [4, bytes.length], [4, bytes.length], [2, name.length], [2, 0]];
        const head = record([4, 0x04034b50], ...same);
        list.push(record([4, 0x02014b50], version, ...same, [2, 0], [2, 0], [2, 0], [4, 0], [4, at]), name);
        parts.push(head, name, bytes);
        at += head.length + name.length + bytes.length;
    }
    const size = list.reduce((sum, { length }) => sum + length, 0), count = list.length / 2;
    return new Blob([...parts, ...list, record([4, 0x06054b50], [4, 0], [2, count], [2, count], [4, size], [4, at], [2, 0])], { type: 'application/zip' });
}
