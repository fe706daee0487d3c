// Chapter 8: what the bytes of a file are; and the curve of the rotation, read at the right place and at the wrong one.
import { named, seen } from '../field_words.mjs';

const COLUMNS = 16, ROWS = 12;
const BOX = [-4.6, -ROWS - 0.6, 34, 1.6], ASPECT = 38.6 / (ROWS + 2.2);

const hex = (n) => n.toString(16).padStart(2, '0');
const fieldAt = (fields, byte) => fields.findLast((f) => f.offset <= byte && byte < f.offset + f.size);

/** A value as text. */
function shown(field) {
    if (!field) return '—';
    if (field.text !== null) return `"${field.text}"`;
    return field.values.map((v) => (Number.isInteger(v) ? String(v) : v.toFixed(4))).join(' ');
}

/** A figure of files and a byte of them that is chosen. compare(field, fields, bytes): the numbers `right` and `wrong`. */
export const fieldsFigure = ({ title, files: FILES, byte, last, compare, right, wrong, tests }) => ({
    title,
    files: FILES,
    panels: [{ title: ['', ''], box: BOX, aspect: ASPECT, wide: true }],
    controls: [
        { name: 'file', label: ['file', 'ファイル'], value: FILES[0], words: FILES.map((name) => [name, name]) },
        { name: 'byte', label: ['byte', 'バイト'], low: 0, high: last, step: 1, value: byte },
    ],
    handles: [{
        name: 'byte', x: 'byte', label: ['the byte', 'バイト'],
        at: ({ byte }, scene) => [2 * (byte % COLUMNS) + 0.5, -Math.floor(byte / COLUMNS) + scene.first],
        drag: (values, [x, y], scene) => ({ byte: COLUMNS * Math.max(0, scene.first - Math.round(y)) + Math.min(COLUMNS - 1, Math.max(0, Math.round((x - 0.5) / 2))) }),
    }],
    numbers: [
        { name: 'section', label: ['section', 'セクション'] }, { name: 'field', label: ['field', 'フィールド'] }, { name: 'type', label: ['type', '型'] },
        { name: 'offset', label: ['from byte', '開始バイト'], digits: 0 }, { name: 'size', label: ['bytes', '長さ'], digits: 0 }, { name: 'value', label: ['value', '値'] },
        { name: 'right', label: right, digits: 0 }, { name: 'wrong', label: wrong, digits: 0, wrong: true },
    ],
    start: (course, files) => ({ files: Object.fromEntries(FILES.map((name, i) => [name, { bytes: files[i], fields: course.fields(files[i]) }])), first: 0 }),
    draw([panel], values, scene) {
        const { bytes, fields } = scene.files[values.file], byte = Math.min(values.byte, bytes.length - 1), field = fieldAt(fields, byte);
        const row = Math.floor(byte / COLUMNS), size = Math.max(8, Math.min(14, panel.unit * 1.15));
        scene.first = Math.max(scene.first, row - ROWS + 1, 0);
        scene.first = Math.min(scene.first, row, Math.max(0, Math.ceil(bytes.length / COLUMNS) - ROWS));
        for (let i = COLUMNS * scene.first; i < Math.min(bytes.length, COLUMNS * (scene.first + ROWS)); i++) {
            const x = 2 * (i % COLUMNS), y = scene.first - Math.floor(i / COLUMNS), inside = field && i >= field.offset && i < field.offset + field.size;
            if (inside) panel.fill([[x - 0.5, y - 0.5], [x + 1.5, y - 0.5], [x + 1.5, y + 0.5], [x - 0.5, y + 0.5]], 'second', 0.45);
            panel.text(hex(bytes[i]), [x + 0.5, y], { size, mono: true, bold: i === byte });
            if (i % COLUMNS === 0) panel.text(String(i), [-0.9, y], { size, mono: true, align: 'right', colour: 'accent' });
        }
        return { section: named(field?.section ?? '—'), field: named(field?.name ?? '—'), type: named(field?.type ?? '—'), offset: field?.offset ?? 0, size: field?.size ?? 0, value: shown(field),
            right: '—', wrong: '—', ...compare(field, fields, bytes) };
    },
    tests,
});

/** The curve of a key's rotation, read at its place and at the wrong one. */
function rotationCurve(field, fields, bytes) {
    const of = (name) => fields.find((f) => f.name === name && f.section === field?.section && f.record === field.record);
    const rotation = of('curve of rotation');
    return rotation ? { right: rotation.values[0], wrong: bytes[of('curve of x').offset + 3] } : {};
}

export default fieldsFigure({
    title: ['What each byte is', '各バイトの意味'],
    files: ['lift.vmd', 'lift.pmx'], byte: 212, last: 295, compare: rotationCurve,
    right: ['x1 of this key’s rotation', 'このキーの回転のx1'], wrong: ['… read at byte 3 of the first row', '… 最初の行の3バイト目で読むと'],
    // Bytes of the chapter: the second key's curves, its translation, and the settings of the model.
    tests: [
        { set: { file: 'lift.vmd', byte: 213 }, see: { section: seen('bones'), field: seen('curve of x'), offset: 212, size: 16, right: 20, wrong: 0 } },
        { set: { byte: 190 }, see: { field: seen('translation'), type: seen('v3'), value: '0 10 0', offset: 184, size: 12 } },
        { drag: { byte: [0.5, 0] }, see: { section: seen('header'), field: seen('model'), type: seen('text'), value: '"course"', offset: 30 } },
        { keys: { byte: ['PageUp', 'PageUp'] }, see: { section: seen('bones'), field: seen('count'), offset: 50, size: 4, value: '2' } },
        { set: { byte: 50 }, see: { field: seen('count'), value: '2', type: seen('u32') } },
        { set: { file: 'lift.pmx', byte: 4 }, see: { section: seen('header'), value: '2' } },
    ],
});
