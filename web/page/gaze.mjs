/** Characters look at the pointer with their eyes; avatars (VRM) as their files have it.
 *
 *     gaze.isOn; await gaze.set(on)      listeners of `change` are told
 *     gaze.follow()                      before each update: the point is below the pointer, halfway between the eye of the
 *                                        camera and what it turns about, as in `hone view` */
const scaled = (v, factor) => v.map((x) => x * factor);
const sum = (...vectors) => vectors[0].map((_, i) => vectors.reduce((all, v) => all + v[i], 0));

/** Right, up and forward of a camera: the rows of Rx Ry. */
function axesOf({ angles: [x, y] }) {
    const [sx, cx, sy, cy] = [Math.sin(x), Math.cos(x), Math.sin(y), Math.cos(y)];
    return [[cy, 0, sy], [sx * sy, cx, -sx * cy], [-cx * sy, sx, cx * cy]];
}

/** across, up: where the pointer is, from -1 to 1. */
export function pointBelow(camera, aspect, across, up) {
    const [right, above, forward] = axesOf(camera), { target, distance } = camera, slope = Math.tan((camera.fov * Math.PI) / 360);
    const eye = sum(target, scaled(forward, distance)), side = sum(scaled(right, across * aspect * slope), scaled(above, up * slope));
    if (camera.orthographic)
        return sum(target, scaled(forward, distance / 2), scaled(side, Math.abs(distance)));
    const direction = sum(forward, side);
    return sum(eye, scaled(direction, Math.abs(distance) / 2 / Math.hypot(...direction)));
}

export class Gaze extends EventTarget {
    isOn = false;
    pointer = null; // of the last event: {clientX, clientY}

    constructor({ hone, stage, picture, hand, renderer: { canvas } }) {
        super();
        Object.assign(this, { hone, stage, picture, hand, canvas });
        for (const name of ['pointermove', 'pointerdown'])
            canvas.addEventListener(name, (event) => { this.pointer = event; }, { capture: true });
    }

    async set(on) {
        if (on)
            await this.hone.load('more');
        this.isOn = on;
        if (!on)
            this.stage.characters.forEach(({ actor }) => actor.lookAt(null));
        this.dispatchEvent(new Event('change'));
    }

    /** Each of the pictures that are side by side has the pointer at the same place. */
    get point() {
        const { left, top, width, height } = this.canvas.getBoundingClientRect(), { clientX, clientY } = this.pointer;
        const part = width / (this.hand.compared?.length ?? 1), x = (clientX - left) % part;
        return pointBelow(this.picture.camera, part / height, (2 * x) / part - 1, 1 - (2 * (clientY - top)) / height);
    }

    follow() {
        if (!this.isOn || !this.pointer)
            return;
        const { point, stage } = this, places = stage.opened ? stage.items() : [];
        for (const { actor } of stage.characters)
            actor.lookAt(point, places.find((each) => each.actor === actor)?.world);
    }
}
