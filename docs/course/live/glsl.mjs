// Runs a function of GLSL on points, as a vertex shader that draws nothing, and gives where they come out: what
// examples/course/exercises/checks/glsl.c does for the exercises.

const HEAD = '#version 300 es\nprecision highp float;\nprecision highp int;\nprecision highp sampler2D;\nin vec3 a_point;\nout vec3 result;\n';
const FRAGMENT = '#version 300 es\nvoid main() {}\n';

export class PointShader {
    /** before, after: text around the reader's: uniforms, and main(), which sets `result`. */
    constructor(before, after) {
        this.before = before;
        this.after = after;
        this.gl = new OffscreenCanvas(1, 1).getContext('webgl2');
        if (!this.gl) throw new Error('no WebGL 2');
        this.text = null;
    }

    compile(kind, text) {
        const { gl } = this, shader = gl.createShader(kind);
        gl.shaderSource(shader, text);
        gl.compileShader(shader);
        return shader;
    }

    /** Takes the reader's text. Returns what the compiler says of it, in the lines of that text; null: it is right. */
    set(text) {
        if (text === this.text) return this.log;
        const { gl } = this, program = gl.createProgram();
        const vertex = this.compile(gl.VERTEX_SHADER, `${HEAD}${this.before}#line 1\n${text}\n${this.after}`);
        gl.attachShader(program, vertex);
        gl.attachShader(program, this.compile(gl.FRAGMENT_SHADER, FRAGMENT));
        gl.transformFeedbackVaryings(program, ['result'], gl.INTERLEAVED_ATTRIBS);
        gl.linkProgram(program);
        const done = gl.getProgramParameter(program, gl.LINK_STATUS);
        this.text = text;
        this.log = done ? null : ((gl.getShaderInfoLog(vertex) || gl.getProgramInfoLog(program)) ?? '').replace(/\0/g, '').trim();
        if (this.program) gl.deleteProgram(this.program);
        this.program = done ? program : null;
        return this.log;
    }

    /** Fills an attribute of a point; one that the text does not read has no place. */
    attribute(name, data, size) {
        const { gl, program } = this, buffer = gl.createBuffer(), at = gl.getAttribLocation(program, name);
        gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
        gl.bufferData(gl.ARRAY_BUFFER, data, gl.STATIC_DRAW);
        if (at >= 0) {
            gl.enableVertexAttribArray(at);
            gl.vertexAttribPointer(at, size, gl.FLOAT, false, 0, 0);
        }
        return buffer;
    }

    /** Where points go. uniforms(gl, place): sets them; place(name) is their location. attributes: [name, numbers, how many a
     * point], .... Null: the text is wrong. */
    run(points, uniforms, attributes = []) {
        const { gl, program } = this;
        if (!program) return null;
        gl.useProgram(program);
        uniforms(gl, (name) => gl.getUniformLocation(program, name));
        const output = gl.createBuffer(), array = gl.createVertexArray();
        gl.bindVertexArray(array);
        const inputs = [['a_point', points, 3], ...attributes].map((each) => this.attribute(...each));
        gl.bindBuffer(gl.ARRAY_BUFFER, null);
        gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, output);
        gl.bufferData(gl.TRANSFORM_FEEDBACK_BUFFER, 4 * points.length, gl.STREAM_READ);
        gl.enable(gl.RASTERIZER_DISCARD);
        gl.beginTransformFeedback(gl.POINTS);
        gl.drawArrays(gl.POINTS, 0, points.length / 3);
        gl.endTransformFeedback();
        const out = new Float32Array(points.length);
        gl.getBufferSubData(gl.TRANSFORM_FEEDBACK_BUFFER, 0, out);
        gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, null);
        gl.bindVertexArray(null);
        for (const buffer of [...inputs, output]) gl.deleteBuffer(buffer);
        gl.deleteVertexArray(array);
        return out;
    }
}

/** A matrix of hone, rows of 3x4 numbers, as GLSL has a mat4: column after column. */
export function mat4(m, out = new Float32Array(16), at = 0) {
    for (let i = 0; i < 12; i++) out[at + 4 * (i % 4) + Math.floor(i / 4)] = m[i];
    out[at + 15] = 1;
    return out;
}

/** By how much two lists of points differ at most. */
export function farthest(a, b) {
    let worst = 0;
    for (let i = 0; i < a.length; i += 3) worst = Math.max(worst, Math.hypot(a[i] - b[i], a[i + 1] - b[i + 1], a[i + 2] - b[i + 2]));
    return worst;
}
