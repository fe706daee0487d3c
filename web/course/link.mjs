// Links hone-course.wasm, what the figures of the course run: node web/course/link.mjs OUT WORK OBJECTS-AND-ARCHIVES...
//
// It has the same objects as hone.wasm, of which only those stay that the calls of web/course need. A chapter shows what
// the library computes, and loads quickly.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { systemCalls } from '../js/system.mjs';

const [out, work, ...objects] = process.argv.slice(2);
const sysroot = process.env.EM_SYSROOT ?? '/usr/share/emscripten/cache/sysroot';
const STACK = 1 << 20, MEMORY = 4 << 20, LARGEST = 2 ** 30;

// Formats and texts that no figure reads, and the kernels that are only faster. files of web/course/CMakeLists.txt stand for them.
const LEFT_OUT = /src\/(base\/text\/gbk_table\.c|files\/format\/(pmd|vpd|gltf|fbx|bvh|pmm|vac|hclip)\/|core\/skin\/(run|kernels\/wasm)\.c)/;

const run = (program, ...options) => execFileSync(program, options, { stdio: ['ignore', 'pipe', 'inherit'] });
const at = (name) => path.join(work, name);
for (const folder of [out, work]) fs.mkdirSync(folder, { recursive: true });
const kept = objects.filter((file) => file.includes('hone_course_') || !LEFT_OUT.test(file));
fs.writeFileSync(at('imports.txt'), Object.keys(systemCalls()).join('\n'));
fs.writeFileSync(at('objects.txt'), kept.map((file) => JSON.stringify(file)).join('\n'));
run('wasm-ld', '-O2', '-o', at('course.wasm'), `@${at('objects.txt')}`, `-L${sysroot}/lib/wasm32-emscripten`, '-lc', '-lcompiler_rt', '-ldlmalloc',
    '--no-entry', `--allow-undefined-file=${at('imports.txt')}`, '--gc-sections', '--stack-first', '-z', `stack-size=${STACK}`,
    `--initial-memory=${MEMORY}`, `--max-memory=${LARGEST}`, '--export=stackSave', '--export=stackRestore', '--strip-debug', `--Map=${at('course.map')}`);
const features = ['--enable-simd', '--enable-mutable-globals', '--enable-sign-ext', '--enable-bulk-memory', '--enable-reference-types', '--enable-nontrapping-float-to-int'];
run('wasm-opt', at('course.wasm'), '-Oz', ...features, '--strip-debug', '--strip-producers', '--strip-target-features', '-o', path.join(out, 'hone-course.wasm'));
