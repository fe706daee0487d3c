/** hone in a page or in node: characters of MMD, glTF, VRM, FBX, .x and BVH, their motions, physics and pictures.
 *
 * The names are those of hone's C library, by one rule: `hone_NOUN_verb(noun, ...)` is `noun.verb(...)`, words are
 * joined in camelCase, what is read without arguments is a property, and a struct of settings is an object of which
 * each member may be left out. So `hone_actor_play_seek(actor, play, 2, &error)` is `actor.playSeek(play, 2)`. The
 * names of enums are texts in lower case: `HONE_SHADOWS_SELF` is "self". Units, spaces and defaults are those of
 * include/hone/*.h, which describe each call at length.
 *
 * - A call that fails throws a {@link HoneError}, and the object stays as it was.
 * - A call that may need another part of hone (physics, the other readers, export) loads it and returns a promise; the
 *   others return at once.
 * - Arrays of numbers are views of hone's memory, without a copy. A getter makes its view anew, since views go stale
 *   when that memory grows: read the property again in each frame, and copy what is to stay (`.slice()`).
 * - What a call creates is freed by `dispose()`. What is made of other objects keeps what it needs of them alive: a
 *   model may be disposed of while an actor plays it. `hone.dispose()` frees everything.
 *
 * ```js
 * import { createHone } from './hone.mjs';
 * const hone = await createHone();
 * const files = await hone.openFiles(input.files); // a dropped folder, a .zip, or bytes by name
 * const model = await hone.loadModel(files), motion = await hone.loadMotion(dance);
 * const actor = await hone.createActor(model, { physics: true });
 * const renderer = hone.createRenderer(canvas), gpuModel = await renderer.createModel(model);
 * actor.play(motion, { loop: true });
 * const begin = performance.now();
 * requestAnimationFrame(function draw(now) {
 *     actor.update((now - begin) / 1000);
 *     renderer.draw({ items: [{ gpuModel, actor }] });
 *     requestAnimationFrame(draw);
 * });
 * ```
 */

// ---- starting ---------------------------------------------------------------------------------------------------

/** A part of hone that is a file of its own: "physics" is Bullet; "more" has the readers of glTF, VRM, FBX, .x and BVH,
 * .zip, scenes, skinning on the CPU, and all that writes files; "draco" reads glTF that Draco has compressed. Each is loaded when a call first needs it. */
export type Part = 'physics' | 'more' | 'draco';

export interface CreateOptions {
    /** The folder of hone.wasm and its parts. Left out: that of hone.mjs. */
    base?: string | URL;
    /** Reads a file of hone by its name, such as "hone.wasm", in place of fetch (of node's fs in node). */
    read?(name: string): Promise<ArrayBuffer | ArrayBufferView | Response>;
}

/** Loads hone.wasm. Each call makes an instance of its own; instances share nothing but the compiled code. */
export function createHone(options?: CreateOptions): Promise<Hone>;

/** Why a call failed. */
export class HoneError extends Error {
    readonly code: 'argument' | 'memory' | 'io' | 'format' | 'unsupported' | 'device';
    /** The place that the message refers to: a byte offset, bone, vertex, ...; 0 if none. */
    readonly at: number;
}

/** A fault of a file that was repaired, or what hone does not evaluate of it. */
export interface Warning {
    readonly text: string;
    /** Whether hone does not evaluate it; false: a fault of the file. */
    readonly limit: boolean;
}

// ---- files ------------------------------------------------------------------------------------------------------

export type Bytes = ArrayBuffer | ArrayBufferView | Blob;
/** A file, several files by their paths, or the files of an <input webkitdirectory> or of a drop. */
export type FileSource = Bytes | Map<string, Bytes> | Record<string, Bytes> | Iterable<File>;

/** Files that name each other: a model with its textures, a scene. A .zip in it is a folder. */
export interface Files {
    /** All files, those in archives too ("pack.zip/model/a.pmx"), in the order of their names. */
    readonly paths: readonly string[];
    /** The format of a file, by its content: "pmx", "vmd", ..., "scene"; "unknown" for pictures and so on. */
    format(path: string): Format | 'scene';
    /** A file as bytes, which are a copy. */
    read(path: string): Uint8Array;
    dispose(): void;
}

export type Format =
    | 'unknown' | 'pmx' | 'pmd' | 'vmd' | 'vpd' | 'x' | 'gltf' | 'glb' | 'hclip' | 'fbx' | 'bvh' | 'pmm' | 'vac';

