/** A character of hone that three.js draws. hone plays it (motions, IK, append, physics, morphs); three.js draws a
 * BufferGeometry with a material of MMD for each part, and edges. The palette is a texture, so a model may have any
 * number of bones.
 *
 * ```js
 * const character = new HoneCharacter(model, actor, await loadTextures(model));
 * scene.add(character);
 * // in each frame:
 * actor.update(seconds);
 * character.update();
 * ```
 *
 * hone's world is left-handed and MMD's unit is 8 cm; the group mirrors z, and three.js turns the triangles back. Colours
 * are display values, as in MMD: the materials write them as they are.
 */
import * as THREE from 'three';
import { TGALoader } from 'three/addons/loaders/TGALoader.js';

// ---- shaders -------------------------------------------------------------------------------------------------------

/** Skins a vertex by the palette, as src/draw/render/shaders/skin.glsl does: linearly, by SDEF, by dual quaternions. */
const skinning = /* glsl */ `
in vec4 slots, weights;
in float kind; // 0 linear, 1 SDEF, 2 dual quaternions, 3 none
in vec3 sdefC, sdefC0, sdefC1;
uniform sampler2D bones; // three texels a slot: the rows of a matrix

vec4 boneTexel(int i)
{
    int width = textureSize(bones, 0).x;
    return texelFetch(bones, ivec2(i % width, i / width), 0);
}

mat3x4 slotMatrix(float slot)
{
    int i = 3 * int(slot);
    return mat3x4(boneTexel(i), boneTexel(i + 1), boneTexel(i + 2));
}

vec3 rotate(vec4 q, vec3 v)
{
    return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}

// The rotation of a matrix, by its largest element (Shepperd).
vec4 rotationOf(mat3x4 m)
{
    float x = m[0].x, y = m[1].y, z = m[2].z, trace = x + y + z;
    vec4 q;
    if (trace > max(x, max(y, z)))
        q = vec4(m[2].y - m[1].z, m[0].z - m[2].x, m[1].x - m[0].y, 1.0 + trace);
    else if (x >= y && x >= z)
        q = vec4(1.0 + x - y - z, m[0].y + m[1].x, m[0].z + m[2].x, m[2].y - m[1].z);
    else if (y >= z)
        q = vec4(m[0].y + m[1].x, 1.0 + y - x - z, m[1].z + m[2].y, m[0].z - m[2].x);
    else
        q = vec4(m[0].z + m[2].x, m[1].z + m[2].y, 1.0 + z - x - y, m[1].x - m[0].y);
    return normalize(q);
}

vec4 slerp(vec4 a, vec4 b, float t)
{
    float cosine = dot(a, b);
    if (cosine < 0.0)
        b = -b, cosine = -cosine;
    vec2 share = vec2(1.0 - t, t);
    if (cosine < 0.9995) {
        float sine = sqrt(1.0 - cosine * cosine);
        share = sin(share * atan(sine, cosine)) / sine;
    }
    return normalize(share.x * a + share.y * b);
}

void skinLinear(out vec3 p, out vec3 n)
{
    p = n = vec3(0.0);
    for (int i = 0; i < 4; i++) {
        if (weights[i] == 0.0)
            continue;
        mat3x4 m = slotMatrix(slots[i]);
        p += weights[i] * (vec4(position, 1.0) * m);
        n += weights[i] * (vec4(normal, 0.0) * m);
    }
}

void skinSdef(out vec3 p, out vec3 n)
{
    mat3x4 a = slotMatrix(slots.x), b = slotMatrix(slots.y);
    vec4 q = slerp(rotationOf(a), rotationOf(b), weights.y);
    p = rotate(q, position - sdefC) + weights.x * (vec4(sdefC0, 1.0) * a) + weights.y * (vec4(sdefC1, 1.0) * b);
    n = rotate(q, normal);
}

void skinDual(out vec3 p, out vec3 n)
{
    vec4 real = vec4(0.0), dual = vec4(0.0), pivot = vec4(0.0);
    float most = -1.0;
    for (int i = 0; i < 4; i++)
        if (weights[i] > most)
            most = weights[i], pivot = rotationOf(slotMatrix(slots[i]));
    for (int i = 0; i < 4; i++) {
        mat3x4 m = slotMatrix(slots[i]);
        vec4 q = rotationOf(m);
        vec3 t = vec3(m[0].w, m[1].w, m[2].w);
        float share = dot(pivot, q) < 0.0 ? -weights[i] : weights[i];
        real += share * q;
        dual += share * 0.5 * vec4(q.w * t + cross(t, q.xyz), -dot(t, q.xyz));
    }
    float size = length(real);
    real /= size, dual /= size;
    p = rotate(real, position) + 2.0 * (real.w * dual.xyz - dual.w * real.xyz + cross(real.xyz, dual.xyz));
    n = rotate(real, normal);
}

// Three.js's world.
void place(out vec3 p, out vec3 n)
{
    if (kind < 0.5)
        skinLinear(p, n);
    else if (kind < 1.5)
        skinSdef(p, n);
    else if (kind < 2.5)
        skinDual(p, n);
    else
        p = position, n = normal;
    p = (modelMatrix * vec4(p, 1.0)).xyz;
    n = normalize(mat3(modelMatrix) * n);
}
`;

