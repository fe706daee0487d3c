// Chapter 13: the reader's vertex shader reads the palette out of a texture, and a character dances by it.
import { exercise } from '../exercise.mjs';

const FIRST = 60, COUNT = 30, WIDTH = 6, TEXELS = 2; // of a bone

export default exercise({
    title: ['Edit the shader: 132 bones in rows of six texels', 'シェーダーを書き換える: 1行6テクセルに並ぶ132本のボーン'],
    file: '13_texture.glsl',
    label: ['vec3 skin(vec3 p, ivec4 bone, vec4 weights)', 'vec3 skin(vec3 p, ivec4 bone, vec4 weights)'],
    files: ['small.pmx', 'small.vmd'],
    box: [-6.5, -0.6, 6.5, 21.5],
    aspect: 13 / 22.1,
    looks: ({ colours }) => ({ colourOf: (v) => colours.subarray(4 * v, 4 * v + 3) }),
    controls: [{ name: 'frame', label: ['frame', 'フレーム'], low: FIRST, high: FIRST + COUNT, step: 1, value: 80, rate: 30 }],
    handles: [{ name: 'time', panel: 1, x: 'frame', label: ['time', '時間'], at: ({ frame }) => [-6 + (12 * (frame - FIRST)) / COUNT, 0],
        drag: (values, [x]) => ({ frame: FIRST + ((x + 6) * COUNT) / 12 }) }],
    start(course, [model, dance]) {
        const body = course.open(model), { slots, weights } = body.attributes();
        body.play(dance);
        let texture;
        return {
            body, colours: body.materialColours(),
            before: 'uniform sampler2D bones;\nin vec4 a_bones, a_weights;\n',
            after: 'void main() { result = skin(a_point, ivec4(a_bones), a_weights); }\n',
            attributes: [['a_bones', slots, 4], ['a_weights', weights, 4]],
            pose: ({ frame }) => body.sample(frame - FIRST),
            uniforms(gl, at) {
                const numbers = body.quaternions(), high = Math.ceil((TEXELS * body.palette.length) / 12 / WIDTH), all = new Float32Array(4 * WIDTH * high);
                all.set(numbers);
                gl.bindTexture(gl.TEXTURE_2D, (texture ??= gl.createTexture()));
                gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, WIDTH, high, 0, gl.RGBA, gl.FLOAT, all);
                for (const end of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, end, gl.NEAREST);
                gl.uniform1i(at('bones'), 0);
            },
        };
    },
    tests: [
        { set: { frame: 80 }, press: { code: 0 }, see: { off: 9.1335, verdict: { en: 'not yet', ja: 'まだ違います' } } },
        { drag: { time: [-6, 0] }, see: { off: 8.3731 } },
        { keys: { time: ['PageUp', 'PageUp'] }, see: { off: 9.1335 } },
        { press: { code: 1 }, see: { off: 0, verdict: { en: 'right', ja: '正解' } } },
    ],
});