export interface LoadOptions {
    /** Of Files with several: the file. Left out: the only one that is a model, or a motion. */
    path?: string;
    /** Whether a warning is an error. */
    strict?: boolean;
    /** Motions of .x, glTF, FBX and .hclip: the clip's number or name. Left out: the first one. */
    clip?: string;
    /** Motions of glTF and FBX: which camera of the file gives the camera keys. */
    camera?: string;
    /** BVH: length of the file's unit in metres. Left out: guessed. */
    unit?: number;
}

export interface Hone {
    /** "0.1.0" */
    readonly version: string;
    /** Bytes of hone's memory that are in use, and bytes that it has. */
    readonly memory: { readonly used: number; readonly size: number };
    /** Loads a part now, so that later calls need not wait for it. */
    load(part: Part): Promise<void>;
    openFiles(source: FileSource): Promise<Files>;
    loadModel(source: FileSource | Files, options?: LoadOptions): Promise<Model>;
    loadMotion(source: FileSource | Files, options?: LoadOptions): Promise<Motion>;
    createActor(model: Model, options?: ActorOptions): Promise<Actor>;
    createRenderer(canvas: HTMLCanvasElement | OffscreenCanvas, options?: RendererOptions): Renderer;
    /** A scene: from a scene file of hone, or empty. */
    loadScene(files: Files, options?: { path?: string }): Promise<Scene>;
    createScene(): Promise<Scene>;
    /** The words that DrawItem.show and DrawOptions.compare may have, with names of controls. */
    choices(language?: string): Promise<{ readonly show: readonly Choice[]; readonly compare: readonly Choice[] }>;
    /** The licences that Model.writeVrm knows by name, such as "CC-BY-4.0"; "vrm" is VRM's own, at its strictest. */
    licences(): Promise<readonly string[]>;
    /** A sentence of hone, such as the message of an error, in another language: "ja". */
    translate(text: string, language: string): Promise<string>;
    /** What a scene can be told (tool/settings), for a page that makes controls of it. */
    settings(language?: 'en' | 'ja'): Promise<readonly Setting[]>;
    /** A motion for `to` from a motion that was made for `from`; `from` may be left out for motions of MMD. */
    retarget(motion: Motion, to: Model, options?: RetargetOptions): Promise<Motion>;
    /** A camera in front, a little above, that sees all of the actors, or the crowd that copies them. */
    cameraFraming(actors: readonly Actor[], aspect: number, options?: { crowd?: Crowd }): Camera;
    /** The camera of a preset, as the command's --camera: "auto", "front", "side", "back" of all actors; "full", "bust",
     * "face" of the first one. fov: degrees; left out: 30. */
    cameraShot(preset: string, actors: readonly Actor[], aspect: number, options?: { fov?: number }): Promise<Camera>;
    /** Frees everything. No object of this instance may be used afterwards. */
    dispose(): void;
}

// ---- models and motions -------------------------------------------------------------------------------------------

export interface Bone {
    readonly name: string;
    readonly englishName: string;
    /** -1: none. It may come later in the array. */
    readonly parent: number;
    /** At rest, model space. */
    readonly position: readonly [number, number, number];
    readonly flags: number;
    readonly layer: number;
    /** The bone that it points to; -1: none. */
    readonly tailBone: number;
    /** Whether it is the goal of an IK chain. */
    readonly ik: boolean;
}

export interface Morph {
    readonly name: string;
    readonly englishName: string;
    /** Of an editor: 0 hidden, 1 eyebrow, 2 eye, 3 mouth, 4 other. */
    readonly panel: number;
    readonly kind:
        | 'group' | 'vertex' | 'bone' | 'uv' | 'uv1' | 'uv2' | 'uv3' | 'uv4' | 'material' | 'flip' | 'impulse' | 'value';
    readonly defaultWeight: number;
}

export interface Material {
    readonly name: string;
    readonly englishName: string;
    readonly diffuse: readonly [number, number, number, number];
    readonly specular: readonly [number, number, number];
    readonly specularPower: number;
    readonly ambient: readonly [number, number, number];
    readonly flags: number;
    readonly edgeColour: readonly [number, number, number, number];
    readonly edgeSize: number;
    /** Index in Model.textures; -1: none. */
    readonly texture: number;
    readonly sphereTexture: number;
    readonly sphereMode: 'off' | 'multiply' | 'add' | 'sub_texture';
    readonly toon: number;
    readonly sharedToon: boolean;
    /** Consecutive indices of the mesh, after those of the materials before it. */
    readonly indexCount: number;
}

