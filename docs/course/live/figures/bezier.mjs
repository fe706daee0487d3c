// Chapter 7: a curve between two keys, its control points, and three ways to solve it.
const UNIT = 127, COUNT = 1001;

const byte = (v) => Math.min(UNIT, Math.max(0, Math.round(v * UNIT)));
const point = (name, label, value) => ({ name, label, low: 0, high: UNIT, step: 1, value });
const handle = (name, x, y, label) => ({
    name, x, y, label,
    at: (values) => [values[x] / UNIT, values[y] / UNIT],
    drag: (values, [px, py]) => ({ [x]: byte(px), [y]: byte(py) }),
});

function errors(panel, curve, x) {
    panel.line([[0, -0.11], [0, 0.11]], 'line', 1);
    panel.line([[0, 0], [0.28, 0]], 'line', 1);
    for (const e of [-0.1, -0.05, 0.05, 0.1]) panel.text(e.toFixed(2), [0, e], { dx: -6, align: 'right', size: 11 });
    const places = (column) => column.map((y, i) => [(0.28 * i) / (COUNT - 1), Math.max(-0.12, Math.min(0.12, y - curve.exact[i]))]);
    panel.line(places(curve.copied), 'wrong', 2, [5, 4]);
    panel.line(places(curve.halvings), 'right', 2);
    panel.line([[0.28 * x, -0.11], [0.28 * x, 0.11]], 'accent', 1);
}

export default {
    title: ['A curve between two keys, solved in three ways', '2つのキーの間の曲線と、3通りの解き方'],
    panels: [
        { title: ['the curve', '曲線'], box: [-0.1, -0.12, 1.1, 1.12], aspect: 0.97 },
        { title: ['how far off: 12 halvings, t −= f/2 (dashed)', 'ずれ: 12回の二分法、t −= f/2 (破線)'], box: [-0.06, -0.16, 0.3, 0.16], aspect: 0.97 },
    ],
    controls: [
        point('x1', ['x1', 'x1'], 100), point('y1', ['y1', 'y1'], 10), point('x2', ['x2', 'x2'], 30), point('y2', ['y2', 'y2'], 120),
        { name: 'x', label: ['x: the fraction of time', 'x: 時間の割合'], low: 0, high: 1, step: 0.001, value: 0.5, rate: 0.4 },
    ],
    handles: [
        handle('first', 'x1', 'y1', ['first control point', '1つ目の制御点']),
        handle('second', 'x2', 'y2', ['second control point', '2つ目の制御点']),
        { name: 'time', x: 'x', label: ['time', '時間'], at: ({ x }) => [x, 0], drag: (values, [x]) => ({ x }) },
    ],
    numbers: [
        { name: 'exact', label: ['y at x, by hone', 'xでのy (hone)'], digits: 4 },
        { name: 'halvings', label: ['y by 12 halvings', '12回の二分法のy'], digits: 4 },
        { name: 'copied', label: ['y by t −= f/2', 't −= f/2のy'], digits: 4, wrong: true },
        { name: 'halvingsOff', label: ['12 halvings: at most off by', '12回の二分法: ずれの最大'], digits: 4 },
        { name: 'copiedOff', label: ['t −= f/2: at most off by', 't −= f/2: ずれの最大'], digits: 4, wrong: true },
    ],
    draw([plane, off], { x1, y1, x2, y2, x }, course) {
        const curve = course.curve([x1, y1, x2, y2], COUNT), at = Math.round(x * (COUNT - 1));
        const places = (column) => column.map((y, i) => [i / (COUNT - 1), y]);
        plane.line([[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]], 'line', 1);
        plane.line([[0, 0], [x1 / UNIT, y1 / UNIT]], 'accent', 1.5);
        plane.line([[1, 1], [x2 / UNIT, y2 / UNIT]], 'accent', 1.5);
        plane.line(places(curve.exact), 'ink', 2.5);
        plane.line(places(curve.copied), 'wrong', 2, [5, 4]);
        plane.line([[x, 0], [x, curve.exact[at]], [0, curve.exact[at]]], 'accent', 1, [3, 3]);
        plane.dot([x, curve.exact[at]], 'ink', 5);
        plane.dot([x, curve.copied[at]], 'wrong', 4);
        plane.text('x', [1.05, 0]);
        plane.text('y', [-0.06, 1]);
        errors(off, curve, x);
        const worst = (column) => Math.max(...column.map((y, i) => Math.abs(y - curve.exact[i])));
        return { exact: curve.exact[at], halvings: curve.halvings[at], copied: curve.copied[at], halvingsOff: worst(curve.halvings), copiedOff: worst(curve.copied) };
    },
    // The numbers of the chapter: the two tables of `bezier`.
    tests: [
        { set: { x1: 100, y1: 10, x2: 30, y2: 120, x: 0.5 }, see: { exact: 0.4723, halvings: 0.4725, copied: 0.4762, halvingsOff: 0.0002, copiedOff: 0.0067 } },
        { set: { x: 0.4 }, see: { exact: 0.2087, copied: 0.2094 } },
        { set: { x1: 127, y1: 0, x2: 0, y2: 127, x: 0.5 }, see: { exact: 0.5, copied: 0.5, copiedOff: 0.1071 } },
        { drag: { second: [107 / UNIT, 107 / UNIT] }, see: { exact: 0.1021, copiedOff: 0.0429 } },
        { drag: { first: [20 / UNIT, 20 / UNIT] }, see: { exact: 0.5, copied: 0.5, copiedOff: 0.0002 } },
        { drag: { time: [0.3, 0] }, see: { exact: 0.3, copied: 0.3 } },
        { keys: { time: ['ArrowRight'] }, see: { exact: 0.301, copied: 0.301 } },
        { set: { x1: 100, y1: 0, x2: 30, y2: 120, x: 0.5 }, see: { exact: 0.4413, copied: 0.4453 } },
        { keys: { first: ['PageUp'] }, see: { exact: 0.4723, halvings: 0.4725, copied: 0.4762 } },
        { set: { x2: 31 }, see: { exact: 0.4613, copied: 0.466 } },
        { keys: { second: ['ArrowLeft'] }, see: { exact: 0.4723, copied: 0.4762, copiedOff: 0.0067 } },
    ],
};