const surfaceVertex = /* glsl */ `
${skinning}
out vec3 worldPosition, worldNormal;
out vec2 texturePlace;

void main()
{
    place(worldPosition, worldNormal);
    texturePlace = uv;
    gl_Position = projectionMatrix * viewMatrix * vec4(worldPosition, 1.0);
}
`;

/** MMD's surface: docs/rendering.md, "Surface". */
const surfaceFragment = /* glsl */ `
uniform vec4 diffuse, specular; // specular: colour, power
uniform vec3 ambient, toLight, lightColour;
uniform bool hasToon;
uniform int sphere; // 0 none, 1 multiply, 2 add
uniform vec4 textureFactor[2], sphereFactor[2], toonFactor[2]; // by material morphs: multiply, add
uniform sampler2D textureMap, sphereMap, toonMap;
in vec3 worldPosition, worldNormal;
in vec2 texturePlace;
out vec4 colour;

vec3 morphTexel(vec3 texel, vec4 factor[2], vec3 none)
{
    vec3 c = mix(none, texel * factor[0].rgb, factor[0].a);
    return clamp(c + (c - none) * factor[1].a, 0.0, 1.0) + factor[1].rgb;
}

void main()
{
    vec3 n = normalize(worldNormal);
    float lambert = dot(n, toLight);
    vec3 base = clamp(ambient + diffuse.rgb * lightColour * (hasToon ? 1.0 : max(lambert, 0.0)), 0.0, 1.0);
    vec4 texel = texture(textureMap, texturePlace);
    colour = vec4(base * morphTexel(texel.rgb, textureFactor, vec3(1.0)), diffuse.a * texel.a);
    if (colour.a <= 0.0)
        discard;
    if (sphere != 0) {
        vec3 v = mat3(viewMatrix) * n;
        vec3 s = texture(sphereMap, vec2(0.5 + 0.5 * v.x, 0.5 - 0.5 * v.y)).rgb;
        colour.rgb = sphere == 2 ? colour.rgb + morphTexel(s, sphereFactor, vec3(0.0))
                                 : colour.rgb * morphTexel(s, sphereFactor, vec3(1.0));
    }
    if (hasToon)
        colour.rgb *= morphTexel(textureLod(toonMap, vec2(0.0, 0.5 - 0.5 * lambert), 0.0).rgb, toonFactor, vec3(1.0));
    if (specular.w > 0.0) {
        vec3 halfWay = normalize(toLight + normalize(cameraPosition - worldPosition));
        colour.rgb += specular.rgb * lightColour * pow(max(dot(halfWay, n), 0.0), specular.w);
    }
    colour = clamp(colour, 0.0, 1.0);
}
`;

/** Edges are the back faces, moved along the normals by a width that is the same on the screen at any distance. */
const edgeVertex = /* glsl */ `
${skinning}
in float edgeScale;
uniform float edgeSize, fieldOfView;

void main()
{
    vec3 p, n;
    place(p, n);
    p += n * (edgeScale * edgeSize * 0.001 * min(fieldOfView / 30.0, 1.0) * distance(cameraPosition, p));
    gl_Position = projectionMatrix * viewMatrix * vec4(p, 1.0);
}
`;

const edgeFragment = /* glsl */ `
uniform vec4 edgeColour;
out vec4 colour;

void main()
{
    colour = clamp(edgeColour, 0.0, 1.0);
}
`;

// ---- textures ------------------------------------------------------------------------------------------------------

/** A picture as it is in the file: its first row is at v = 0, its colours are display values. */
function asTexture(texture) {
    texture.flipY = false;
    texture.colorSpace = THREE.NoColorSpace;
    texture.wrapS = texture.wrapT = THREE.RepeatWrapping;
    texture.minFilter = THREE.LinearMipmapLinearFilter;
    texture.magFilter = THREE.LinearFilter;
    texture.generateMipmaps = true;
    texture.anisotropy = 4;
    texture.needsUpdate = true;
    return texture;
}

async function decode(bytes) {
    try {
        const as = { premultiplyAlpha: 'none', colorSpaceConversion: 'none' };
        return asTexture(new THREE.Texture(await createImageBitmap(new Blob([bytes]), as)));
    } catch { // not a picture that browsers know
        const { data, width, height } = new TGALoader().parse(bytes.buffer);
        return asTexture(new THREE.DataTexture(data, width, height));
    }
}

