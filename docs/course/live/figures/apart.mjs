// Chapter 11: a joint by matrices, dual quaternions and SDEF, and by rotations and translations that are blended apart, which
// depends on where the model's origin is.
const REACH = 2, SKIN = [214, 165, 130];
const TUBE = [-2.3, -1.2, 3.4, 3], ASPECT = 5.7 / 4.2;
const radians = (degrees) => (degrees * Math.PI) / 180;
const end = (bend) => [REACH * Math.cos(radians(bend)), REACH * Math.sin(radians(bend))];
const RIGHT = [['linear', ['matrices', '行列']], ['dual', ['dual quaternions', '双対四元数']], ['auto', ['SDEF', 'SDEF']]];

/** The origin, the elbow, and where the middle of the elbow comes out. */
function overview(panel, { origin, bend }, apart) {
    panel.line([[-origin, 0], [0, 0]], 'accent', 1.5, [5, 4]);
    panel.line([[-REACH, 0], [0, 0]], 'first', 6);
    panel.line([[0, 0], end(bend)], 'second', 6);
    panel.line([[-origin - 0.5, 0], [-origin + 0.5, 0]], 'ink', 2);
    panel.line([[-origin, -0.5], [-origin, 0.5]], 'ink', 2);
    panel.text('e', [-origin / 2, 0], { dy: 14, bold: true });
    panel.line([[0, 0], apart], 'wrong', 2);
    panel.dot(apart, 'wrong', 6);
    panel.dot([0, 0], 'right', 6);
}

export default {
    title: ['Move the origin: what stays is right', '原点を動かす: 変わらないものが正しい'],
    files: ['twist-sdef.pmx'],
    panels: [
        { title: ['the origin (cross), the elbow (green), the elbow apart (red)', '原点 (十字)、ひじ (緑)、別々に混ぜたひじ (赤)'], box: [-11.5, -4.4, 4.5, 7.4], aspect: ASPECT },
        ...RIGHT.map(([, title]) => ({ title, box: TUBE, aspect: ASPECT })),
        { title: ['apart', '別々に混ぜる'], box: TUBE, aspect: ASPECT },
        { title: ['apart, one q as −q', '別々に混ぜ、1つのqが−q'], box: [-15, -10.5, 7, 5.7], aspect: ASPECT },
    ],
    controls: [
        { name: 'origin', label: ['from the origin to the elbow', '原点からひじまで'], low: 0, high: 10, step: 0.5, value: 5 },
        { name: 'bend', label: ['bend, degrees', '曲げ (度)'], low: 0, high: 120, step: 1, value: 90 },
        { name: 'signs', label: ['each quaternion is first turned to the side of the first one', '先に各四元数の符号を最初の四元数にそろえる'], value: false },
    ],
    handles: [
        { name: 'origin', x: 'origin', label: ['the origin of the model', 'モデルの原点'], at: ({ origin }) => [-origin, 0], drag: (values, [x]) => ({ origin: -x }) },
        { name: 'end', panel: 1, x: 'bend', label: ['the end of the arm', '腕の先'], at: ({ bend }) => end(bend),
            drag: (values, [x, y]) => ({ bend: y < 0 && x < 0 ? 120 : Math.max(0, (Math.atan2(y, x) * 180) / Math.PI) }) },
    ],
    numbers: [
        { name: 'right', label: ['the elbow by matrices: off by', '行列によるひじのずれ'] },
        { name: 'apart', label: ['apart: off by', '別々に混ぜたひじのずれ'], wrong: true },
        { name: 'formula', label: ['|e| (1 − cos(bend / 2))', '|e| (1 − cos(曲げ / 2))'] },
        { name: 'worst', label: ['apart: the farthest vertex', '別々: 頂点のずれの最大'], wrong: true },
        { name: 'flipped', label: ['with −q', '−qのとき'], wrong: true },
    ],
    start(course, [file]) {
        const body = course.open(file);
        return { body, lower: body.find('lower') };
    },
    draw([plane, ...tubes], values, { body, lower }) {
        const { origin, bend, signs } = values, place = [-origin, 0, 0], look = { colourOf: () => SKIN, wire: true };
        body.rest();
        body.turn(lower, [0, 0, bend]);
        body.evaluate();
        body.buildPalette();
        const joint = body.jointApart(lower, place), off = (p) => Math.hypot(...p);
        overview(plane, values, joint.apart);
        RIGHT.forEach(([method], i) => {
            body.skin(method);
            tubes[i].mesh(body.positions, body.normals, body.indices, look);
        });
        const [worst, flipped] = [[-1, true], [lower, signs]].map(([negated, equal], i) => {
            body.skin('linear');
            const { worst: farthest } = body.skinApart(place, negated, equal);
            tubes[3 + i].mesh(body.positions, body.normals, body.indices, { ...look, wire: !i });
            return farthest;
        });
        return { right: off(joint.right), apart: off(joint.apart), formula: origin * (1 - Math.cos(radians(bend / 2))), worst, flipped };
    },
    // The table of `apart 90`.
    tests: [
        { set: { origin: 10, bend: 90 }, see: { apart: 2.929, formula: 2.929, right: 0 } },
        { drag: { origin: [-5, 0] }, see: { apart: 1.464, formula: 1.464, right: 0 } },
        { keys: { origin: ['Home'] }, see: { apart: 0, formula: 0 } },
        { set: { origin: 10, bend: 90 }, see: { worst: 2.933, flipped: 17.092 } },
        { drag: { end: [2, 0] }, see: { apart: 0, worst: 0, flipped: 0 } },
        { keys: { end: ['End'] }, see: { apart: 5, formula: 5 } },
        { set: { signs: true }, see: { worst: 5.006, flipped: 5.006 } },
    ],
};
