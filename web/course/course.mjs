// What the figures of the course call: hone-course.wasm beside this file. Numbers are hone's own; nothing is computed here.
import { Core } from '../js/core.mjs';
import { Handle } from '../js/handle.mjs';

const METHODS = ['auto', 'linear', 'dual', 'centres'];
const ARRAYS = ['restPositions', 'restNormals', 'indices', 'positions', 'normals', 'bones', 'palette', 'normalMatrices'];

/** A model that is posed and skinned, step by step. */
class Body extends Handle {
    constructor(core, at) {
        super(core, at, 'body_close');
        this.names = [];
        for (let name; (name = core.text(core.call('body_bone_name', this.at, this.names.length))) !== null;) this.names.push(name);
    }

    find(name) {
        return this.names.indexOf(name);
    }

    /** Where a bone is at rest, and its parent. */
    bone(index) {
        this.core.call('body_bone', this.at, index);
        const n = this.core.numbers;
        return { position: [n[0], n[1], n[2]], parent: n[3] };
    }

    /** Takes a file's motion. */
    play(bytes) {
        this.core.with([bytes], (at) => this.core.try('body_play', this.at, at, bytes.length));
    }

    /** Numbers that the module has allocated: a copy. */
    take(Type, at, count) {
        const copy = this.core.view(Type, at, count).slice();
        this.core.call('free', at);
        return copy;
    }

    /** The weights of a bone in colours: [red, green, blue, alpha] of each vertex. */
    weightColours(bone) {
        return this.take(Uint8Array, this.core.try('body_weight_colours', this.at, bone), (this.restPositions.length / 3) * 4);
    }

    /** The palette in the form of a rotation and a translation: [slots * 8] numbers. */
    quaternions() {
        return this.take(Float32Array, this.core.try('body_quaternions', this.at), (this.palette.length / 12) * 8);
    }

    /** What a vertex shader gets of each vertex: four slots, and four weights. */
    attributes() {
        const count = (this.restPositions.length / 3) * 4, both = this.take(Float32Array, this.core.try('body_attributes', this.at), 2 * count);
        return { slots: both.subarray(0, count), weights: both.subarray(count) };
    }

    /** The colours of the materials: [red, green, blue, whether it is seen from both sides] of each vertex. */
    materialColours() {
        return this.take(Uint8Array, this.core.try('body_material_colours', this.at), (this.restPositions.length / 3) * 4);
    }

    /** The mesh in pieces with palettes of `most` slots. triangles: [count * 4] three vertices and the palette. */
    split(most) {
        const at = this.core.try('body_split', this.at, most), [count, palettes, vertices, largest] = this.core.numbers;
        return { triangles: this.take(Uint32Array, at, 4 * count), palettes, vertices, largest };
    }

    /** The wrong way: a palette that ends after `most` slots. */
    cutPalette(most) {
        this.core.call('body_cut_palette', this.at, most);
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

    /** The wrong way: a palette of bones without their offset matrices. */
    forgetOffsets() {
        this.core.try('body_forget_offsets', this.at);
    }

    /** The wrong way: bones of an MMD model without their parents. */
    forgetParents() {
        this.core.try('body_forget_parents', this.at);
    }

    /** The wrong way: normals that the matrices of the points have carried. */
    carryNormals() {
        this.core.call('body_carry_normals', this.at);
    }

    /** The matrix of a bone in its parent. */
    local(bone) {
        this.core.call('body_local', this.at, bone);
        return [...this.core.numbers.subarray(0, 12)];
    }

    /** The wrong way, after skin(): rotations and translations blended apart, measured from an origin. negated: a bone that
     * has -q in place of q; signs: each quaternion is first turned to the side of the first one. Returns how far the
     * vertices are from those of skin(). */
    skinApart(origin, negated = -1, signs = true) {
        this.core.setNumbers(origin);
        this.core.call('body_skin_apart', this.at, negated, +signs);
        const [worst, mean] = this.core.numbers;
        return { worst, mean };
    }

    /** Where the joint of a bone with its parent comes out: blended apart, and by matrices. */
    jointApart(bone, origin, negated = -1, signs = true) {
        this.core.setNumbers(origin);
        this.core.call('body_joint_apart', this.at, bone, negated, +signs);
        const n = [...this.core.numbers.subarray(0, 6)];
        return { apart: n.slice(0, 3), right: n.slice(3) };
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

/** The first IK chain of a body, solved link by link. */
class Reach extends Handle {
    constructor(core, at) {
        super(core, at, 'reach_close');
    }

    /** Takes the pose of a body, in which no link has turned. */
    begin(body) {
        this.core.call('reach_begin', this.at, body.at);
    }

    /** Turns a link once: 0 is the one nearest to the effector. */
    step(link) {
        this.core.call('reach_step', this.at, link);
    }

    /** Where a bone is now, and its angle about x in degrees. */
    bone(index) {
        const angle = this.core.call('reach_bone', this.at, index);
        return { angle, place: [...this.core.numbers.subarray(0, 3)] };
    }
}

class Course {
    constructor(core) {
        Object.defineProperty(this, 'core', { value: core });
    }

    open(bytes) {
        const { core } = this;
        return new Body(core, core.with([bytes], (at) => core.try('body_open', at, bytes.length)));
    }

    /** The mesh of one body with the bones of another, and weights by distance. length 0: a twentieth of the diagonal. */
    rig(mesh, skeleton, exponent, length = 0) {
        return new Body(this.core, this.core.try('body_rig', mesh.at, skeleton.at, exponent, length));
    }

    /** The first IK chain of a body. limited: whether its limits hold; unit: its unit angle in degrees. */
    reach(body, limited, unit) {
        return new Reach(this.core, this.core.try('reach_open', body.at, +limited, unit));
    }

    /** The weight of the right one of two bones along x, from -2 to 0 and from 0 to 2, for a point of the plane. */
    pointWeight([x, y], exponent, length) {
        this.core.setNumbers(x, y);
        this.core.try('point_weight', exponent, length);
        return this.core.numbers[0];
    }

    /** The product of two matrices, rows of 3x4 numbers. */
    multiply(a, b) {
        this.core.setNumbers([...a], [...b]);
        this.core.call('matrix_multiply');
        return [...this.core.numbers.subarray(0, 12)];
    }

    /** What a matrix does to a normal and to a direction in the surface, with the angles between them. */
    normal(matrix, normal, tangent) {
        this.core.setNumbers([...matrix], normal, tangent);
        this.core.call('matrix_normal');
        const n = [...this.core.numbers.subarray(0, 11)];
        return { tangent: n.slice(0, 3), wrong: n.slice(3, 6), right: n.slice(6, 9), wrongDegrees: n[9], rightDegrees: n[10] };
    }

    /** The fields of a PMX or VMD file. */
    fields(file) {
        const { core } = this, rows = core.with([file], (at) => core.takeBytes(core.call('fields_walk', at, file.length)));
        const view = new DataView(rows.buffer, rows.byteOffset), list = [];
        for (let at = 0; at < rows.length; at += 72) {
            const [offset, size, record, count, text, textSize, encoding, section, name, type] = Array.from({ length: 10 }, (_, i) => view.getUint32(at + 4 * i, true));
            const values = Array.from({ length: count }, (_, i) => view.getFloat64(at + 40 + 8 * i, true));
            const string = new TextDecoder(['utf-16le', 'utf-8', 'shift_jis'][encoding]).decode(file.subarray(text, text + textSize)).replace(/\0.*$/s, '');
            list.push({ offset, size, record, section: core.text(section), name: core.text(name), type: core.text(type), values, text: count ? null : string });
        }
        return list;
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
