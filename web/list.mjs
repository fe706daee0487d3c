// Writes FOLDER/worker-files.js, by which the service worker knows all files of the folder, and which version they are:
// node web/list.mjs FOLDER [LATER...]: files in the folders LATER are kept when they are visited
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const [folder, ...later] = process.argv.slice(2), own = new Set(['worker.js', 'worker-files.js']);
const digest = (bytes) => crypto.createHash('sha256').update(bytes).digest('hex').slice(0, 16);

function* filesOf(inside) {
    for (const entry of fs.readdirSync(path.join(folder, inside), { withFileTypes: true })) {
        const name = path.posix.join(inside, entry.name);
        if (entry.isDirectory())
            yield* filesOf(name);
        else if (!own.has(name))
            yield name;
    }
}

const files = Object.fromEntries([...filesOf('')].sort().map((name) => [name, digest(fs.readFileSync(path.join(folder, name)))]));
const version = digest(JSON.stringify([files, digest(fs.readFileSync(path.join(folder, 'worker.js')))]));
fs.writeFileSync(path.join(folder, 'worker-files.js'), `self.siteFiles = ${JSON.stringify({ version, files, later })};\n`);
