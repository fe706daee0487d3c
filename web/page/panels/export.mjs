/** What the reader takes home: pictures, films, files of characters and the scene. */
import { encodePng } from '../hone.mjs';
import { FRAMES_PER_SECOND } from '../clock.mjs';
import { filmCodecs, filmFault, qualities } from '../film.mjs';
import { sceneOf, scenePlayed } from '../scene.mjs';
import { text } from '../texts.mjs';
import { download, fileName, inWorker, zip } from '../write.mjs';
import { element } from './element.mjs';

const metres = { mmd: 0.08, gltf: 1 }; // of the units of models; .x has none
const tolerance = 1e-4; // metres, as of hone convert
const filmKinds = ['webm', 'mp4'];
const qualityNames = { small: text('Small file'), good: text('Good'), best: text('Best') };

// ---- controls ------------------------------------------------------------------------------------------------------

/** A control in a label with its name; the name of the control is for tests and styles. */
function field(label, control, name) {
    control.name = name;
    return element('label', { className: 'row' }, element('span', {}, label), control);
}

const numberInput = (value, min, max, step) => element('input', { type: 'number', min, max, step, value, required: true });
const checkbox = (checked) => element('input', { type: 'checkbox', checked });
const choice = (pairs) => element('select', {}, ...pairs.map(([value, label]) => element('option', { value }, label)));
const group = (title, ...children) => element('fieldset', {}, element('legend', {}, title), ...children);