/** The textures of a model, in its order; null where one is missing or damaged.
 * read: gives the bytes of a texture by its path, or null, where the model was loaded without its folder. */
export function loadTextures(model, read = async () => null) {
    return Promise.all(model.textures.map(async (path, i) => {
        const bytes = model.texture(i) ?? (await read(path.replaceAll('\\', '/')));
        return bytes ? decode(bytes).catch(() => null) : null;
    }));
}

/** Rows of the ten shared toons at which their colour changes, from the lit end: docs/rendering.md. Those of 7 to 10 are
 * white. */
const step = (r, g, b) => [[0, 255, 255, 255], [15, 255, 255, 255], [16, r, g, b], [31, r, g, b]];
const toonStops = [
    step(205, 205, 205), step(245, 225, 225), step(154, 154, 154), step(248, 239, 235),
    [[0, 255, 255, 255], [18, 255, 255, 255], [19, 255, 254, 254], [21, 255, 246, 242], [22, 255, 240, 234],
        [24, 255, 233, 224], [25, 255, 231, 222], [26, 255, 231, 221], [31, 255, 231, 221]],
    [[0, 255, 237, 97], [7, 255, 237, 97], [8, 255, 238, 106], [10, 255, 254, 242], [11, 255, 242, 138],
        [12, 255, 237, 97], [21, 255, 237, 97], [22, 254, 235, 94], [23, 238, 218, 69], [24, 209, 187, 24],
        [25, 197, 174, 6], [26, 195, 172, 3], [31, 195, 172, 3]],
];

function ramp(stops) {
    const rows = new Uint8Array(32 * 4).fill(255);
    for (let k = 0; stops && k + 1 < stops.length; k++)
        for (let row = stops[k][0]; row <= stops[k + 1][0]; row++)
            for (let c = 0, t = (row - stops[k][0]) / (stops[k + 1][0] - stops[k][0]); c < 3; c++)
                rows[4 * row + c] = Math.round(stops[k][c + 1] + t * (stops[k + 1][c + 1] - stops[k][c + 1]));
    return asTexture(new THREE.DataTexture(rows, 1, 32));
}

// ---- the character -------------------------------------------------------------------------------------------------

const stateSize = 40; // numbers of a material in actor.materials
const doubleSided = 0x01, hasEdge = 0x10;
const spheres = { multiply: 1, add: 2 };

export class HoneCharacter extends THREE.Group {
    /** Model and actor of hone stay the caller's, and must outlive the character. textures: those of loadTextures. */
    constructor(model, actor, textures = []) {
        super();
        this.actor = actor;
        this.revision = -1;
        this.shared = { // uniforms of all materials
            bones: { value: this.makeBoneTexture(model) },
            toLight: { value: new THREE.Vector3(0.5, 1, 0.5).normalize() }, // MMD's usual light
            lightColour: { value: new THREE.Vector3().setScalar(154 / 255) },
            fieldOfView: { value: 30 },
        };
        this.own = [asTexture(new THREE.DataTexture(new Uint8Array(4).fill(255), 1, 1)), this.shared.bones.value];
        const geometry = (this.geometry = this.makeGeometry(model));
        const toons = [...toonStops, ...Array(4)].map((stops) => this.keep(ramp(stops)));
        const surface = model.materials.map((material) => this.makeSurface(model, material, textures, toons));
        const edges = model.materials.map((material) => this.makeEdge(material));
        this.surface = this.makeMesh(geometry, surface, 0);
        this.edges = this.makeMesh(geometry, edges, 1);
        this.edges.onBeforeRender = (renderer, scene, camera) => { this.shared.fieldOfView.value = camera.fov ?? 30; };
        if (model.space !== 'gltf')
            this.scale.z = -1;
        this.update();
    }

    keep(disposable) {
        this.own.push(disposable);
        return disposable;
    }

    makeMesh(geometry, materials, order) {
        const mesh = new THREE.Mesh(geometry, materials);
        mesh.frustumCulled = false; // its box moves
        mesh.renderOrder = order;
        this.add(mesh);
        return mesh;
    }

    /** Texels in rows of 256 slots. */
    makeBoneTexture(model) {
        const slots = Math.max(1, model.slotBones.length), width = 3 * Math.min(slots, 256), height = Math.ceil(slots / 256);
        const texels = new Float32Array(4 * width * height);
        return new THREE.DataTexture(texels, width, height, THREE.RGBAFormat, THREE.FloatType);
    }