export interface Model {
    readonly format: Format;
    readonly space: 'mmd' | 'x' | 'gltf';
    readonly name: string;
    readonly englishName: string;
    readonly comment: string;
    readonly englishComment: string;
    readonly bones: readonly Bone[];
    readonly morphs: readonly Morph[];
    readonly materials: readonly Material[];
    /** Paths of textures as the file has them. */
    readonly textures: readonly string[];
    /** Those of them that are not among the files that the model was loaded from. */
    readonly missingTextures: readonly string[];
    readonly bodyCount: number;
    readonly jointCount: number;
    /** Index into `textures` of the thumbnail that an avatar has; -1: there is none. */
    readonly thumbnail: number;
    /** Names of the clips of the file, for LoadOptions.clip. */
    readonly clips: readonly string[];
    readonly warnings: readonly Warning[];
    /** [vertices * 3] at rest, model space. */
    readonly positions: Float32Array;
    readonly normals: Float32Array;
    /** [vertices * 2] (0, 0) is the top left of the picture. */
    readonly uvs: Float32Array;
    readonly indices: Uint32Array;
    /** [vertices * 4] the four largest influences of each vertex: slots of the palette; computed at the first read. */
    readonly skinIndices: Uint16Array;
    /** [vertices * 4] their weights, which add up to 1. */
    readonly skinWeights: Float32Array;
    /** [vertices] how a shader blends each vertex: 0 linearly, 1 SDEF, 2 dual quaternions, 3 not at all
     * (hone_skin_vertex_kind). */
    readonly skinKinds: Uint8Array;
    /** [vertices * 9] c, c0 and c1 of SDEF vertices, of others 0; null: there is no such vertex. */
    readonly skinSdef: Float32Array | null;
    /** [vertices] factors of the materials' edge sizes. */
    readonly edgeScales: Float32Array;
    /** [slots] the bone of each slot; -1: model space itself. */
    readonly slotBones: Int32Array;
    /** [slots * 12] bone space from mesh space, rows of 3x4 matrices. */
    readonly slotMatrices: Float32Array;
    /** -1: there is no bone of that name. */
    findBone(name: string): number;
    findMorph(name: string): number;
    /** A texture's bytes (png, jpg, ...), which are a copy; null: missing. */
    texture(index: Index): Uint8Array | null;
    /** Names by which bones and morphs are known besides those of the file. */
    readNames(): Promise<KnownNames>;
    /** The humanoid map: bones by VRM's names ("leftUpperArm"). */
    readHumanoid(): Promise<Record<string, number>>;
    /** What is wrong with the model, and what of motions does not fit it, as `hone doctor` says. */
    doctor(options?: DoctorOptions): Promise<Findings>;
    writePmx(): Promise<Uint8Array>;
    /** At rest, with its textures, in one file. With a motion: Actor.writeGlb. */
    writeGlb(options?: GlbOptions): Promise<Uint8Array>;
    /** As an avatar (VRM 1.0), with springs in place of bodies, which takes a while. For a humanoid. */
    writeVrm(options?: VrmOptions): Promise<Uint8Array>;
    dispose(): void;
}

/** An avatar that is written again may go without author and licence, which it has; any other model may not. */
export interface VrmOptions {
    /** Who made it; several names with semicolons between them. */
    author?: string;
    /** A name of Hone.licences, such as "CC-BY-4.0", or the address of another licence. */
    licence?: string;
    /** Default: the name of the model. */
    title?: string;
    /** A png or jpg of the character; left out: an avatar keeps its own, others have none. */
    thumbnail?: Uint8Array;
    /** Metres of the unit of a model that is not MMD's; default: 1. */
    scale?: number;
    /** Called with a sentence for each thing that is left out. */
    note?(text: string): void;
}

export interface KnownNames {
    readonly bones: readonly {
        /** The bone of a human that it is, by VRM's name: "rightUpperArm"; "": none. */
        readonly role: string;
        /** MMD's name of that bone, and MMD's English name; "": none. */
        readonly japanese: string;
        readonly standard: string;
        /** What to show beside the name: the English name of the file, or else the role or the standard name. */
        readonly english: string;
        /** The name on the other side of the body, or the name itself. */
        readonly mirror: string;
    }[];
    readonly morphs: readonly {
        readonly english: string;
        /** Names in VRM and other rigs, with a bar before and after each: "|まばたき|blink|". */
        readonly synonyms: string;
    }[];
}

export interface DoctorOptions {
    motions?: readonly Motion[];
    /** Also tell what cannot be said there. */
    target?: 'none' | 'gltf' | 'vrm' | 'game';
    /** Whether bodies move through the motions, or for five seconds at rest, to find joints that open; left out: true. */
    physics?: boolean;
    /** Whether textures are looked for; left out: true. */
    textures?: boolean;
    /** "ja": the texts are Japanese. */
    language?: string;
}

