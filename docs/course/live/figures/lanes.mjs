// Chapter 15: one number of several vertices, fetched from structures and from a block.
const PARTS = ['x', 'y', 'z', 'nx', 'ny', 'nz'], LINE = 16, COLUMNS = 16; // floats of a cache line, and of a row of the picture
const HUES = ['first', 'second', 'third'];
const box = (rows) => [-1, -rows - 0.4, COLUMNS + 1, 0.8];

/** Where a number of a vertex is: in structures, and in a block of as many vertices as there are lanes. */
const inStructures = (vertex, part) => PARTS.length * vertex + part;
const inBlock = (vertex, part, lanes) => lanes * part + vertex;

/** Draws the memory; what one vector takes from it is filled, and cache lines that it touches are marked. */
function memory(panel, lanes, part, place) {
    const taken = new Set(Array.from({ length: lanes }, (_, vertex) => place(vertex, part, lanes))), lines = new Set([...taken].map((at) => Math.floor(at / LINE)));
    for (const row of lines) panel.fill([[-0.2, -row - 0.04], [COLUMNS + 0.2, -row - 0.04], [COLUMNS + 0.2, -row - 0.96], [-0.2, -row - 0.96]], 'soft');
    for (let vertex = 0; vertex < lanes; vertex++)
        for (let p = 0; p < PARTS.length; p++) {
            const at = place(vertex, p, lanes), x = at % COLUMNS, y = -Math.floor(at / COLUMNS), corners = [[x, y - 0.1], [x + 0.94, y - 0.1], [x + 0.94, y - 0.9], [x, y - 0.9]];
            if (taken.has(at)) panel.fill(corners, HUES[vertex % 3], 0.8);
            panel.line([...corners, corners[0]], 'line', 1);
            panel.text(`${PARTS[p]}${vertex}`, [x + 0.47, y - 0.5], { size: Math.max(8, Math.min(12, 0.34 * panel.unit)), mono: true, bold: taken.has(at) });
        }
    return lines.size;
}

export default {
    title: ['Side by side: what one vector takes from memory', '並べる: 1つのベクトルがメモリーから取るもの'],
    panels: [
        { title: ['an array of structures', '構造体の配列'], box: box(6), aspect: 18 / 7.2, wide: true },
        { title: ['a block', 'ブロック'], box: box(6), aspect: 18 / 7.2, wide: true },
    ],
    controls: [
        { name: 'lanes', label: ['lanes', 'レーン'], value: '8', words: [['4', '4 (SSE2, NEON)'], ['8', '8 (AVX2)'], ['16', '16 (AVX-512)']] },
        { name: 'part', label: ['the number: x y z, normal', '数: x y z、法線'], low: 0, high: 5, step: 1, value: 0 },
    ],
    handles: [{ name: 'part', panel: 1, x: 'part', label: ['the number', '数'], at: ({ lanes, part }) => [((lanes * part) % COLUMNS) + 0.47, -Math.floor((lanes * part) / COLUMNS) - 0.5],
        drag: ({ lanes }, [x, y]) => ({ part: Math.round((COLUMNS * Math.max(0, Math.floor(-y)) + Math.min(COLUMNS - 0.5, Math.max(0, x))) / lanes - 0.06) }) }],
    numbers: [
        { name: 'name', label: ['one vector', '1つのベクトル'] },
        { name: 'blockLoads', label: ['block: loads', 'ブロック: 読み込み'], digits: 0 }, { name: 'blockLines', label: ['cache lines', 'キャッシュライン'], digits: 0 },
        { name: 'loads', label: ['structures: loads', '構造体: 読み込み'], digits: 0, wrong: true }, { name: 'lines', label: ['cache lines', 'キャッシュライン'], digits: 0, wrong: true },
    ],
    needsModule: false,
    draw([structures, block], values) {
        const lanes = Number(values.lanes), part = Math.round(values.part), lines = memory(structures, lanes, part, inStructures), blockLines = memory(block, lanes, part, inBlock);
        return { name: `${PARTS[part]}0 … ${PARTS[part]}${lanes - 1}`, blockLoads: 1, blockLines, loads: lanes, lines };
    },
    tests: [
        { set: { lanes: '8', part: 0 }, see: { loads: 8, lines: 3, blockLoads: 1, blockLines: 1 } },
        { set: { lanes: '16' }, see: { loads: 16, lines: 6, blockLines: 1 } },
        { set: { lanes: '4' }, see: { loads: 4, lines: 2, blockLines: 1 } },
        { drag: { part: [8.47, -0.5] }, see: { name: 'z0 … z3' } },
        { keys: { part: ['ArrowRight'] }, see: { name: 'nx0 … nx3' } },
    ],
};
