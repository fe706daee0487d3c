/** The page: drop a character, and see it dance. This module starts the others and connects the controls. */
import { createHone } from './hone.mjs';
import { fetchNamed, readWords } from './addresses.mjs';
import { Clock } from './clock.mjs';
import { chosenFiles, droppedFiles } from './drop.mjs';
import { keepSite, takeNewVersion } from './offline.mjs';
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
const page = { language, clock: new Clock(), say, attempt };
window.page = page;

/** A sentence for the reader. */
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

function showProgress(done) {
    byId('progress').value = done;
}

// ---- opening -------------------------------------------------------------------------------------------------------

async function open(source, options) {
    const before = page.stage.characters;
    await page.stage.open(source, options);
    page.picture.byMotion = Boolean(page.stage.keys('camera', 0));
    if (page.stage.characters !== before) { // they stand where they dance after the first update
        page.stage.update();
        page.picture.frame();
    }
    say(page.stage.messages[0] ?? '');
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
        named = await fetchNamed(page.hone, words, showProgress);
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
    if (settings.length)
        picture.scene ??= await page.hone.createScene();
    for (const [key, value] of settings)
        picture.scene.set(key, value);
    if (physics !== undefined && physics !== stage.physics) {
        stage.physics = physics;
        await stage.remake();
    }
    clock.set({ loop: loop ?? clock.loop, playing: playing ?? clock.playing, speed: speed || clock.speed });
    clock.seek(t || 0);
    picture.byMotion &&= camera !== 'free';
}

// ---- frames --------------------------------------------------------------------------------------------------------

const clockText = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

function showTime() {
    const { seconds, length } = page.clock;
    byId('time').value = seconds;
    byId('clock').textContent = `${clockText(seconds)} / ${clockText(length)}`;
}

let last = 0;
function frame(now) {
    requestAnimationFrame(frame);
    const passed = Math.min((now - last) / 1000, 0.1); // a page that was hidden goes on where it was
    last = now;
    if (page.renderer.lost)
        return;
    page.clock.advance(passed);
    page.stage.song?.follow(page.clock);
    try {
        page.stage.update();
        page.picture.draw();
    } catch (error) {
        say(error.message);
    }
    showTime();
    panelsFrame();
}

// ---- controls ------------------------------------------------------------------------------------------------------

function showState() {
    const { clock, stage, picture } = page;
    byId('play').textContent = clock.playing ? text('Pause') : text('Play');
    byId('loop').checked = clock.loop;
    byId('time').max = clock.length || 1;
    byId('name').textContent = stage.characters.map(({ name }) => name).join(', ');
    byId('keys').hidden = !stage.keys('camera', 0);
    byId('camera').checked = picture.byMotion;
}

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
        const add = event.shiftKey || event.ctrlKey;
        attempt(async () => open(await droppedFiles(event.dataTransfer), { add }));
    });
}

function useCamera(byMotion) {
    page.picture.byMotion = byMotion;
    showState();
}

function listen() {
    const { clock, stage, picture } = page;
    listenToFiles();
    byId('front').before(songControls(page));
    byId('play').onclick = () => clock.toggle();
    byId('time').oninput = ({ target }) => clock.seek(Number(target.value));
    byId('loop').onchange = ({ target }) => clock.set({ loop: target.checked });
    byId('camera').onchange = ({ target }) => useCamera(target.checked);
    byId('front').onclick = () => { useCamera(false); picture.frame(); };
    byId('physics').onchange = ({ target }) => attempt(() => {
        stage.physics = target.checked;
        return stage.remake();
    });
    canvas.addEventListener('keydown', (event) => event.key === ' ' && clock.toggle());
    clock.addEventListener('change', showState);
    stage.addEventListener('change', showState);
}

async function start() {
    translatePage();
    const { clock } = page;
    const hone = await createHone();
    const renderer = hone.createRenderer(canvas, { preserveDrawingBuffer: words.has('test') });
    const stage = new Stage(hone, renderer, clock), orbit = new Orbit(canvas, () => useCamera(false));
    Object.assign(page, { hone, renderer, stage, orbit, picture: new Picture({ hone, renderer, stage, clock, orbit }) });
    page.hand = new Hand(page);
    listen();
    const problem = await openNamed();
    await renderer.warmUp(page.picture.options(), showProgress);
    const hint = problem || page.stage.messages[0] || text('Drop a model with its folder, a .zip or a motion here.');
    say(hint);
    setTimeout(() => !problem && byId('message').textContent === hint && say(''), 10000);
    requestAnimationFrame((now) => { last = now; frame(now); });
    makePanels(page, byId('panels'));
}

if (!await takeNewVersion()) {
    await attempt(start);
    byId('progress').hidden = true;
    keepSite(document.baseURI, () => say(text('There is a new version of this page: load it again to have it.')));
}
