// OpenGL by WebGL 2: what is set already is not set again, and what others may have set is; what is drawn is the same whether
// calls wait or not.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Context } from '../../web/js/context.mjs';
import { webglCalls } from '../../web/js/webgl.mjs';

const ARRAY_BUFFER = 0x8892, ELEMENT_ARRAY_BUFFER = 0x8893, TEXTURE_2D = 0x0de1, TEXTURE0 = 0x84c0;

/** OpenGL on a context that notes its calls. take(): those since the last time, as texts. */
function noted(shared) {
    const list = [], memory = new WebAssembly.Memory({ initial: 1 });
    let made = 0;
    const gl = new Proxy({}, {
        get: (_, name) => (...values) => {
            if (name === 'getSupportedExtensions') return [];
            list.push(`${name} ${values.map((value) => (value instanceof Uint8Array ? 'bytes' : value?.made ?? String(value))).join(' ')}`.trim());
            return String(name).startsWith('create') ? { made: `object${++made}` } : undefined;
        },
    });
    const context = new Context(gl, shared), calls = webglCalls({ memory: () => memory, context });
    const make = (plural) => {
        calls[`glGen${plural}`](1, 16);
        return new Uint32Array(memory.buffer)[4];
    };
    const remove = (plural, number) => {
        new Uint32Array(memory.buffer)[4] = number;
        calls[`glDelete${plural}`](1, 16);
    };
    return { context, calls, make, remove, take: () => list.splice(0) };
}

test('a value is set once, and again when others may have changed it', () => {
    const { context, calls, take } = noted(true);
    const set = () => {
        calls.glDepthFunc(515);
        calls.glBlendFunc(1, 0);
        calls.glBlendFuncSeparate(1, 0, 1, 0); // the same
        calls.glVertexAttrib3f(2, 1, 2, 3);
        calls.glUseProgram(0);
    };
    const all = ['depthFunc 515', 'blendFuncSeparate 1 0 1 0', 'vertexAttrib3f 2 1 2 3', 'useProgram null'];
    set();
    assert.deepEqual(take(), all);
    set();
    assert.deepEqual(take(), []);
    calls.glDepthFunc(513);
    calls.glVertexAttrib1f(2, 1);
    assert.deepEqual(take(), ['depthFunc 513', 'vertexAttrib1f 2 1']);
    context.begin();
    set();
    assert.deepEqual(take(), all);
});

test('attributes of a vertex array are kept with it', () => {
    const { context, calls, make, remove, take } = noted(true);
    const array = make('VertexArrays'), other = make('VertexArrays'), buffer = make('Buffers');
    const set = (to, from) => {
        calls.glBindVertexArray(to);
        calls.glBindBuffer(ARRAY_BUFFER, from);
        calls.glEnableVertexAttribArray(0);
        calls.glVertexAttribPointer(0, 3, 5126, 0, 24, 0);
        calls.glVertexAttribDivisor(0, 1);
        calls.glBindVertexArray(0);
    };
    const attribute = (from) => [`bindBuffer ${ARRAY_BUFFER} ${from}`, 'enableVertexAttribArray 0', 'vertexAttribPointer 0 3 5126 0 24 0', 'vertexAttribDivisor 0 1'];
    take();
    set(array, buffer);
    assert.deepEqual(take().sort(), ['bindVertexArray object1', ...attribute('object3'), 'bindVertexArray null'].sort());
    context.begin();
    set(array, buffer);
    assert.deepEqual(take(), ['bindVertexArray object1', 'bindVertexArray null']);
    set(other, buffer);
    assert.equal(take().length, 6);
    calls.glBindVertexArray(array);
    calls.glDisableVertexAttribArray(0);
    calls.glEnableVertexAttribArray(0);
    assert.deepEqual(take(), ['bindVertexArray object1', 'disableVertexAttribArray 0', 'enableVertexAttribArray 0']);
    remove('Buffers', buffer);
    take();
    set(array, make('Buffers')); // which has the number of the one that is gone
    assert.deepEqual(take().slice(1).sort(), [...attribute('object4'), 'bindVertexArray null'].sort());
});

