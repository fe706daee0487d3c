// Puts live figures in place of the still pictures of a chapter. A figure is a module of figures/ (their form: README.md);
// this file makes its canvases, handles, numbers and keys. Where anything fails, the still picture stays.
import { Panel } from './panel.mjs';

const LANGUAGES = ['en', 'ja'];
const language = Math.max(0, LANGUAGES.indexOf(document.documentElement.lang));
const READY = 300; // pixels from the window at which a figure is made

/** The text of the page's language. Numbers and single texts are the same in all. */
export const say = (text) => (Array.isArray(text) ? text[language] : text ?? '');

// ---- files ----------------------------------------------------------------------------------------------------------

let course;

/** The module, which all figures of a page share. */
function loadCourse() {
    return (course ??= import('./hone-course.mjs').then((module) => module.loadCourse()));
}

async function loadFile(name, folder = 'models') {
    const answer = await fetch(new URL(`./${folder}/${name}`, import.meta.url));
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    return new Uint8Array(await answer.arrayBuffer());
}

// ---- pieces of a page -------------------------------------------------------------------------------------------------

function make(tag, members = {}, ...children) {
    const element = document.createElement(tag);
    for (const [key, value] of Object.entries(members)) key in element ? (element[key] = value) : element.setAttribute(key, value);
    element.append(...children);
    return element;
}

const decimals = (step) => (String(step).split('.')[1] ?? '').length;
const clamp = (value, { low, high, step }) => {
    const digits = decimals(step);
    return Number(Math.min(high, Math.max(low, low + Math.round((value - low) / step) * step)).toFixed(digits));
};

// ---- a figure ---------------------------------------------------------------------------------------------------------

class Figure {
    constructor(name, description, place) {
        this.name = name;
        this.description = description;
        this.element = make('section', { className: 'live-figure', tabIndex: -1 });
        this.element.setAttribute('aria-label', say(description.title));
        this.values = {};
        this.setters = {};
        this.place = place;
        this.waiting = false;
    }