export interface Findings {
    readonly faults: number;
    readonly warnings: number;
    readonly notes: number;
    readonly findings: readonly {
        readonly level: 'fault' | 'warning' | 'note';
        /** "missing-texture", in every language. */
        readonly check: string;
        readonly text: string;
        /** How many bones, files and so on it is about, and the first ten. */
        readonly total: number;
        readonly names: readonly string[];
    }[];
}

export interface Motion {
    readonly format: Format;
    readonly space: 'mmd' | 'x' | 'gltf';
    /** The model that it was made for, as the file says. */
    readonly modelName: string;
    /** Seconds. */
    readonly duration: number;
    /** Whether it moves bones or morphs; otherwise it has keys of camera, light and so on only. */
    readonly moves: boolean;
    readonly warnings: readonly Warning[];
    /** Whether the model has some of its bones and morphs. */
    isFor(model: Model): boolean;
    /** What its keys say at a frame (30ths of a second); null: there are no such keys. */
    camera(frame: number): Camera | null;
    light(frame: number): Light | null;
    shadow(frame: number): SelfShadow | null;
    /** Only for motions in MMD's space. */
    writeVmd(): Promise<Uint8Array>;
    dispose(): void;
}

export interface RetargetOptions {
    /** The model that the motion was made for. Left out: MMD's usual skeleton, or that of the motion's own file. */
    from?: Model;
    reachHands?: boolean;
    /** "auto" (usual): "turn" for a VRM animation, "plant" for others. */
    feet?: 'auto' | 'follow' | 'plant' | 'turn';
}

// ---- actors -------------------------------------------------------------------------------------------------------

/** A whole number from 0 on. */
export type Index = number;
export type Vector = readonly [number, number, number];
/** x, y, z, w */
export type Quaternion = readonly [number, number, number, number];

export interface PhysicsOptions {
    gravity?: Vector;
    wind?: Vector;
    floor?: boolean;
    /** Steps a second; 0: 60. */
    rate?: number;
    solver?: 'corrected' | 'plain';
    /** A time has one result, however it was reached. */
    exact?: boolean;
    settleSeconds?: number;
}

export interface ActorOptions {
    /** true: the bodies of the model are simulated. */
    physics?: boolean | PhysicsOptions;
    /** In place of `physics`: it plays as the settings of the scene say, IK and rules too. Physics is live: it depends on
     * the times before. */
    scene?: Scene;
}

/** The name of a motion while an actor plays it; never 0. */
export type Play = number & { readonly __play?: never };
/** The name of a goal of an actor; never 0. */
export type Goal = number & { readonly __goal?: never };

export interface PlayOptions {
    loop?: boolean;
    pingPong?: boolean;
    loopCount?: number;
    stop?: boolean;
    fadeOutSeconds?: number;
    startSeconds?: number;
    offsetSeconds?: number;
    speed?: number;
    /** A play with which it is blended, in one layer. */
    with?: Play;
    additive?: boolean;
    reference?: Motion;
    referenceSeconds?: number;
    fadeInSeconds?: number;
    /** [bones] 0 to 1, a factor of its weight for each bone. */
    mask?: ArrayLike<number>;
    allowUnbound?: boolean;
}

export interface GoalOptions {
    /** "gaze": neck, head and eyes. "lookAt": the eyes alone, an avatar (VRM) as its file has it. */
    kind: 'limb' | 'gaze' | 'feet' | 'lookAt';
    /** "limb": "leftUpperArm", "rightUpperLeg", ... */
    upper?: string;
    /** Model space: where the end of the limb goes, or at what the character looks. */
    position?: Vector;
    /** 0 to 1; 1 if left out. */
    weight?: number;
    /** "feet": height of the ground at x, z in the world. Left out: 0 everywhere. */
    ground?: (x: number, z: number) => number;
}

/** Degrees are about x, y and z of Ry Rx Rz, as MMD shows them. */
export interface BoneNumbers {
    /** The pose before IK and physics: rotation from rest, and offset from rest. */
    readonly degrees: Vector;
    readonly offset: Vector;
    /** Model space, after IK and physics. */
    readonly position: Vector;
    /** The rotation relative to the parent, after IK and physics. */
    readonly result: Vector;
    /** What turns it besides its pose: then turning it by hand has no effect. */
    readonly movedBy: 'ik' | 'physics' | null;
    /** The bone to which that IK moves it, which is moved in its place; -1: there is none. */
    readonly goal: number;
}

