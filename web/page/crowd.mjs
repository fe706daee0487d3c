/** Dancers in place of the characters, as many as the settings say: each copies a character, at its own moment of its dance.
 *
 *     dancers.crowd            null: the characters themselves are shown
 *     dancers.follow()         once in each frame: makes the crowd that is asked for, and moves it
 *     drawingOf(picture)       [[key, value]]: settings of drawing that are set, which scene files do not have */
const KEY = 'drawing.crowd';

export const drawingOf = ({ scene, settings }) => settings.filter(({ key, kind }) => key.startsWith('drawing.') && kind !== 'object')
    .map(({ key }) => [key, scene.get(key)]).filter(([, value]) => value !== null);

export class Dancers {
    made = []; // what the crowd was made of
    isCurrent = false; // nothing has changed since

    constructor(page) {
        this.page = page;
        page.picture.changes.push((options) => this.apply(options));
        for (const target of [page.stage, page.picture])
            target.addEventListener('change', () => { this.isCurrent = false; });
    }

    /** What is shown in place of the characters; a GPU model that goes takes its crowd with it. */
    get crowd() {
        const { crowd } = this.page.picture;
        return crowd && !crowd.isDisposed ? crowd : null;
    }

    set crowd(crowd) {
        this.page.picture.crowd = crowd;
    }

    /** Characters that dancers can copy: with vertices. */
    get characters() {
        return this.page.stage.characters.filter(({ model }) => model.indices.length);
    }

    wanted() {
        const count = this.page.stage.scene?.get(KEY), { characters } = this;
        return count && characters.length ? [count, ...characters.flatMap(({ gpuModel, actor, motions }) => [gpuModel, actor, ...motions])] : [];
    }

    async make(wanted) {
        const { stage, renderer, picture } = this.page, { scene } = stage;
        this.crowd?.dispose();
        this.made = wanted;
        this.crowd = null;
        if (!wanted.length)
            return;
        const copied = this.characters.map(({ gpuModel, actor, motions }) =>
            ({ gpuModel, actor, motion: motions.findLast(({ motion }) => motion.moves)?.motion }));
        const crowd = await renderer.createCrowd(wanted[0], copied, { scene });
        if (this.made !== wanted)
            return crowd.dispose();
        this.crowd = crowd;
        picture.useMotion(false);
        picture.frame();
    }

    async follow() {
        const { page } = this;
        if (!this.isCurrent) {
            this.isCurrent = true;
            const wanted = this.wanted();
            if (wanted.length !== this.made.length || wanted.some((each, i) => each !== this.made[i]))
                await page.attempt(() => this.make(wanted));
        }
        this.crowd?.updateFrame(page.clock.frame);
    }

    apply(options) {
        const { crowd, characters } = this;
        if (!crowd)
            return;
        delete options.handles;
        for (const item of options.items) {
            const copies = characters.findIndex(({ gpuModel }) => gpuModel === item.gpuModel);
            if (copies >= 0)
                Object.assign(item, { crowd, copies, show: undefined });
        }
    }
}
