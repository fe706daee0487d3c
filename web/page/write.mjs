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
