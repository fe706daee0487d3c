// OpenGL ES 3.0 as hone.wasm calls it, by WebGL 2. Objects and places of uniforms are numbers in OpenGL and objects in
// WebGL; each canvas has its own. A browser checks each call and sends it to another process, so what is set already is
// not set again.

const EXTENSIONS = 0x1f03, VERSION = 0x1f02, RENDERER = 0x1f01, EXTENSION_COUNT = 0x821d, INFO_LOG_LENGTH = 0x8b84;
const TEXTURE_2D = 0x0de1, TEXTURE0 = 0x84c0, ARRAY_BUFFER = 0x8892;

// Functions whose arguments and results are plain numbers.
const PLAIN = `BlitFramebuffer CheckFramebufferStatus Clear ClearBufferfi ClearColor ClearDepth DrawArrays DrawArraysInstanced
DrawElements DrawElementsInstanced Finish Flush PixelStorei ReadBuffer RenderbufferStorage RenderbufferStorageMultisample
Scissor BeginTransformFeedback EndTransformFeedback`.split(/\s+/);
// Those that set one value of the context, which no other of them sets.
const VALUES = `BlendColor BlendEquationSeparate BlendFuncSeparate ColorMask CullFace DepthFunc DepthMask DepthRange FrontFace
LineWidth PolygonOffset StencilFunc StencilMask StencilOp Viewport`.split(/\s+/);
// Those that set a value of the vertex array, for the attribute that their first argument names.
const OF_ARRAY = { EnableVertexAttribArray: 0, DisableVertexAttribArray: 0, VertexAttribDivisor: 1, VertexAttribPointer: 2, VertexAttribIPointer: 2 };
const OF_UNIT = ['GenerateMipmap', 'TexParameterf', 'TexParameteri', 'TexStorage2D']; // of the texture of the active unit
const KINDS = ['Buffer', 'Framebuffer', 'Renderbuffer', 'Sampler', 'Texture', 'VertexArray', 'TransformFeedback', 'Query'];

const lower = (name) => name[0].toLowerCase() + name.slice(1);

/** What hone draws with in one canvas. */
export class Context {
    constructor(gl) {
        this.gl = gl;
        this.reset();
    }

    /** After the context was lost nothing of it is left. */
    reset() {
        this.objects = [null]; // of all kinds, by their numbers
        this.free = [];
        this.places = [null]; // of uniforms: {at, values}
        this.unchecked = true; // whether objects were made since errors were asked for
        this.texts = new Map(); // that glGetString returned
        this.arrays = new Map(); // by number of a vertex array: lists of what was set last for its attributes
        this.names = null;
        for (const name of this.gl.getSupportedExtensions() ?? []) if (!/debug_shaders|lose_context/.test(name)) this.gl.getExtension(name);
        this.forget();
    }

    /** Forgets what is set, because between two pictures others may use the context. Values of uniforms and of vertex
     * arrays are kept: only hone has these objects. */
    forget() {
        this.unit = 0; // that hone has chosen
        this.active = -1; // that is chosen in the context
        this.textures = []; // by unit, as samplers; where there is none hone has chosen nothing, and takes nothing away
        this.samplers = [];
        this.flags = new Map(); // by capability
        this.values = new Map(); // by what they are of: the numbers that were set last
        this.array = this.program = this.buffer = this.bound = undefined; // buffer: of vertices, that hone has chosen; bound: in the context
    }

    /** Whether a value is another than the one that was set last, which it is then. */
    differs(of, key, numbers) {
        const last = of.get(key);
        if (last && last.length === numbers.length && last.every((number, i) => number === numbers[i])) return false;
        of.set(key, numbers);
        return true;
    }

    /** Whether an attribute of the vertex array in use is set to something else than before. kind: of OF_ARRAY. */
    attributeDiffers(kind, numbers) {
        if (!this.array) return true;
        if (!this.arrays.has(this.array)) this.arrays.set(this.array, new Map());
        return this.differs(this.arrays.get(this.array), numbers[0] * 4 + kind, numbers);
    }

    /** Binds the buffer of vertices, which only what follows needs. */
    bindVertices() {
        if (this.bound === this.buffer || this.buffer === undefined) return;
        this.bound = this.buffer;
        this.gl.bindBuffer(ARRAY_BUFFER, this.objects[this.buffer]);
    }

    /** Chooses the unit, which only what follows needs. */
    activate() {
        if (this.active === this.unit) return;
        this.active = this.unit;
        this.gl.activeTexture(TEXTURE0 + this.unit);
    }

    set(capability, on) {
        if (this.flags.get(capability) === on) return;
        this.flags.set(capability, on);
        if (on) this.gl.enable(capability);
        else this.gl.disable(capability);
    }

