// Chapter 0: the built-in character by all steps, and beside it with steps left out.
import { farthest } from '../glsl.mjs';

const FIRST = 60, COUNT = 30, BOX = [-6.5, -0.6, 6.5, 21.5], ASPECT = 13 / 22.1;
const flag = (name, label) => ({ name, label, value: true });

/** A view from a side. */
const turned = (degrees) => {
    const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    return [c, 0, s, 0, 0, 1, 0, 0, -s, 0, c, 0];
};
const at = (m, p) => [0, 1, 2].map((r) => m[4 * r] * p[0] + m[4 * r + 1] * p[1] + m[4 * r + 2] * p[2] + m[4 * r + 3]);

function bones(panel, { body, parents }, view, colour) {
    const place = (b) => at(view, [body.bones[12 * b + 3], body.bones[12 * b + 7], body.bones[12 * b + 11]]);
    parents.forEach((parent, b) => parent >= 0 && panel.line([place(parent), place(b)], colour, 1.5));
}

function show(panel, scene, { frame, yaw }, steps) {
    const { body, colours } = scene, view = turned(yaw);
    if (steps.sample) body.sample(frame - FIRST);
    else body.rest();
    body.evaluate();
    if (!steps.palette) body.forgetOffsets();
    else if (steps.rig) body.buildPalette();
    else body.forgetParents();
    if (steps.skin) body.skin();
    const [p, n] = steps.skin ? [body.positions, body.normals] : [body.restPositions, body.restNormals];
    if (steps.draw) panel.mesh(p, n, body.indices, { colourOf: (v) => colours.subarray(4 * v, 4 * v + 3), bothSides: (v) => colours[4 * v + 3], view });
    if (!steps.draw || !steps.skin) bones(panel, scene, view, 'accent');
    return p.slice();
}

export default {
    title: ['Five steps make a picture. Leave some out', '絵を作る5つの段階。どれかを抜いてみる'],
    files: ['small.pmx', 'small.vmd'],
    panels: [
        { title: ['all steps', 'すべての段階'], box: BOX, aspect: ASPECT },
        { title: ['with steps left out', '段階を抜いたもの'], box: BOX, aspect: ASPECT },
    ],
    controls: [
        { name: 'frame', label: ['frame', 'フレーム'], low: FIRST, high: FIRST + COUNT, step: 1, value: 80, rate: 30 },
        { name: 'yaw', label: ['seen from, degrees', '見る向き (度)'], low: -180, high: 180, step: 5, value: 0 },
        flag('sample', ['sample: keys to a pose', 'sample: キーからポーズへ']), flag('rig', ['rig: parents', 'rig: 親子']),
        flag('palette', ['palette: offset matrices', 'palette: オフセット行列']), flag('skin', ['skin: vertices', 'skin: 頂点']), flag('draw', ['draw: triangles', 'draw: 三角形']),
    ],
    handles: [{ name: 'time', x: 'frame', label: ['time', '時間'], at: ({ frame }) => [-6 + (12 * (frame - FIRST)) / COUNT, 0], drag: (values, [x]) => ({ frame: FIRST + ((x + 6) * COUNT) / 12 }) }],
    numbers: [
        { name: 'neckX', label: ['首 (neck) x', '首 x'], digits: 4 }, { name: 'neckY', label: ['y', 'y'], digits: 4 }, { name: 'neckZ', label: ['z', 'z'], digits: 4 },
        { name: 'off', label: ['with steps left out: off by at most', '段階を抜いたずれの最大'], digits: 2, wrong: true },
        { name: 'bones', label: ['bones', 'ボーン'], digits: 0 },
    ],
    start(course, [model, dance]) {
        const body = course.open(model);
        body.play(dance);
        return { body, colours: body.materialColours(), parents: body.names.map((_, i) => body.bone(i).parent), neck: body.find('首') };
    },
    draw([all, some], values, scene) {
        const steps = { sample: true, rig: true, palette: true, skin: true, draw: true };
        const whole = show(all, scene, values, steps), [x, y, z] = [3, 7, 11].map((i) => scene.body.bones[12 * scene.neck + i]);
        return { neckX: x, neckY: y, neckZ: z, off: farthest(whole, show(some, scene, values, values)), bones: scene.parents.length };
    },
    // The place of the neck is that of `hone pose`.
    tests: [
        { set: { frame: 80 }, see: { neckX: -1.1782, neckY: 15.8994, neckZ: 0.182, bones: 132, off: 0 } },
        { set: { sample: false }, see: { off: 8.68 } },
        { set: { sample: true, rig: false }, see: { off: 8.65 } },
        { set: { rig: true, palette: false }, see: { off: 19.67 } },
        { set: { palette: true, skin: false }, see: { off: 8.68 } },
        { set: { skin: true, draw: false }, see: { off: 0 } },
        { drag: { time: [-6, 0] }, see: { neckX: -0.0016 } },
        { keys: { time: ['PageUp', 'PageUp'] }, see: { neckX: -1.1782, neckY: 15.8994, neckZ: 0.182 } },
    ],
};
