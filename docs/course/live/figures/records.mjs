// Chapter 17: records of cameras and bones, byte by byte; and a camera's curve in the file's order and in a bone's.
import { seen } from '../field_words.mjs';
import { fieldsFigure } from './fields.mjs';

/** The curve of a camera has x1, x2, y1, y2; whoever reads it as a bone's takes x2 for y1. */
function cameraCurve(field, fields, bytes) {
    if (field?.type !== 'curve' || field.size !== 4) return {};
    const [x1, y1, x2, y2] = field.values;
    return { right: `${x1} ${y1} ${x2} ${y2}`, wrong: [...bytes.subarray(field.offset, field.offset + 4)].join(' ') };
}

export default fieldsFigure({
    title: ['Every record, byte by byte', 'すべてのレコードをバイトごとに'],
    files: ['camera.vmd', 'bend.vmd', 'leg.pmx'], byte: 155, last: 4000, compare: cameraCurve,
    right: ['this curve: x1 y1 x2 y2', 'この曲線: x1 y1 x2 y2'], wrong: ['… in the order of a bone’s curve', '… ボーンの曲線の順で読むと'],
    // What `records` prints of both files.
    tests: [
        { set: { file: 'camera.vmd', byte: 156 }, see: { section: seen('cameras'), field: seen('curve of x'), offset: 155, right: '40 0 87 127', wrong: '40 87 0 127' } },
        { set: { byte: 127 }, see: { field: seen('distance'), type: seen('f32'), value: '-41' } },
        { drag: { byte: [0.5, 0] }, see: { section: seen('header'), field: seen('signature'), offset: 0, size: 30 } },
        { keys: { byte: Array(4).fill('PageUp') }, see: { field: seen('model'), offset: 30, size: 20 } },
        { set: { file: 'bend.vmd', byte: 214 }, see: { field: seen('physics'), size: 2, value: '0 0' } },
        { set: { byte: 180 }, see: { field: seen('frame'), value: '30' } },
    ],
});
