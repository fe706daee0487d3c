import { Actor } from './actor.mjs';
import { HoneError } from './errors.mjs';
import { Handle } from './handle.mjs';
import { Model, Motion, cameraOf } from './model.mjs';
import { readText } from './core.mjs';

const UNSET = { name: null, label: null, help: null, words: null, wordLabels: null, low: null, high: null, unset: null, step: null, decimals: null,
    isControl: false, ofActors: false };

export class Scene extends Handle {
    static empty(core) {
        return new Scene(core, core.with([''], (folder) => core.try('scene_create', folder)), null);
    }

    static async load(core, files, { path } = {}) {
        await core.load('physics');
        if (files.paths.some((each) => files.isDraco(each))) await core.load('draco');
        const chosen = files.choose(path, 'scene'), folder = files.folderOf(chosen);
        const at = core.with([`${files.folder}/${chosen}`, folder], (...texts) => {
            const scene = core.call('scene_load', ...texts);
            if (!scene) core.fail();
            return scene;
        });
        return new Scene(core, at, files.keep());
    }

    constructor(core, at, files) {
        super(core, at, 'scene_destroy');
        const all = core.takeJson(core.call('scene_describe', at));
        Object.defineProperty(this, 'files', { value: files });
        this.lastFrame = all.lastFrame;
        const strip = (text) => (files ? text.replaceAll(files.folder + '/', '') : text);
        this.warnings = all.warnings.map(strip);
        this.items = all.models.map((path, i) => {
            const model = new Model(core, core.call('scene_model', at, i), files.keep(), path.slice(0, path.lastIndexOf('/')));
            return { path: strip(path), model, actor: new Actor(core, core.try('scene_actor', at, i), model) };
        });
        this.frame = 0;
    }

    get(key) {
        return this.core.takeJson(this.core.with([key], (k) => this.core.call('scene_get', this.at, k))).value ?? null;
    }

    set(key, value) {
        const json = value === null ? null : JSON.stringify({ value });
        const size = json === null ? 0 : new TextEncoder().encode(json).length;
        this.core.with(json === null ? [key] : [key, json], (k, j) => this.core.try('scene_set', this.at, k, j ?? 0, size));
    }

    fitMotion(motion, model, { from, name = '' } = {}) {
        const { core } = this;
        return new Motion(core, core.with([name], (text) => core.try('scene_fit_motion', this.at, motion.at, from?.at ?? 0, model.at, text)));
    }

    camera(frame) {
        return this.core.call('scene_camera', this.at, frame) ? cameraOf(this.core.numbers) : null;
    }

    async remake() {
        const { core } = this;
        for (const { actor } of this.items) actor.dispose();
        core.try('scene_remake', this.at);
        this.items.forEach((item, i) => { item.actor = new Actor(core, core.try('scene_actor', this.at, i), item.model); });
    }

    useKeys({ camera, light, shadow } = {}) {
        this.core.call('scene_use_keys', this.at, camera?.at ?? 0, light?.at ?? 0, shadow?.at ?? 0);
    }

    updateFrame(frame) {
        this.frame = frame;
        this.core.try('scene_update', this.at, frame);
    }

    drawItems(models) {
        const { core } = this, items = [];
        this.items.forEach(({ model, actor }, i) => {
            const gpuModel = models.get(model);
            if (!gpuModel) throw new HoneError('drawItems: models has no GPU model of a model of the scene');
            if (!core.call('scene_item', this.at, i, this.frame)) return;
            const n = core.numbers;
            items.push({
                gpuModel, actor, wireframe: n[0] !== 0, edgeScale: n[1], edgeColour: n[2] ? [...n.slice(3, 6)] : undefined,
                opacity: n[6], additive: n[7] !== 0, noSelfShadow: n[8] !== 0, noGroundShadow: n[9] !== 0,
                world: n[10] ? [...n.slice(11, 23)] : undefined,
            });
        });
        return items;
    }

    write() {
        return new TextDecoder().decode(this.core.takeBytes(this.core.call('scene_text', this.at)));
    }

    dispose() {
        if (!this.address) return;
        for (const { actor, model } of this.items) {
            actor.dispose();
            model.dispose();
        }
        super.dispose();
        this.files?.dispose();
    }
}

/** A function that says texts of the table of settings in a language. */
async function readWords(core, language) {
    const words = language === 'en' ? {} : JSON.parse(await readText(`hone.${language}.json`, core.options));
    return (text) => (text == null ? null : words[text] ?? text);
}

/** What `show` and `compare` of a picture may have. */
export async function readChoices(core, language) {
    const all = core.takeJson(core.call('choices_describe')), say = await readWords(core, language);
    for (const list of Object.values(all)) for (const row of list) row.label = say(row.label);
    return all;
}

/** The table of settings, with texts in a language. */
export async function readSettings(core, language) {
    const table = core.takeJson(core.call('settings_describe')), say = await readWords(core, language);
    return table.map((row) => ({
        ...UNSET, ...row, help: say(row.help), label: say(row.label), section: say(row.section) ?? null,
        wordLabels: row.wordLabels?.map(say) ?? null,
    }));
}
