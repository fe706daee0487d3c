// Chapter 14: a crowd of few poses. A pose is skinned once and drawn in many places; the place comes last.
const FRAMES = 30, RATIO = 0.618, SLOT_BYTES = 48, COLUMNS = 4, MOST = 12;
const BOX = [-27, -3, 27, 37], ASPECT = 54 / 40;
const COLOURS = [[201, 112, 100], [104, 148, 201], [118, 178, 122], [205, 170, 90], [160, 120, 190], [96, 178, 178]];

/** Where dancer k is, as rows of a 3x4 matrix: the back row is higher. */
function world(k) {
    const row = Math.floor(k / COLUMNS), x = ((k % COLUMNS) - (COLUMNS - 1) / 2) * 12 + (row % 2 ? 3 : -3);
    return [1, 0, 0, x, 0, 1, 0, 7 * row, 0, 0, 1, 0];
}

/** Evaluates and skins each pose once, and draws the dancers that share it, those behind first. */
function crowd(panel, { body, colours }, { dancers, poses, frame }, apart) {
    const moments = Array.from({ length: poses }, (_, pose) => (frame + (apart ? FRAMES * ((RATIO * pose) % 1) : 0)) % FRAMES);
    const skinned = moments.map((moment) => {
        body.sample(moment);
        body.update();
        return [body.positions.slice(), body.normals.slice()];
    });
    for (let k = dancers - 1; k >= 0; k--) panel.mesh(...skinned[k % poses], body.indices, { colourOf: () => COLOURS[k % poses], bothSides: (v) => colours[4 * v + 3], view: world(k) });
    return skinned;
}

export default {
    title: ['A crowd: few poses, many places', '群衆: 少ないポーズ、たくさんの場所'],
    files: ['small.pmx', 'small.vmd'],
    panels: [
        { title: ['moments by 0.618; a colour for each pose', '時刻を0.618ずつずらす。ポーズごとに1色'], box: BOX, aspect: ASPECT },
        { title: ['all at the same moment', '全員が同じ時刻'], box: BOX, aspect: ASPECT },
    ],
    controls: [
        { name: 'dancers', label: ['dancers', '踊り手'], low: 1, high: MOST, step: 1, value: 10 },
        { name: 'poses', label: ['poses', 'ポーズ'], low: 1, high: COLOURS.length, step: 1, value: 4 },
        { name: 'frame', label: ['frame', 'フレーム'], low: 0, high: FRAMES - 1, step: 1, value: 20 },
    ],
    handles: [{ name: 'crowd', x: 'dancers', y: 'poses', label: ['to the right more dancers, up more poses', '右で踊り手、上でポーズが増える'],
        at: ({ dancers, poses }) => [-25 + (50 * (dancers - 1)) / (MOST - 1), -1 + (34 * (poses - 1)) / (COLOURS.length - 1)],
        drag: (values, [x, y]) => ({ dancers: 1 + ((x + 25) * (MOST - 1)) / 50, poses: 1 + ((y + 1) * (COLOURS.length - 1)) / 34 }) }],
    numbers: [
        { name: 'palettes', label: ['palettes evaluated', '計算するパレット'], digits: 0 }, { name: 'worlds', label: ['world matrices', 'ワールド行列'], digits: 0 },
        { name: 'slots', label: ['bones of a palette', 'パレットのボーン'], digits: 0 }, { name: 'bytes', label: ['bytes of palettes', 'パレットのバイト数'], digits: 0 },
        { name: 'each', label: ['with the world in the palettes', 'ワールドをパレットに入れると'], digits: 0, wrong: true },
    ],
    start(course, [model, dance]) {
        const body = course.open(model);
        body.play(dance);
        return { body, colours: body.materialColours() };
    },
    draw([apart, together], values, scene) {
        const dancers = Math.round(values.dancers), poses = Math.min(Math.round(values.poses), dancers), now = { ...values, dancers, poses };
        crowd(apart, scene, now, true);
        crowd(together, scene, now, false);
        const slots = scene.body.palette.length / 12;
        return { palettes: poses, worlds: dancers, slots, bytes: poses * slots * SLOT_BYTES, each: dancers * slots * SLOT_BYTES };
    },
    // Exercise 2; this small character's mesh uses all of its 132 bones.
    tests: [
        { set: { dancers: 10, poses: 4 }, see: { palettes: 4, worlds: 10, slots: 132, bytes: 25344, each: 63360 } },
        { set: { poses: 1 }, see: { palettes: 1, bytes: 6336, each: 63360 } },
        { drag: { crowd: [-25, -1] }, see: { worlds: 1, bytes: 6336, each: 6336 } },
        { keys: { crowd: ['End'] }, see: { worlds: 12, palettes: 1, bytes: 6336, each: 76032 } },
        { keys: { crowd: ['PageUp'] }, see: { palettes: 6, bytes: 38016 } },
    ],
};