export interface Actor {
    readonly model: Model;
    /** Adds a motion above the others. */
    play(motion: Motion, options?: PlayOptions): Play;
    crossFade(from: Play, motion: Motion, options?: PlayOptions): Play;
    inertialize(from: Play, motion: Motion, options?: PlayOptions): Play;
    readonly playCount: number;
    playAt(index: Index): Play;
    playStop(play: Play): void;
    playFade(play: Play, weight: number, seconds: number): void;
    playFadeOut(play: Play, seconds: number): void;
    playSetWeight(play: Play, weight: number): void;
    playWeight(play: Play): number;
    playSeek(play: Play, seconds: number): void;
    playSeconds(play: Play): number;
    playSetSpeed(play: Play, speed: number): void;
    playSpeed(play: Play): number;
    playPause(play: Play, paused: boolean): void;
    playBoundCount(play: Play): number;

    /** Goes to a time: samples the motions, evaluates the rig with physics, applies morphs and builds the palette. */
    update(seconds: number): void;
    updateFrame(frame: number): void;

    /** Turns and moves a bone by hand, over all motions, in the axes of the bone's parent; null: not any more. Of a bone
     * with a fixed axis only the turn about that axis counts. */
    setBone(bone: Index, change: { rotation?: Quaternion; translation?: Vector } | null): void;
    /** The weight of a morph by hand, in place of that of the motions; null: theirs. */
    setMorph(morph: Index, weight: number | null): void;
    /** What setBone, poseBone or a handle has made of a bone; null: nothing. */
    boneByHand(bone: Index): { rotation: Quaternion; translation: Vector } | null;
    /** null: the weight is that of the motions. */
    morphByHand(morph: Index): number | null;
    /** A bone as numbers, of the last update. Needs the part "more", as do poseBone, boneByHand and morphByHand. */
    readBone(bone: Index): BoneNumbers;
    /** Changes a bone by hand so that its pose before IK and physics is this one, whatever the motions say. */
    poseBone(bone: Index, pose: { degrees: Vector; offset: Vector }): void;
    /** Takes back all that was set by hand. */
    resetByHand(): void;

    goalAdd(goal: GoalOptions): Promise<Goal>;
    goalSet(goal: Goal, to: GoalOptions): void;
    goalRemove(goal: Goal): void;
    goalReached(goal: Goal): boolean;
    /** From the next update on the eyes look at a point of the world; an avatar (VRM) as its file has it. null: as in the
     * motions. A model without eyes does nothing. world: that of its item. Needs the part "more". */
    lookAt(point: Vector | null, world?: ArrayLike<number>): void;

    /** Where it is: world from model space. Physics gets the inertia of a move by setWorld, none by teleport. */
    setWorld(rotation: Quaternion, translation: Vector): void;
    teleport(rotation: Quaternion, translation: Vector): void;
    pushBody(body: Index, impulse: Vector, point?: Vector): void;

    /** What follows is the result of the last update. */
    readonly visible: boolean;
    /** [bones * 12] model space from bone space: three rows of four numbers each. */
    readonly bones: Float32Array;
    /** [morphs] final weights. */
    readonly morphs: Float32Array;
    /** [slots * 12] the skinning palette, rows as in `bones`. */
    readonly palette: Float32Array;
    /** [vertices * 3] the mesh with morphs, before skinning: for renderers that skin on the GPU. That of the model if no
     * morph changes it. */
    readonly positions: Float32Array;
    readonly normals: Float32Array;
    /** [vertices * 2] with morphs. */
    readonly uvs: Float32Array;
    /** It grows when a morph changes `positions`, `normals`, `uvs` or `materials`. */
    readonly morphRevision: number;
    /** [materials * 40] hone_material_state: diffuse (4), specular (3), specular power, ambient (3), edge colour (4),
     * edge size, and for texture, sphere map and toon a factor (4) and an addend (4). */
    readonly materials: Float32Array;
    /** [bones * 10] the pose that the motions write: translation, rotation x,y,z,w, scale. It may be changed between
     * sampleFrame and evaluate. */
    readonly pose: Float32Array;
    sampleFrame(frame: number): void;
    evaluate(): void;
    applyMorphs(): void;
    buildPalette(): void;
    /** [bodies * 12] where the rigid bodies are in the world, rows of 3x4 matrices; empty without physics. */
    readonly bodies: Float32Array;
    /** A box of all vertices, model space. */
    bounds(): { low: Vector; high: Vector };
    /** Skins the vertices on the CPU: [vertices * 3] each, views that the next call writes again. */
    skin(): Promise<{ positions: Float32Array; normals: Float32Array }>;

