// An exercise in GLSL as a figure: the reader edits a vertex shader, and it moves a body at once. Beside it is what hone makes
// of the same weights.
import { PointShader, farthest } from './glsl.mjs';

const NEAR = 2e-4; // of checks/glsl.c

/** file: of the exercises. looks: of Panel.mesh. start(course, files): {body, before, after, attributes, pose(values),
 * uniforms(gl, place), lines(panel, values)}; before and after: text around the reader's. */
export const exercise = ({ title, file, label, rows = 18, files, box, aspect, looks, controls, handles, start, tests }) => ({
    title,
    files,
    panels: [
        { title: ['your shader', '自分のシェーダー'], box, aspect },
        { title: ['hone', 'hone'], box, aspect },
    ],
    controls: [
        ...controls,
        { name: 'code', label, value: '', rows,
            texts: [[`templates/${file}`, ['Start again', '初めに戻す']], [`answers/${file}`, ['Show the answer', '答えを見る']]] },
    ],
    handles,
    numbers: [
        { name: 'off', label: ['your points are off by at most', '点のずれの最大'], digits: 4 },
        { name: 'verdict', label: ['result', '結果'] },
    ],
    start(course, bytes) {
        const scene = start(course, bytes);
        return { ...scene, shader: new PointShader(scene.before, scene.after), rest: scene.body.restPositions.slice() };
    },
    draw([yours, hones], values, scene) {
        const { body, shader } = scene;
        scene.pose(values);
        body.update('linear');
        const log = shader.set(values.code), wanted = body.positions.slice(), got = shader.run(scene.rest, scene.uniforms, scene.attributes);
        hones.mesh(wanted, body.normals, body.indices, looks(scene));
        if (got) yours.mesh(got, body.normals, body.indices, looks(scene));
        for (const panel of [yours, hones]) scene.lines?.(panel, values);
        if (!got) return { off: '—', verdict: log };
        const off = farthest(got, wanted);
        return { off, verdict: off < NEAR ? ['right', '正解'] : ['not yet', 'まだ違います'] };
    },
    tests,
});
