// OpenGL by WebGL 2: what is set already is not set again, and what others may have set is.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Context, webglCalls } from '../../web/js/webgl.mjs';

const ARRAY_BUFFER = 0x8892, ELEMENT_ARRAY_BUFFER = 0x8893, TEXTURE_2D = 0x0de1, TEXTURE0 = 0x84c0;

/** OpenGL on a context that notes its calls. take(): those since the last time, as texts. */
function noted() {
    const list = [], memory = new WebAssembly.Memory({ initial: 1 });
    let made = 0;
    const gl = new Proxy({}, {
        get: (_, name) => (...values) => {
            if (name === 'getSupportedExtensions') return [];
            list.push(`${name} ${values.map((value) => (value instanceof Uint8Array ? 'bytes' : value?.made ?? String(value))).join(' ')}`.trim());
            return String(name).startsWith('create') ? { made: `object${++made}` } : undefined;
        },
    });
    const context = new Context(gl), calls = webglCalls({ memory: () => memory, context });
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
    const { context, calls, take } = noted();
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
    context.forget();
    set();
    assert.deepEqual(take(), all);
});

test('attributes of a vertex array are kept with it', () => {
    const { context, calls, make, remove, take } = noted();
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
    context.forget();
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
    const { context, calls, make, take } = noted();
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
    context.forget();
    calls.glBindBuffer(ARRAY_BUFFER, 0);
    assert.deepEqual(take(), [`bindBuffer ${ARRAY_BUFFER} null`]);
});

test('textures and samplers are taken away where hone has put some', () => {
    const { context, calls, make, remove, take } = noted();
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
    context.forget();
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
