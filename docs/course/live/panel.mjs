// A canvas of a figure: lines, dots, texts and meshes in the units of what is shown, in the colours of the page.

const LIGHT = [0.35, 0.8, -0.5];
const COLOURS = ['ink', 'paper', 'soft', 'line', 'accent', 'right', 'wrong', 'first', 'second', 'third'];

export class Panel {
    /** box: [left, bottom, right, top] that is to be seen, with equal units in both directions. */
    constructor({ box = [0, 0, 1, 1], aspect = 1.4, wide = false }, title) {
        this.box = box;
        this.aspect = aspect;
        this.canvas = document.createElement('canvas');
        this.canvas.setAttribute('role', 'img');
        if (title) this.canvas.setAttribute('aria-label', title);
        const make = (tag, name) => Object.assign(document.createElement(tag), { className: name });
        this.stage = make('div', 'live-stage'); // the canvas, and the handles over it
        this.stage.style.aspectRatio = String(aspect);
        this.stage.append(this.canvas);
        this.element = make('div', wide ? 'live-panel live-wide' : 'live-panel');
        if (title) this.element.append(Object.assign(make('p', 'live-label'), { textContent: title }));
        this.element.append(this.stage);
        this.c = this.canvas.getContext('2d', { willReadFrequently: true }); // thousands of small triangles: not for the GPU
        this.onresize = null;
        new ResizeObserver(() => this.onresize?.()).observe(this.stage);
    }