    add(object) {
        if (!object) return 0;
        this.unchecked = true;
        const number = this.free.pop() ?? this.objects.length;
        this.objects[number] = object;
        return number;
    }

    remove(number) {
        if (!number || !this.objects[number]) return null;
        this.unbind(number);
        const object = this.objects[number];
        this.objects[number] = undefined;
        this.free.push(number);
        return object;
    }

    /** An object that is deleted is no longer bound, and its number is used again. */
    unbind(number) {
        const without = (list) => list.map((bound) => (bound === number ? 0 : bound));
        this.textures = without(this.textures);
        this.samplers = without(this.samplers);
        for (const name of ['array', 'buffer', 'bound', 'program'])
            if (this[name] === number) this[name] = name === 'program' ? undefined : 0;
        this.arrays.clear();
    }

    get extensions() {
        return (this.names ??= (this.gl.getSupportedExtensions() ?? []).map((n) => 'GL_' + n));
    }
}

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
        const value = gl().getParameter(name);
        if (value instanceof WebGLObject || (value && typeof value === 'object' && value.constructor?.name.startsWith('WebGL')))
            return host.context.objects.indexOf(value);
        return value ?? 0;
    };
    const WebGLObject = globalThis.WebGLObject ?? class {};

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
    for (const name of PLAIN) {
        const method = lower(name);
        calls['gl' + name] = (...numbers) => gl()[method](...numbers);
    }
    for (const name of OF_UNIT) {
        const method = lower(name);
        calls['gl' + name] = (...numbers) => {
            host.context.activate();
            gl()[method](...numbers);
        };
    }
    for (const name of VALUES) {
        const method = lower(name);
        calls['gl' + name] = (...numbers) => {
            const { context } = host;
            if (context.differs(context.values, name, numbers)) context.gl[method](...numbers);
        };
    }
    for (const [name, kind] of Object.entries(OF_ARRAY)) {
        const method = lower(name);
        calls['gl' + name] = (...numbers) => {
            const { context } = host;
            if (!context.attributeDiffers(kind, kind === 2 ? [...numbers, name, context.buffer] : kind ? numbers : [numbers[0], name])) return;
            if (kind === 2) context.bindVertices();
            context.gl[method](...numbers);
        };
    }
    for (const name of ['VertexAttrib1f', 'VertexAttrib2f', 'VertexAttrib3f', 'VertexAttrib4f']) {
        const method = lower(name);
        calls['gl' + name] = (...numbers) => {
            const { context } = host;
            if (context.differs(context.values, numbers[0], numbers)) context.gl[method](...numbers);
        };
    }
    calls.glBlendEquation = (how) => calls.glBlendEquationSeparate(how, how);
    calls.glBlendFunc = (source, target) => calls.glBlendFuncSeparate(source, target, source, target);
    calls.glDepthRangef = calls.glDepthRange;
    calls.glClearDepthf = (depth) => gl().clearDepth(depth);
    for (const kind of KINDS) {
        const plural = kind === 'Query' ? 'Queries' : kind + 's', create = 'create' + kind, remove = 'delete' + kind;
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
    for (const kind of ['Framebuffer', 'Renderbuffer', 'TransformFeedback']) {
        const method = 'bind' + kind;
        calls['glBind' + kind] = (target, number) => gl()[method](target, object(number));
    }
    for (let size = 1; size <= 4; size++) {
        const floating = `uniform${size}fv`, whole = `uniform${size}iv`;
        calls[`glUniform${size}f`] = (number, a, b, c, d) => {
            const place = host.context.places[number];
            scratch[0] = a, scratch[1] = b, scratch[2] = c, scratch[3] = d;
            if (changes(place, scratch_bits, 0, size)) gl()[floating](place.at, scratch, 0, size);
        };
        calls[`glUniform${size}i`] = (number, a, b, c, d) => {
            const place = host.context.places[number];
            scratch_bits[0] = a, scratch_bits[1] = b, scratch_bits[2] = c, scratch_bits[3] = d;
            if (changes(place, scratch_bits, 0, size)) gl()[whole](place.at, scratch_bits, 0, size);
        };
        calls[`glUniform${size}fv`] = (number, count, at) => {
            const place = host.context.places[number];
            renew();
            if (changes(place, integers, at >> 2, count * size)) gl()[floating](place.at, floats, at >> 2, count * size);
        };
        calls[`glUniform${size}iv`] = (number, count, at) => {
            const place = host.context.places[number];
            renew();
            if (changes(place, integers, at >> 2, count * size)) gl()[whole](place.at, integers, at >> 2, count * size);
        };
    }

    return Object.assign(calls, {
        glUniformMatrix4fv(number, count, transpose, at) {
            const place = host.context.places[number];
            renew();
            if (changes(place, integers, at >> 2, count * 16)) gl().uniformMatrix4fv(place.at, !!transpose, floats, at >> 2, count * 16);
        },

        // ---- what is set already ----
        glActiveTexture(unit) {
            host.context.unit = unit - TEXTURE0;
        },
        glBindTexture(target, number) {
            const { context } = host, { textures, unit } = context;
            if (target === TEXTURE_2D && (textures[unit] ?? 0) === number) return;
            context.activate();
            context.gl.bindTexture(target, object(number));
            if (target === TEXTURE_2D) textures[unit] = number;
        },
        glBindSampler(unit, number) {
            const { context } = host;
            if ((context.samplers[unit] ?? 0) === number) return;
            context.samplers[unit] = number;
            context.gl.bindSampler(unit, object(number));
        },
        glEnable: (capability) => host.context.set(capability, true),
        glDisable: (capability) => host.context.set(capability, false),
        glBindVertexArray(number) {
            const { context } = host;
            if (context.array !== number) context.gl.bindVertexArray(object(number));
            context.array = number;
        },
        glUseProgram(number) {
            const { context } = host;
            if (context.program !== number) context.gl.useProgram(object(number));
            context.program = number;
        },

        // A browser answers this only when it has done all that was sent before. So it is asked only where there may be
        // an error that is not hone's: objects were made, for which there may be no memory, or pixels are read, for which
        // the browser waits anyway.
        glGetError() {
            const { context } = host;
            if (!context.unchecked) return 0;
            const code = context.gl.getError();
            context.unchecked = code !== 0;
            return code;
        },

        // ---- buffers ----
        glBindBuffer(target, number) {
            const { context } = host;
            if (target !== ARRAY_BUFFER) return context.gl.bindBuffer(target, object(number));
            context.buffer = number;
            if (!number) context.bindVertices(); // others and the device may use it now
        },
        glBindBufferBase: (target, index, number) => gl().bindBufferBase(target, index, object(number)),
        glBindBufferRange: (target, index, number, at, size) => gl().bindBufferRange(target, index, object(number), at, size),
        glBufferData(target, size, at, usage) {
            renew();
            host.context.bindVertices();
            if (at && size) gl().bufferData(target, bytes, usage, at, size);
            else gl().bufferData(target, size, usage);
        },
        glBufferSubData(target, to, size, at) {
            renew();
            host.context.bindVertices();
            if (size) gl().bufferSubData(target, to, bytes, at, size);
        },
        glGetBufferSubData(target, from, size, at) {
            renew();
            host.context.bindVertices();
            gl().getBufferSubData(target, from, bytes, at, size);
        },
        glClearBufferfv(buffer, index, at) {
            renew();
            gl().clearBufferfv(buffer, index, floats, at >> 2);
        },
        glClearBufferuiv(buffer, index, at) {
            renew();
            gl().clearBufferuiv(buffer, index, words, at >> 2);
        },
        glDrawBuffers(count, at) {
            renew();
            gl().drawBuffers([...words.subarray(at >> 2, (at >> 2) + count)]);
        },
        glInvalidateFramebuffer(target, count, at) {
            renew();
            gl().invalidateFramebuffer(target, [...words.subarray(at >> 2, (at >> 2) + count)]);
        },

        // ---- framebuffers and textures ----
        glFramebufferRenderbuffer: (target, where, kind, number) => gl().framebufferRenderbuffer(target, where, kind, object(number)),
        glFramebufferTexture2D: (target, where, kind, number, level) => gl().framebufferTexture2D(target, where, kind, object(number), level),
        glTexImage2D(target, level, inside, width, height, border, format, type, at) {
            const [array, shift] = pixels(type);
            host.context.activate();
            if (at) gl().texImage2D(target, level, inside, width, height, border, format, type, array, at >> shift);
            else gl().texImage2D(target, level, inside, width, height, border, format, type, null);
        },
        glTexSubImage2D(target, level, x, y, width, height, format, type, at) {
            const [array, shift] = pixels(type);
            host.context.activate();
            gl().texSubImage2D(target, level, x, y, width, height, format, type, array, at >> shift);
        },
        glSamplerParameterf: (number, name, value) => gl().samplerParameterf(object(number), name, value),
        glSamplerParameteri: (number, name, value) => gl().samplerParameteri(object(number), name, value),
        glReadPixels(x, y, width, height, format, type, at) {
            const [array, shift] = pixels(type);
            host.context.unchecked = true;
            gl().readPixels(x, y, width, height, format, type, array, at >> shift);
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
        glBindAttribLocation: (number, index, name) => gl().bindAttribLocation(object(number), index, text(name)),
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
        glIsEnabled: (name) => gl().isEnabled(name),
    });
}
