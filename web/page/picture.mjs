/** What the renderer draws in this frame.
 *
 *     picture.scene           the values of settings: stage.scene; null until they are loaded
 *     picture.settings        the table of settings (hone.settings)
 *     picture.byMotion        whether the camera is that of a motion; false: the one that the pointer turns. useMotion sets it
 *     picture.changes         functions (options) that change what is drawn: overlays, hidden materials, other cameras
 *     picture.options()       the picture of now, as renderer.draw and drawImage take it
 *     picture.changed()       tells listeners that a setting has changed
 *     picture.frame()         puts the camera in front of all characters
 *     await picture.shoot('face')  puts the camera where a preset of hone says */
import { Detail } from './detail.mjs';

const dark = matchMedia('(prefers-color-scheme: dark)');
/** Where no setting says another. */
const background = () => (dark.matches ? [0.16, 0.18, 0.24, 1] : [0.87, 0.9, 0.95, 1]);

export class Picture extends EventTarget {
    settings = [];
    byMotion = false;
    changes = [];
    crowd = null; // that stands in place of the characters

    constructor({ hone, renderer, stage, clock, orbit }) {
        super();
        Object.assign(this, { hone, renderer, stage, clock, orbit });
        this.detail = new Detail(renderer.isSoftware);
        for (const source of [this, stage, clock])
            for (const name of ['change', 'jump'])
                source.addEventListener(name, () => this.detail.wake());
        stage.addEventListener('change', () => this.useKeys());
    }

    /** Loads the settings, which the first picture does not need. */
    async loadSettings(language) {
        this.settings = await this.hone.settings(language);
        await this.stage.useScene();
        this.useKeys();
        this.changed();
    }

    changed() {
        this.dispatchEvent(new Event('change'));
    }

    useMotion(byMotion) {
        this.byMotion = Boolean(byMotion && this.stage.keys('camera', 0));
        this.changed();
    }

    get scene() {
        return this.stage.scene;
    }

    /** Light and shadows follow the motions, where no setting says otherwise. */
    useKeys() {
        const { stage } = this;
        if (stage.opened && !stage.motions.length)
            return; // its own
        this.scene?.useKeys({ camera: stage.keyMotion('camera'), light: stage.keyMotion('light'), shadow: stage.keyMotion('shadow') });
    }

    get canvas() {
        return this.renderer.canvas;
    }

    fitCanvas() {
        const { canvas, detail: { current: { scale } } } = this;
        const width = Math.max(1, Math.round(canvas.clientWidth * scale));
        const height = Math.max(1, Math.round(canvas.clientHeight * scale));
        if (canvas.width !== width || canvas.height !== height)
            Object.assign(canvas, { width, height });
    }

    frame() {
        const actors = this.stage.characters.map(({ actor }) => actor);
        if (actors.length)
            this.orbit.set(this.hone.cameraFraming(actors, this.aspect, { crowd: this.crowd?.isDisposed === false ? this.crowd : undefined }));
    }

    /** Of the active character, or of all, as the preset says. */
    async shoot(preset) {
        const { active, characters } = this.stage;
        const actors = [active, ...characters.filter((each) => each !== active)].filter(Boolean).map(({ actor }) => actor);
        if (actors.length)
            this.orbit.set(await this.hone.cameraShot(preset, actors, this.aspect));
    }

    get aspect() {
        return this.canvas.clientWidth / this.canvas.clientHeight;
    }

    get camera() {
        return (this.byMotion && this.stage.keys('camera', this.clock.seconds)) || this.orbit.camera;
    }

    options() {
        const { canvas, stage, clock } = this;
        const options = {
            width: canvas.width, height: canvas.height, samples: 4,
            background: background(), camera: this.camera, items: stage.items(),
            scene: this.scene ?? undefined, frame: clock.frame,
        };
        for (const change of this.changes)
            change(options);
        return options;
    }

    /** now: of requestAnimationFrame. */
    draw(now) {
        if (!this.detail.begin(now, this.clock.playing))
            return;
        this.fitCanvas();
        const { samples, edges } = this.detail.current, options = this.options();
        if (edges !== 1)
            options.items = options.items.map((item) => ({ ...item, edgeScale: edges * (item.edgeScale || 1) }));
        this.renderer.draw({ ...options, samples });
    }
}