    /** The pose as .vpd. Only for models in MMD's space. */
    writeVpd(): Promise<Uint8Array>;
    /** What it does from frame 0 on as plain keys in a .glb, IK and physics included. */
    writeGlb(options: BakeOptions & GlbOptions): Promise<Uint8Array>;
    /** The same as .vmd, for models of MMD. */
    writeVmd(options: BakeOptions): Promise<Uint8Array>;
    writeBvh(options: BakeOptions): Promise<Uint8Array>;
    dispose(): void;
}

export interface BakeOptions {
    /** The frame of the last key. */
    lastFrame: Index;
    /** The largest error of a bone or vertex, in the model's unit; 0: a key in each frame. */
    tolerance?: number;
    /** Called with frames that have been played; false cancels. */
    progress?(frame: number): boolean | void;
    /** Called once, with what was measured of the keys. */
    report?(measured: BakeReport): void;
}

/** Errors are in the model's unit: hone_bake_report says of which points and times. */
export interface BakeReport {
    readonly keysBefore: number;
    readonly keysAfter: number;
    readonly jointError: number;
    readonly vertexError: number;
    readonly jointErrorBetween: number;
    readonly vertexErrorBetween: number;
    readonly deformError: number;
    readonly playerError: number;
    readonly worstBone: number;
    readonly worstVertex: number;
}

export interface GlbOptions {
    surface?: 'by_format' | 'unlit' | 'pbr';
    /** Metres of the unit of a model that is not MMD's. */
    scale?: number;
    /** Compressed by meshoptimizer (EXT_meshopt_compression), as by `hone convert --pack`. */
    pack?: boolean;
    /** Called with a sentence for each thing that glTF cannot hold. */
    note?(text: string): void;
}

// ---- pictures -----------------------------------------------------------------------------------------------------

/** Angles in radians, the field of view in degrees; the distance is usually negative. */
export interface Camera {
    target: Vector;
    angles: Vector;
    distance: number;
    fov: number;
    orthographic?: boolean;
}

export interface Light {
    /** Display values. */
    colour: Vector;
    /** From the light into the scene. */
    direction: Vector;
}

export interface SelfShadow {
    mode: 0 | 1 | 2;
    distance: number;
}

export interface RendererOptions {
    /** The longest side of a texture, pixels: larger ones are halved until they fit. */
    maxTextureSize?: number;
    /** Whether the canvas can be transparent. */
    alpha?: boolean;
    /** Whether the picture stays in the canvas after it was shown. */
    preserveDrawingBuffer?: boolean;
    /** Whether others draw with the context of the canvas, too, between calls of this renderer. It then sets all that it
     * needs each time, and leaves what WebGL begins with, which takes longer. */
    shared?: boolean;
}

export interface DrawItem {
    gpuModel: GpuModel;
    actor: Actor;
    /** Indices of materials that are not drawn. */
    hidden?: readonly Index[];
    wireframe?: boolean;
    /** What is drawn over it, as after `hone render --show`: "bones,bodies", "weights=#12". Hone.choices has the words.
     * Needs the part "more"; so do `marked`, DrawOptions.handles and .compare, and models without a mesh, which are
     * drawn as bones. */
    show?: string;
    /** A bone that is marked among the bones. */
    marked?: Index;
    edgeScale?: number;
    edgeColour?: Vector;
    opacity?: number;
    additive?: boolean;
    noSelfShadow?: boolean;
    noGroundShadow?: boolean;
    /** The dancers that copy character `copies` (left out: 0) of a crowd are drawn in place of the actor, skinned linearly.
     * Their morphs and materials are the actor's. */
    crowd?: Crowd;
    copies?: Index;
    /** Its place and size in the world, beside what the actor's setWorld says: rows of a 3x4 matrix. */
    world?: ArrayLike<number>;
}

