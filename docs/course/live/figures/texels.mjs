// Chapter 13: where a texel of the bone texture is asked for, what is read there, and what becomes of the character.
const SHOWN = 9, PER_BONE = 3, SNAKE = 3 * 347;
const BOX = [-1.2, -1.2, 3.2, 3.2], ASPECT = 1, SHELL = [225, 205, 175];

/** As a texture unit computes it, in floats: the texel under a coordinate. */
const nearest = (u, count) => Math.min(count - 1, Math.max(0, Math.floor(Math.fround(Math.fround(u) * count))));
const coordinate = (i, offset, count) => Math.fround(Math.fround(i + offset) / count);

/** The texels that a lookup blends, and the share of the second one. */
function lookup(i, { offset, filter }, count) {
    const u = coordinate(i, offset, count);
    if (filter === 'nearest') return { a: nearest(u, count), b: nearest(u, count), share: 0 };
    const at = u * count - 0.5, a = Math.floor(at + 1e-4);
    return { a: Math.max(0, a), b: Math.min(count - 1, a + 1), share: Math.max(0, at - a) < 1e-3 ? 0 : at - a };
}

const isWrong = (i, values, count) => {
    const { a, share } = lookup(i, values, count);
    return a !== i || share > 0;
};
const countWrong = (values, count) => Array.from({ length: count }, (_, i) => i).filter((i) => isWrong(i, values, count)).length;

/** The palette as the shader gets it: each register is a texel. */
function readAll(palette, values, count) {
    const out = new Float32Array(palette.length);
    for (let i = 0; i < count; i++) {
        const { a, b, share } = lookup(i, values, count);
        for (let k = 0; k < 4; k++) out[4 * i + k] = (1 - share) * palette[4 * a + k] + share * palette[4 * b + k];
    }
    return out;
}

export default {
    title: ['What half a texel does', '半テクセルの違い'],
    files: ['robot.x'],
    panels: [
        { title: ['the first texels: bone.register, and where one is asked for', '先頭のテクセル: ボーン.レジスターと、読む位置'], box: [-0.4, -1.7, SHOWN + 0.4, 2.1], aspect: (SHOWN + 0.8) / 3.8, wide: true },
        { title: ['what the shader gets', 'シェーダーが読んだ結果'], box: BOX, aspect: ASPECT },
        { title: ['right: the middle of each texel', '正: 各テクセルの中央'], box: BOX, aspect: ASPECT },
    ],
    controls: [
        { name: 'texel', label: ['texel i', 'テクセルi'], low: 0, high: SHOWN - 1, step: 1, value: 4 },
        { name: 'offset', label: ['asked for at (i + …) / N', '読む位置 (i + …) / N'], low: 0, high: 1, step: 0.05, value: 0.5 },
        { name: 'filter', label: ['filter', 'フィルター'], value: 'nearest', words: [['nearest', 'NEAREST'], ['linear', 'LINEAR']] },
    ],
    handles: [{
        name: 'place', x: 'offset', label: ['the place that is asked for', '読む位置'], at: ({ texel, offset }) => [texel + offset, 0.5],
        drag: (values, [x]) => { const texel = Math.min(SHOWN - 1, Math.max(0, Math.floor(x))); return { texel, offset: x - texel }; },
    }],
    numbers: [
        { name: 'u', label: ['u', 'u'], digits: 6 }, { name: 'read', label: ['texel that is read', '読まれるテクセル'], digits: 0 },
        { name: 'share', label: ['% of its neighbour', '隣の割合 (%)'], digits: 0 },
        { name: 'wrong', label: ['of these 9 texels read wrong', 'この9テクセルのうち誤り'], digits: 0, wrong: true },
        { name: 'snake', label: ['of the 1041 of 347 bones', '347ボーンの1041テクセルのうち誤り'], digits: 0, wrong: true },
    ],
    start(course, [model]) {
        const body = course.open(model);
        for (let bone = 0; bone < 3; bone++) body.turn(bone, [0, 0, 30]);
        body.update();
        return { body, palette: body.palette.slice(), right: body.positions.slice(), normals: body.normals.slice() };
    },
    draw([strip, got, good], values, { body, palette, right, normals }) {
        const count = palette.length / 4, { texel, offset } = values, { a, b, share } = lookup(texel, values, count), out = readAll(palette, values, count), wrong = countWrong(values, count);
        for (let i = 0; i < SHOWN; i++) {
            const corners = [[i, 0], [i + 1, 0], [i + 1, 1], [i, 1]];
            if (i === texel) strip.fill(corners, 'right', 0.25);
            if (i !== texel && (i === a || (share > 0 && i === b))) strip.fill(corners, 'wrong', 0.35);
            strip.line([...corners, corners[0]], 'line', 1.5);
            strip.text(`${Math.floor(i / PER_BONE)}.${i % PER_BONE}`, [i + 0.5, 1.45], { mono: true, bold: i === texel });
        }
        strip.arrow([texel + offset, -1.2], [texel + offset, 0], share > 0 || a !== texel ? 'wrong' : 'right', 2.5);
        strip.text(`u = (${texel} + ${offset}) / ${count}`, [texel + offset, -1.45], { size: 12 });
        body.buildPalette();
        body.palette.set(out);
        body.skin();
        const look = { colourOf: () => SHELL };
        got.mesh(body.positions, body.normals, body.indices, look);
        good.mesh(right, normals, body.indices, look);
        return { u: coordinate(texel, offset, count), read: share > 0 ? [`${a} + ${b}`, `${a} + ${b}`] : a, share: 100 * share, wrong, snake: countWrong(values, SNAKE) };
    },
    tests: [
        { set: { texel: 4, offset: 0.5, filter: 'nearest' }, see: { u: 0.5, read: 4, wrong: 0, share: 0, snake: 0 } },
        { set: { filter: 'linear' }, see: { wrong: 0 } },
        { set: { offset: 0 }, see: { share: 50 } },
        { drag: { place: [2.25, 0.5] }, see: { share: 75 } },
        { keys: { place: ['ArrowRight'] }, see: { share: 80 } },
        { set: { texel: 4, offset: 0, filter: 'nearest' }, see: { wrong: 0 } },
    ],
};
