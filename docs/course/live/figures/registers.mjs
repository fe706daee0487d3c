// Chapter 10: registers that fill up with bones, in each form of the palette.
const WIDE = 64, BOX = [-1.5, -24, WIDE + 1.5, 4], ASPECT = (WIDE + 3) / 28;
const FORMS = { '4x4': 4, '3x4': 3, '3x4-half': 1.5, quaternion: 2, 'quaternion-half': 1 };
const COLUMNS = { 234: 26, 256: 32, 1024: 64 };

const fitting = ({ registers, form }) => Math.floor(registers / FORMS[form]);
const cellOf = ({ registers }) => WIDE / COLUMNS[registers];

/** Fills registers from one place to another, a row at a time. */
function fill(panel, values, from, to, colour) {
    const columns = COLUMNS[values.registers], cell = cellOf(values);
    for (let at = from; at < to - 1e-6;) {
        const row = Math.floor(at / columns), end = Math.min(to, (row + 1) * columns), x = [at, end].map((k) => (k - row * columns) * cell), y = -row * cell;
        panel.fill([[x[0], y], [x[1], y], [x[1], y - 0.9 * cell], [x[0], y - 0.9 * cell]], colour, 0.75);
        at = end;
    }
}

export default {
    title: ['Registers fill up', 'レジスターが埋まっていく'],
    needsModule: false,
    panels: [{ title: ['a cell is a register; neighbours in two colours are two bones; outlined: no room', '1マスが1レジスター。色の違う隣どうしは別のボーン。枠だけ: 入らない'], box: BOX, aspect: ASPECT, wide: true }],
    controls: [
        { name: 'form', label: ['form', '形式'], value: '4x4', words: [['4x4', ['4 × 4 matrix', '4×4行列']], ['3x4', ['3 × 4 matrix', '3×4行列']], ['3x4-half', ['3 × 4 matrix, half floats', '3×4行列、半精度']],
            ['quaternion', ['quaternion, translation', 'クォータニオンと移動']], ['quaternion-half', ['the same in half floats', '同、半精度']]] },
        { name: 'registers', label: ['registers for bones', 'ボーン用レジスター'], value: '234', words: Object.keys(COLUMNS).map((n) => [n, n]) },
        { name: 'bones', label: ['bones', 'ボーン'], low: 1, high: 700, step: 1, value: 113 },
    ],
    handles: [{
        name: 'last', x: 'bones', label: ['the last bone', '最後のボーン'],
        at: (values) => {
            const last = Math.min(values.bones * FORMS[values.form], Number(values.registers)) - 0.5, columns = COLUMNS[values.registers], cell = cellOf(values);
            return [((last % columns) + 0.5) * cell, -(Math.floor(last / columns) + 0.45) * cell];
        },
        drag: (values, [x, y]) => {
            const columns = COLUMNS[values.registers], cell = cellOf(values), row = Math.max(0, Math.floor(-y / cell));
            return { bones: (row * columns + Math.min(columns, Math.max(0, x / cell)) + 0.5) / FORMS[values.form] };
        },
    }],
    numbers: [
        { name: 'each', label: ['registers a bone', '1ボーンのレジスター'], digits: 1 }, { name: 'fit', label: ['bones that fit', '入るボーン'], digits: 0 },
        { name: 'over', label: ['bones without room', '入らないボーン'], digits: 0, wrong: true }, { name: 'bytes', label: ['bytes of these bones', 'この数のボーンのバイト数'], digits: 0 },
    ],
    draw([panel], values) {
        const each = FORMS[values.form], fit = fitting(values), shown = Math.min(values.bones, fit), columns = COLUMNS[values.registers], cell = cellOf(values);
        for (let i = 0; i < values.registers; i++) {
            const x = (i % columns) * cell, y = -Math.floor(i / columns) * cell;
            panel.line([[x, y], [x + 0.92 * cell, y], [x + 0.92 * cell, y - 0.9 * cell], [x, y - 0.9 * cell], [x, y]], 'line', 1);
        }
        for (let bone = 0; bone < shown; bone++) fill(panel, values, bone * each, (bone + 1) * each, bone % 2 ? 'second' : 'first');
        const over = Math.max(0, values.bones - fit);
        if (over) panel.text(`+${over}`, [WIDE, 2], { align: 'right', colour: 'wrong', bold: true });
        return { each, fit, over, bytes: 16 * each * values.bones };
    },
    // The table of the chapter, and what it says of 113 bones.
    tests: [
        { set: { form: '4x4', registers: '234', bones: 113 }, see: { each: 4, fit: 58, over: 55, bytes: 7232 } },
        { set: { form: '3x4' }, see: { each: 3, fit: 78, over: 35, bytes: 5424 } },
        { set: { form: 'quaternion' }, see: { fit: 117, over: 0, bytes: 3616 } },
        { set: { form: 'quaternion-half' }, see: { fit: 234, bytes: 1808 } },
        { set: { form: '3x4', registers: '1024' }, see: { fit: 341 } },
        { drag: { last: [63.5, -0.45] }, see: { over: 0, bytes: 1008 } },
        { keys: { last: ['End'] }, see: { over: 359, bytes: 33600 } },
    ],
};
