/** The camera that the pointer moves: one finger or the left button turns, two fingers or the right button move, pinch
 * and wheel come nearer. `orbitKeys` do the same. It is a camera as the renderer takes it. */
import { text } from './texts.mjs';

const turnPerPixel = (0.4 * Math.PI) / 180;
const keyPixels = 25, keyNearer = 0.9; // of a key
const limit = (value, low, high) => Math.min(Math.max(value, low), high);

export class Orbit {
    /** changed: called when the user moves the camera. */
    constructor(element, changed) {
        this.element = element;
        this.changed = changed;
        this.pointers = new Map();
        this.camera = { target: [0, 10, 0], angles: [0, 0, 0], distance: -45, fov: 30 };
        element.addEventListener('pointerdown', (event) => this.down(event));
        element.addEventListener('pointermove', (event) => this.move(event));
        for (const end of ['pointerup', 'pointercancel'])
            element.addEventListener(end, (event) => this.pointers.delete(event.pointerId));
        element.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
        element.addEventListener('contextmenu', (event) => event.preventDefault());
    }

    down(event) {
        this.element.setPointerCapture(event.pointerId);
        this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
    }

    /** How far apart two fingers are. */
    spread() {
        const [[ax, ay], [bx, by]] = [...this.pointers.values()];
        return Math.hypot(ax - bx, ay - by);
    }

    move(event) {
        const before = this.pointers.get(event.pointerId);
        if (!before)
            return;
        const dx = event.clientX - before[0], dy = event.clientY - before[1];
        const fingers = this.pointers.size, old = fingers === 2 ? this.spread() : 0;
        this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
        if (fingers === 2) {
            this.approach(old / Math.max(this.spread(), 1));
            this.pan(dx / 2, dy / 2); // each finger has half of the way
        } else if (event.buttons & 6 || event.shiftKey)
            this.pan(dx, dy);
        else
            this.turn(dx, dy);
        this.changed();
    }

    wheel(event) {
        event.preventDefault();
        this.approach(Math.exp(limit(event.deltaY, -200, 200) * 0.001));
        this.changed();
    }

    /** As if the pointer had moved. */
    byKey(way, dx, dy) {
        this[way](dx * keyPixels, dy * keyPixels);
        this.changed();
    }

    nearer(steps) {
        this.approach(keyNearer ** steps);
        this.changed();
    }

    turn(dx, dy) {
        const { angles } = this.camera;
        angles[0] = limit(angles[0] - dy * turnPerPixel, -Math.PI / 2, Math.PI / 2);
        angles[1] -= dx * turnPerPixel;
    }

    approach(factor) {
        this.camera.distance = -limit(-this.camera.distance * factor, 0.1, 1e5);
    }

    /** The scene follows the pointer: along the first two rows of the view, Rx Ry. */
    pan(dx, dy) {
        const { angles: [x, y], target, distance, fov } = this.camera;
        const unit = (2 * Math.tan((fov * Math.PI) / 360) * -distance) / this.element.clientHeight;
        const across = [Math.cos(y), 0, Math.sin(y)];
        const up = [Math.sin(x) * Math.sin(y), Math.cos(x), -Math.sin(x) * Math.cos(y)];
        for (let i = 0; i < 3; i++)
            target[i] += (dy * up[i] - dx * across[i]) * unit;
    }

    /** Takes a camera over; it is copied. */
    set({ target, angles, distance, fov, orthographic }) {
        this.camera = { target: [...target], angles: [...angles], distance, fov, orthographic };
    }
}

const arrows = { Left: [-1, 0], Right: [1, 0], Up: [0, -1], Down: [0, 1] };
const allArrows = (modifiers) => Object.keys(arrows).map((name) => modifiers + name).join(' ');
const byArrow = (way) => ({ orbit }, key) => orbit.byKey(way, ...arrows[key.replace(/<.*>/, '')]);

/** Rows as those of keys.mjs, which the viewer does not have. */
export const orbitKeys = [
    { keys: allArrows('<Control>'), label: text('Turn the camera'), run: byArrow('turn') },
    { keys: allArrows('<Control><Shift>'), label: text('Move the camera'), run: byArrow('pan') },
    { keys: 'plus equal', label: text('Nearer'), run: ({ orbit }) => orbit.nearer(1) },
    { keys: 'minus', label: text('Farther'), run: ({ orbit }) => orbit.nearer(-1) },
];
