// Chapter 12: the same tube by four methods, twisted about its own axis and bent.

const METHODS = [
    ['linear', 'linear', ['linear', '線形']],
    ['dual', 'dual', ['dual quaternions', '双対四元数']],
    ['sdef', 'auto', ['SDEF', 'SDEF']],
    ['cor', 'centres', ['centres of rotation', '回転中心']],
];
const BOX = [-2.3, -1.3, 2.3, 2.3], ASPECT = 4.6 / 3.6, SKIN = [214, 165, 130];
const radians = (degrees) => (degrees * Math.PI) / 180;
// A little from above, so that a ring is seen as a ring.
const VIEW = [Math.cos(0.35), 0, Math.sin(0.35), 0, 0.12, 0.94, -0.32, 0, -Math.sin(0.35), 0.34, 0.88, 0];

export default {
    title: ['Twist it and bend it: where does the volume go?', '捩って、曲げる: 体積はどこへ行くのか'],
    files: ['twist-sdef.pmx'],
    panels: METHODS.map(([, , title]) => ({ title, box: BOX, aspect: ASPECT })),
    controls: [
        { name: 'twist', label: ['twist, degrees', '捩り (度)'], low: 0, high: 180, step: 1, value: 180 },
        { name: 'bend', label: ['bend, degrees', '曲げ (度)'], low: 0, high: 110, step: 1, value: 0 },
        { name: 'wire', label: ['triangles', '三角形'], value: true },
    ],
    handles: METHODS.map(([name, , title], panel) => ({
        name, panel, x: 'twist', y: 'bend', label: title.map((t, i) => `${t}${[': to the right twists, up bends', ': 右で捩り、上で曲げ'][i]}`),
        at: ({ twist, bend }) => [-2 + (4 * twist) / 180, -1.1 + (3.2 * bend) / 110],
        drag: (values, [x, y]) => ({ twist: ((x + 2) * 180) / 4, bend: ((y + 1.1) * 110) / 3.2 }),
    })),
    numbers: METHODS.flatMap(([name, , title], i) => [
        { name: `${name}-volume`, label: title.map((t, l) => `${t} — ${['volume', '体積'][l]}`), wrong: i === 0 },
        { name: `${name}-shortest`, label: title.map((t, l) => `${t} — ${['shortest edge', '最短の辺'][l]}`), digits: 2, wrong: i === 0 },
        { name: `${name}-longest`, label: title.map((t, l) => `${t} — ${['longest edge', '最長の辺'][l]}`), digits: 2, wrong: i === 0 },
    ]),
    start(course, [file]) {
        const body = course.open(file);
        return { body, lower: body.find('lower') };
    },
    draw(panels, { twist, bend, wire }, { body, lower }) {
        const numbers = {};
        body.rest();
        body.turn(lower, [twist, 0, bend]);
        body.evaluate();
        body.buildPalette();
        METHODS.forEach(([name, method], i) => {
            body.skin(method);
            panels[i].mesh(body.positions, body.normals, body.indices, { colourOf: () => SKIN, wire, view: VIEW });
            const { volume, shortest, longest } = body.strain();
            Object.assign(numbers, { [`${name}-volume`]: volume, [`${name}-shortest`]: shortest, [`${name}-longest`]: longest });
        });
        return numbers;
    },
    // What `measure` says in the chapter.
    tests: [
        { set: { twist: 90, bend: 0 }, see: { 'linear-volume': 0.835, 'linear-shortest': 0.71, 'linear-longest': 1.06 } },
        { set: { twist: 180 }, see: { 'linear-volume': 0.667, 'linear-shortest': 0, 'linear-longest': 1.12, 'sdef-volume': 0.993, 'sdef-longest': 1.43, 'dual-volume': 0.992, 'dual-longest': 1.56 } },
        { set: { twist: 0, bend: 110 }, see: { 'linear-volume': 0.887, 'linear-shortest': 0.19, 'linear-longest': 1.82, 'sdef-volume': 0.998, 'sdef-shortest': 0.52, 'sdef-longest': 1.73,
            'dual-volume': 0.998, 'dual-shortest': 0.48, 'dual-longest': 1.62, 'cor-volume': 0.987, 'cor-shortest': 0.1, 'cor-longest': 1.99 } },
        { drag: { sdef: [-2, -1.1] }, see: { 'linear-volume': 1, 'dual-volume': 1, 'sdef-volume': 1 } },
        { drag: { linear: [0, -1.1] }, see: { 'linear-volume': 0.835, 'linear-shortest': 0.71, 'linear-longest': 1.06 } },
        { drag: { dual: [2, -1.1] }, see: { 'linear-volume': 0.667, 'dual-volume': 0.992, 'sdef-volume': 0.993 } },
        { keys: { linear: ['Home'] }, see: { 'linear-volume': 1 } },
        { keys: { dual: ['End'] }, see: { 'linear-volume': 0.667, 'dual-volume': 0.992, 'dual-longest': 1.56 } },
        { drag: { cor: [-2, -1.1] }, see: { 'cor-volume': 1 } },
        { keys: { cor: ['End'] }, see: { 'cor-volume': 0.992, 'cor-longest': 1.56 } },
        { set: { twist: 0 }, see: { 'linear-volume': 1 } },
        { keys: { sdef: Array(11).fill('PageUp') }, see: { 'linear-volume': 0.887, 'sdef-volume': 0.998, 'sdef-longest': 1.73, 'dual-longest': 1.62 } },
    ],
};