test('a buffer of vertices is bound where something needs it, and never left to others', () => {
    const { context, calls, make, take } = noted(true);
    const first = make('Buffers'), second = make('Buffers');
    take();
    calls.glBindBuffer(ARRAY_BUFFER, first);
    calls.glBindBuffer(ARRAY_BUFFER, second);
    calls.glBufferData(ARRAY_BUFFER, 8, 0, 35044);
    calls.glBindBuffer(ELEMENT_ARRAY_BUFFER, first);
    assert.deepEqual(take(), [`bindBuffer ${ARRAY_BUFFER} object2`, `bufferData ${ARRAY_BUFFER} 8 35044`, `bindBuffer ${ELEMENT_ARRAY_BUFFER} object1`]);
    calls.glBindBuffer(ARRAY_BUFFER, 0);
    calls.glBindBuffer(ARRAY_BUFFER, 0);
    assert.deepEqual(take(), [`bindBuffer ${ARRAY_BUFFER} null`]);
    context.begin();
    calls.glBindBuffer(ARRAY_BUFFER, 0);
    assert.deepEqual(take(), [`bindBuffer ${ARRAY_BUFFER} null`]);
});

test('textures and samplers are taken away where hone has put some', () => {
    const { context, calls, make, remove, take } = noted(true);
    const texture = make('Textures'), sampler = make('Samplers');
    const end = () => {
        for (let unit = 3; unit-- > 0;) {
            calls.glActiveTexture(TEXTURE0 + unit);
            calls.glBindTexture(TEXTURE_2D, 0);
            calls.glBindSampler(unit, 0);
        }
    };
    take();
    calls.glActiveTexture(TEXTURE0 + 1);
    calls.glBindTexture(TEXTURE_2D, texture);
    calls.glBindSampler(1, sampler);
    take();
    end();
    assert.deepEqual(take(), [`bindTexture ${TEXTURE_2D} null`, 'bindSampler 1 null']);
    context.begin();
    calls.glActiveTexture(TEXTURE0 + 2);
    calls.glBindTexture(TEXTURE_2D, texture);
    remove('Samplers', sampler);
    take();
    end();
    assert.deepEqual(take(), [`bindTexture ${TEXTURE_2D} null`]); // another object that is deleted changes nothing
    calls.glActiveTexture(TEXTURE0 + 2);
    calls.glBindTexture(TEXTURE_2D, texture);
    remove('Textures', texture);
    take();
    calls.glBindTexture(TEXTURE_2D, make('Textures')); // of the same number
    assert.equal(take().at(-1), `bindTexture ${TEXTURE_2D} object3`);
});

test('a context that only hone uses gets what is set when something is drawn', () => {
    const { context, calls, make, take } = noted(false);
    const texture = make('Textures'), attached = make('Textures');
    const picture = (chosen) => {
        context.begin();
        calls.glEnable(2929);
        calls.glDepthFunc(515);
        calls.glActiveTexture(TEXTURE0 + 1);
        calls.glBindTexture(TEXTURE_2D, chosen);
        calls.glDrawArrays(0, 0, 3);
        calls.glDisable(2929);
        calls.glDepthFunc(513);
        calls.glActiveTexture(TEXTURE0 + 1);
        calls.glBindTexture(TEXTURE_2D, 0);
    };
    take();
    picture(texture);
    assert.deepEqual(take(), ['enable 2929', 'depthFunc 515', `activeTexture ${TEXTURE0 + 1}`, `bindTexture ${TEXTURE_2D} object1`, 'drawArrays 0 0 3']);
    picture(texture);
    assert.deepEqual(take(), ['drawArrays 0 0 3']);
    calls.glFramebufferTexture2D(36160, 36064, TEXTURE_2D, attached, 0);
    picture(attached);
    take();
    calls.glDrawArrays(0, 0, 3); // it might draw into the texture
    assert.deepEqual(take(), ['disable 2929', 'depthFunc 513', `bindTexture ${TEXTURE_2D} null`, 'drawArrays 0 0 3']);
});

