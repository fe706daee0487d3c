// Chapter 2: a mesh in pieces, each with a palette of few slots; and a palette that is too small, without a split.
const BOX = [-6.5, -0.6, 6.5, 21.5], ASPECT = 13 / 22.1;
const hue = (i) => {
    const k = (n) => ((n + i * 137.5) / 30) % 12, f = (n) => 255 * (0.6 - 0.35 * Math.max(-1, Math.min(k(n) - 3, 9 - k(n), 1)));
    return [f(0), f(240), f(120)];
};

export default {
    title: ['A palette of few slots: the mesh in pieces', '小さなパレット: メッシュを分ける'],
    files: ['small.pmx', 'small-pose.vmd'],
    panels: [
        { title: ['split: a colour for each palette', '分割: パレットごとに1色'], box: BOX, aspect: ASPECT },
        { title: ['one palette that ends too early', '足りないパレット1つ'], box: BOX, aspect: ASPECT },
    ],
    controls: [{ name: 'most', label: ['slots of a palette', 'パレットのスロット数'], low: 12, high: 132, step: 1, value: 58 }],
    handles: [{ name: 'slots', x: 'most', label: ['slots of a palette', 'パレットのスロット数'], at: ({ most }) => [-6 + (12 * (most - 12)) / 120, 0], drag: (values, [x]) => ({ most: 12 + ((x + 6) * 120) / 12 }) }],
    numbers: [
        { name: 'palettes', label: ['palettes', 'パレット'], digits: 0 }, { name: 'largest', label: ['slots of the largest', '最大のスロット数'], digits: 0 },
        { name: 'vertices', label: ['vertices', '頂点'], digits: 0 }, { name: 'repeated', label: ['repeated', '重複'], digits: 0 },
    ],
    start(course, [model, pose]) {
        const body = course.open(model);
        body.play(pose);
        body.sample(0);
        return { body, colours: body.materialColours(), count: body.split(132).vertices };
    },
    draw([split, cut], { most }, { body, colours, count }) {
        const { triangles, palettes, vertices, largest } = body.split(most), indices = [], palette = [], bothSides = (v) => colours[4 * v + 3];
        for (let i = 0; i < triangles.length; i += 4) {
            indices.push(triangles[i], triangles[i + 1], triangles[i + 2]);
            palette.push(triangles[i + 3]);
        }
        body.update();
        split.mesh(body.positions, body.normals, indices, { faceColour: (face) => hue(palette[face]), bothSides });
        body.cutPalette(most);
        body.skin();
        cut.mesh(body.positions, body.normals, body.indices, { colourOf: (v) => colours.subarray(4 * v, 4 * v + 3), bothSides });
        return { palettes, largest, vertices, repeated: vertices - count };
    },
    tests: [
        { set: { most: 132 }, see: { palettes: 1, repeated: 0, vertices: 5514 } },
        { set: { most: 58 }, see: { palettes: 2, vertices: 5683, repeated: 169 } },
        { drag: { slots: [-6, 0] }, see: { palettes: 23, largest: 12 } },
        { keys: { slots: ['End'] }, see: { palettes: 1, largest: 113, repeated: 0 } },
    ],
};
