/** The page: drop a character, and see it dance. This module starts the others and connects the controls. */
import { createHone } from './hone.mjs';
import { fetchNamed, readWords } from './addresses.mjs';
import { Clock } from './clock.mjs';
import { listenToControls, showTime } from './controls.mjs';
import { Dancers } from './crowd.mjs';
import { chosenFiles, droppedFiles } from './drop.mjs';
import { listenToKeys } from './keys.mjs';
import { keepSite, takeNewVersion } from './offline.mjs';
import { Gaze } from './gaze.mjs';
import { Hand } from './hand.mjs';
import { Orbit } from './orbit.mjs';
import { makePanels, panelsFrame } from './panels/panels.mjs';
import { Picture } from './picture.mjs';
import { songControls } from './song.mjs';
import { Stage } from './stage.mjs';
import { language, text, translatePage } from './texts.mjs';

const byId = (id) => document.getElementById(id);
const canvas = byId('canvas'), words = new URLSearchParams(location.search);

/** What panels, tests and the console use. */
const page = { language, clock: new Clock(), say, attempt, translated, open, progress };
window.page = page;

/** A sentence for the reader; '' takes it back. */
function say(sentence) {
    byId('message').textContent = sentence;
    byId('error').textContent = '';
}

/** A sentence of hone in the reader's language. */
async function translated(sentence) {
    try {
        return language === 'en' || !page.hone ? sentence : await page.hone.translate(sentence, language);
    } catch {
        return sentence;
    }
}

/** What went wrong, as one sentence. */
async function fail(error) {
    console.error(error);
    byId('message').textContent = '';
    byId('error').textContent = await translated(error.message.split('\n', 1)[0]);
}

/** Runs what a user asked for. */
async function attempt(job) {
    try {
        say('');
        await job();
    } catch (error) {
        await fail(error);
    } finally {
        page.picture?.detail.wake();
    }
}

// ---- opening -------------------------------------------------------------------------------------------------------

let isStarting = true;
/** Shows how far a job is: 0 to 1; null: it has ended. The start is one job. */
function progress(done) {
    byId('progress').hidden = done === null && !isStarting;
    if (done === 0)
        byId('progress').removeAttribute('value'); // nobody knows yet how long it takes
    else if (done !== null)
        byId('progress').value = done;
}

async function open(source, options) {
    const { stage, picture } = page, before = stage.characters, keys = stage.keyMotion('camera'), { opened } = stage;
    progress(0);
    try {
        await stage.open(source, { ...options, progress });
    } finally {
        progress(null);
    }
    if (stage.keyMotion('camera') !== keys || stage.opened !== opened)
        picture.useMotion(true);
    if (stage.characters !== before) { // they stand where they dance after the first update
        stage.update();
        picture.frame();
    }
    say(await translated(stage.messages[0] ?? ''));
}

/** The built-in character; its files are listed beside them. */
async function openBuiltIn() {
    const list = await (await fetch('samples/files.json')).json();
    const entries = list.map(async (name) => [name, await (await fetch(`samples/${name}`)).arrayBuffer()]);
    await open(Object.assign(new Map(await Promise.all(entries)), { builtIn: true }), { builtIn: true });
}

/** What the address names; without a model the built-in character stands for it. */
async function openNamed() {
    let named = null, problem = '';
    try {
        named = await fetchNamed(page.hone, words, progress);
    } catch (error) {
        problem = error.message;
    }
    if (!named?.words.some(([kind]) => kind !== 'motion' && kind !== 'song'))
        await openBuiltIn();
    if (named)
        await open(named);
    await setNamed();
    return problem;
}

/** The words of the address that name no files. */
async function setNamed() {
    const { clock, stage, picture } = page, { t, speed, loop, playing, physics, camera, settings } = readWords(words);
    for (const [key, value] of settings)
        (await stage.useScene()).set(key, value);
    if (physics !== undefined)
        stage.physics = physics;
    if (settings.length || physics !== undefined)
        await stage.remake();
    clock.set({ loop: loop ?? clock.loop, playing: playing ?? clock.playing, speed: speed || clock.speed });
    clock.seek(t || 0);
    picture.useMotion(camera !== 'free'); // and listeners know of the settings
}