test('triangles that follow each other are drawn together, and nothing else is', () => {
    const { context, calls, take } = noted(false);
    const draw = (first, count, { mode = 4, copies = 1 } = {}) => calls.glDrawElementsInstanced(mode, count, 5125, 4 * first, copies);
    const drawn = () => {
        calls.glFlush();
        return take().filter((call) => call !== 'flush').map((call) => call.replace('drawElementsInstanced ', ''));
    };
    draw(0, 30), draw(30, 6), calls.glEnable(2929), calls.glDisable(2929), draw(36, 3), draw(42, 3), draw(45, 9);
    assert.deepEqual(drawn(), ['4 36 5125 0 1', 'disable 2929', '4 3 5125 144 1', '4 12 5125 168 1']);
    draw(0, 3), draw(3, 3, { copies: 2 }), draw(6, 3, { copies: 2 }), draw(9, 3);
    assert.deepEqual(drawn(), ['4 3 5125 0 1', '4 3 5125 12 2', '4 3 5125 24 2', '4 3 5125 36 1']);
    draw(0, 2, { mode: 1 }), draw(2, 2, { mode: 1 }), draw(4, 3);
    assert.deepEqual(drawn(), ['1 2 5125 0 1', '1 2 5125 8 1', '4 3 5125 16 1']);
    context.shared = true;
    draw(0, 3), draw(3, 3);
    assert.deepEqual(drawn(), ['4 3 5125 0 1', '4 3 5125 12 1']);
});

test('triangles that wait are drawn before any call that may have to do with them', () => {
    const before = /^(active|attach|bindAttrib|bindBuffer 34962|bindRender|bindTransform|compile|create|deleteShader|deleteProgram|detach|get(?!Error|Buffer)|isEnabled|link|pixelStore|shaderSource|transformFeedbackV|uniformBlock|delete\w+ null)/;
    const names = Object.keys(noted(false).calls), checked = [];
    for (const name of names) {
        const { calls, make, take } = noted(false), buffer = make('Buffers'), place = [1, 2, 3, 4, 5].map(() => calls.glGenTextures(1, 16)) && 1;
        calls.glBindBuffer(ARRAY_BUFFER, buffer);
        calls.glDrawElementsInstanced(4, 3, 5125, 0, 1);
        take();
        try {
            calls[name](place, 1, 1, 64, 64, 64, 64, 64, 64, 64, 64);
        } catch {
            continue; // it asks for more than this context has
        }
        const [first] = take().filter((call) => !before.test(call));
        if (first) assert.match(first, /^drawElements/, name), checked.push(name);
    }
    assert.ok(checked.length > 30, `${checked.length} of ${names.length}: ${checked}`);
});

// ---- whether calls wait or not, the same is drawn ----

