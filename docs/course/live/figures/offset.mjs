// Chapter 2: a vertex of robot.x: at rest, in the space of its bone, and now; and the model without offset matrices.
const BOX = [-0.6, -0.7, 3.4, 2.6], ASPECT = 4 / 3.3, SKIN = [150, 175, 205];
const RATE = 30; // frames a second

const rows = (m) => [0, 1, 2].map((r) => m.slice(4 * r, 4 * r + 4).map((v) => (v + 0).toFixed(3).replace(/^-(0\.0+)$/, '$1')).join(' ')).join(' | ');
const place = (p) => p.map((v) => v.toFixed(3)).join(' ');

function axes(panel, m, name) {
    panel.arrow([m[3], m[7]], [m[3] + 0.5 * m[0], m[7] + 0.5 * m[4]], 'wrong', 2);
    panel.arrow([m[3], m[7]], [m[3] + 0.5 * m[1], m[7] + 0.5 * m[5]], 'right', 2);
    panel.text(name, [m[3], m[7]], { dx: -8, dy: 14, bold: true });
}

/** The place of the end of bone C at a time, which the handle follows. */
function ends({ body }) {
    return Array.from({ length: 101 }, (_, i) => {
        body.sample((i / 100) * RATE);
        body.evaluate();
        const c = body.bones.subarray(24, 36);
        return [c[0] + c[3], c[4] + c[7]];
    });
}

export default {
    title: ['Out of the model by O, back into it by G', 'Oでモデルから出て、Gでモデルに戻る'],
    files: ['robot.x'],
    panels: [
        { title: ['at rest, in the model: p', '初期姿勢、モデル空間: p'], box: BOX, aspect: ASPECT },
        { title: ['as bone C sees it: O p', 'ボーンCから見ると: O p'], box: [-2.6, -1.6, 1.4, 1.7], aspect: ASPECT },
        { title: ['now: G O p', '今: G O p'], box: BOX, aspect: ASPECT },
        { title: ['without O: G p', 'Oを忘れると: G p'], box: [-0.8, -0.7, 5.8, 4.75], aspect: ASPECT },
    ],
    controls: [
        { name: 'time', label: ['time, seconds', '時間 (秒)'], low: 0, high: 1, step: 0.01, value: 1, rate: 0.5 },
        { name: 'vertex', label: ['vertex of the third box', '3つ目の箱の頂点'], low: 48, high: 71, step: 1, value: 60 },
    ],
    handles: [{
        name: 'end', panel: 2, x: 'time', label: ['the end of bone C', 'ボーンCの先'],
        at: ({ time }, { path }) => path[Math.round(time * 100)],
        drag: (values, [x, y], { path }) => {
            const far = path.map(([px, py]) => Math.hypot(px - x, py - y));
            return { time: far.indexOf(Math.min(...far)) / 100 };
        },
    }],
    numbers: [
        { name: 'O', label: ['O', 'O'] }, { name: 'G', label: ['G', 'G'] }, { name: 'GO', label: ['G O', 'G O'] },
        { name: 'rest', label: ['p', 'p'] }, { name: 'inside', label: ['O p', 'O p'] }, { name: 'now', label: ['G O p', 'G O p'] },
        { name: 'forgotten', label: ['G p', 'G p'], wrong: true },
    ],
    start(course, [file]) {
        const body = course.open(file), scene = { course, body };
        body.play(file);
        scene.path = ends(scene);
        return scene;
    },
    draw([rest, inside, now, wrong], { time, vertex }, { body }) {
        const mesh = (panel, view) => panel.mesh(body.positions, body.normals, body.indices, { colourOf: () => SKIN, wire: true, view });
        body.rest();
        body.update('linear');
        const atRest = [...body.bones.subarray(24, 36)], { offset } = body.vertex(vertex);
        mesh(rest);
        mesh(inside, offset);
        axes(rest, atRest, 'C');
        axes(inside, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0], 'C');
        body.sample(time * RATE);
        body.update('linear');
        const at = body.vertex(vertex);
        mesh(now);
        axes(now, at.bone, 'C');
        rest.dot(at.rest, 'accent', 6);
        inside.dot(at.inside, 'accent', 6);
        now.dot(at.now, 'accent', 6);
        body.forgetOffsets();
        body.skin('linear');
        mesh(wrong);
        const forgotten = [...body.positions.subarray(3 * vertex, 3 * vertex + 3)];
        wrong.dot(forgotten, 'wrong', 6);
        return { O: rows(at.offset), G: rows(at.bone), GO: rows(at.product), rest: place(at.rest), inside: place(at.inside), now: place(at.now), forgotten: place(forgotten) };
    },
    // What `one_vertex` prints.
    tests: [
        { set: { time: 1, vertex: 60 }, see: { O: '1.000 0.000 0.000 -2.000 | 0.000 1.000 0.000 0.000 | 0.000 0.000 1.000 0.000', rest: '2.050 0.160 -0.160',
            inside: '0.050 0.160 -0.160', now: '1.206 1.416 -0.160', G: '0.000 -1.000 0.000 1.366 | 1.000 0.000 0.000 1.366 | 0.000 0.000 1.000 0.000',
            GO: '0.000 -1.000 0.000 1.366 | 1.000 0.000 0.000 -0.634 | 0.000 0.000 1.000 0.000', forgotten: '1.206 3.416 -0.160' } },
        { drag: { end: [3, 0] }, see: { GO: '1.000 0.000 0.000 0.000 | 0.000 1.000 0.000 0.000 | 0.000 0.000 1.000 0.000', now: '2.050 0.160 -0.160', forgotten: '4.050 0.160 -0.160' } },
        { keys: { end: ['End'] }, see: { now: '1.206 1.416 -0.160', forgotten: '1.206 3.416 -0.160' } },
    ],
};