export interface DrawOptions {
    /** Pixels; left out: those of the canvas. */
    width?: number;
    height?: number;
    /** A pixel; left out: 4. */
    samples?: number;
    /** Display values, not multiplied by alpha. Left out: white. */
    background?: Quaternion;
    /** Left out: one that frames the items as they were in the first picture. */
    camera?: Camera;
    light?: Light;
    /** Light from above and from below on materials of MToon, linear: 1 is as bright as MMD's light. Left out: none. */
    ambientLight?: { sky: Vector; ground: Vector };
    /** The time, from which the UV animation of MToon follows; left out: 0, or that of `scene` at `frame`. */
    seconds?: number;
    shadows?: 'both' | 'self' | 'ground' | 'off';
    selfShadow?: SelfShadow;
    /** Display values, a factor of the light's colour or, with ownColour, the colour itself; strength: 0 to 1. */
    groundShadow?: { colour: Vector; ownColour?: boolean; strength?: number };
    shadowSize?: number;
    noEdges?: boolean;
    edgeScale?: number;
    grid?: boolean;
    /** What the characters see of themselves: heads are left out, and of a VRM what its file leaves out. Needs the part
     * "more". */
    firstPerson?: boolean;
    items: readonly DrawItem[];
    gpuSkin?: 'texture' | 'texture_half' | 'texture_quaternion' | 'texture_quaternion_half' | 'matrix' | 'quaternion';
    /** How vertices are blended; left out: as the model says. */
    method?: 'auto' | 'linear' | 'dual_quaternion' | 'centres' | 'delta_mush' | 'direct_delta_mush';
    /** Two to eight ways of skinning, side by side, as after `hone render --compare`: ["linear", "dual-quaternion"]. */
    compare?: readonly string[];
    /** The handles of a bone. */
    handles?: Handles;
    /** Pixels of the picture for one of the marks that `show` and `handles` draw; left out: 1. */
    markScale?: number;
    /** Its settings of the picture, and its keys at `frame`, in place of what is left out here. */
    scene?: Scene;
    frame?: number;
}

/** Rings that turn a bone, or arrows and squares that move it. */
export interface Handles {
    /** Index in `items`; left out: 0. */
    item?: Index;
    bone: Index;
    mode?: 'turn' | 'move';
    axes?: 'local' | 'parent' | 'model';
    /** Pixels of marks: radius of the rings, length of the arrows; left out: 90. */
    size?: number;
    /** Whether the background is light. */
    onLight?: boolean;
}

export type Handle = 'x' | 'y' | 'z' | 'yz' | 'zx' | 'xy' | 'screen';

export interface RenderStats {
    /** Microseconds of the caller's time. */
    readonly send: number;
    readonly draw: number;
    readonly paletteBytes: number;
}

export interface Renderer {
    readonly canvas: HTMLCanvasElement | OffscreenCanvas;
    readonly context: WebGL2RenderingContext;
    /** The name of the device that draws. */
    readonly name: string;
    readonly isSoftware: boolean;
    readonly maxSamples: number;
    readonly stats: RenderStats;
    /** Whether the context is lost. When the browser gives it back, the renderer and its models are made again by
     * themselves, and `onrestored` is called. */
    readonly lost: boolean;
    onrestored: (() => void) | null;
    /** Decodes the textures of a model and sends it to the GPU. */
    createModel(model: Model): Promise<GpuModel>;
    /** A crowd: dancer i copies characters[i % characters.length]. */
    createCrowd(count: Index, characters: readonly CrowdCharacter[], options?: CrowdOptions): Promise<Crowd>;
    /** Compiles the programs that a picture needs, so that the first picture does not wait for them.
     * progress: called with a number from 0 to 1. */
    warmUp(options: DrawOptions, progress?: (done: number) => void): Promise<void>;
    /** Draws into the canvas. Nothing happens while the context is lost. */
    draw(options: DrawOptions): void;
    /** Draws and reads the pixels: red, green, blue, alpha; the top row first. */
    drawImage(options: DrawOptions): { width: number; height: number; pixels: Uint8ClampedArray };
    /** What is seen at a pixel, from the top left; null: nothing. */
    pick(options: DrawOptions, x: number, y: number): { item: number; material: number; depth: number } | null;
    /** The bone at a pixel, from the top left: one whose joint or line is within `reach` pixels of marks (12), unless
     * `bones` is false, or else the one that moves the surface there most. null: nothing is there. */
    pickBone(options: DrawOptions, x: number, y: number, what?: { reach?: number; bones?: boolean }):
        { item: number; bone: number; surface: boolean } | null;
    /** The handle at a pixel, which is drawn lighter until another call. */
    handleAt(options: DrawOptions, x: number, y: number): Handle | null;
    /** Takes hold of the handle at a pixel; null: there is none, or it cannot be dragged from here. */
    grab(options: DrawOptions, x: number, y: number): Handle | null;
    /** Bends the bone by hand to where the pointer is. snap: in steps of 15 degrees or 0.1 units. amount: degrees since
     * it was grabbed, or units along the axes of the handles. */
    drag(options: DrawOptions, x: number, y: number, how?: { snap?: boolean }): { amount: Vector } | null;
    letGo(): void;
    dispose(): void;
}

/** A picture, such as one of drawImage, as the bytes of a png. A canvas would multiply its colours by alpha. */
export function encodePng(picture: { width: number; height: number; pixels: Uint8Array | Uint8ClampedArray }): Promise<Uint8Array>;