/** A WebGL 2 context that notes what each drawing, clearing and reading sees. */
function simulated() {
    const seen = [], state = { caps: {}, values: {}, units: {}, uniforms: {}, arrays: {}, attached: [], contents: {} };
    let made = 0, active = 0;
    const note = (what) => {
        const program = state.uniforms[state.program] ?? {}, array = state.arrays[state.array] ?? {};
        const units = Object.fromEntries(Object.entries(state.units).map(([unit, { texture, sampler }]) => [unit, texture ? { texture, sampler, content: state.contents[texture] } : null]));
        seen.push(structuredClone({ what, caps: state.caps, values: state.values, units, program: state.program, uniforms: program, array: state.array, attributes: array,
            drawn: state.drawn, buffers: state.contents.buffers ?? {} }));
    };
    const name = (object) => object?.name ?? 0;
    const unit = () => (state.units[active] ??= { texture: 0, sampler: 0 });
    const gl = {
        getSupportedExtensions: () => [],
        getError: () => (seen.push({ what: 'getError' }), 0),
        getUniformLocation: (program, place) => ({ program: name(program), place }),
        activeTexture: (number) => void (active = number - TEXTURE0),
        bindTexture: (target, object) => void (unit().texture = name(object)),
        bindSampler: (place, object) => void ((state.units[place] ??= { texture: 0, sampler: 0 }).sampler = name(object)),
        useProgram: (object) => void (state.program = name(object)),
        bindVertexArray: (object) => void (state.array = name(object)),
        bindBuffer: (target, object) => void (target === ARRAY_BUFFER ? (state.buffer = name(object)) : ((state.arrays[state.array ?? 0] ??= {}).elements = name(object))),
        bufferData: (target, size) => void ((state.contents.buffers ??= {})[state.buffer] = size),
        texImage2D: (target, level, inside, width) => void (state.contents[unit().texture] = width),
        bindFramebuffer: (target, object) => void (state.drawn = name(object)),
        framebufferTexture2D: (target, where, kind, object) => void state.attached.push(name(object)),
        uniform2fv: (at, values, from, count) => void ((state.uniforms[at.program] ??= {})[at.place] = state.program === at.program ? [...values.slice(from, from + count)] : 'of another program'),
        enable: (cap) => void (state.caps[cap] = true),
        disable: (cap) => void (state.caps[cap] = false),
        depthFunc: (value) => void (state.values.depthFunc = value),
        viewport: (...value) => void (state.values.viewport = value),
        blendFuncSeparate: (...value) => void (state.values.blend = value),
        enableVertexAttribArray: (index) => void ((state.arrays[state.array ?? 0] ??= {})[`enabled${index}`] = true),
        disableVertexAttribArray: (index) => void ((state.arrays[state.array ?? 0] ??= {})[`enabled${index}`] = false),
        vertexAttribPointer: (index, ...how) => void ((state.arrays[state.array ?? 0] ??= {})[`pointer${index}`] = [...how, state.buffer]),
        drawElementsInstanced(mode, count, type, first, copies) {
            for (let i = 0; mode === 4 && copies === 1 && i < count; i += 3) note(['triangle', first + 4 * i]);
            if (mode !== 4 || copies !== 1) note(['draw', mode, count, first, copies]);
        },
        clearBufferfi: () => note(['clear']),
        blitFramebuffer: () => note(['blit']),
        readPixels: () => note(['read']),
    };
    for (const kind of ['Texture', 'Sampler', 'Buffer', 'VertexArray', 'Framebuffer', 'Program']) {
        gl[`create${kind}`] = () => ({ name: `${kind}${++made}` });
        gl[`delete${kind}`] = (object) => {
            for (const each of Object.values(state.units)) for (const which of ['texture', 'sampler']) if (each[which] === name(object)) each[which] = 0;
            for (const which of ['array', 'buffer', 'drawn']) if (state[which] === name(object)) state[which] = 0;
        };
    }
    return { gl, seen, state };
}

/** Numbers that look random, the same ones in each run. */
function numbers(seed) {
    let state = seed;
    return (count) => {
        state = (Math.imul(state, 1103515245) + 12345) >>> 0;
        return (state >>> 8) % count;
    };
}

