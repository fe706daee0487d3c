// Chapter 6: a sphere that is stretched, and its normals by the right matrix and by the wrong one.
const BOX = [-2.9, -3.8, 2.9, 3.8], ASPECT = 5.8 / 7.6, SHELL = [225, 205, 175];

const egg = (which, title) => ({ title, box: [-1.56, -2.04, 1.56, 2.04], aspect: ASPECT, which });
const unit = (v) => v.map((k) => k / (Math.hypot(...v) || 1));

/** The place on the stretched circle, and what its normal becomes. */
function at(scene, { sx, sy, degrees }) {
    const a = (degrees * Math.PI) / 180, n = [Math.cos(a), Math.sin(a), 0];
    return { p: [sx * n[0], sy * n[1]], ...scene.course.normal([sx, 0, 0, 0, 0, sy, 0, 0, 0, 0, 1, 0], n, [-n[1], n[0], 0]) };
}

export default {
    title: ['Stretch the sphere: which normal stays at a right angle?', '球を伸ばす: 直角のままの法線はどちら?'],
    files: ['eggs.x'],
    panels: [
        { title: ['normals: right (green), wrong (red)', '法線: 正しい (緑)、誤り (赤)'], box: BOX, aspect: ASPECT },
        egg('right', ['by the cofactor matrix', '余因子行列で']),
        egg('wrong', ['by the matrix of the points', '点の行列で']),
    ],
    controls: [
        { name: 'sx', label: ['scale of x', 'xの倍率'], low: 0.2, high: 2, step: 0.1, value: 1 },
        { name: 'sy', label: ['scale of y', 'yの倍率'], low: 0.2, high: 3, step: 0.1, value: 3 },
        { name: 'degrees', label: ['place on the sphere, degrees', '球面上の位置 (度)'], low: 0, high: 90, step: 0.1, value: 53.1 },
    ],
    handles: [
        { name: 'top', x: 'sy', label: ['the top: the scale of y', '頂: yの倍率'], at: ({ sy }) => [0, sy], drag: (values, [, y]) => ({ sy: y }) },
        { name: 'side', x: 'sx', label: ['the side: the scale of x', '横: xの倍率'], at: ({ sx }) => [sx, 0], drag: (values, [x]) => ({ sx: x }) },
        { name: 'place', x: 'degrees', label: ['the place on the sphere', '球面上の位置'],
            at: (values, scene) => at(scene, values).p, drag: ({ sx, sy }, [x, y]) => ({ degrees: (Math.atan2(Math.max(0, y / sy), Math.max(0, x / sx)) * 180) / Math.PI }) },
    ],
    numbers: [
        { name: 'rightDegrees', label: ['cofactor matrix: degrees to the surface', '余因子行列: 表面との角度'], digits: 1 },
        { name: 'wrongDegrees', label: ['matrix of the points: degrees to the surface', '点の行列: 表面との角度'], digits: 1, wrong: true },
        { name: 'rx', label: ['normal by the cofactor matrix x', '余因子行列の法線 x'] }, { name: 'ry', label: ['y', 'y'] },
        { name: 'wx', label: ['by the matrix x', '点の行列では x'], wrong: true }, { name: 'wy', label: ['y', 'y'], wrong: true },
    ],
    start(course, [file]) {
        const body = course.open(file), bone = body.find('stretched'), count = body.restPositions.length / 3;
        const own = Uint8Array.from({ length: count }, (_, v) => +(body.weight(v, bone) > 0.5));
        return { course, body, bone, indices: [...body.indices].filter((_, i, all) => own[all[i - (i % 3)]]), place: body.bone(bone).position };
    },
    draw([flat, ...eggs], values, scene) {
        const { body, bone, indices, place } = scene, { p, tangent, right, wrong, rightDegrees, wrongDegrees } = at(scene, values);
        const circle = Array.from({ length: 97 }, (_, i) => [values.sx * Math.cos((i * Math.PI) / 48), values.sy * Math.sin((i * Math.PI) / 48)]);
        flat.fill(circle, 'line', 0.5);
        flat.line(circle, 'ink', 2);
        const t = unit(tangent), [n, w] = [unit(right), unit(wrong)];
        flat.line([[p[0] - t[0], p[1] - t[1]], [p[0] + t[0], p[1] + t[1]]], 'ink', 1, [4, 4]);
        flat.arrow(p, [p[0] + w[0], p[1] + w[1]], 'wrong', 3);
        flat.arrow(p, [p[0] + n[0], p[1] + n[1]], 'right', 3);
        body.rest();
        body.turn(bone, [0, 0, 0], [0, 0, 0], [values.sx, values.sy, 1]);
        body.update('linear');
        eggs.forEach((panel, i) => {
            if (i) body.carryNormals();
            panel.mesh(body.positions, body.normals, indices, { colourOf: () => SHELL, view: [1, 0, 0, -place[0], 0, 1, 0, -place[1], 0, 0, 1, 0] });
        });
        return { rightDegrees, wrongDegrees, rx: right[0], ry: right[1], wx: wrong[0], wy: wrong[1] };
    },
    // What `normals` prints; its normal is (0.6, 0.8, 0).
    tests: [
        { set: { sx: 1, sy: 3, degrees: 53.1 }, see: { rightDegrees: 90, wrongDegrees: 38, rx: 1.8, ry: 0.8, wx: 0.6, wy: 2.4 } },
        { set: { sx: 2, sy: 2 }, see: { rightDegrees: 90, wrongDegrees: 90 } },
        { drag: { top: [0, 1] }, see: { wrongDegrees: 125.8, wx: 1.2, wy: 0.8 } },
        { drag: { side: [1, 0] }, see: { wrongDegrees: 90, rx: 0.6, ry: 0.8 } },
        { drag: { place: [1, 1] }, see: { rx: 0.71, ry: 0.71, wx: 0.71, wy: 0.71 } },
        { set: { degrees: 53.1 }, see: { rx: 0.6 } },
        { keys: { top: ['PageUp', 'PageUp'] }, see: { rightDegrees: 90, wrongDegrees: 38, rx: 1.8, ry: 0.8, wx: 0.6, wy: 2.4 } },
        { keys: { side: ['PageUp'] }, see: { wx: 1.2, wy: 2.4, rx: 1.8, ry: 1.6 } },
        { keys: { place: ['Home'] }, see: { wrongDegrees: 90, wx: 2, wy: 0, rx: 3, ry: 0 } },
    ],
};