    makeGeometry(model) {
        const geometry = new THREE.BufferGeometry(), count = model.positions.length / 3;
        const add = (name, array, size) => geometry.setAttribute(name, new THREE.BufferAttribute(array.slice(), size));
        add('position', model.positions, 3);
        add('normal', model.normals, 3);
        add('uv', model.uvs, 2);
        for (const name of ['position', 'normal', 'uv'])
            geometry.getAttribute(name).setUsage(THREE.DynamicDrawUsage);
        add('slots', model.skinIndices, 4);
        add('weights', model.skinWeights, 4);
        add('kind', model.skinKinds, 1);
        add('edgeScale', model.edgeScales, 1);
        const sdef = new THREE.InterleavedBuffer(model.skinSdef?.slice() ?? new Float32Array(9 * count), 9);
        ['sdefC', 'sdefC0', 'sdefC1'].forEach((name, i) =>
            geometry.setAttribute(name, new THREE.InterleavedBufferAttribute(sdef, 3, 3 * i)));
        geometry.setIndex(new THREE.BufferAttribute(model.indices.slice(), 1));
        model.materials.reduce((first, { indexCount }, i) => {
            geometry.addGroup(first, indexCount, i);
            return first + indexCount;
        }, 0);
        return geometry;
    }

    /** All materials are drawn in the file's order and blend: MMD's models are made for that. */
    makeMaterial(settings) {
        const common = { glslVersion: THREE.GLSL3, transparent: true, depthWrite: true, toneMapped: false };
        return this.keep(new THREE.ShaderMaterial({ ...common, ...settings }));
    }

    makeSurface(model, material, textures, toons) {
        const white = this.own[0], factor = () => ({ value: [new THREE.Vector4(), new THREE.Vector4()] });
        const sphereMap = textures[material.sphereTexture] ?? null;
        const toon = (material.sharedToon ? toons : textures)[material.toon] ?? null;
        return this.makeMaterial({
            name: material.name,
            vertexShader: surfaceVertex,
            fragmentShader: surfaceFragment,
            side: material.flags & doubleSided ? THREE.DoubleSide : THREE.FrontSide,
            uniforms: {
                ...this.shared,
                diffuse: { value: new THREE.Vector4() }, specular: { value: new THREE.Vector4() },
                ambient: { value: new THREE.Vector3() },
                textureFactor: factor(), sphereFactor: factor(), toonFactor: factor(),
                textureMap: { value: textures[material.texture] ?? white },
                sphereMap: { value: sphereMap ?? white },
                sphere: { value: sphereMap ? (spheres[material.sphereMode] ?? 0) : 0 },
                toonMap: { value: toon ?? white },
                hasToon: { value: Boolean(toon) || model.space === 'mmd' },
            },
        });
    }

    makeEdge(material) {
        const edge = this.makeMaterial({
            name: material.name + ' edge',
            vertexShader: edgeVertex,
            fragmentShader: edgeFragment,
            side: THREE.BackSide,
            uniforms: { ...this.shared, edgeColour: { value: new THREE.Vector4() }, edgeSize: { value: 0 } },
        });
        edge.userData.drawn = Boolean(material.flags & hasEdge);
        return edge;
    }

    /** Takes over what the actor's last update has computed. */
    update() {
        const bones = this.shared.bones.value;
        bones.image.data.set(this.actor.palette);
        bones.needsUpdate = true;
        this.visible = this.actor.visible;
        if (this.revision === this.actor.morphRevision)
            return;
        this.revision = this.actor.morphRevision;
        for (const [name, values] of [['position', this.actor.positions], ['normal', this.actor.normals], ['uv', this.actor.uvs]]) {
            const attribute = this.geometry.getAttribute(name);
            attribute.array.set(values);
            attribute.needsUpdate = true;
        }
        this.surface.material.forEach((material, i) => this.setSurface(material, i * stateSize));
        this.edges.material.forEach((material, i) => this.setEdge(material, i * stateSize));
    }

    setSurface(material, at) {
        const state = this.actor.materials, u = material.uniforms;
        u.diffuse.value.fromArray(state, at);
        u.specular.value.fromArray(state, at + 4);
        u.ambient.value.fromArray(state, at + 8);
        [u.textureFactor, u.sphereFactor, u.toonFactor].forEach(({ value: [multiply, add] }, i) => {
            multiply.fromArray(state, at + 16 + 8 * i);
            add.fromArray(state, at + 20 + 8 * i);
        });
        material.visible = u.diffuse.value.w > 0;
    }

    setEdge(material, at) {
        const state = this.actor.materials, u = material.uniforms;
        u.edgeColour.value.fromArray(state, at + 11);
        u.edgeSize.value = state[at + 15];
        material.visible = material.userData.drawn && state[at + 3] > 0;
    }

    dispose() {
        this.removeFromParent();
        this.geometry.dispose();
        for (const each of this.own)
            each.dispose();
    }
}