/** Calls of OpenGL as hone might make them, but in no order. */
function play(calls, memory, pick, steps) {
    const words = new Uint32Array(memory.buffer), floats = new Float32Array(memory.buffer), text = new Uint8Array(memory.buffer);
    const made = { Textures: [0], Samplers: [0], Buffers: [0], VertexArrays: [0], Framebuffers: [0] }, programs = [0];
    const make = (kind) => (calls[`glGen${kind}`](1, 16), made[kind].push(words[4]));
    for (const kind in made) make(kind), make(kind), make(kind);
    programs.push(calls.glCreateProgram(), calls.glCreateProgram());
    text.set([97, 0], 64);
    const at = [0, ...programs.slice(1).map((program) => calls.glGetUniformLocation(program, 64))];
    const any = (kind) => made[kind][pick(made[kind].length)];
    let end = 0; // of the triangles drawn last
    const actions = [
        () => calls.glEnable(2929 + pick(2)), () => calls.glDisable(2929 + pick(2)), () => calls.glDepthFunc(512 + pick(3)),
        () => calls.glViewport(0, 0, pick(3), 1), () => calls.glBlendFunc(pick(2), pick(2)),
        () => (calls.glActiveTexture(TEXTURE0 + pick(3)), calls.glBindTexture(TEXTURE_2D, any('Textures'))), () => calls.glBindSampler(pick(3), any('Samplers')),
        () => calls.glBindVertexArray(any('VertexArrays')), () => calls.glBindFramebuffer(36160, any('Framebuffers')),
        () => (calls.glBindBuffer(ARRAY_BUFFER, made.Buffers[1 + pick(made.Buffers.length - 1)]), calls.glVertexAttribPointer(pick(2), 3, 5126, 0, 24, 4 * pick(2))),
        () => calls.glEnableVertexAttribArray(pick(2)), () => calls.glDisableVertexAttribArray(pick(2)),
        () => calls.glBindBuffer(ELEMENT_ARRAY_BUFFER, any('Buffers')),
        () => (calls.glBindBuffer(ARRAY_BUFFER, made.Buffers[1 + pick(made.Buffers.length - 1)]), calls.glBufferData(ARRAY_BUFFER, 1 + pick(9), 0, 35044)),
        () => (calls.glActiveTexture(TEXTURE0), calls.glBindTexture(TEXTURE_2D, made.Textures[1]), calls.glTexImage2D(TEXTURE_2D, 0, 1, pick(9), 1, 0, 1, 5121, 0)),
        () => { const p = pick(3); calls.glUseProgram(programs[p]); if (p) floats[32] = pick(3), calls.glUniform2fv(at[p], 1, 128); },
        () => calls.glFramebufferTexture2D(36160, 36064, TEXTURE_2D, any('Textures'), 0),
        () => calls.glClearBufferfi(34041, 0, 1, 0), () => calls.glBlitFramebuffer(), () => calls.glReadPixels(0, 0, 1, 1, 6408, 5121, 0), () => calls.glGetError(),
        () => {
            const kind = Object.keys(made)[pick(5)];
            if (made[kind].length < 4) return;
            words[4] = made[kind].splice(2, 1)[0];
            calls[`glDelete${kind}`](1, 16);
            make(kind);
        },
    ];
    const draw = () => {
        const mode = pick(5) ? 4 : 1, count = 3 * (1 + pick(3)), copies = pick(5) ? 1 : 2, first = pick(3) ? end : 12 * pick(9);
        calls.glDrawElementsInstanced(mode, count, 5125, first, copies);
        end = first + 4 * count;
    };
    for (let i = 0; i < steps; i++) pick(2) ? draw() : actions[pick(actions.length)]();
    calls.glFlush();
}

test('what is drawn is the same whether calls wait or not', () => {
    let together = 0, alone = 0;
    for (let seed = 1; seed <= 60; seed++) {
        const [all, few] = [true, false].map((shared) => {
            const { gl, seen, state } = simulated(), memory = new WebAssembly.Memory({ initial: 1 });
            gl.flush = () => {};
            const draws = { count: 0 }, { drawElementsInstanced } = gl;
            gl.drawElementsInstanced = (...how) => (draws.count++, drawElementsInstanced(...how));
            const context = new Context(gl, shared);
            play(webglCalls({ memory: () => memory, context }), memory, numbers(seed), 400);
            return { seen, state, draws };
        });
        alone += all.draws.count, together += few.draws.count;
        const drawing = ({ seen }) => seen.filter(({ what }) => what !== 'getError');
        const expected = drawing(all), given = drawing(few);
        assert.equal(given.length, expected.length);
        expected.forEach((want, i) => {
            const got = given[i];
            for (const [unit, texture] of Object.entries(want.units)) if (!texture) delete want.units[unit], delete got.units[unit]; // what no program reads
            for (const unit of Object.keys(got.units)) if (!(unit in want.units)) delete got.units[unit];
            for (const which of ['program', 'uniforms', 'array', 'attributes'])
                if (!want[which === 'uniforms' ? 'program' : which === 'attributes' ? 'array' : which]) delete want[which], delete got[which];
            if (!['triangle', 'draw'].includes(want.what[0])) for (const which of ['program', 'uniforms', 'array', 'attributes']) delete want[which], delete got[which];
            if (want.what[0] === 'read') for (const which of ['units', 'caps', 'values']) delete want[which], delete got[which];
            assert.deepEqual(got, want, `seed ${seed}, event ${i}`);
        });
    }
    assert.ok(together < 0.9 * alone, `${together} draws of ${alone}`);
});
