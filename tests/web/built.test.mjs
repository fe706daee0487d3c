// What is built: how much a page loads, what it asks WebGL for, and hone's C library where there are no threads and memory does not grow.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { webglCalls } from '../../web/js/webgl.mjs';
import { bytes, inFolder, web } from './support.mjs';

const packed = (...names) => names.map((name) => gzipSync(bytes(path.join(web, name)), { level: 9 }).length).reduce((sum, size) => sum + size);

test('a page loads little before its first picture of a PMX', () => {
    const without = packed('hone.mjs', 'hone.wasm'), all = without + packed('hone-physics.wasm');
    assert.ok(without <= 300_000, `${without} bytes without physics`);
    assert.ok(all <= 400_000, `${all} bytes with physics`);
});

test('the table of OpenGL has the functions that hone calls, and no others', () => {
    const files = readdirSync(web).filter((name) => name.endsWith('.wasm'));
    const called = new Set(files.flatMap((name) => WebAssembly.Module.imports(new WebAssembly.Module(bytes(path.join(web, name)))).map((each) => each.name)));
    const table = Object.keys(webglCalls({ memory: () => new WebAssembly.Memory({ initial: 1 }), context: null }));
    assert.deepEqual(table.filter((name) => !called.has(name)), []);
});

/** Prints what is wrong. */
const program = `
#include <hone/thread.h>
#include <stdio.h>

static void add(void *user, uint32_t begin, uint32_t end)
{
    for (uint32_t i = begin; i < end; i++) *(uint64_t *)user += i;
}

int main(void)
{
    hone_error error = {0};
    for (uint32_t count = 0; count <= 256; count += 4) {
        uint64_t sum = 0;
        hone_workers *workers = hone_workers_create(count, NULL, &error);
        hone_workers_run(workers, add, &sum, 1000, 10);
        if (!workers || hone_workers_thread_count(workers) != 1 || sum != 499500)
            printf("%u threads: %s, sum %u\\n", count, error.message, (unsigned)sum);
        hone_workers_destroy(workers);
    }
    if (hone_workers_create(257, NULL, &error) || error.code != HONE_ERROR_ARGUMENT)
        printf("257 threads are accepted\\n");
}`;
const library = path.join(web, '../web-objects/libhone.a'), headers = new URL('../../include', import.meta.url).pathname;

test('any number of workers is the calling thread alone', { skip: !existsSync(library) && 'this is not the folder of ./dev web' }, () => inFolder((folder) => {
    const source = `${folder}/workers.c`, out = `${folder}/workers.js`, env = { ...process.env, NODE_PATH: '/usr/share/nodejs' };
    writeFileSync(source, program);
    execFileSync('emcc', ['-Oz', `-I${headers}`, source, library, '-sINITIAL_MEMORY=2MB', '-sTOTAL_STACK=256KB', '-o', out], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    assert.equal(execFileSync(process.execPath, ['--no-experimental-fetch', out]).toString(), '');
}));
