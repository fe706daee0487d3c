// OpenGL ES 3.0 as hone.wasm calls it, by WebGL 2. Objects and places of uniforms are numbers in OpenGL and objects in
// WebGL. context.mjs says which calls are made.

const EXTENSIONS = 0x1f03, VERSION = 0x1f02, RENDERER = 0x1f01, EXTENSION_COUNT = 0x821d, INFO_LOG_LENGTH = 0x8b84, VIEWPORT = 0x0ba2;
const TEXTURE_2D = 0x0de1, TEXTURE0 = 0x84c0, ARRAY_BUFFER = 0x8892, ELEMENT_ARRAY_BUFFER = 0x8893;

// Functions whose arguments and results are plain numbers: those that draw with what is set, and others.
const DRAWING = ['BeginTransformFeedback', 'BlitFramebuffer', 'ClearBufferfi', 'DrawArrays', 'DrawArraysInstanced'];
const PLAIN = ['CheckFramebufferStatus', 'EndTransformFeedback', 'Flush', 'ReadBuffer', 'RenderbufferStorageMultisample'];
// Those that set one value of the context, which no other of them sets.
const VALUES = `BlendColor BlendEquation BlendFuncSeparate ColorMask CullFace DepthFunc DepthMask FrontFace LineWidth
PolygonOffset StencilFunc StencilMask StencilOp Viewport`.split(/\s+/);
// Those that set a value of the vertex array, for the attribute that their first argument names.
const OF_ARRAY = { EnableVertexAttribArray: 0, DisableVertexAttribArray: 0, VertexAttribDivisor: 1, VertexAttribPointer: 2, VertexAttribIPointer: 2 };
const OF_UNIT = ['GenerateMipmap', 'TexParameteri']; // of the texture of the active unit
const KINDS = ['Buffer', 'Framebuffer', 'Renderbuffer', 'Sampler', 'Texture', 'VertexArray'];

const lower = (name) => name[0].toLowerCase() + name.slice(1);

