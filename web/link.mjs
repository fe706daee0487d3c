// Links hone.wasm, and splits it: node web/link.mjs OUT WORK OBJECTS-AND-ARCHIVES...; files between are in WORK.
//
// hone.wasm is linked once, as a whole. Then the functions of the folders below are moved into files of their own, which
// share memory and table with it, and are loaded when a page needs them. A call that reaches such a function before is
// an exception. So there is one program, and no interface between its parts that anyone would have to keep.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { systemCalls } from './js/system.mjs';
import { webglCalls } from './js/webgl.mjs';

const [out, work, ...given] = process.argv.slice(2);
const objects = given.map((name) => name.replaceAll('/./', '/')); // which CMake has in some paths
const sysroot = process.env.EM_SYSROOT ?? '/usr/share/emscripten/cache/sysroot';
const STACK = 1 << 20, MEMORY = 16 << 20, LARGEST = 2 ** 31;

// ---- which part a file belongs to -----------------------------------------------------------------------------------

// files: the files of a part. functions: those of other files. stay: functions of these files that are called whether or
// not the part is needed, such as those that destroy nothing.
const PARTS = {
    physics: {
        files: /\/play\/physics\/(?!ragdoll\/(?!roles)|springs\/)|hone_source_physics|<internal>/, // the constructors of C++, which only Bullet has
        stay: ['hone_physics_destroy', 'hone_physics_get_world', 'hone_physics_available'],
    },
    draco: {
        files: /hone_source_draco|\/gltf\/draco\/draco\.cpp/,
        stay: ['hone_draco_built_in', 'hone_draco_open'],
    },
    more: {
        files: new RegExp('/src/(offline|play/(crowd|ik|spring|physics/springs|actor/goals)|core/(clip|tolerance|model/avatar|rig/(constraint|morph/expression)|' +
            'skin/(kernels|weights|deform/(?!mush_data)))|draw/render/gltf|files/archive|base/inflate)/|/src/play/physics/ragdoll/(?!roles)|/embedded/(gltf|pbr|mtoon)_glsl|' +
            '/src/(play/blend/scalar|core/motion/(root/root|channel)_[a-z_]+|core/model/humanoid[a-z_]*|files/format/common/(stance|shot))\\.c|' +
            '/src/files/format/(pmd|vpd|x|gltf|fbx|bvh|pmm|vac|hclip|convert)/|/src/files/format/[a-z]+/write|/src/base/json/tokens|' +
            'hone_tool\\.dir/(?!edit/edit\\.c)|hone_(samples|source_(libdeflate|meshopt))\\.dir/|' +
            'hone_web_calls\\.dir/(write|crowd|goals|playback|scene|settings|shots|overlay|hand|doctor)\\.c'),
        // What Bullet refers to, and hone's worlds never call: other shapes, rays, sweeps, drawing, files. Joints of PMX 2.1.
        functions: new RegExp('^(?!.*CreateFunc).*(btConeTwist|btSlider|btHinge|btPoint2Point|btFixedConstraint|6DofSpring2|ConvexHull(Internal|Computer)|MiniSDF|Heightfield|QuantizedBvh|gridRaycast|btCompound|debugDraw|[sS]erialize|' +
            'btGeometryUtil|RayResult|rayTest|Raycast|objectQuery|[tT]imeOfImpact|convexSweep|PolyhedralContact|ConvexPolyhedron|PolyhedralFeatures|' +
            'SphereTriangle|ConvexTriangleCallback|ConvexConcave|Implicit_World|Torsional)'),
        stay: ['hone_spring_plan_destroy', 'weight_table_destroy', 'hone_goals_close', 'hone_goals_apply', 'hone_goals_find', 'hone_gltf_close', 'hone_fbx_close', 'hone_packed_clip_close'],
    },
};

function part_of(file, name = '') {
    for (const [part, { functions }] of Object.entries(PARTS))
        if (functions?.test(name)) return part;
    for (const [part, { files, stay }] of Object.entries(PARTS))
        if (files.test(file) && !stay.includes(name)) return part;
    return 'core';
}

// ---- reading and writing of a module ----------------------------------------------------------------------------------

