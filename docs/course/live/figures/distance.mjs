// Chapter 4: weights by distance: the exponent, the unit, and what the stick makes of them.
const SCALES = [1, 100], H = Math.hypot(4, 0.8, 0.8) / 20; // a twentieth of the diagonal of stick.x
const BENT = [-2.2, -0.9, 2.2, 2.1], ASPECT = 4.4 / 3;
const radians = (degrees) => (degrees * Math.PI) / 180;

/** The stick with weights for an exponent and a unit, which are made anew only when these change. */
function stick(scene, which, exponent, length) {
    const key = `${exponent} ${length}`;
    if (scene.keys[which] !== key) {
        scene.bodies[which]?.dispose();
        scene.bodies[which] = scene.course.rig(scene.mesh, scene.bones, exponent, length);
        scene.keys[which] = key;
    }
    const body = scene.bodies[which];
    body.rest();
    body.turn(body.find('right'), [0, 0, scene.angle]);
    body.update('linear');
    return body;
}

function show(panel, body) {
    const colours = body.weightColours(body.find('right'));
    panel.mesh(body.positions, body.normals, body.indices, { colourOf: (v) => colours.subarray(4 * v, 4 * v + 3), wire: true });
    panel.line([[-2, 0], [0, 0], [2 * Math.cos(radians(body.angle)), 2 * Math.sin(radians(body.angle))]], 'ink', 2);
}

export default {
    title: ['The exponent, and the unit in which one measures', '指数と、長さを測る単位'],
    files: ['stick.x', 'bones.x'],
    panels: [
        { title: ['a vertex and two bones', '頂点と2本のボーン'], box: [-2.4, -1, 2.4, 1.4], aspect: 2, wide: true },
        { title: ['h = diagonal / 20', 'h = 対角線 / 20'], box: BENT, aspect: ASPECT },
        { title: ['h = 1, model in this unit', 'h = 1、この単位のモデル'], box: BENT, aspect: ASPECT },
    ],
    controls: [
        { name: 'c', label: ['exponent c', '指数 c'], low: 1, high: 64, step: 1, value: 16 },
        { name: 'scale', label: ['unit: the model is so many times as large', '単位: モデルの大きさ (倍)'], low: SCALES[0], high: SCALES[1], step: 1, value: 1 },
        { name: 'angle', label: ['bend, degrees', '曲げ (度)'], low: 0, high: 120, step: 1, value: 60 },
        { name: 'x', label: ['vertex x', '頂点 x'], low: -2, high: 2, step: 0.05, value: 0.5 },
        { name: 'y', label: ['vertex y', '頂点 y'], low: -0.8, high: 0.8, step: 0.05, value: 0.4 },
    ],
    handles: [
        { name: 'vertex', x: 'x', y: 'y', label: ['the vertex', '頂点'], at: ({ x, y }) => [x, y], drag: (values, [x, y]) => ({ x, y }) },
        { name: 'end', panel: 1, x: 'angle', label: ['the end of the right bone', '右のボーンの先'],
            at: ({ angle }) => [2 * Math.cos(radians(angle)), 2 * Math.sin(radians(angle))],
            drag: (values, [x, y]) => ({ angle: y < 0 && x < 0 ? 120 : Math.max(0, (Math.atan2(y, x) * 180) / Math.PI) }) },
    ],
    numbers: [
        { name: 'weight', label: ['weight of right, h = diagonal / 20', '右のウェイト、h = 対角線 / 20'], digits: 4 },
        { name: 'raw', label: ['weight of right, h = 1', '右のウェイト、h = 1'], digits: 4, wrong: true },
        { name: 'volume', label: ['volume', '体積'] },
        { name: 'longest', label: ['longest edge', '最長の辺'], digits: 2 },
        { name: 'rawLongest', label: ['longest edge, h = 1', '最長の辺、h = 1'], digits: 2, wrong: true },
    ],
    start: (course, [mesh, bones]) => ({ course, mesh: course.open(mesh), bones: course.open(bones), bodies: [], keys: [] }),
    draw([plane, good, bad], { c, scale, angle, x, y }, scene) {
        scene.angle = angle;
        for (let i = 0; i < 64; i++)
            for (let j = 0; j < 24; j++) {
                const p = [-2.4 + (4.8 * (i + 0.5)) / 64, -1 + (2.4 * (j + 0.5)) / 24], w = scene.course.pointWeight(p, c, H);
                plane.fill([[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([sx, sy]) => [p[0] + 0.0375 * sx, p[1] + 0.05 * sy]), w > 0.5 ? 'second' : 'first', 0.12 + 0.7 * Math.abs(w - 0.5));
            }
        plane.line([[-2, 0], [0, 0]], 'first', 6);
        plane.line([[0, 0], [2, 0]], 'second', 6);
        plane.text('left', [-1, 0], { dy: 16 });
        plane.text('right', [1, 0], { dy: 16 });
        const right = stick(scene, 0, c, 0), wrong = stick(scene, 1, c, 1 / scale), { volume, longest } = right.strain();
        right.angle = wrong.angle = angle;
        show(good, right);
        show(bad, wrong);
        return { weight: scene.course.pointWeight([x, y], c, H), raw: scene.course.pointWeight([x, y], c, 1 / scale), volume, longest, rawLongest: wrong.strain().longest };
    },
    // The table of `weights`, and what `measure` prints.
    tests: [
        { set: { c: 16, scale: 1, angle: 60, x: 0.5, y: 0.4 }, see: { weight: 0.9952, raw: 0.9265 } },
        { set: { scale: 100 }, see: { weight: 0.9952, raw: 0.9994 } },
        { set: { c: 2 }, see: { weight: 0.6607, raw: 0.7156, volume: 0.898, longest: 1.24 } },
        { set: { c: 64, scale: 1 }, see: { volume: 0.99, longest: 2.11 } },
        { drag: { vertex: [0, 0.4] }, see: { weight: 0.5, raw: 0.5 } },
        { drag: { end: [2, 0] }, see: { longest: 1, rawLongest: 1 } },
        { set: { c: 64 }, see: { longest: 1 } },
        { keys: { end: ['PageUp', 'PageUp', 'PageUp', 'PageUp', 'PageUp', 'PageUp'] }, see: { volume: 0.99, longest: 2.11 } },
        { set: { c: 16 }, see: { weight: 0.5, raw: 0.5 } },
        { keys: { vertex: Array(10).fill('ArrowRight') }, see: { weight: 0.9952, raw: 0.9265 } },
    ],
};
