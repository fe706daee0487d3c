// The Khronos validator over glTF files: no errors, no warnings. A VRM may have warnings: its toons are also unlit
// materials, for programs that know no toons.
// usage: node validate.mjs FILE...
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import validator from 'gltf-validator';

let bad = 0;
for (const file of process.argv.slice(2)) {
    const report = await validator.validateBytes(new Uint8Array(readFileSync(file)), {
        uri: basename(file),
        externalResourceFunction: async (uri) =>
            new Uint8Array(readFileSync(join(dirname(file), decodeURIComponent(uri)))),
    });
    const most = file.endsWith('.vrm') ? 1 : 2;
    const serious = report.issues.messages.filter((message) => message.severity < most);
    for (const { code, pointer, message } of serious.slice(0, 10))
        console.error(`${file}: ${code} at ${pointer}: ${message}`);
    if (report.issues.truncated) console.error(`${file}: more issues than are looked at`);
    bad += serious.length > 0 || report.issues.truncated;
}
console.log(`${process.argv.length - 2} files, ${bad} with errors or warnings`);
process.exit(bad || process.argv.length < 3 ? 1 : 0);