class Reader {
    constructor(bytes, at = 0) {
        this.bytes = bytes;
        this.at = at;
    }
    number() {
        let value = 0, shift = 0, byte;
        do {
            byte = this.bytes[this.at++];
            value += (byte & 127) * 2 ** shift;
            shift += 7;
        } while (byte & 128);
        return value;
    }
    text() {
        const size = this.number();
        this.at += size;
        return Buffer.from(this.bytes.subarray(this.at - size, this.at)).toString();
    }
}

function number(value) {
    const out = [];
    do out.push((value & 127) | (value > 127 ? 128 : 0));
    while ((value = Math.floor(value / 128)));
    return Buffer.from(out);
}

const text = (value) => Buffer.concat([number(Buffer.byteLength(value)), Buffer.from(value)]);
const section = (id, body) => Buffer.concat([Buffer.from([id]), number(body.length), body]);

function sections(bytes) {
    const list = [], r = new Reader(bytes, 8);
    while (r.at < bytes.length) {
        const begin = r.at, id = bytes[r.at++], size = r.number();
        list.push({ id, begin, body: r.at, end: r.at + size });
        r.at += size;
    }
    return list;
}

/** How many functions a module imports, and where the bodies of its own are. */
function functions(bytes) {
    let imported = 0;
    const bodies = [];
    for (const s of sections(bytes)) {
        const r = new Reader(bytes, s.body);
        if (s.id === 2)
            for (let left = r.number(); left; left--) {
                r.text(), r.text();
                const kind = bytes[r.at++];
                if (kind === 0) imported++, r.number();
                else throw new Error('hone.wasm imports more than functions');
            }
        if (s.id === 10)
            for (let left = r.number(); left; left--) {
                const begin = r.at, size = r.number();
                bodies.push({ begin, end: r.at + size });
                r.at += size;
            }
    }
    return { imported, bodies };
}

// ---- linking ----------------------------------------------------------------------------------------------------------

const run = (program, ...options) => execFileSync(program, options, { stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 1 << 28 });
const at = (name) => path.join(work, name);
for (const folder of [out, work]) fs.mkdirSync(folder, { recursive: true });

// What JavaScript has. Anything else that is missing is an error.
const imports = [...Object.keys(systemCalls()), ...Object.keys(webglCalls({})), 'web_ground', 'web_note', 'web_progress'];
fs.writeFileSync(at('imports.txt'), imports.join('\n'));
fs.writeFileSync(at('objects.txt'), objects.map((o) => JSON.stringify(o)).join('\n'));
run('wasm-ld', '-O0', '-o', at('whole.wasm'), `@${at('objects.txt')}`, `-L${sysroot}/lib/wasm32-emscripten`, '-lc', '-lcompiler_rt', '-ldlmalloc', '-lc++-noexcept',
    '-lc++abi-noexcept', '--no-entry', `--allow-undefined-file=${at('imports.txt')}`, '--gc-sections', '--stack-first', '-z', `stack-size=${STACK}`,
    `--initial-memory=${MEMORY}`, `--max-memory=${LARGEST}`, '--export=stackSave', '--export=stackRestore',
    '--export=__wasm_call_ctors', '--growable-table', '--strip-debug', `--Map=${at('whole.map')}`);

// The map has a line for each function, and for each piece of data: address, offset in the file, size, and the file that
// it comes from. Names of what is in a piece follow it.
const whole = fs.readFileSync(at('whole.wasm'));
const code = sections(whole).find((s) => s.id === 10);
const header = code.body - code.begin; // which the offsets of the map leave out
const sources = new Map(), pieces = [];
for (const line of fs.readFileSync(at('whole.map'), 'utf8').split('\n')) {
    const m = /^\s*(-|[0-9a-f]+)\s+([0-9a-f]+)\s+([0-9a-f]+)\s+(?:(.*?):\((.*)\)|(\S+))$/.exec(line);
    if (!m) continue;
    const [, address, offset, size, file, inside, name] = m;
    if (address === '-') file && sources.set(parseInt(offset, 16), [file, inside]);
    else if (file) pieces.push({ file, names: [], from: parseInt(address, 16), to: parseInt(address, 16) + parseInt(size, 16) });
    else pieces.at(-1)?.names.push(name);
}

