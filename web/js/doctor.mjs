// What is wrong with a model, and sentences of hone in other languages.
import { Actor } from './actor.mjs';
import { HoneError } from './errors.mjs';
import { readFile } from './core.mjs';

const TARGETS = ['none', 'gltf', 'vrm', 'game'];
const STILL = 5 * 30; // frames for which a model without a motion is watched

/** Lets the bodies of the model move with the motions, or at rest. */
async function simulate(core, found, model, motions) {
    const actor = await Actor.create(core, model, { physics: true });
    try {
        const moving = motions.filter((motion) => motion.moves && motion.isFor(model));
        for (const motion of moving) actor.play(motion);
        const last = Math.max(0, ...moving.map((motion) => motion.duration * 30));
        core.try('findings_of_simulation', found, actor.at, last || STILL, +(last > 0));
    } finally {
        actor.dispose();
    }
}

export async function findings(core, model, { motions = [], target = 'none', physics = true, textures = true, language = 'en' } = {}) {
    if (!TARGETS.includes(target)) throw new HoneError(`target: one of ${TARGETS.join(', ')}, not "${target}"`);
    await core.load('more');
    if (physics && model.jointCount) await core.load('physics');
    const found = core.try('findings_create');
    let all;
    try {
        core.with([textures ? model.folder : ''], (folder) => core.call('findings_of_model', found, model.at, folder, TARGETS.indexOf(target)));
        for (const motion of motions) core.call('findings_of_motion', found, model.at, motion.at);
        if (physics && model.jointCount) await simulate(core, found, model, motions);
        all = core.takeJson(core.call('findings_describe', found));
    } finally {
        if (core.exports) core.call('findings_destroy', found);
    }
    const say = async (text) => translate(core, text, language);
    for (const one of all.findings) {
        one.text = await say(one.text);
        one.names = await Promise.all(one.names.map(say));
    }
    return all;
}

/** The catalogue of a language, which is loaded once; 0: there is none. */
function catalogueOf(core, language) {
    core.catalogues ??= new Map();
    if (!core.catalogues.has(language))
        core.catalogues.set(language, (async () => {
            await core.load('more');
            const file = await readFile(`hone.${language}.mo`, core.options);
            const bytes = new Uint8Array(file.arrayBuffer ? await file.arrayBuffer() : file);
            return core.with([bytes], (at) => core.try('catalogue_create', at, bytes.length));
        })());
    return core.catalogues.get(language);
}

export async function translate(core, text, language) {
    if (language === 'en') return text;
    const at = await catalogueOf(core, language);
    return core.with([text], (english) => core.text(core.call('translate', at, english)));
}
