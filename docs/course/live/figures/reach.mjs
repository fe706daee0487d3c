// Chapter 9: CCD link by link on the leg of leg.pmx, with the limit of its knee and without it.
const LINKS = ['shin', 'thigh'], STEPS = 40, SUNK = 1.5, FREE = 115; // FREE: the unit angle of the file, 2 radians, in degrees
const BOX = [-4.2, -1, 5.4, 7.2], ASPECT = 9.6 / 8.2;

/** Seen from the right side: to the right is forward. */
const seen = ([, y, z]) => [-z, y];
const along = (step) => -4 + (9.2 * step) / STEPS;

/** The leg after a number of steps and before the last one. */
function solve({ reach, bones }, body, steps) {
    const now = () => bones.map((bone) => reach.bone(bone)), states = [];
    reach.begin(body);
    states.push(now());
    for (let i = 0; i < steps; i++) {
        reach.step(i % LINKS.length);
        states.push(now());
    }
    return { last: states.at(-1), before: states.at(-2) ?? states[0] };
}

function drawLeg(panel, { last, before }, goal, step, colour) {
    const places = (state) => state.map(({ place }) => seen(place)), leg = places(last), old = places(before);
    panel.line([[-4, 0], [5.2, 0]], 'line', 1);
    if (step) {
        const turning = 1 - ((step - 1) % LINKS.length), joint = leg[turning]; // its place in thigh, shin, foot
        panel.line([joint, old[2]], 'accent', 1.5, [5, 4]);
        panel.line([joint, goal], 'accent', 1.5, [5, 4]);
        panel.line(old, 'line', 6);
        panel.line(leg, colour, 6);
        panel.dot(joint, 'accent', 7);
        panel.text('j', joint, { dx: -14, dy: -10, bold: true });
        panel.text('e', old[2], { dx: -14, dy: 4, colour: 'accent', bold: true });
    } else panel.line(leg, colour, 6);
    for (const place of leg) panel.dot(place, 'ink', 4);
    panel.dot(goal, 'second', 7);
    panel.text('g', goal, { dx: 16, dy: -8, bold: true });
}

const gap = ([, , { place }], goal) => Math.hypot(...seen(place).map((k, i) => k - goal[i]));

export default {
    title: ['CCD link by link: the shin, the thigh, the shin…', 'CCD法を1リンクずつ: すね、太もも、すね…'],
    files: ['leg.pmx'],
    panels: [
        { title: ['with the limit of the knee', 'ひざの角度制限あり'], box: BOX, aspect: ASPECT },
        { title: ['without it', '角度制限なし'], box: BOX, aspect: ASPECT },
    ],
    controls: [
        { name: 'step', label: ['steps', 'ステップ数'], low: 0, high: STEPS, step: 1, value: 1, rate: 4 },
        { name: 'forward', label: ['goal: forward', '目標: 前へ'], low: -4, high: 5, step: 0.1, value: 1 },
        { name: 'height', label: ['goal: height', '目標: 高さ'], low: 0, high: 7, step: 0.1, value: 2 },
        { name: 'unit', label: ['unit angle, degrees', '単位角 (度)'], low: 1, high: FREE, step: 1, value: FREE },
    ],
    handles: [
        { name: 'goal', x: 'forward', y: 'height', label: ['the goal', '目標'], at: ({ forward, height }) => [forward, height], drag: (values, [x, y]) => ({ forward: x, height: y }) },
        { name: 'step', x: 'step', label: ['the step', 'ステップ'], at: ({ step }) => [along(step), -0.7], drag: (values, [x]) => ({ step: ((x + 4) * STEPS) / 9.2 }) },
    ],
    numbers: [
        { name: 'link', label: ['the link that has turned', '回したリンク'] },
        { name: 'turned', label: ['by degrees', '回転 (度)'], digits: 1 },
        { name: 'knee', label: ['knee, degrees', 'ひざ (度)'], digits: 1 },
        { name: 'gap', label: ['from foot to goal', '足から目標まで'], digits: 4 },
        { name: 'freeKnee', label: ['without limit: knee, degrees', '制限なし: ひざ (度)'], digits: 1, wrong: true },
        { name: 'freeGap', label: ['from foot to goal', '足から目標まで'], digits: 4, wrong: true },
    ],
    start(course, [file]) {
        const body = course.open(file), bones = ['thigh', 'shin', 'foot'].map((name) => body.find(name));
        return { course, body, bones, hip: body.find('hip'), goal: body.find('goal'), unit: 0, chains: [] };
    },
    draw(panels, values, scene) {
        const { course, body, bones, hip, goal } = scene, step = Math.floor(values.step), at = [values.forward, values.height];
        if (scene.unit !== values.unit) {
            for (const { reach } of scene.chains) reach.dispose();
            scene.chains = [true, false].map((limited) => ({ reach: course.reach(body, limited, values.unit), bones }));
            scene.unit = values.unit;
        }
        const [, up] = body.bone(goal).position;
        body.rest();
        body.turn(hip, [0, 0, 0], [0, -SUNK, 0]);
        body.turn(goal, [0, 0, 0], [0, values.height - up, -values.forward]);
        const [limited, free] = scene.chains.map((chain) => solve(chain, body, step));
        drawLeg(panels[0], limited, at, step, 'right');
        drawLeg(panels[1], free, at, step, 'wrong');
        const which = LINKS[(step - 1) % LINKS.length], index = which === 'thigh' ? 0 : 1;
        return {
            link: step ? [which, which === 'shin' ? 'すね (shin)' : '太もも (thigh)'] : '—',
            turned: limited.last[index].angle - limited.before[index].angle,
            knee: limited.last[1].angle, gap: gap(limited.last, at), freeKnee: free.last[1].angle, freeGap: gap(free.last, at),
        };
    },
    // The numbers of the chapter.
    tests: [
        { set: { step: 1, forward: 1, height: 2, unit: 115 }, see: { link: { en: 'shin', ja: 'すね (shin)' }, knee: -0.6, gap: 2.7047, freeKnee: 43.6, freeGap: 2.1561 } },
        { set: { step: 2 }, see: { link: { en: 'thigh', ja: '太もも (thigh)' }, turned: 12.8, gap: 2.3891 } },
        { set: { step: 40 }, see: { knee: -94.4, gap: 0.0005, freeKnee: 100.9, freeGap: 0.0003 } },
        { drag: { goal: [-1, 2] }, see: { knee: -94.4, gap: 0.0006, freeKnee: -94.4, freeGap: 0.0006 } },
        { set: { forward: 0.9 }, see: { knee: -94.8, freeKnee: 101.4 } },
        { keys: { goal: ['ArrowRight'] }, see: { knee: -94.4, freeKnee: 100.9 } },
        { drag: { step: [-4, -0.7] }, see: { knee: 0, gap: 2.6926, freeKnee: 0 } },
        { keys: { step: ['ArrowRight'] }, see: { knee: -0.6, gap: 2.7047, freeKnee: 43.6, freeGap: 2.1561 } },
        { set: { unit: 5, step: 40 }, see: { knee: -89.7, gap: 0.2123 } },
    ],
};