/** Seconds as "0:07". */
const clockText = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.round(seconds % 60)).padStart(2, '0')}`;

class ExportPanel {
    constructor(page) {
        this.page = page;
        this.title = text('Save');
        this.work = null; // an AbortController while a worker works
        this.fields = {
            width: numberInput(1280, 16, 8192, 2), height: numberInput(720, 16, 8192, 2), transparent: checkbox(false), overlays: checkbox(true),
            kind: choice(filmKinds.map((kind) => [kind, `.${kind}`])), rate: numberInput(30, 1, 240, 'any'),
            quality: choice(Object.entries(qualityNames)), first: numberInput(0, 0, 648000, 1), last: numberInput(0, 0, 648000, 1),
            sound: checkbox(true), character: choice([]), author: element('input', { type: 'text', autocomplete: 'name' }), licence: choice([['', '']]),
        };
        this.fields.quality.value = 'good';
        this.result = element('output', { className: 'result', role: 'status' });
        this.progress = element('progress', { max: 1, value: 0, ariaLabel: text('Progress') });
        this.fault = element('p', { className: 'fault', hidden: true });
        this.element = element('form', { className: 'export', onsubmit: (event) => event.preventDefault() }, ...this.groups(), this.working(), this.result);
        this.element.addEventListener('change', () => this.update());
        page.hand.addEventListener('change', () => { this.overlayField.hidden = !page.hand.isDrawing; });
    }

    button(label, name, action) {
        return element('button', { type: 'button', name, onclick: () => this.run(name, action) }, label);
    }

    groups() {
        const f = this.fields, write = (name) => this.button(`.${name}`, name, () => this.saveCharacter(name));
        const picture = group(text('Picture'), field(text('Width'), f.width, 'width'), field(text('Height'), f.height, 'height'),
            field(text('Transparent background'), f.transparent, 'transparent'), this.button(text('Save the picture (.png)'), 'png', () => this.savePicture()));
        this.soundField = field(text('With the song'), f.sound, 'sound');
        this.overlayField = field(text('With what Show draws'), f.overlays, 'overlays');
        this.film = element('div', {}, field(text('Kind'), f.kind, 'kind'), field(text('Pictures a second'), f.rate, 'rate'), field(text('Quality'), f.quality, 'quality'),
            field(text('First frame (30 a second)'), f.first, 'first'), field(text('Last frame'), f.last, 'last'), this.soundField,
            this.button(text('Make the film'), 'film', () => this.saveFilm()));
        this.which = field(text('Character'), f.character, 'character');
        this.mmdOnly = [write('vmd'), write('vpd')];
        const files = group(text('Files of the character'), this.which,
            element('p', { className: 'buttons' }, write('glb'), write('vrm'), write('bvh'), ...this.mmdOnly, write('pmx')),
            field(text('Author (.vrm)'), f.author, 'author'), field(text('Licence (.vrm)'), f.licence, 'licence'));
        return [this.overlayField, picture, group(text('Film'), this.film, this.fault), files,
            group(text('Scene'), element('p', {}, text('hone render draws it: alone if it has its files, otherwise beside the files that you dropped.')),
            element('p', { className: 'buttons' }, this.button(text('With its files (.zip)'), 'zip', () => this.saveArchive()), this.button(text('Alone (.json)'), 'scene', () => this.saveScene())))];
    }

    working() {
        const cancel = element('button', { type: 'button', name: 'cancel', onclick: () => this.work?.abort(new DOMException(text('Cancelled.'), 'AbortError')) }, text('Cancel'));
        this.busy = element('p', { className: 'buttons', hidden: true }, this.progress, cancel);
        return this.busy;
    }

    // ---- state -----------------------------------------------------------------------------------------------------

    get character() {
        const { characters, active } = this.page.stage;
        return characters[Number(this.fields.character.value)] ?? active;
    }

    get baseName() {
        return fileName(this.character?.name ?? 'hone');
    }

    /** What the film is encoded as: its sides are even. */
    get filmSize() {
        const { width, height, rate, quality } = this.fields, even = (field) => 2 * Math.ceil(Number(field.value) / 2);
        return { width: even(width), height: even(height), rate: Number(rate.value), bits: qualities[quality.value] };
    }

    async update() {
        const { stage, clock } = this.page, { first, last, character } = this.fields, chosen = character.value;
        character.replaceChildren(...stage.characters.map((each, i) => element('option', { value: i }, each.name)));
        character.value = stage.characters[chosen] ? chosen : Math.max(0, stage.characters.indexOf(stage.active));
        this.which.hidden = stage.characters.length < 2;
        if (this.length !== clock.length) { // other motions
            this.length = clock.length;
            Object.assign(first, { value: 0 });
            Object.assign(last, { value: Math.round(clock.length * FRAMES_PER_SECOND) });
        }
        this.overlayField.hidden = !this.page.hand.isDrawing;
        this.soundField.hidden = !stage.song;
        for (const button of this.mmdOnly)
            button.hidden = this.character?.model.space !== 'mmd';
        await this.updateLicences();
        await this.updateFilm();
    }

    /** The first one stands for none. */
    async updateLicences() {
        const { licence } = this.fields;
        if (licence.options.length > 1 || !this.page.stage.characters.length)
            return;
        const names = await this.page.hone.licences();
        if (licence.options.length === 1) // an update meanwhile may have been quicker
            licence.append(...names.map((value) => element('option', { value }, value)));
    }

    /** What the browser can encode, and what it cannot. */
    async updateFilm() {
        const { kind, sound } = this.fields, fault = filmFault();
        this.film.hidden = Boolean(fault);
        let notes = fault ? [text(fault)] : [];
        for (const option of fault ? [] : kind.options) {
            const codecs = await filmCodecs(option.value, this.filmSize);
            option.disabled = !codecs;
            if (!codecs)
                notes.push(text('This browser cannot encode .{kind} of this size.', { kind: option.value }));
            else if (option.selected && this.page.stage.song && sound.checked && !codecs.sound)
                notes.push(text('This browser cannot encode sound: the film will be silent.'));
            else if (option.selected && this.page.stage.song && sound.checked && option.value === 'mp4' && codecs.sound.name !== 'aac')
                notes.push(text('This browser cannot encode AAC: the sound of the .mp4 is Opus, which some players do not know.'));
        }
        this.fault.textContent = notes.join(' ');
        this.fault.hidden = notes.length === 0;
    }

    /** Runs what a button does. While it works, no other button does. */
    async run(name, action) {
        if (this.work)
            return;
        this.work = new AbortController();
        this.show(text('Working …'), true);
        try {
            this.show(await action() ?? '', false);
        } catch (error) {
            if (error.name !== 'AbortError')
                console.error(error);
            this.show(error.message, false);
        } finally {
            this.work = null;
        }
    }

    show(sentence, busy) {
        this.result.textContent = sentence;
        this.busy.hidden = !busy;
        this.progress.value = 0;
        for (const button of this.element.querySelectorAll('button'))
            button.disabled = busy && button.name !== 'cancel';
    }

    /** Does a job in the worker. */
    job(job, transfer) {
        return inWorker({ ...job, ...scenePlayed(this.page) }, { signal: this.work.signal, transfer, progress: (done) => { this.progress.value = done; } });
    }

    // ---- what is saved ---------------------------------------------------------------------------------------------

    /** The picture of now as the canvas shows it, but for the handles. */
    shown(height) {
        const { overlays } = this.fields, { compare, markScale, ...options } = this.page.picture.options();
        const items = options.items.map(({ show, marked, ...item }) => (overlays.checked ? { ...item, show } : item));
        return { ...options, items, handles: undefined, ...(overlays.checked ? { compare, markScale: this.page.hand.markScale(height) } : {}) };
    }

    /** What is over the characters of a film, and side by side; null: nothing. */
    over(height) {
        const { hand, stage: { active } } = this.page;
        if (!this.fields.overlays.checked || !hand.isDrawing)
            return null;
        return { active: active ? this.modelIndex(active) : -1, ofActive: hand.words(true), ofOthers: hand.words(false), compare: hand.compared, markScale: hand.markScale(height) };
    }

    async savePicture() {
        const { width, height, transparent } = this.fields, { renderer } = this.page;
        const options = { ...this.shown(Number(height.value)), width: Number(width.value), height: Number(height.value), samples: Math.min(4, renderer.maxSamples) };
        const image = transparent.checked ? withoutBackground(options, () => renderer.drawImage(options)) : renderer.drawImage(options);
        download(`${this.baseName}.png`, new Blob([await encodePng(image)], { type: 'image/png' }));
        return text('{name} was saved.', { name: `${this.baseName}.png` });
    }

    async saveFilm() {
        const { kind, first, last, sound } = this.fields, { stage, picture } = this.page, begin = Number(first.value);
        const size = this.filmSize, count = 1 + Math.floor(((Number(last.value) - begin) * size.rate) / FRAMES_PER_SECOND + 1e-6);
        if (!this.element.reportValidity() || !(count >= 1))
            throw new Error(text('The last frame is before the first one.'));
        const samples = stage.song && sound.checked ? await stage.song.samples(begin / FRAMES_PER_SECOND, count / size.rate) : null;
        const started = performance.now();
        const { file, notes } = await this.job({
            kind: 'film', film: { kind: kind.value, ...size, count }, first: begin, sound: samples,
            camera: picture.byMotion ? null : picture.camera, over: this.over(size.height),
        }, samples?.map(({ buffer }) => buffer));
        const name = `${this.baseName}.${kind.value}`;
        download(name, file);
        const told = text('{name}: {count} pictures, {seconds} s, {size} MB, made in {time}.', { name, count, seconds: (count / size.rate).toFixed(2),
            size: (file.size / 1e6).toFixed(2), time: clockText((performance.now() - started) / 1000) });
        return [told, ...(await this.translated(notes))].join(' ');
    }

    async saveCharacter(kind) {
        const { character, baseName } = this, { clock } = this.page, name = `${baseName}.${kind}`;
        if (kind === 'vpd' || kind === 'pmx') {
            download(name, await (kind === 'vpd' ? character.actor.writeVpd() : character.model.writePmx()));
            return text('{name} was saved.', { name });
        }
        if (kind === 'vrm')
            return this.saveAvatar(character, name);
        const unit = metres[character.model.space] ?? 1;
        const { file, report, notes } = await this.job({
            kind, model: this.modelIndex(character), lastFrame: Math.round(clock.length * FRAMES_PER_SECOND),
            tolerance: kind === 'bvh' ? 0 : tolerance / unit,
        });
        download(name, file);
        return [text('{name} was saved.', { name }), this.boundText(report, unit * 1000), ...(await this.translated(notes.slice(0, 3)))].join(' ');
    }

    /** An avatar has its own author and licence. */
    async saveAvatar(character, name) {
        const { author, licence } = this.fields;
        const { file, lost, notes } = await this.job({ kind: 'vrm', model: this.modelIndex(character), author: author.value.trim(), licence: licence.value });
        download(name, file);
        const told = lost ? text('A VRM cannot contain {count} things of the model.', { count: lost }) : '';
        return [text('{name} was saved.', { name }), told, ...(await this.translated(notes.slice(0, 3)))].join(' ');
    }

    /** Sentences of hone in the reader's language. */
    translated(notes) {
        return Promise.all(notes.map((note) => this.page.translated(note)));
    }

    /** Which model of the scene it is. */
    modelIndex(character) {
        const { characters, scene, opened } = this.page.stage, added = characters.filter(({ item }) => !item);
        if (character.item)
            return scene.items.indexOf(character.item);
        return (opened ? scene.items.length : 0) + added.indexOf(character);
    }

    /** How far what was baked is from what was shown. */
    boundText({ keysBefore, keysAfter, jointError, vertexError }, millimetres) {
        return text('{after} keys of {before}; the worst bone is off by {bone} mm, the worst vertex by {vertex} mm.', {
            before: keysBefore, after: keysAfter, bone: (jointError * millimetres).toPrecision(2), vertex: (vertexError * millimetres).toPrecision(2),
        });
    }

    async saveArchive() {
        const { text: scene, files } = sceneOf(this.page), name = `${this.baseName}.zip`, opened = await this.page.hone.openFiles(files);
        try {
            const all = opened.paths.map((path) => [path, opened.read(path)]); // what was in an archive is in a folder of its name
            download(name, zip([['scene.json', new TextEncoder().encode(scene)], ...all.filter(([path]) => path !== 'scene.json')]));
        } finally {
            opened.dispose();
        }
        return text('{name} was saved: hone render {name}/scene.json draws it.', { name });
    }

    async saveScene() {
        const { text: scene, files } = sceneOf(this.page), name = `${this.baseName}.json`;
        download(name, new Blob([scene], { type: 'application/json' }));
        return text('{name} was saved. It names these files: {files}', { name, files: [...files.keys()].slice(0, 5).join(', ') + (files.size > 5 ? ', …' : '') });
    }
}

/** A scene's background wins over that of a picture, so it is changed there. */
function withoutBackground(options, draw) {
    const { scene } = options, key = 'picture.background', before = scene?.get(key);
    options.background = [0, 0, 0, 0];
    scene?.set(key, options.background);
    try {
        return draw();
    } finally {
        scene?.set(key, before);
    }
}

export function exportPanel(page) {
    return new ExportPanel(page);
}
