/** <hone-player>: a character that dances, in anyone's page.
 *
 *     <script type="module" src="player.mjs"></script>
 *     <hone-player model="miku/miku.pmx" motion="dance.vmd camera.vmd" song="song.mp3" controls></hone-player>
 *
 * Attributes, of which those with files have their addresses, with a space between two (%20 in a name):
 *     model motion song scene   files of the page's own site; without a model nothing is shown
 *     controls                  a button, the time, and how loud the song is
 *     noloop paused nophysics   it plays, again and again, with physics, without these
 *     speed start               a factor; seconds
 *     background                a colour of CSS; without it the page shines through
 *     free                      the pointer moves the camera, and not the motion
 * Properties and methods: currentTime, duration, paused, play(), pause(); stage, clock, picture as in the modules beside it.
 * Events: load, error (event.message), play, pause. */
import { createHone } from './hone.mjs';
import { fetchNamed } from './addresses.mjs';
import { Clock } from './clock.mjs';
import { nameOf } from './key_names.mjs';
import { Orbit, orbitKeys } from './orbit.mjs';
import { Picture } from './picture.mjs';
import { Stage } from './stage.mjs';
import { text } from './texts.mjs';

const FILES = ['model', 'motion', 'song', 'scene'];
const style = `
    :host { display: block; position: relative; aspect-ratio: 1; contain: content; }
    :host([hidden]) { display: none; }
    canvas { display: block; width: 100%; height: 100%; touch-action: none; }
    form { position: absolute; inset: auto 0 0; display: flex; gap: .5em; align-items: center; padding: .4em .6em; color: #fff; background: linear-gradient(#0000, #000a); font: 14px system-ui, sans-serif; }
    form[hidden], p:empty { display: none; }
    input { flex: 1; min-width: 3em; }
    input.volume { flex: 0 1 5em; }
    button { font: inherit; min-width: 2.6em; min-height: 2.2em; }
    p { position: absolute; inset: 0; display: grid; place-content: center; margin: 0; padding: 1em; text-align: center; font: 15px system-ui, sans-serif; background: Canvas; color: CanvasText; }`;

let shared;
/** One instance serves all players of a page. */
const instance = () => (shared ??= createHone());

/** A colour of CSS as four display values; null: none. */
function colourOf(css) {
    if (!css || !CSS.supports('color', css))
        return null;
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    context.fillStyle = css;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data].map((value) => value / 255);
}

function make(tag, properties, parent) {
    const element = Object.assign(document.createElement(tag), properties);
    parent.append(element);
    return element;
}

export class HonePlayer extends HTMLElement {
    static observedAttributes = [...FILES, 'speed', 'noloop', 'nophysics', 'background', 'free', 'controls'];

    clock = new Clock();
    seen = true;

    constructor() {
        super();
        const root = this.attachShadow({ mode: 'open' });
        make('style', { textContent: style }, root);
        this.canvas = make('canvas', { tabIndex: 0, role: 'img' }, root);
        this.message = make('p', { role: 'status' }, root);
        this.makeControls(root);
        this.clock.addEventListener('change', () => this.showState());
        this.canvas.addEventListener('keydown', (event) => this.key(event));
    }

    key(event) {
        const name = nameOf(event), row = orbitKeys.find(({ keys }) => keys.split(' ').includes(name));
        if (name !== 'space' && !(row && this.orbit))
            return;
        event.preventDefault();
        row ? row.run(this, name) : this.clock.toggle();
    }

    makeControls(root) {
        this.controls = make('form', { hidden: true, onsubmit: () => false }, root);
        this.button = make('button', { type: 'button', onclick: () => this.clock.toggle() }, this.controls);
        this.time = make('input', { type: 'range', min: 0, step: 'any', ariaLabel: text('Time') }, this.controls);
        this.volume = make('input', { type: 'range', min: 0, max: 1, step: 0.05, value: 1, className: 'volume', ariaLabel: text('Volume') }, this.controls);
        this.time.oninput = () => this.clock.seek(Number(this.time.value));
        this.volume.oninput = () => this.setVolume();
    }

    // ---- life ------------------------------------------------------------------------------------------------------

    connectedCallback() {
        this.watcher = new IntersectionObserver(([entry]) => { this.seen = entry.isIntersecting; });
        this.watcher.observe(this);
        this.frame = requestAnimationFrame((now) => this.draw(now));
        this.reload();
    }

    /** A player that is moved within its page is taken away and put back at once: it stays. */
    disconnectedCallback() {
        this.watcher.disconnect();
        cancelAnimationFrame(this.frame);
        queueMicrotask(() => this.isConnected || this.dispose());
    }

    dispose() {
        this.wanted = null;
        this.clear();
        this.picture?.detail.dispose();
        this.renderer?.dispose();
        this.stage = this.renderer = null;
    }

    clear() {
        const { stage } = this;
        if (!stage)
            return;
        stage.setSong(null);
        for (const character of [...stage.characters])
            stage.remove(character);
        stage.forget([...stage.motions]);
    }

