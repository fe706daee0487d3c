// Chapter 5: the reader's vertex shader moves a stick; beside it, what hone makes of the same weights.
import { PointShader, farthest, mat4 } from '../glsl.mjs';

const COUNT = 2, BOX = [-2.3, -1, 2.3, 2.2], ASPECT = 4.6 / 3.2, SKIN = [214, 165, 130], ENDS = [[-2, 0, 0], [0, 0, 0], [2, 0, 0]];
const BEFORE = `const int COUNT = ${COUNT};\nuniform vec3 bottom[COUNT], top[COUNT];\nuniform mat4 blend[COUNT];\n`;
const radians = (degrees) => (degrees * Math.PI) / 180;

export default {
    title: ['Edit the shader: it moves the stick at once', 'シェーダーを書き換える: 棒がすぐに動く'],
    files: ['stick.x', 'bones.x'],
    panels: [
        { title: ['your shader', '自分のシェーダー'], box: BOX, aspect: ASPECT },
        { title: ['hone', 'hone'], box: BOX, aspect: ASPECT },
    ],
    controls: [
        { name: 'angle', label: ['bend, degrees', '曲げ (度)'], low: 0, high: 120, step: 1, value: 60 },
        { name: 'code', label: ['vec4 skin(vec3 p)', 'vec4 skin(vec3 p)'], value: '', rows: 18,
            texts: [['templates/05_blend.glsl', ['Start again', '初めに戻す']], ['answers/05_blend.glsl', ['Show the answer', '答えを見る']]] },
    ],
    handles: [{ name: 'end', panel: 1, x: 'angle', label: ['the end of the right bone', '右のボーンの先'],
        at: ({ angle }) => [2 * Math.cos(radians(angle)), 2 * Math.sin(radians(angle))],
        drag: (values, [x, y]) => ({ angle: y < 0 && x < 0 ? 120 : Math.max(0, (Math.atan2(y, x) * 180) / Math.PI) }) }],
    numbers: [
        { name: 'off', label: ['your points are off by at most', '点のずれの最大'], digits: 4 },
        { name: 'verdict', label: ['result', '結果'] },
    ],
    start(course, [mesh, bones]) {
        return { body: course.rig(course.open(mesh), course.open(bones), 16, 1), shader: new PointShader(BEFORE, 'void main() { vec4 p = skin(a_point); result = p.xyz / p.w; }\n') };
    },
    draw([yours, hones], { angle, code }, { body, shader }) {
        body.rest();
        body.turn(body.find('right'), [0, 0, angle]);
        body.update('linear');
        const log = shader.set(code), wanted = body.positions.slice(), palette = new Float32Array(16 * COUNT);
        for (let i = 0; i < COUNT; i++) mat4(body.palette.subarray(12 * i, 12 * i + 12), palette, 16 * i);
        const got = shader.run(body.restPositions.slice(), (gl, place) => {
            gl.uniform3fv(place('bottom'), ENDS.slice(0, 2).flat());
            gl.uniform3fv(place('top'), ENDS.slice(1).flat());
            gl.uniformMatrix4fv(place('blend'), false, palette);
        });
        const looks = { colourOf: () => SKIN, wire: true };
        hones.mesh(wanted, body.normals, body.indices, looks);
        for (const panel of [yours, hones]) panel.line([[-2, 0], [0, 0], [2 * Math.cos(radians(angle)), 2 * Math.sin(radians(angle))]], 'accent', 2);
        if (!got) return { off: '—', verdict: log };
        yours.mesh(got, body.normals, body.indices, looks);
        const off = farthest(got, wanted);
        return { off, verdict: off < 2e-4 ? ['right', '正解'] : ['not yet', 'まだ違います'] };
    },
    tests: [
        { set: { angle: 60 }, press: { code: 0 }, see: { verdict: { en: 'not yet', ja: 'まだ違います' } } },
        { press: { code: 1 }, see: { off: 0, verdict: { en: 'right', ja: '正解' } } },
        { drag: { end: [0, 2] }, see: { off: 0 } },
        { set: { code: 'vec4 skin(vec3 p) { return vec4(p, 1.0) }' }, see: { off: '—' } },
    ],
};
