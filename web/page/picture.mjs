/** What the renderer draws in this frame.
 *
 *     picture.scene           settings (hone.createScene); null until they are loaded
 *     picture.byMotion        whether the camera is that of a motion; false: the one that the pointer turns
 *     picture.changes         functions (options) that change what is drawn: overlays, hidden materials, other cameras
 *     picture.options()       the picture of now, as renderer.draw and drawImage take it
 *     picture.frame()         puts the camera in front of all characters */
export class Picture {
    scene = null;
    byMotion = false;
    changes = [];

    constructor({ hone, renderer, stage, clock, orbit }) {
        Object.assign(this, { hone, renderer, stage, clock, orbit });
    }

    get canvas() {
        return this.renderer.canvas;
    }

    /** The canvas has a pixel for each of the screen's, of which software draws a quarter. */
    fitCanvas() {
        const { canvas } = this, scale = this.renderer.isSoftware ? 0.5 : Math.min(devicePixelRatio, 2);
        const width = Math.max(1, Math.round(canvas.clientWidth * scale));
        const height = Math.max(1, Math.round(canvas.clientHeight * scale));
        if (canvas.width !== width || canvas.height !== height)
            Object.assign(canvas, { width, height });
    }

    frame() {
        const actors = this.stage.characters.map(({ actor }) => actor);
        if (actors.length)
            this.orbit.set(this.hone.cameraFraming(actors, this.canvas.clientWidth / this.canvas.clientHeight));
    }

    get camera() {
        return (this.byMotion && this.stage.keys('camera', this.clock.seconds)) || this.orbit.camera;
    }

    options() {
        const { canvas, stage, clock, renderer } = this, { seconds } = clock;
        const options = {
            width: canvas.width, height: canvas.height, samples: renderer.isSoftware ? 1 : 4,
            background: [0.87, 0.9, 0.95, 1], camera: this.camera,
            light: stage.keys('light', seconds) ?? undefined, selfShadow: stage.keys('shadow', seconds) ?? undefined,
            items: stage.items(),
        };
        for (const change of this.changes)
            change(options);
        return options;
    }

    draw() {
        this.fitCanvas();
        this.renderer.draw(this.options());
    }
}
