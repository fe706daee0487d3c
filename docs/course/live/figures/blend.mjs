// Chapter 5: the reader's vertex shader moves a stick; beside it, what hone makes of the same weights.
import { exercise } from '../exercise.mjs';
import { mat4 } from '../glsl.mjs';

const COUNT = 2, SKIN = [214, 165, 130], ENDS = [[-2, 0, 0], [0, 0, 0], [2, 0, 0]];
const radians = (degrees) => (degrees * Math.PI) / 180;
const end = (angle) => [2 * Math.cos(radians(angle)), 2 * Math.sin(radians(angle))];

export default exercise({
    title: ['Edit the shader: it moves the stick at once', 'シェーダーを書き換える: 棒がすぐに動く'],
    file: '05_blend.glsl',
    label: ['vec4 skin(vec3 p)', 'vec4 skin(vec3 p)'],
    files: ['stick.x', 'bones.x'],
    box: [-2.3, -1, 2.3, 2.2],
    aspect: 4.6 / 3.2,
    looks: () => ({ colourOf: () => SKIN, wire: true }),
    controls: [{ name: 'angle', label: ['bend, degrees', '曲げ (度)'], low: 0, high: 120, step: 1, value: 60 }],
    handles: [{ name: 'end', panel: 1, x: 'angle', label: ['the end of the right bone', '右のボーンの先'], at: ({ angle }) => end(angle),
        drag: (values, [x, y]) => ({ angle: y < 0 && x < 0 ? 120 : Math.max(0, (Math.atan2(y, x) * 180) / Math.PI) }) }],
    start(course, [mesh, bones]) {
        const body = course.rig(course.open(mesh), course.open(bones), 16, 1);
        return {
            body,
            before: `const int COUNT = ${COUNT};\nuniform vec3 bottom[COUNT], top[COUNT];\nuniform mat4 blend[COUNT];\n`,
            after: 'void main() { vec4 p = skin(a_point); result = p.xyz / p.w; }\n',
            pose({ angle }) {
                body.rest();
                body.turn(body.find('right'), [0, 0, angle]);
            },
            uniforms(gl, place) {
                const palette = new Float32Array(16 * COUNT);
                for (let i = 0; i < COUNT; i++) mat4(body.palette.subarray(12 * i, 12 * i + 12), palette, 16 * i);
                gl.uniform3fv(place('bottom'), ENDS.slice(0, 2).flat());
                gl.uniform3fv(place('top'), ENDS.slice(1).flat());
                gl.uniformMatrix4fv(place('blend'), false, palette);
            },
            lines: (panel, { angle }) => panel.line([[-2, 0], [0, 0], end(angle)], 'accent', 2),
        };
    },
    tests: [
        { set: { angle: 60 }, press: { code: 0 }, see: { verdict: { en: 'not yet', ja: 'まだ違います' } } },
        { press: { code: 1 }, see: { off: 0, verdict: { en: 'right', ja: '正解' } } },
        { set: { angle: 60 }, press: { code: 0 }, see: { off: 2.0396 } },
        { drag: { end: [0, 2] }, see: { off: 2.8844 } },
        { keys: { end: ['Home'] }, see: { off: 0, verdict: { en: 'right', ja: '正解' } } },
        { set: { angle: 90 }, press: { code: 1 }, see: { off: 0, verdict: { en: 'right', ja: '正解' } } },
        { set: { code: 'vec4 skin(vec3 p) { return vec4(p, 1.0) }' }, see: { off: '—' } },
    ],
});