// ---- what files have from others ---------------------------------------------------------------------------------------

/** Lines of llvm-nm as [file, symbol]. */
function symbols(kind, files) {
    const lines = run('llvm-nm-14', '--quiet', kind, '--print-file-name', ...files).toString().split('\n');
    return lines.map((line) => /^(.*): .*\s(\S+)$/.exec(line)?.slice(1)).filter(Boolean);
}

const wanted = {}; // by part: names that its files have from others
for (const [file, name] of symbols('--undefined-only', objects)) (wanted[part_of(file)] ??= new Set()).add(name);

// A file of the libraries of C and C++ goes with the part that alone needs it, at once or by others of their files.
const libraries = ['libc.a', 'libcompiler_rt.a', 'libdlmalloc.a', 'libc++-noexcept.a', 'libc++abi-noexcept.a'].map((name) => `${sysroot}/lib/wasm32-emscripten/${name}`);
const homes = {}, has = {}, needs = {}; // a name may have several homes, of which the linker takes one
for (const [file, name] of symbols('--defined-only', libraries)) (homes[name] ??= []).push(file), (has[file] ??= []).push(name);
for (const [file, name] of symbols('--undefined-only', libraries)) (needs[file] ??= []).push(name);

/** Files of the libraries that these names need. */
function follow(names) {
    const files = new Set(), left = [...names];
    for (let name; (name = left.pop());)
        for (const file of homes[name] ?? [])
            if (!files.has(file)) {
                files.add(file);
                left.push(...(needs[file] ?? []), ...has[file].filter((own) => !own.startsWith('.') && homes[own].length > 1));
            }
    return files;
}
const needed = Object.keys(PARTS).map((part) => [part, follow(wanted[part] ?? [])]);
const early = follow([...(wanted.core ?? []), 'stackSave', 'stackRestore']);

function part_of_library(file) {
    const parts = needed.filter(([, files]) => files.has(file));
    return parts.length === 1 && !early.has(file) ? parts[0][0] : 'core';
}

// An inline function of C++ that objects of several parts have is linked once, and must be there for all of them.
const inlines = {};
for (const [file, name] of symbols('--extern-only', objects.filter((o) => /\.(cpp|cc)\.o$/.test(o)))) (inlines[name] ??= new Set()).add(part_of(file, name));

/** As part_of, for a file of the map. */
function part_in_map(file, name) {
    if (inlines[name]?.size > 1) return 'core';
    const member = /^(.*\.a)\((.*)\)$/.exec(file);
    return member && libraries.includes(member[1]) ? part_of_library(`${member[1]}:${member[2]}`) : part_of(file, name);
}

const { imported, bodies } = functions(whole);
const names = [], sizes = {};
bodies.forEach(({ begin, end }, i) => {
    const [file, name] = sources.get(begin - header) ?? ['', 'made_by_the_linker'];
    const part = part_in_map(file, name);
    names.push([imported + i, `${part}$${i}$${name}`]);
    const key = `${part} ${file.replace(/^.*?(src|web|tool|source)\//, '$1/').replace(/.*\((.*)\)/, '$1')}`;
    sizes[key] = (sizes[key] ?? 0) + end - begin;
});
const named = Buffer.concat(names.map(([i, n]) => Buffer.concat([number(i), text(n)])));
const map = Buffer.concat([number(names.length), named]);
const kept = sections(whole).filter((s) => s.id !== 0 || !/^(name|producers)/.test(new Reader(whole, s.body).text()));
fs.writeFileSync(at('named.wasm'), Buffer.concat([whole.subarray(0, 8), ...kept.map((s) => whole.subarray(s.begin, s.end)),
    section(0, Buffer.concat([text('name'), section(1, map)]))]));
fs.writeFileSync(at('sizes.txt'), Object.entries(sizes).sort((a, b) => b[1] - a[1]).map(([k, v]) => `${v} ${k}`).join('\n'));

// ---- data -------------------------------------------------------------------------------------------------------------

