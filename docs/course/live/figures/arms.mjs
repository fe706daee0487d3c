// Chapter 3: one arm under four weightings, bent by a handle.
const ARMS = [
    ['arm-100', ['100 %: all or nothing', '100 %: 全部か、ゼロか']],
    ['arm-50', ['50/50', '50/50']],
    ['arm-tuned', ['90/10 and 60/40', '90/10と60/40']],
    ['arm-smooth', ['smooth: six rings', '滑らか: 6つの輪']],
];
const REACH = 2, SKIN = [214, 165, 130];

const radians = (degrees) => (degrees * Math.PI) / 180;

export default {
    title: ['Bend the arm: only the weights differ', '腕を曲げる: 違うのはウェイトだけ'],
    files: ARMS.map(([name]) => `${name}.x`),
    panels: ARMS.map(([, title]) => ({ title, box: [-2.4, -1, 2.5, 2.4], aspect: 1.44 })),
    controls: [
        { name: 'angle', label: ['bend, degrees', '曲げ (度)'], low: 0, high: 150, step: 1, value: 60 },
        { name: 'weights', label: ['weights of the lower arm in colours', '前腕のウェイトを色で示す'], value: false },
        { name: 'wire', label: ['triangles', '三角形'], value: true },
    ],
    handles: ARMS.map(([name], panel) => ({
        name, panel, x: 'angle', y: 'angle', label: ['the end of the arm', '腕の先'],
        at: ({ angle }) => [REACH * Math.cos(radians(angle)), REACH * Math.sin(radians(angle))],
        drag: (values, [x, y]) => ({ angle: y < 0 && x < 0 ? 150 : Math.max(0, (Math.atan2(y, x) * 180) / Math.PI) }),
    })),
    numbers: ARMS.flatMap(([name, title]) => [
        { name: `${name}-longest`, label: title.map((t, i) => `${t} — ${['longest edge', '最長の辺'][i]}`), digits: 2 },
        { name: `${name}-volume`, label: title.map((t, i) => `${t} — ${['volume', '体積'][i]}`) },
    ]),
    start: (course, files) => files.map((file) => {
        const body = course.open(file), lower = body.find('lower');
        return { body, lower, colours: body.weightColours(lower), place: body.bone(lower).position[0] };
    }),
    draw(panels, { angle, weights, wire }, arms) {
        const numbers = {};
        arms.forEach(({ body, lower, colours, place }, i) => {
            body.rest();
            body.turn(lower, [0, 0, angle]);
            body.update('linear');
            const colourOf = weights ? (v) => colours.subarray(4 * v, 4 * v + 3) : () => SKIN;
            panels[i].mesh(body.positions, body.normals, body.indices, { colourOf, wire, view: [1, 0, 0, -place, 0, 1, 0, 0, 0, 0, 1, 0] });
            panels[i].line([[-REACH, 0], [0, 0], [REACH * Math.cos(radians(angle)), REACH * Math.sin(radians(angle))]], 'accent', 2);
            panels[i].dot([0, 0], 'accent', 4);
            const { volume, longest } = body.strain();
            numbers[`${ARMS[i][0]}-longest`] = longest;
            numbers[`${ARMS[i][0]}-volume`] = volume;
        });
        return numbers;
    },
    // The numbers of the chapter.
    tests: [
        { set: { angle: 60 }, see: { 'arm-100-longest': 2.67, 'arm-50-longest': 1.92, 'arm-tuned-longest': 1.77, 'arm-smooth-longest': 1.34, 'arm-smooth-volume': 0.971 } },
        { set: { angle: 90 }, see: { 'arm-smooth-longest': 1.43, 'arm-smooth-volume': 0.942 } },
        { set: { angle: 150 }, see: { 'arm-smooth-longest': 1.51, 'arm-smooth-volume': 0.892 } },
        { set: { angle: 60 }, see: { 'arm-100-volume': 0.983, 'arm-50-volume': 0.975, 'arm-tuned-volume': 0.982 } },
        { drag: { 'arm-100': [2, 0] }, see: { 'arm-100-longest': 1, 'arm-50-volume': 1 } },
        { keys: { 'arm-100': ['End'] }, see: { 'arm-smooth-longest': 1.51 } },
        { drag: { 'arm-50': [0, 2] }, see: { 'arm-50-longest': 2.25 } },
        { keys: { 'arm-50': ['PageDown', 'PageDown', 'PageDown'] }, see: { 'arm-50-longest': 1.92 } },
        { drag: { 'arm-tuned': [0, 2] }, see: { 'arm-tuned-longest': 1.99, 'arm-smooth-longest': 1.43 } },
        { keys: { 'arm-tuned': ['PageDown', 'PageDown', 'PageDown'] }, see: { 'arm-tuned-longest': 1.77 } },
        { drag: { 'arm-smooth': [0, 2] }, see: { 'arm-smooth-longest': 1.43, 'arm-smooth-volume': 0.942 } },
        { keys: { 'arm-smooth': ['PageDown', 'PageDown', 'PageDown'] }, see: { 'arm-smooth-longest': 1.34, 'arm-smooth-volume': 0.971 } },
    ],
};