// ---- frames --------------------------------------------------------------------------------------------------------

let last = 0, told = null; // told: the error of the frame before
function frame(now) {
    requestAnimationFrame(frame);
    const passed = Math.min((now - last) / 1000, 0.1); // a page that was hidden goes on where it was
    last = now;
    if (page.renderer.lost)
        return;
    page.clock.advance(passed);
    page.stage.song?.follow(page.clock);
    try {
        page.gaze.follow();
        page.stage.update();
        page.dancers.follow();
        page.picture.draw(now);
        told = null;
    } catch (error) {
        if (told !== error.message) // and not again in each frame
            fail(error);
        told = error.message;
    }
    showTime(page);
    panelsFrame();
}

// ---- files ---------------------------------------------------------------------------------------------------------

function listenToFiles() {
    byId('open').onclick = () => byId('files').click();
    byId('folder').onclick = () => byId('folders').click();
    for (const id of ['files', 'folders'])
        byId(id).onchange = ({ target }) => attempt(() => open(chosenFiles(target.files)));
    addEventListener('dragover', (event) => { event.preventDefault(); document.body.classList.add('dropping'); });
    addEventListener('dragleave', () => document.body.classList.remove('dropping'));
    addEventListener('drop', (event) => {
        event.preventDefault();
        document.body.classList.remove('dropping');
        const add = event.shiftKey || event.ctrlKey, files = droppedFiles(event.dataTransfer);
        attempt(async () => open(await files, { add }));
    });
}

// ---- panels --------------------------------------------------------------------------------------------------------

/** A small window begins with the picture alone. */
function listenToPanels() {
    const button = byId('show-panels'), panels = byId('panels');
    const show = (shown) => { panels.hidden = !shown; button.ariaExpanded = shown; };
    show(!matchMedia('(max-width: 500px)').matches);
    button.onclick = () => show(panels.hidden);
    button.hidden = false;
}

// ---- starting ------------------------------------------------------------------------------------------------------

function listenToContext({ renderer }) {
    canvas.addEventListener('webglcontextlost', () => say(text('The graphics device is lost; waiting for it.')));
    renderer.onrestored = () => { say(''); page.picture.detail.wake(); };
}

async function start() {
    translatePage();
    const { clock } = page;
    const hone = await createHone();
    const renderer = hone.createRenderer(canvas, { preserveDrawingBuffer: words.has('test') });
    const stage = new Stage(hone, renderer, clock), orbit = new Orbit(canvas, () => page.picture.useMotion(false));
    Object.assign(page, { hone, renderer, stage, orbit, picture: new Picture({ hone, renderer, stage, clock, orbit }) });
    page.hand = new Hand(page);
    page.gaze = new Gaze(page);
    page.dancers = new Dancers(page);
    listenToFiles();
    listenToKeys(page);
    listenToControls(page);
    byId('camera').before(songControls(page));
    listenToContext(page);
    byId('error').onclick = () => say(''); // what it covers
    const problem = await openNamed();
    await renderer.warmUp(page.picture.options(), progress);
    const hint = problem || page.stage.messages[0] || text('Drop a model with its folder, a .zip or a motion here.');
    say(hint);
    setTimeout(() => !problem && byId('message').textContent === hint && say(''), 10000);
    requestAnimationFrame((now) => { last = now; frame(now); });
    await page.picture.loadSettings(language);
    makePanels(page, byId('panels'));
    listenToPanels();
}

if (!await takeNewVersion()) {
    await attempt(start);
    isStarting = false;
    progress(null);
    keepSite(document.baseURI, () => say(text('There is a new version of this page: load it again to have it.')));
}