// Data of a part's files goes with it, unless a file of another part refers to it by name.
function part_of_piece({ file, names }) {
    const part = part_in_map(file);
    const shared = Object.entries(wanted).some(([other, set]) => other !== part && names.some((name) => set.has(name)));
    return shared ? 'core' : part;
}

/** Pieces of memory as the data section of a module has them. */
function dataSection(list) {
    const constant = (value) => { // of i32.const, which has a sign
        const out = [];
        for (;;) {
            const byte = value & 127;
            value >>= 7;
            if ((value === 0 && !(byte & 64)) || (value === -1 && byte & 64)) return Buffer.from([...out, byte]);
            out.push(byte | 128);
        }
    };
    return section(11, Buffer.concat([number(list.length), ...list.map(({ from, bytes }) =>
        Buffer.concat([Buffer.from([0, 0x41]), constant(from), Buffer.from([0x0b]), number(bytes.length), bytes]))]));
}

/** The data of a module by parts: runs of bytes that follow each other; zeros at their ends are left out. */
function dataByPart(bytes) {
    const r = new Reader(bytes, sections(bytes).find((s) => s.id === 11).body), owners = new Map(), out = { core: [] };
    for (const piece of pieces) {
        const part = part_of_piece(piece);
        for (let i = piece.from; i < piece.to; i++) owners.set(i, part);
    }
    for (let left = r.number(); left; left--) {
        if (r.number() !== 0 || bytes[r.at++] !== 0x41) throw new Error('data of an unknown kind');
        const from = r.number();
        if (bytes[r.at++] !== 0x0b) throw new Error('data of an unknown kind');
        const size = r.number(), body = bytes.subarray(r.at, r.at + size);
        r.at += size;
        for (let i = 0; i < size;) {
            const part = owners.get(from + i) ?? 'core';
            let end = i;
            while (end < size && (owners.get(from + end) ?? 'core') === part) end++;
            (out[part] ??= []).push({ from: from + i, bytes: body.subarray(i, end) });
            i = end;
        }
    }
    return out;
}

const data = dataByPart(fs.readFileSync(at('named.wasm')));

/** Puts a data section in place of a module's own, or adds one before the custom sections at the end. */
function withData(file, list) {
    const bytes = fs.readFileSync(at(file));
    const all = sections(bytes).filter((s) => s.id !== 11 && s.id !== 12);
    const cut = all.findLastIndex((s) => s.id !== 0) + 1;
    const take = (part) => part.map((s) => bytes.subarray(s.begin, s.end));
    fs.writeFileSync(at(file), Buffer.concat([bytes.subarray(0, 8), ...take(all.slice(0, cut)), ...(list.length ? [dataSection(list)] : []), ...take(all.slice(cut))]));
}

// ---- splitting ----------------------------------------------------------------------------------------------------------

const features = ['--enable-simd', '--enable-mutable-globals', '--enable-sign-ext', '--enable-bulk-memory', '--enable-reference-types', '--enable-nontrapping-float-to-int'];
let rest = 'named.wasm';
for (const part of Object.keys(PARTS)) {
    const list = names.filter(([, n]) => n.startsWith(part + '$')).map(([, n]) => n);
    fs.writeFileSync(at(part + '.txt'), list.join('\n'));
    run('wasm-split', '--split', ...features, '-g', at(rest), `--split-funcs=@${at(part + '.txt')}`, `-o1`, at(`without-${part}.wasm`),
        '-o2', at(`${part}.wasm`), '--placeholdermap', '--import-namespace=primary', `--placeholder-namespace=${part}`, `--export-prefix=${part[0]}%`);
    rest = `without-${part}.wasm`;
}
withData(rest, data.core);
for (const part of Object.keys(PARTS)) withData(`${part}.wasm`, data[part] ?? []);
const finish = (from, to) => run('wasm-opt', at(from), '-Oz', '--converge', ...features, '--strip-debug', '--strip-producers', '--strip-target-features', '-o', path.join(out, to));
finish(rest, 'hone.wasm');
for (const part of Object.keys(PARTS)) finish(`${part}.wasm`, `hone-${part}.wasm`);