    async start() {
        const { description } = this;
        const [module, ...files] = await Promise.all([description.needsModule === false ? null : loadCourse(), ...(description.files ?? []).map((file) => loadFile(file))]);
        this.texts = Object.fromEntries(await Promise.all((description.controls ?? []).flatMap((control) => control.texts ?? []).map(async ([name]) =>
            [name, new TextDecoder().decode(await loadFile(name, 'glsl'))])));
        this.scene = (await description.start?.(module, files, this)) ?? module;
        this.panels = (description.panels ?? [{}]).map((panel) => new Panel(panel, say(panel.title)));
        this.element.append(make('p', { className: 'live-title', textContent: say(description.title) }));
        const row = { 3: ' live-three', 6: ' live-three live-six' }[this.panels.length] ?? '';
        this.element.append(make('div', { className: `live-panels${row}` }, ...this.panels.map((panel) => panel.element)));
        this.element.append(this.makeControls(), this.makeNumbers());
        for (const handle of description.handles ?? []) this.makeHandle(handle);
        this.place.append(this.element);
        for (const panel of this.panels) panel.onresize = () => this.change();
        const still = stillOf(this.place);
        if (still && !('beside' in this.place.dataset)) still.hidden = true;
        matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.change());
        this.draw();
        this.place.dataset.ready = 'yes';
    }

    // ---- controls ----

    makeControls() {
        const box = make('div', { className: 'live-controls' });
        for (const control of this.description.controls ?? []) box.append(this.makeControl(control));
        return box;
    }

    makeControl(control) {
        const id = `${this.name}-${control.name}`;
        this.values[control.name] = control.value;
        if (control.words) return this.makeChoice(control, id);
        if (typeof control.value === 'boolean') return this.makeFlag(control, id);
        if (typeof control.value === 'string') return this.makeText(control, id);
        const { low, high, step } = control, range = make('input', { type: 'range', id, min: low, max: high, step, value: control.value });
        const number = make('input', { type: 'number', id: `${id}-number`, min: low, max: high, step, value: control.value });
        number.setAttribute('aria-label', say(control.label));
        this.setters[control.name] = (value) => {
            range.value = value;
            if (document.activeElement !== number || Number(number.value) !== value) number.value = value;
        };
        for (const input of [range, number]) input.oninput = () => input.value !== '' && this.set(control.name, Number(input.value));
        const parts = [make('label', { htmlFor: id, textContent: say(control.label) }), range, number];
        if (control.rate) parts.push(this.makePlay(control));
        return make('div', { className: 'live-control' }, ...parts);
    }

    /** A button that lets a number run: `rate` of its units a second. Nothing moves before it is pressed. */
    makePlay(control) {
        const words = [['Play', '再生'], ['Pause', '一時停止']];
        const button = make('button', { type: 'button', textContent: say(words[0]) });
        let since = 0;
        const step = (now) => {
            if (!since) return;
            const span = control.high - control.low, next = this.values[control.name] + ((now - since) / 1000) * control.rate;
            since = now;
            this.set(control.name, control.low + ((((next - control.low) % span) + span) % span), true);
            requestAnimationFrame(step);
        };
        button.onclick = () => {
            since = since ? 0 : performance.now();
            button.textContent = say(words[+!!since]);
            if (since) requestAnimationFrame(step);
        };
        return button;
    }

    makeChoice(control, id) {
        const list = make('select', { id }, ...control.words.map(([value, text]) => make('option', { value, textContent: say(text) })));
        list.value = control.value;
        list.onchange = () => this.set(control.name, list.value);
        this.setters[control.name] = (value) => (list.value = value);
        return make('div', { className: 'live-control' }, make('label', { htmlFor: id, textContent: say(control.label) }), list);
    }

    makeFlag(control, id) {
        const box = make('input', { type: 'checkbox', id, checked: control.value });
        box.onchange = () => this.set(control.name, box.checked);
        this.setters[control.name] = (value) => (box.checked = value);
        return make('div', { className: 'live-control live-flag' }, box, make('label', { htmlFor: id, textContent: say(control.label) }));
    }

    /** A text to edit. texts: files of the exercises, each with a button that puts it there. The first one is there at first. */
    makeText(control, id) {
        const texts = control.texts ?? [], first = texts.length ? this.texts[texts[0][0]] : control.value;
        this.values[control.name] = first;
        const buttons = texts.map(([name, label]) => make('button', { type: 'button', textContent: say(label), onclick: () => this.set(control.name, this.texts[name]) }));
        const area = make('textarea', { id, value: first, spellcheck: false, rows: control.rows ?? 12 });
        area.setAttribute('autocapitalize', 'off');
        area.oninput = () => this.set(control.name, area.value);
        this.setters[control.name] = (value) => area.value !== value && (area.value = value);
        return make('div', { className: 'live-control live-text' }, make('label', { htmlFor: id, textContent: say(control.label) }), area, make('div', {}, ...buttons));
    }

    /** Sets a control. smooth: between its steps. */
    set(name, value, smooth = false) {
        const control = this.description.controls.find((one) => one.name === name);
        if (typeof control.value === 'number') value = smooth ? value : clamp(value, control);
        this.values[name] = value;
        this.setters[name](typeof value === 'number' ? Number(value.toFixed(decimals(control.step))) : value);
        this.change();
    }

    // ---- handles ----

    /** A handle: an element over a panel that is dragged, or moved by arrow keys. */
    makeHandle(handle) {
        const panel = this.panels[handle.panel ?? 0], controls = [handle.x, handle.y].map((name) => this.description.controls.find((c) => c.name === name));
        const element = make('div', { className: 'live-handle', tabIndex: 0, role: 'slider' });
        element.dataset.handle = handle.name;
        element.setAttribute('aria-label', say(handle.label));
        element.onpointerdown = (event) => {
            event.preventDefault();
            element.focus({ preventScroll: true });
            element.setPointerCapture(event.pointerId);
            const at = panel.placeOf(event), now = handle.at(this.values, this.scene), off = [now[0] - at[0], now[1] - at[1]];
            element.onpointermove = (move) => {
                const [x, y] = panel.placeOf(move), next = handle.drag(this.values, [x + off[0], y + off[1]], this.scene);
                for (const [name, value] of Object.entries(next)) this.set(name, value);
            };
        };
        element.onpointerup = element.onpointercancel = () => (element.onpointermove = null);
        element.onkeydown = (event) => this.press(event, controls);
        panel.stage.append(element);
        this.handles ??= [];
        this.handles.push({ handle, element, panel, controls });
    }

    press(event, [x, y]) {
        const way = { ArrowRight: [x, 1], ArrowLeft: [x, -1], ArrowUp: [y ?? x, 1], ArrowDown: [y ?? x, -1], PageUp: [y ?? x, 10], PageDown: [y ?? x, -10],
            Home: [x, -Infinity], End: [x, Infinity] }[event.key];
        if (!way?.[0]) return;
        event.preventDefault();
        const [control, steps] = way;
        this.set(control.name, this.values[control.name] + steps * control.step * (event.shiftKey ? 10 : 1));
    }

    placeHandles() {
        for (const { handle, element, panel, controls } of this.handles ?? []) {
            const [x, y] = panel.pixelOf(handle.at(this.values, this.scene)), first = controls.find(Boolean);
            element.style.left = `${x}px`;
            element.style.top = `${y}px`;
            element.setAttribute('aria-valuemin', first.low);
            element.setAttribute('aria-valuemax', first.high);
            element.setAttribute('aria-valuenow', this.values[first.name]);
            element.setAttribute('aria-valuetext', controls.filter(Boolean).map((c) => `${say(c.label)} ${this.values[c.name]}`).join(', '));
        }
    }

    // ---- numbers ----

    makeNumbers() {
        const list = make('dl', { className: 'live-numbers' });
        this.outputs = {};
        for (const number of this.description.numbers ?? []) {
            const output = make('output', { textContent: '' });
            output.dataset.number = number.name;
            this.outputs[number.name] = [output, number];
            list.append(make('div', { className: number.wrong ? 'live-wrong' : '' }, make('dt', { textContent: say(number.label) }), make('dd', {}, output)));
        }
        return list;
    }

    showNumbers(numbers) {
        for (const [name, [output, { digits = 3 }]] of Object.entries(this.outputs)) {
            const value = numbers?.[name], text = typeof value === 'number' ? (value + 0).toFixed(digits) : say(value);
            if (output.textContent !== text) output.textContent = text;
        }
    }

    // ---- drawing ----

    /** Draws in the next frame. */
    change() {
        if (this.waiting) return;
        this.waiting = true;
        requestAnimationFrame(() => {
            this.waiting = false;
            this.draw();
        });
    }

    draw() {
        for (const panel of this.panels) panel.begin();
        this.showNumbers(this.description.draw(this.panels, this.values, this.scene));
        this.placeHandles();
    }
}

// ---- the page ---------------------------------------------------------------------------------------------------------

/** The still picture before a figure, and a script that keeps it from loading (course.py). */
const stillOf = (place) => place.previousElementSibling?.closest('figure') ?? place.previousElementSibling?.previousElementSibling;

async function begin(place) {
    const name = place.dataset.figure;
    try {
        const { default: description } = await import(`./figures/${name}.mjs`);
        await new Figure(name, description, place).start();
    } catch (error) {
        place.textContent = '';
        place.dataset.ready = 'no';
        const still = stillOf(place)?.querySelector('img');
        if (still?.dataset.src) still.src = still.dataset.src;
        console.warn(`live figure ${name}:`, error); // the still picture stays
    }
}

const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries)
        if (isIntersecting) {
            observer.unobserve(target);
            begin(target);
        }
}, { rootMargin: `${READY}px` });
for (const place of document.querySelectorAll('.live')) observer.observe(place);