    /** Clears it, at the size and in the colours that the page has now. */
    begin() {
        const { canvas, stage, c } = this, ratio = Math.min(3, devicePixelRatio || 1);
        this.width = Math.max(1, stage.clientWidth);
        this.height = Math.max(1, stage.clientHeight);
        const [w, h] = [Math.round(this.width * ratio), Math.round(this.height * ratio)];
        if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
        c.setTransform(ratio, 0, 0, ratio, 0, 0);
        c.clearRect(0, 0, this.width, this.height);
        const style = getComputedStyle(stage);
        this.colours = Object.fromEntries(COLOURS.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
        const [left, bottom, right, top] = this.box;
        this.unit = Math.min(this.width / (right - left), this.height / (top - bottom)); // pixels
        this.origin = [this.width / 2 - (this.unit * (left + right)) / 2, this.height / 2 + (this.unit * (bottom + top)) / 2];
    }

    colour(name) {
        return this.colours[name] ?? name;
    }

    pixelOf([x, y]) {
        return [this.origin[0] + this.unit * x, this.origin[1] - this.unit * y];
    }

    /** The place of a pointer. */
    placeOf(event) {
        const box = this.stage.getBoundingClientRect();
        return [(event.clientX - box.left - this.origin[0]) / this.unit, (this.origin[1] - event.clientY + box.top) / this.unit];
    }

    // ---- drawing ----

    line(points, colour = 'ink', width = 2, dash = []) {
        const { c } = this;
        c.beginPath();
        for (const point of points) c.lineTo(...this.pixelOf(point));
        c.strokeStyle = this.colour(colour);
        c.lineWidth = width;
        c.lineJoin = c.lineCap = 'round';
        c.setLineDash(dash);
        c.stroke();
        c.setLineDash([]);
    }

    fill(points, colour, alpha = 1) {
        const { c } = this;
        c.beginPath();
        for (const point of points) c.lineTo(...this.pixelOf(point));
        c.closePath();
        c.globalAlpha = alpha;
        c.fillStyle = this.colour(colour);
        c.fill();
        c.globalAlpha = 1;
    }

    dot(point, colour = 'ink', radius = 4) {
        const { c } = this, [x, y] = this.pixelOf(point);
        c.beginPath();
        c.arc(x, y, radius, 0, 2 * Math.PI);
        c.fillStyle = this.colour(colour);
        c.fill();
    }

    arrow(from, to, colour = 'ink', width = 2) {
        this.line([from, to], colour, width);
        const a = this.pixelOf(from), b = this.pixelOf(to), angle = Math.atan2(b[1] - a[1], b[0] - a[0]), { c } = this;
        if (Math.hypot(b[0] - a[0], b[1] - a[1]) < 3) return;
        c.beginPath();
        for (const turn of [2.6, 0, -2.6]) c.lineTo(b[0] + (turn ? 10 : 2) * Math.cos(angle + turn), b[1] + (turn ? 10 : 2) * Math.sin(angle + turn));
        c.closePath();
        c.fillStyle = this.colour(colour);
        c.fill();
    }

    /** A text beside a point: dx, dy are pixels, to the right and down. */
    text(text, point, { dx = 0, dy = 0, colour = 'ink', align = 'center', size = 13, bold = false, mono = false } = {}) {
        const { c } = this, [x, y] = this.pixelOf(point);
        c.font = `${bold ? 'bold ' : ''}${size}px ${mono ? 'ui-monospace, "DejaVu Sans Mono", monospace' : 'system-ui, "Noto Sans", "Noto Sans CJK JP", "Hiragino Sans", sans-serif'}`;
        c.textAlign = align;
        c.textBaseline = 'middle';
        c.fillStyle = this.colour(colour);
        c.fillText(text, x + dx, y + dy);
    }

    /** Triangles of a mesh, seen along z (as MMD's camera sees a model) after `view`, rows of a 3x4 matrix, and lit by its
     * normals. colourOf: a colour [red, green, blue] of a vertex, 0 to 255; faceColour: of a triangle, by its number; bothSides:
     * whether a vertex is of a surface that is seen from both sides. */
    mesh(positions, normals, indices, { colourOf = () => [120, 160, 200], faceColour, bothSides, view = FRONT, wire = false } = {}) {
        const p = transform(positions, view, 1), n = transform(normals, view, 0), faces = [];
        for (let i = 0; i + 2 < indices.length; i += 3) {
            const [a, b, d] = [3 * indices[i], 3 * indices[i + 1], 3 * indices[i + 2]], sum = [0, 1, 2].map((k) => n[a + k] + n[b + k] + n[d + k]);
            const u = [0, 1, 2].map((k) => p[b + k] - p[a + k]), v = [0, 1, 2].map((k) => p[d + k] - p[a + k]);
            const across = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]; // in either direction
            const out = across[2] * Math.sign(across[0] * sum[0] + across[1] * sum[1] + across[2] * sum[2]);
            const back = out >= 0;
            if (!back || bothSides?.(a / 3)) faces.push({ number: i / 3, at: [a, b, d], depth: p[a + 2] + p[b + 2] + p[d + 2], sum: back ? sum.map((k) => -k) : sum });
        }
        faces.sort((a, b) => b.depth - a.depth);
        for (const { number, at, sum } of faces)
            this.face(at.map((a) => [p[a], p[a + 1]]), shade(at.map((a) => faceColour?.(number) ?? colourOf(a / 3)), sum), wire);
    }

    face(points, style, wire) {
        const { c } = this;
        c.beginPath();
        for (const point of points) c.lineTo(...this.pixelOf(point));
        c.closePath();
        c.fillStyle = style;
        c.fill();
        c.strokeStyle = wire ? this.colour('paper') : style;
        c.lineWidth = wire ? 0.5 : 0.8;
        c.stroke();
    }
}

const FRONT = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

function transform(list, m, w) {
    const out = new Float32Array(list.length);
    for (let i = 0; i < list.length; i += 3)
        for (let r = 0; r < 3; r++) out[i + r] = m[4 * r] * list[i] + m[4 * r + 1] * list[i + 1] + m[4 * r + 2] * list[i + 2] + w * m[4 * r + 3];
    return out;
}

/** The colour of a face: the mean of its vertices', under the light. */
function shade(colours, normal) {
    const length = Math.hypot(...normal) || 1, lit = Math.max(0, LIGHT.reduce((sum, l, i) => sum + (l * normal[i]) / length, 0));
    const mean = [0, 1, 2].map((i) => colours.reduce((sum, colour) => sum + colour[i] / 3, 0));
    return `rgb(${mean.map((k) => Math.min(255, Math.round(k * (0.7 + 0.4 * lit)))).join()})`;
}
