/** The page: drop a character, and see it dance. */
import { createHone } from './hone.mjs';
import { chosenFiles, droppedFiles } from './drop.mjs';
import { Orbit } from './orbit.mjs';
import { texts, translate } from './texts.mjs';

const byId = (id) => document.getElementById(id);
const canvas = byId('canvas'), words = new URLSearchParams(location.search);
const modelKinds = new Set(['pmx', 'pmd', 'x', 'glb', 'gltf', 'fbx', 'bvh']);
const motionKinds = new Set(['vmd', 'vpd', 'hclip']);

/** What is shown: a model with its actor, and the motions that it plays. */
const stage = { model: null, gpuModel: null, actor: null, motions: [], plays: [], seconds: 0, playing: true, framed: false };
/** The skeletons of motions whose files have one: glTF, FBX, .x, BVH. */
const skeletons = new WeakMap();
let hone, renderer, orbit;

function say(sentence) {
    byId('message').textContent = sentence;
}

/** Runs what a user asked for; an error becomes one sentence. */
async function attempt(job) {
    try {
        say('');
        await job();
    } catch (error) {
        console.error(error);
        say(error.message);
    }
}

// ---- opening -------------------------------------------------------------------------------------------------------

/** Shows another model, to which the motions of the old one go on if they fit. */
async function showModel(model, name) {
    const actor = await hone.createActor(model, { physics: byId('physics').checked });
    const gpuModel = await renderer.createModel(model);
    const old = { ...stage };
    Object.assign(stage, { model, actor, gpuModel, plays: [], framed: false });
    for (const gone of [old.gpuModel, old.actor, old.model !== model && old.model])
        gone && gone.dispose();
    byId('name').textContent = model.name || name;
    const missing = model.missingTextures.length;
    say(missing ? texts.missing(missing) : '');
}

/** A motion as the model can play it: retargeted if it was made for another skeleton. */
async function fitted(motion) {
    const fits = motion.space === stage.model.space && motion.isFor(stage.model);
    return fits ? motion : hone.retarget(motion, stage.model, { from: skeletons.get(motion) });
}

function forget(motion) {
    skeletons.get(motion)?.dispose();
    motion.dispose();
}

/** Plays motions on the model. */
async function playMotions(motions) {
    for (const play of stage.plays)
        stage.actor.playStop(play);
    stage.plays = [];
    for (const motion of motions) {
        if (!motion.moves)
            continue;
        const played = await fitted(motion);
        stage.plays.push(stage.actor.play(played, { loop: byId('loop').checked }));
        if (played !== motion)
            played.dispose(); // the actor keeps it
    }
    stage.motions.filter((old) => !motions.includes(old)).forEach(forget);
    stage.motions = motions;
    stage.length = Math.max(0, ...motions.map((motion) => motion.duration));
    byId('time').max = stage.length || 1;
    byId('keys').hidden = !cameraMotion();
    byId('camera').checked = Boolean(cameraMotion());
    orbit.set(frontCamera());
}

function cameraMotion() {
    return stage.motions.find((motion) => motion.camera(0));
}

/** The motion of a file that has a skeleton, too: its first clip. */
async function clipOf(files, path) {
    const motion = await hone.loadMotion(files, { path });
    skeletons.set(motion, await hone.loadModel(files, { path }));
    return motion;
}

/** Opens a model, motions or both, out of any files. */
async function open(source) {
    const files = await hone.openFiles(source), motions = [];
    let model = null, own = [];
    try {
        for (const path of files.paths) {
            const kind = files.format(path);
            if (modelKinds.has(kind)) {
                const read = await hone.loadModel(files, { path }), hasMesh = read.indices.length > 0;
                if (hasMesh && !model) {
                    model = read;
                    own = model.clips.length ? [await clipOf(files, path)] : [];
                    await showModel(model, path);
                    continue;
                }
                if (!hasMesh) // a skeleton with a motion: motion capture, a clip of Mixamo
                    motions.push(await clipOf(files, path));
                read.dispose();
            } else if (motionKinds.has(kind))
                motions.push(await hone.loadMotion(files, { path }));
        }
        if (!model && motions.length === 0)
            throw new Error(texts.nothing);
        await playMotions(motions.length ? motions : own.length ? own : stage.motions);
    } finally {
        files.dispose();
    }
}

/** The built-in character; its files are listed beside them. */
async function openBuiltIn() {
    const list = await (await fetch('samples/files.json')).json();
    const entries = list.map(async (name) => [name, await (await fetch(`samples/${name}`)).arrayBuffer()]);
    await open(new Map(await Promise.all(entries)));
}