/** A model on the GPU, for any number of actors of it. */
export interface GpuModel {
    readonly model: Model;
    /** Textures that are missing or damaged. */
    readonly warnings: readonly Warning[];
    /** Why it was skinned otherwise than the last picture asked for; null: it was not. */
    readonly fallback: string | null;
    dispose(): void;
}

/** What dancers of a crowd copy. */
export interface CrowdCharacter {
    gpuModel: GpuModel;
    actor: Actor;
    /** Left out: of an actor of CrowdOptions.scene the last one that it plays; others stay at rest. */
    motion?: Motion;
}

export interface CrowdOptions {
    /** Its rules for motions; left out: the usual ones. */
    scene?: Scene;
    /** Frames in a second of the animation texture, 1 to 1000; left out: 30. */
    rate?: Index;
}

/** Dancers on a grid around the origin, each at its own moment of its motion, without physics: as `hone render --crowd N
 * --crowd-rate R` draws them. The GPU poses them, so thousands take no longer than a few. It is disposed of with a GPU
 * model of its characters, if not before. */
export interface Crowd {
    readonly isDisposed: boolean;
    /** Moves every dancer to that frame, 30 a second, plus its own offset; at its end a dance begins again. */
    updateFrame(frame: number): void;
    dispose(): void;
}

// ---- scenes -------------------------------------------------------------------------------------------------------

/** What a scene can be told: a row of the table that also makes hone's command line, scene files and viewer. */
export interface Setting {
    /** Where scene files have it: "picture.shadows". */
    readonly key: string;
    readonly kind:
        | 'flag' | 'off' | 'choice' | 'integer' | 'count' | 'frame' | 'number' | 'float' | 'given' | 'pair' | 'vector'
        | 'gravity' | 'direction' | 'text' | 'path' | 'colour' | 'size' | 'word_or_number' | 'camera' | 'object' | 'other';
    /** The option of the command line; null: it has none. */
    readonly name: string | null;
    /** The name of a control; of an object: the title above those of its members. null: there is none. */
    readonly label: string | null;
    readonly help: string | null;
    /** The title of the section that begins here; null: the section goes on. */
    readonly section: string | null;
    /** The words that the value may be, and their texts in a control. */
    readonly words: readonly string[] | null;
    readonly wordLabels: readonly string[] | null;
    readonly low: number | null;
    readonly high: number | null;
    /** What it means if nothing is said; null: see `help`. */
    readonly unset: number | readonly number[] | null;
    readonly step: number | null;
    readonly decimals: number | null;
    /** Whether a page can use it: not what names files of the disk, or is about output. */
    readonly isControl: boolean;
    /** Whether it is about playing: actors that were made before, and fitted motions, do not know of a change. */
    readonly ofActors: boolean;
}

/** A word of a list, and the name of a control for it. "weights=" is followed by a bone: "weights=#12". */
export interface Choice {
    readonly word: string;
    readonly label: string;
}

/** What a scene file has for a setting: a number, a text, a list of numbers. */
export type SettingValue = boolean | number | string | readonly number[] | Readonly<Record<string, unknown>> | null;

export interface SceneItem {
    readonly path: string;
    readonly model: Model;
    readonly actor: Actor;
}

/** A scene: settings of the picture, and what was loaded with it. */
export interface Scene {
    /** The models of the file with an actor each; empty for a new scene. */
    readonly items: readonly SceneItem[];
    /** The last frame of its motions. */
    readonly lastFrame: number;
    readonly warnings: readonly string[];
    /** The value of a setting; null: not set. */
    get(key: string): SettingValue;
    /** null: not set any more. */
    set(key: string, value: SettingValue): void;
    /** The motion as it plays on a model: the same keys, or retargeted where the settings ask for it and where it was made
     * for other bones. from: the model of the motion's file. name: of the file, for warnings. */
    fitMotion(motion: Motion, model: Model, options?: { from?: Model; name?: string }): Motion;
    /** The camera at a frame, of its keys or as it fixes it; null: it says another one, such as a preset, or none. */
    camera(frame: number): Camera | null;
    /** Makes the actors of its items again, after settings that are `ofActors` have changed: `item.actor` is another. */
    remake(): Promise<void>;
    /** The motions whose keys move camera, light and shadow of the picture; left out: none. */
    useKeys(motions?: { camera?: Motion; light?: Motion; shadow?: Motion }): void;
    /** Brings all actors to a frame, with their places. */
    updateFrame(frame: number): void;
    /** What the renderer draws: the items with their places, edges and opacity. */
    drawItems(models: ReadonlyMap<Model, GpuModel>): DrawItem[];
    /** The scene as a scene file. */
    write(): string;
    dispose(): void;
}
