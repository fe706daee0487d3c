// Chapter 16: two mistakes with matrices: a movement that acts twice, and two wrong signs that mirror.
const BOX = [-2.6, -2.2, 2.6, 2.6], ASPECT = 5.2 / 4.8;
const LETTER = [[0.4, -0.5], [0.7, -0.5], [0.7, 0.2], [1.2, 0.2], [1.2, 0.45], [0.7, 0.45], [0.7, 0.85], [1.4, 0.85], [1.4, 1.1], [0.4, 1.1]]; // an F, so that a mirror shows

const turn = (angle) => {
    const [c, s] = [Math.cos(angle), Math.sin(angle)].map((k) => Math.round(k * 1e15) / 1e15);
    return [c, -s, 0, 0, s, c, 0, 0, 0, 0, 1, 0];
};
/** The signs of the printed function: +wz and -yy in the second row; of a turn about z the y axis goes to the other side. */
const withWrongSigns = ([a, b, ...rest]) => [a, -b, ...rest];
const apply = (m, [x, y]) => [m[0] * x + m[1] * y + m[3], m[4] * x + m[5] * y + m[7]];
const determinant = (m) => m[0] * m[5] - m[1] * m[4];
const degrees = (m) => (Math.atan2(m[4], m[0]) * 180) / Math.PI;

function draw(panel, matrix, colour) {
    panel.line([[-2.5, 0], [2.5, 0]], 'line', 1);
    panel.line([[0, -2.1], [0, 2.5]], 'line', 1);
    panel.fill(LETTER.map((point) => apply(matrix, point)), colour, 0.5);
    panel.arrow([0, 0], apply(matrix, [2, 0]), colour, 3);
    panel.arrow([0, 0], apply(matrix, [0, 2]), 'ink', 2);
    panel.text('x', apply(matrix, [2.2, 0]), { bold: true });
    panel.text('y', apply(matrix, [0, 2.2]), { bold: true });
}

export default {
    title: ['Two traps: which matrix is that?', '2つの落とし穴: どんな行列か?'],
    panels: [{ title: ['right', '正'], box: BOX, aspect: ASPECT }, { title: ['wrong', '誤'], box: BOX, aspect: ASPECT }],
    controls: [
        { name: 'trap', label: ['the trap', '落とし穴'], value: 'twice', words: [['twice', ['the movement acts twice', '動きが2回かかる']], ['signs', ['two wrong signs', '符号が2つ違う']]] },
        { name: 'angle', label: ['turn, degrees', '回転 (度)'], low: -90, high: 90, step: 1, value: 30 },
    ],
    handles: [{ name: 'turn', x: 'angle', label: ['the x axis', 'x軸'], at: ({ angle }) => apply(turn((angle * Math.PI) / 180), [2, 0]), drag: (values, [x, y]) => ({ angle: (Math.atan2(y, Math.max(0, x)) * 180) / Math.PI }) }],
    numbers: [
        { name: 'turned', label: ['turned by degrees', '回転 (度)'], digits: 1 }, { name: 'y', label: ['x of the y axis', 'y軸のx'] }, { name: 'det', label: ['determinant', '行列式'], digits: 2 },
        { name: 'wrongTurned', label: ['wrong: degrees', '誤: 回転'], digits: 1, wrong: true }, { name: 'wrongY', label: ['x of the y axis', 'y軸のx'], wrong: true },
        { name: 'wrongDet', label: ['determinant', '行列式'], digits: 2, wrong: true },
    ],
    draw([good, bad], { trap, angle }, course) {
        const right = turn((angle * Math.PI) / 180), wrong = trap === 'twice' ? course.multiply(right, right) : withWrongSigns(right);
        draw(good, right, 'right');
        draw(bad, wrong, 'wrong');
        return { turned: degrees(right), y: right[1], det: determinant(right), wrongTurned: degrees(wrong), wrongY: wrong[1], wrongDet: determinant(wrong) };
    },
    // The first lines of `traps`.
    tests: [
        { set: { trap: 'twice', angle: 30 }, see: { turned: 30, wrongTurned: 60, det: 1, wrongDet: 1 } },
        { set: { trap: 'signs', angle: 90 }, see: { y: -1, wrongY: 1, det: 1, wrongDet: -1 } },
        { drag: { turn: [2, 0] }, see: { turned: 0, y: 0 } },
        { keys: { turn: ['Home'] }, see: { turned: -90, y: 1, wrongY: -1 } },
    ],
};