// ---- the clock -----------------------------------------------------------------------------------------------------

const clockText = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

function position() {
    return stage.plays.length ? stage.actor.playSeconds(stage.plays[0]) : 0;
}

function seek(seconds) {
    for (const play of stage.plays)
        stage.actor.playSeek(play, seconds);
}

function setPlaying(playing) {
    if (playing && !byId('loop').checked && position() >= stage.length)
        seek(0);
    stage.playing = playing;
    byId('play').textContent = playing ? texts.pause : texts.play;
}

// ---- drawing -------------------------------------------------------------------------------------------------------

function frontCamera() {
    return hone.cameraFraming([stage.actor], canvas.clientWidth / canvas.clientHeight);
}

/** The canvas has a pixel for each of the screen's, of which software draws a quarter. */
function fitCanvas() {
    const scale = renderer.isSoftware ? 0.5 : Math.min(devicePixelRatio, 2);
    const width = Math.max(1, Math.round(canvas.clientWidth * scale));
    const height = Math.max(1, Math.round(canvas.clientHeight * scale));
    if (canvas.width !== width || canvas.height !== height)
        Object.assign(canvas, { width, height });
}

function currentCamera() {
    const keys = byId('camera').checked && cameraMotion();
    return (keys && keys.camera(30 * position())) || orbit.camera;
}

function picture() {
    return {
        width: canvas.width, height: canvas.height, samples: renderer.isSoftware ? 1 : 4,
        background: [0.87, 0.9, 0.95, 1], camera: currentCamera(),
        items: [{ gpuModel: stage.gpuModel, actor: stage.actor }],
    };
}

function draw() {
    stage.actor.update(stage.seconds);
    if (!stage.framed) {
        orbit.set(frontCamera());
        stage.framed = true;
    }
    fitCanvas();
    renderer.draw(picture());
}

let last = 0;
function frame(now) {
    requestAnimationFrame(frame);
    const passed = Math.min((now - last) / 1000, 0.1); // a page that was hidden goes on where it was
    last = now;
    if (!stage.actor || renderer.lost)
        return;
    if (stage.playing)
        stage.seconds += passed;
    try {
        draw();
    } catch (error) {
        say(error.message);
    }
    if (stage.playing && !byId('loop').checked && position() >= stage.length)
        setPlaying(false);
    byId('time').value = position();
    byId('clock').textContent = `${clockText(position())} / ${clockText(stage.length ?? 0)}`;
}

// ---- controls ------------------------------------------------------------------------------------------------------

function listen() {
    byId('open').onclick = () => byId('files').click();
    byId('folder').onclick = () => byId('folders').click();
    for (const id of ['files', 'folders'])
        byId(id).onchange = ({ target }) => attempt(() => open(chosenFiles(target.files)));
    byId('play').onclick = () => setPlaying(!stage.playing);
    byId('time').oninput = ({ target }) => seek(Number(target.value));
    byId('loop').onchange = () => attempt(() => playMotions(stage.motions));
    byId('front').onclick = () => { byId('camera').checked = false; orbit.set(frontCamera()); };
    byId('physics').onchange = () => attempt(async () => {
        await showModel(stage.model, '');
        await playMotions(stage.motions);
    });
    addEventListener('dragover', (event) => { event.preventDefault(); document.body.classList.add('dropping'); });
    addEventListener('dragleave', () => document.body.classList.remove('dropping'));
    addEventListener('drop', (event) => {
        event.preventDefault();
        document.body.classList.remove('dropping');
        attempt(async () => open(await droppedFiles(event.dataTransfer)));
    });
    canvas.addEventListener('keydown', (event) => {
        if (event.key === ' ')
            setPlaying(!stage.playing);
    });
}

async function start() {
    translate();
    hone = await createHone();
    renderer = hone.createRenderer(canvas, { preserveDrawingBuffer: words.has('test') });
    orbit = new Orbit(canvas, () => { byId('camera').checked = false; });
    listen();
    await openBuiltIn();
    await renderer.warmUp(picture(), (done) => { byId('progress').value = done; });
    say(texts.drop);
    setTimeout(() => byId('message').textContent === texts.drop && say(''), 10000);
    requestAnimationFrame((now) => { last = now; frame(now); });
}

window.page = { stage, get hone() { return hone; }, get renderer() { return renderer; }, get camera() { return orbit.camera; } }; // for tests and the console
await attempt(start);
byId('progress').hidden = true;
