// What the figures of the course call: hone-course.wasm beside this file. Numbers are hone's own; nothing is computed here.
import { Core } from '../js/core.mjs';
import { Handle } from '../js/handle.mjs';

const METHODS = ['auto', 'linear', 'dual'];
const ARRAYS = ['restPositions', 'restNormals', 'indices', 'positions', 'normals', 'bones', 'palette', 'normalMatrices'];

/** A model that is posed and skinned, step by step. */
class Body extends Handle {
    constructor(core, bytes) {
        super(core, core.with([bytes], (at) => core.try('body_open', at, bytes.length)), 'body_close');
        this.names = [];
        for (let name; (name = core.text(core.call('body_bone_name', this.at, this.names.length))) !== null;) this.names.push(name);
    }

    find(name) {
        return this.names.indexOf(name);
    }

    /** Where a bone is at rest, its parent, and its tail. */
    bone(index) {
        this.core.call('body_bone', this.at, index);
        const n = this.core.numbers;
        return { position: [n[0], n[1], n[2]], parent: n[3], tail: [n[4], n[5], n[6]] };
    }

    /** Takes a file's motion. */
    play(bytes) {
        this.core.with([bytes], (at) => this.core.try('body_play', this.at, at, bytes.length));
    }

    weigh(exponent, length = 0) {
        this.core.try('body_weigh', this.at, exponent, length);
    }

    /** The weights of a bone in colours: [red, green, blue, alpha] of each vertex. */
    weightColours(bone) {
        const { core } = this, at = core.try('body_weight_colours', this.at, bone);
        const copy = core.view(Uint8Array, at, (this.restPositions.length / 3) * 4).slice();
        core.call('free', at);
        return copy;
    }

    weight(vertex, bone) {
        return this.core.call('body_weight', this.at, vertex, bone);
    }

    /** The pose at rest. */
    rest() {
        this.core.call('body_rest', this.at);
    }

    sample(frame) {
        this.core.call('body_sample', this.at, frame);
    }

    /** Turns a bone from where it is at rest: degrees about x, y, z. */
    turn(bone, angles, move = [0, 0, 0], scale = [1, 1, 1]) {
        this.core.setNumbers(angles, move, scale);
        this.core.call('body_set_bone', this.at, bone);
    }

    setIk(chain, enabled) {
        this.core.call('body_set_ik', this.at, chain, +enabled);
    }

    evaluate() {
        this.core.call('body_evaluate', this.at);
    }

    buildPalette() {
        this.core.call('body_build_palette', this.at);
    }

    skin(method = 'auto') {
        this.core.try('body_skin', this.at, METHODS.indexOf(method));
    }

    /** All steps after the pose. */
    update(method) {
        this.evaluate();
        this.buildPalette();
        this.skin(method);
    }

    vertex(index) {
        this.core.call('body_vertex', this.at, index);
        const n = [...this.core.numbers];
        return { offset: n.slice(0, 12), bone: n.slice(12, 24), product: n.slice(24, 36), rest: n.slice(36, 39), inside: n.slice(39, 42), now: n.slice(42, 45) };
    }

    strain() {
        this.core.call('body_strain', this.at);
        const [volume, shortest, longest] = this.core.numbers;
        return { volume, shortest, longest };
    }
}

ARRAYS.forEach((name, which) => Object.defineProperty(Body.prototype, name, {
    get() {
        const at = this.core.call('body_array', this.at, which);
        return this.core.view(name === 'indices' ? Uint32Array : Float32Array, at, this.core.numbers[0]);
    },
}));

class Course {
    constructor(core) {
        Object.defineProperty(this, 'core', { value: core });
    }

    open(bytes) {
        return new Body(this.core, bytes);
    }

    /** A curve of a VMD at `count` places from 0 to 1: by hone, by twelve halvings, and by the loop that is often copied. */
    curve(points, count) {
        const at = this.core.try('curve_table', ...points, count);
        const table = this.core.view(Float64Array, at, 3 * count).slice();
        this.core.call('free', at);
        const column = (which) => Array.from({ length: count }, (_, i) => table[3 * i + which]);
        return { exact: column(0), halvings: column(1), copied: column(2) };
    }
}

/** Loads the module. read: reads a file by its name, in place of fetch beside this file. */
export async function loadCourse(read = (name) => fetch(new URL(name, import.meta.url))) {
    return new Course(await Core.create({ read: () => read('hone-course.wasm') }));
}
