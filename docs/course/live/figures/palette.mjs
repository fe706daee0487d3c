// Chapter 10: the reader's vertex shader reads a palette of quaternions and translations, and bends an arm.
import { exercise } from '../exercise.mjs';

const REACH = 2, REGISTERS = 16, SKIN = [214, 165, 130];
const radians = (degrees) => (degrees * Math.PI) / 180;
const end = (angle) => [REACH * Math.cos(radians(angle)), REACH * Math.sin(radians(angle))];

export default exercise({
    title: ['Edit the shader: a palette of quaternions and translations', 'シェーダーを書き換える: 四元数と移動のパレット'],
    file: '10_palette.glsl',
    label: ['vec3 skin(vec3 p, ivec4 bones, vec4 weights)', 'vec3 skin(vec3 p, ivec4 bones, vec4 weights)'],
    files: ['arm-smooth.x'],
    box: [-2.4, -1, 2.5, 2.4],
    aspect: 1.44,
    looks: ({ place }) => ({ colourOf: () => SKIN, wire: true, view: [1, 0, 0, -place, 0, 1, 0, 0, 0, 0, 1, 0] }),
    controls: [{ name: 'angle', label: ['bend, degrees', '曲げ (度)'], low: 0, high: 150, step: 1, value: 90 }],
    handles: [{ name: 'end', panel: 1, x: 'angle', label: ['the end of the arm', '腕の先'], at: ({ angle }) => end(angle),
        drag: (values, [x, y]) => ({ angle: y < 0 && x < 0 ? 150 : Math.max(0, (Math.atan2(y, x) * 180) / Math.PI) }) }],
    start(course, [file]) {
        const body = course.open(file), lower = body.find('lower'), place = body.bone(lower).position[0], { slots, weights } = body.attributes();
        return {
            body, place,
            before: `uniform vec4 palette[${REGISTERS}];\nin vec4 a_bones, a_weights;\n`,
            after: 'void main() { result = skin(a_point, ivec4(a_bones), a_weights); }\n',
            attributes: [['a_bones', slots, 4], ['a_weights', weights, 4]],
            pose({ angle }) {
                body.rest();
                body.turn(lower, [0, 0, angle]);
            },
            uniforms(gl, at) {
                const numbers = new Float32Array(4 * REGISTERS);
                numbers.set(body.quaternions());
                gl.uniform4fv(at('palette'), numbers);
            },
            lines: (panel, { angle }) => panel.line([[-REACH, 0], [0, 0], end(angle)], 'accent', 2),
        };
    },
    tests: [
        { set: { angle: 90 }, press: { code: 0 }, see: { verdict: { en: 'not yet', ja: 'まだ違います' } } },
        { drag: { end: [2, 0] }, see: { off: 0, verdict: { en: 'right', ja: '正解' } } }, // at rest, every shader that moves nothing is right
        { keys: { end: ['End'] }, see: { off: 3.7251, verdict: { en: 'not yet', ja: 'まだ違います' } } },
        { press: { code: 1 }, see: { off: 0, verdict: { en: 'right', ja: '正解' } } },
        { set: { code: 'vec3 skin(vec3 p, ivec4 bones, vec4 weights) { return q; }' }, see: { off: '—' } },
    ],
});
