// Chapter 13: the reader's vertex shader reads the palette out of a texture, and a leg steps by it.
import { exercise } from '../exercise.mjs';

const LAST = 30, WIDTH = 6, TEXELS = 2; // of a bone
// From the side, a little from the front.
const VIEW = [0.5, 0, -0.866, 0, 0, 1, 0, 0, 0.866, 0, 0.5, 0], SKIN = [214, 165, 130];

export default exercise({
    title: ['Edit the shader: six bones in rows of six texels', 'シェーダーを書き換える: 1行6テクセルに並ぶ6本のボーン'],
    file: '13_texture.glsl',
    label: ['vec3 skin(vec3 p, ivec4 bone, vec4 weights)', 'vec3 skin(vec3 p, ivec4 bone, vec4 weights)'],
    files: ['leg.pmx', 'step.vmd'],
    box: [-3.4, -0.6, 5.6, 9.2],
    aspect: 9 / 9.8,
    looks: () => ({ colourOf: () => SKIN, wire: true, view: VIEW }),
    controls: [{ name: 'frame', label: ['frame', 'フレーム'], low: 0, high: LAST, step: 1, value: 30, rate: 30 }],
    handles: [{ name: 'time', panel: 1, x: 'frame', label: ['time', '時間'], at: ({ frame }) => [-3 + (8 * frame) / LAST, -0.1],
        drag: (values, [x]) => ({ frame: ((x + 3) * LAST) / 8 }) }],
    start(course, [model, step]) {
        const body = course.open(model), { slots, weights } = body.attributes();
        body.play(step);
        let texture;
        return {
            body,
            before: 'uniform sampler2D bones;\nin vec4 a_bones, a_weights;\n',
            after: 'void main() { result = skin(a_point, ivec4(a_bones), a_weights); }\n',
            attributes: [['a_bones', slots, 4], ['a_weights', weights, 4]],
            pose: ({ frame }) => body.sample(frame),
            uniforms(gl, at) {
                const high = Math.ceil((TEXELS * body.palette.length) / 12 / WIDTH), all = new Float32Array(4 * WIDTH * high);
                all.set(body.quaternions());
                gl.bindTexture(gl.TEXTURE_2D, (texture ??= gl.createTexture()));
                gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, WIDTH, high, 0, gl.RGBA, gl.FLOAT, all);
                for (const end of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, end, gl.NEAREST);
                gl.uniform1i(at('bones'), 0);
            },
        };
    },
    tests: [
        { set: { frame: 30 }, press: { code: 0 }, see: { verdict: { en: 'not yet', ja: 'まだ違います' } } },
        { drag: { time: [-3, -0.1] }, see: { off: 0, verdict: { en: 'right', ja: '正解' } } }, // at rest
        { keys: { time: ['End'] }, see: { off: 3.2225, verdict: { en: 'not yet', ja: 'まだ違います' } } },
        { press: { code: 1 }, see: { off: 0, verdict: { en: 'right', ja: '正解' } } },
    ],
});