    attributeChangedCallback(name) {
        if (!this.isConnected)
            return;
        if (FILES.includes(name))
            this.reload();
        else
            this.apply();
    }

    /** Several attributes that change at once load once. */
    reload() {
        const wanted = (this.wanted = {});
        queueMicrotask(() => this.wanted === wanted && this.load(wanted).catch((error) => this.fail(error)));
    }

    async begin() {
        const hone = await instance();
        if (this.renderer)
            return hone;
        this.renderer = hone.createRenderer(this.canvas, { alpha: true });
        const { renderer, clock } = this;
        const stage = (this.stage = new Stage(hone, renderer, clock));
        this.orbit = new Orbit(this.canvas, () => { this.picture.byMotion = false; });
        this.picture = new Picture({ hone, renderer, stage, clock, orbit: this.orbit });
        this.picture.changes.push((options) => { options.background = colourOf(this.getAttribute('background')) ?? [0, 0, 0, 0]; });
        stage.addEventListener('change', () => this.showState());
        return hone;
    }

    async load(wanted) {
        this.message.textContent = text('Loading …');
        const words = new URLSearchParams(FILES.flatMap((name) => (this.getAttribute(name) ?? '').split(/\s+/).filter(Boolean).map((file) => [name, file])));
        const hone = await this.begin(), files = await fetchNamed(hone, words);
        if (this.wanted !== wanted)
            return;
        if (!files)
            throw new Error(text('<hone-player> needs a model.'));
        this.clear();
        this.stage.physics = !this.hasAttribute('nophysics');
        await this.stage.open(files);
        await this.renderer.warmUp(this.picture.options());
        if (this.wanted === wanted)
            this.begun();
    }

    begun() {
        const { stage, picture, clock } = this, still = matchMedia('(prefers-reduced-motion: reduce)').matches;
        clock.seek(Number(this.getAttribute('start') ?? 0));
        stage.update();
        picture.frame();
        this.apply();
        clock.set({ playing: !still && !this.hasAttribute('paused') });
        this.message.textContent = '';
        this.canvas.ariaLabel = stage.characters.map(({ name }) => name).join(', ');
        this.dispatchEvent(new Event('load'));
    }

    fail(error) {
        this.message.textContent = error.message;
        this.dispatchEvent(new ErrorEvent('error', { message: error.message, error }));
    }

    // ---- what attributes say -----------------------------------------------------------------------------------------

    apply() {
        const { stage, clock } = this;
        if (!stage)
            return;
        const physics = !this.hasAttribute('nophysics');
        this.picture.byMotion = !this.hasAttribute('free') && Boolean(stage.keys('camera', 0));
        clock.set({ loop: !this.hasAttribute('noloop'), speed: Number(this.getAttribute('speed') ?? 1) || 1 });
        if (stage.physics !== physics) {
            stage.physics = physics;
            stage.remake().catch((error) => this.fail(error));
        }
        this.showState();
    }

    setVolume() {
        if (this.stage?.song)
            this.stage.song.audio.volume = Number(this.volume.value);
    }

    showState() {
        const { clock, controls } = this;
        controls.hidden = !this.hasAttribute('controls');
        this.volume.hidden = !this.stage?.song;
        this.time.max = clock.length || 1;
        this.button.textContent = clock.playing ? '❚❚' : '▶';
        this.button.ariaLabel = clock.playing ? text('Pause') : text('Play');
        this.setVolume();
        if (this.wasPlaying !== clock.playing)
            this.dispatchEvent(new Event(clock.playing ? 'play' : 'pause'));
        this.wasPlaying = clock.playing;
    }

    // ---- frames ----------------------------------------------------------------------------------------------------

    /** What nobody sees is not drawn, and its time stands. */
    draw(now) {
        this.frame = requestAnimationFrame((next) => this.draw(next));
        const passed = Math.min((now - (this.last ?? now)) / 1000, 0.1), { stage, renderer } = this;
        this.last = now;
        if (!stage?.characters.length || renderer.lost)
            return;
        if (!this.seen)
            return stage.song?.audio.pause();
        try {
            this.clock.advance(passed);
            stage.song?.follow(this.clock);
            stage.update();
            this.picture.draw(now);
            this.time.value = this.clock.seconds;
        } catch (error) {
            this.fail(error);
        }
    }

    // ---- for scripts -----------------------------------------------------------------------------------------------

    get currentTime() {
        return this.clock.seconds;
    }

    set currentTime(seconds) {
        this.clock.seek(seconds);
    }

    get duration() {
        return this.clock.length;
    }

    get paused() {
        return !this.clock.playing;
    }

    play() {
        if (!this.clock.playing)
            this.clock.toggle();
    }

    pause() {
        if (this.clock.playing)
            this.clock.toggle();
    }
}

customElements.define('hone-player', HonePlayer);
