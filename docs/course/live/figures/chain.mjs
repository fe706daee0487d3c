// Chapter 1: three bones in a row, each turned in its parent; and the product in the wrong order.
const NAMES = ['A', 'B', 'C'], COLOURS = ['first', 'second', 'third'];
const BOX = [-3.2, -3.2, 3.6, 3.4], ASPECT = 6.8 / 6.6;

const origin = (m) => [m[3], m[7]];
const along = (m) => [m[0], m[4]];
const tip = (m) => [m[0] + m[3], m[4] + m[7]];
const degrees = ([x, y]) => (Math.atan2(y, x) * 180) / Math.PI;
const turned = (angle) => ((((angle + 180) % 360) + 360) % 360) - 180;

function draw(panel, matrices) {
    panel.line([[0, -3.1], [0, 3.1]], 'line', 1);
    panel.line([[-3.1, 0], [3.4, 0]], 'line', 1);
    matrices.forEach((m, i) => {
        panel.line([origin(m), tip(m)], COLOURS[i], 9);
        panel.arrow(origin(m), [m[3] + 0.45 * m[0], m[7] + 0.45 * m[4]], 'wrong', 2);
        panel.arrow(origin(m), [m[3] + 0.45 * m[1], m[7] + 0.45 * m[5]], 'right', 2);
        panel.text(NAMES[i], origin(m), { dx: -12, dy: 14, bold: true });
    });
}

export default {
    title: ['Three bones: each is turned in the space of its parent', '3本のボーン: それぞれ親の空間で回る'],
    files: ['robot.x'],
    panels: [
        { title: ['M_A M_B M_C: parents first', 'M_A M_B M_C: 親が先'], box: BOX, aspect: ASPECT },
        { title: ['the wrong way around: M_C M_B M_A', '逆の順: M_C M_B M_A'], box: BOX, aspect: ASPECT },
    ],
    controls: NAMES.map((name) => ({ name, label: [`turn of ${name}, degrees`, `${name}の回転 (度)`], low: -180, high: 180, step: 1, value: 30 })),
    handles: NAMES.map((name, i) => ({
        name: `tip-${name}`, x: name, label: [`the end of ${name}`, `${name}の先`],
        at: (values, { bones }) => (bones ? tip(bones[i]) : [i, 0]),
        drag(values, [x, y], { bones }) {
            const [ox, oy] = origin(bones[i]), parent = i ? degrees(along(bones[i - 1])) : 0;
            return { [name]: turned(degrees([x - ox, y - oy]) - parent) };
        },
    })),
    numbers: [
        { name: 'x', label: ['C is at x', 'Cの位置 x'] }, { name: 'y', label: ['y', 'y'] },
        { name: 'dx', label: ['its direction x', '向き x'] }, { name: 'dy', label: ['y', 'y'] },
        { name: 'tipX', label: ['its end x', '先 x'] }, { name: 'tipY', label: ['y', 'y'] },
        { name: 'wrongX', label: ['in the wrong order x', '逆の順では x'], wrong: true }, { name: 'wrongY', label: ['y', 'y'], wrong: true },
    ],
    start: (course, [file]) => ({ course, body: course.open(file) }),
    draw([right, wrong], values, scene) {
        const { course, body } = scene;
        body.rest();
        NAMES.forEach((name, bone) => body.turn(bone, [0, 0, values[name]]));
        body.evaluate();
        scene.bones = NAMES.map((_, bone) => [...body.bones.subarray(12 * bone, 12 * bone + 12)]);
        const [a, b, c] = NAMES.map((_, bone) => body.local(bone)), backwards = [a, course.multiply(b, a), course.multiply(c, course.multiply(b, a))];
        draw(right, scene.bones);
        draw(wrong, backwards);
        const last = scene.bones[2], off = backwards[2];
        return { x: last[3], y: last[7], dx: last[0], dy: last[4], tipX: tip(last)[0], tipY: tip(last)[1], wrongX: off[3], wrongY: off[7] };
    },
    // The tables of `bones`, and the answer to the exercise.
    tests: [
        { set: { A: 30, B: 30, C: 30 }, see: { x: 1.366, y: 1.366, dx: 0, dy: 1, tipX: 1.366, tipY: 2.366, wrongX: 1.866, wrongY: 0.5 } },
        { set: { A: 30, B: 0, C: 0 }, see: { x: 1.732, y: 1, dx: 0.866, dy: 0.5 } },
        { set: { A: 0, B: 0, C: 30 }, see: { x: 2, y: 0, dx: 0.866, dy: 0.5 } },
        { drag: { 'tip-A': [0, 1] }, see: { x: 0, y: 2 } },
        { drag: { 'tip-B': [1, 1] }, see: { x: 1, y: 1, dx: 0.866, dy: 0.5 } },
        { drag: { 'tip-C': [1, 2] }, see: { tipX: 1, tipY: 2, dx: 0, dy: 1 } },
        { set: { A: 0, B: 0, C: 0 }, see: { tipX: 3, tipY: 0 } },
        { keys: { 'tip-A': ['PageUp', 'PageUp', 'PageUp'] }, see: { x: 1.732, y: 1, dx: 0.866, dy: 0.5 } },
        { keys: { 'tip-B': ['PageUp', 'PageUp', 'PageUp'] }, see: { x: 1.366, y: 1.366, dx: 0.5, dy: 0.866 } },
        { keys: { 'tip-C': ['PageUp', 'PageUp', 'PageUp'] }, see: { dx: 0, dy: 1, tipX: 1.366, tipY: 2.366 } },
    ],
};