/** The functions gl* that hone.wasm imports. host: memory(), keepText(text) -> address, and `context`, that in use. */
export function webglCalls(host) {
    let bytes = new Uint8Array(0), floats, halves, words, integers;
    const renew = () => {
        const { buffer } = host.memory();
        if (bytes.buffer === buffer) return;
        bytes = new Uint8Array(buffer);
        floats = new Float32Array(buffer);
        halves = new Uint16Array(buffer);
        words = new Uint32Array(buffer);
        integers = new Int32Array(buffer);
    };
    const gl = () => host.context.gl;
    /** The context, where what waits is drawn. */
    const ready = () => {
        const { context } = host;
        context.drawNow();
        return context.gl;
    };
    const object = (number) => host.context.objects[number];
    const text = (at, size) => {
        renew();
        return new TextDecoder().decode(bytes.subarray(at, size < 0 || size === undefined ? bytes.indexOf(0, at) : at + size));
    };
    const giveText = (value, size, length, at) => {
        renew();
        const { written } = new TextEncoder().encodeInto(value, bytes.subarray(at, at + Math.max(size - 1, 0)));
        if (size > 0) bytes[at + written] = 0;
        if (length) integers[length >> 2] = written;
    };
    const pixels = (type) => {
        renew();
        if (type === 0x1401) return [bytes, 0];
        if (type === 0x1406) return [floats, 2];
        if (type === 0x1403 || type === 0x140b || type === 0x8363) return [halves, 1];
        if (type === 0x1404) return [integers, 2];
        return [words, 2];
    };
    const parameter = (name) => {
        if (name === EXTENSION_COUNT) return host.context.extensions.length;
        return (name === VIEWPORT && host.context.values.get('Viewport')?.numbers) || (gl().getParameter(name) ?? 0);
    };

    // Whether numbers differ from those that a uniform has; they are its values then. Their bits are compared.
    const scratch = new Float32Array(4), scratch_bits = new Int32Array(scratch.buffer);
    const changes = (place, from, at, count) => {
        if (!place) return false; // the program has no such uniform
        if (place.values.length !== count) {
            place.values = from.slice(at, at + count);
            return true;
        }
        const { values } = place;
        let same = true;
        for (let i = 0; i < count; i++) {
            same &&= values[i] === from[at + i];
            values[i] = from[at + i];
        }
        return !same;
    };

    const calls = {};
    for (const name of DRAWING) {
        const method = lower(name);
        calls['gl' + name] = (...numbers) => {
            host.context.sendAll();
            gl()[method](...numbers);
        };
    }
    for (const name of PLAIN) {
        const method = lower(name);
        calls['gl' + name] = (...numbers) => ready()[method](...numbers);
    }
    for (const name of OF_UNIT) {
        const method = lower(name);
        calls['gl' + name] = (...numbers) => {
            host.context.sendTextureOfUnit();
            gl()[method](...numbers);
        };
    }
    for (const name of VALUES) {
        const method = lower(name);
        calls['gl' + name] = (...numbers) => host.context.set(name, method, numbers);
    }
    for (const [name, kind] of Object.entries(OF_ARRAY)) {
        const method = lower(name);
        calls['gl' + name] = (...numbers) => {
            const { context } = host;
            if (!context.attributeDiffers(kind, kind === 2 ? [...numbers, name, context.vertices] : kind ? numbers : [numbers[0], name])) return;
            context.sendArray();
            if (kind === 2) context.sendVertices();
            ready()[method](...numbers);
        };
    }
    for (const name of ['VertexAttrib1f', 'VertexAttrib2f', 'VertexAttrib3f', 'VertexAttrib4f']) {
        const method = lower(name);
        calls['gl' + name] = (...numbers) => host.context.set(numbers[0], method, numbers);
    }
    calls.glBlendFunc = (source, target) => calls.glBlendFuncSeparate(source, target, source, target);
    calls.glDepthRangef = (near, far) => host.context.set('DepthRange', 'depthRange', [near, far]);
    for (const kind of KINDS) {
        const plural = kind + 's', create = 'create' + kind, remove = 'delete' + kind;
        calls['glGen' + plural] = (count, at) => {
            for (let i = 0; i < count; i++) {
                const number = host.context.add(gl()[create]());
                renew();
                words[(at >> 2) + i] = number;
            }
        };
        calls['glDelete' + plural] = (count, at) => {
            renew();
            for (let i = 0; i < count; i++) gl()[remove](host.context.remove(words[(at >> 2) + i]));
        };
    }
    const uniform = (number, method, from, whole, at, count) => {
        const { context } = host, place = context.places[number];
        if (!changes(place, from, at, count)) return;
        context.drawNow();
        context.sendProgram();
        context.gl[method](place.at, whole, at, count);
    };
    for (let size = 1; size <= 4; size++) {
        const floating = `uniform${size}fv`, whole = `uniform${size}iv`;
        calls[`glUniform${size}f`] = (number, a, b, c, d) => {
            scratch[0] = a, scratch[1] = b, scratch[2] = c, scratch[3] = d;
            uniform(number, floating, scratch_bits, scratch, 0, size);
        };
        if (size <= 2) calls[`glUniform${size}i`] = (number, a, b) => {
            scratch_bits[0] = a, scratch_bits[1] = b;
            uniform(number, whole, scratch_bits, scratch_bits, 0, size);
        };
        if (size > 1) calls[`glUniform${size}fv`] = (number, count, at) => {
            renew();
            uniform(number, floating, integers, floats, at >> 2, count * size);
        };
    }

    return Object.assign(calls, {
        glUniformMatrix4fv(number, count, transpose, at) {
            const { context } = host, place = context.places[number];
            renew();
            if (!changes(place, integers, at >> 2, count * 16)) return;
            context.drawNow();
            context.sendProgram();
            context.gl.uniformMatrix4fv(place.at, !!transpose, floats, at >> 2, count * 16);
        },

        // ---- what is set, and what is drawn with it ----
        glActiveTexture(unit) {
            host.context.unit = unit - TEXTURE0;
        },
        glBindTexture(target, number) {
            const { context } = host;
            if (target === TEXTURE_2D) return context.setTexture(number);
            context.sendTextureOfUnit();
            context.gl.bindTexture(target, object(number));
        },
        glBindSampler: (unit, number) => host.context.setSampler(unit, number),
        glEnable: (capability) => host.context.set(capability, 'enable', [capability]),
        glDisable: (capability) => host.context.set(capability, 'disable', [capability]),
        glBindVertexArray: (number) => host.context.setArray(number),
        glUseProgram: (number) => host.context.setProgram(number),
        glBindFramebuffer: (target, number) => host.context.setFramebuffer(target, number),
        glPixelStorei: (name, value) => host.context.setStore(name, value),
        glDrawElementsInstanced: (mode, count, type, first, copies) => host.context.drawElements(mode, count, type, first, copies),

        // A browser answers this only when it has done all that was sent before. So it is asked only where there may be
        // an error that is not hone's: objects were made, for which there may be no memory, or pixels are read, for which
        // the browser waits anyway.
        glGetError() {
            const { context } = host;
            if (!context.unchecked) return 0;
            const code = ready().getError();
            context.unchecked = code !== 0;
            return code;
        },

        // ---- buffers ----
        glBindBuffer(target, number) {
            const { context } = host;
            if (target === ARRAY_BUFFER) return context.setVertices(number);
            if (target === ELEMENT_ARRAY_BUFFER) context.sendArray();
            ready().bindBuffer(target, object(number));
        },
        glBindBufferBase: (target, index, number) => ready().bindBufferBase(target, index, object(number)),
        glBindBufferRange: (target, index, number, at, size) => ready().bindBufferRange(target, index, object(number), at, size),
        glBufferData(target, size, at, usage) {
            renew();
            host.context.sendVertices();
            if (at && size) ready().bufferData(target, bytes, usage, at, size);
            else ready().bufferData(target, size, usage);
        },
        glBufferSubData(target, to, size, at) {
            renew();
            host.context.sendVertices();
            if (size) ready().bufferSubData(target, to, bytes, at, size);
        },
        glClearBufferfv(buffer, index, at) {
            renew();
            host.context.sendAll();
            gl().clearBufferfv(buffer, index, floats, at >> 2);
        },
        glClearBufferuiv(buffer, index, at) {
            renew();
            host.context.sendAll();
            gl().clearBufferuiv(buffer, index, words, at >> 2);
        },
        glDrawBuffers(count, at) {
            renew();
            ready().drawBuffers([...words.subarray(at >> 2, (at >> 2) + count)]);
        },

        // ---- framebuffers and textures ----
        glBindRenderbuffer: (target, number) => gl().bindRenderbuffer(target, object(number)),
        glFramebufferRenderbuffer: (target, where, kind, number) => ready().framebufferRenderbuffer(target, where, kind, object(number)),
        glFramebufferTexture2D(target, where, kind, number, level) {
            host.context.attached.add(number);
            ready().framebufferTexture2D(target, where, kind, object(number), level);
        },
        glTexImage2D(target, level, inside, width, height, border, format, type, at) {
            const [array, shift] = pixels(type);
            host.context.sendTextureOfUnit();
            if (at) gl().texImage2D(target, level, inside, width, height, border, format, type, array, at >> shift);
            else gl().texImage2D(target, level, inside, width, height, border, format, type, null);
        },
        glSamplerParameterf: (number, name, value) => ready().samplerParameterf(object(number), name, value),
        glSamplerParameteri: (number, name, value) => ready().samplerParameteri(object(number), name, value),
        glReadPixels(x, y, width, height, format, type, at) {
            const [array, shift] = pixels(type);
            host.context.unchecked = true;
            ready().readPixels(x, y, width, height, format, type, array, at >> shift);
        },

        // ---- programs ----
        glCreateShader: (kind) => host.context.add(gl().createShader(kind)),
        glCreateProgram: () => host.context.add(gl().createProgram()),
        glDeleteShader: (number) => gl().deleteShader(host.context.remove(number)),
        glDeleteProgram: (number) => gl().deleteProgram(host.context.remove(number)),
        glAttachShader: (program, shader) => gl().attachShader(object(program), object(shader)),
        glDetachShader: (program, shader) => gl().detachShader(object(program), object(shader)),
        glCompileShader: (number) => gl().compileShader(object(number)),
        glLinkProgram: (number) => gl().linkProgram(object(number)),
        glShaderSource(number, count, at, sizes) {
            renew();
            let source = '';
            for (let i = 0; i < count; i++) source += text(words[(at >> 2) + i], sizes ? integers[(sizes >> 2) + i] : -1);
            gl().shaderSource(object(number), source);
        },
        glGetUniformLocation(number, name) {
            const program = object(number), key = text(name), places = (program.places ??= new Map());
            if (!places.has(key)) {
                const at = gl().getUniformLocation(program, key);
                places.set(key, at ? host.context.places.push({ at, values: [] }) - 1 : -1);
            }
            return places.get(key);
        },
        glGetUniformBlockIndex: (number, name) => gl().getUniformBlockIndex(object(number), text(name)) | 0,
        glUniformBlockBinding: (number, index, binding) => gl().uniformBlockBinding(object(number), index, binding),
        glTransformFeedbackVaryings(number, count, at, mode) {
            renew();
            const names = Array.from({ length: count }, (_, i) => text(words[(at >> 2) + i]));
            gl().transformFeedbackVaryings(object(number), names, mode);
        },
        glGetShaderiv(number, name, at) {
            const value = name === INFO_LOG_LENGTH ? (gl().getShaderInfoLog(object(number)) ?? '').length + 1
                : Number(gl().getShaderParameter(object(number), name));
            renew();
            integers[at >> 2] = value;
        },
        glGetProgramiv(number, name, at) {
            const value = name === INFO_LOG_LENGTH ? (gl().getProgramInfoLog(object(number)) ?? '').length + 1
                : Number(gl().getProgramParameter(object(number), name));
            renew();
            integers[at >> 2] = value;
        },
        glGetShaderInfoLog: (number, size, length, at) => giveText(gl().getShaderInfoLog(object(number)) ?? '', size, length, at),
        glGetProgramInfoLog: (number, size, length, at) => giveText(gl().getProgramInfoLog(object(number)) ?? '', size, length, at),

        // ---- what the device is ----
        glGetString(name) {
            const { texts, extensions } = host.context;
            if (!texts.has(name)) {
                const info = gl().getExtension('WEBGL_debug_renderer_info');
                const value = name === EXTENSIONS ? extensions.join(' ')
                    : name === VERSION ? `OpenGL ES 3.0 (${gl().getParameter(VERSION)})`
                    : name === RENDERER && info ? gl().getParameter(info.UNMASKED_RENDERER_WEBGL)
                    : gl().getParameter(name);
                texts.set(name, host.keepText(String(value ?? '')));
            }
            return texts.get(name);
        },
        glGetStringi(name, index) {
            const { texts, extensions } = host.context, key = 'extension ' + index;
            if (!texts.has(key)) texts.set(key, host.keepText(extensions[index] ?? ''));
            return texts.get(key);
        },
        glGetIntegerv(name, at) {
            const value = parameter(name);
            renew();
            if (typeof value === 'object') integers.set(value, at >> 2);
            else integers[at >> 2] = Number(value);
        },
        glGetFloatv(name, at) {
            const value = parameter(name);
            renew();
            if (typeof value === 'object') floats.set(value, at >> 2);
            else floats[at >> 2] = Number(value);
        },
    });
}
