/** The settings of the picture and of playing: a control for each row of hone's table of settings that a page can use.
 *
 * There is no list of settings here. The table says names, ranges, words and help, in the reader's language; a control of
 * its kind writes the value into `picture.scene`. `makeControl(row, read, write)` is also for other panels. */
import { text } from '../texts.mjs';
import { element } from './element.mjs';

const hex = (colour) => '#' + colour.slice(0, 3).map((v) => Math.round(Math.min(Math.max(v, 0), 1) * 255).toString(16).padStart(2, '0')).join('');
const fromHex = (value) => [1, 3, 5].map((at) => parseInt(value.slice(at, at + 2), 16) / 255);
const labelOf = (row) => row.label ?? row.key;

// ---- a control of each kind: {element, show(value)}; value null: the setting is not set ------------------------------

function flag(row, write, on = true) {
    const box = element('input', { type: 'checkbox', onchange: () => write(box.checked === on ? on : null) });
    return { element: box, show: (value) => { box.checked = (value ?? !on) === true; } };
}

function choice(row, write) {
    const list = element('select', { onchange: () => write(list.selectedIndex ? list.value : null) });
    list.append(...row.words.map((word, i) => element('option', { value: word, textContent: row.wordLabels?.[i] ?? word })));
    return { element: list, show: (value) => { list.value = value ?? row.words[0]; } };
}

/** A slider where its steps can be told apart, a number otherwise. */
function number(row, write) {
    const step = row.step || (row.kind === 'integer' ? 1 : 'any'), most = 400;
    const slides = step !== 'any' && row.low !== null && (row.high - row.low) / step <= most;
    const field = element('input', { type: 'number', step, placeholder: row.unset ?? '' });
    const slider = slides ? element('input', { type: 'range', step, min: row.low, max: row.high, ariaLabel: labelOf(row) }) : null;
    if (row.low !== null)
        Object.assign(field, { min: row.low, max: row.high });
    field.onchange = () => field.reportValidity() && write(field.value === '' ? null : Number(field.value));
    const show = (value) => {
        field.value = value ?? '';
        if (slider)
            slider.value = value ?? row.unset ?? row.low;
    };
    if (slider)
        slider.oninput = () => write(Number(slider.value));
    return { element: slider ? element('span', { className: 'pair' }, slider, field) : field, show, labelled: field };
}

/** A number, or one of the words; empty: not set. */
function wordOrNumber(row, write) {
    const list = element('datalist', { id: `words-${row.key}` }, ...row.words.map((value) => element('option', { value })));
    const field = element('input', { type: 'text', inputMode: 'numeric', placeholder: `${row.low} – ${row.high}` });
    field.setAttribute('list', list.id);
    field.onchange = () => write(field.value === '' ? null : row.words.includes(field.value) ? field.value : Number(field.value));
    return { element: element('span', { className: 'pair' }, field, list), show: (value) => { field.value = value ?? ''; }, labelled: field };
}

function colour(row, write) {
    const field = element('input', { type: 'color', oninput: () => write(fromHex(field.value)) });
    return { element: field, show: (value) => { field.value = hex(value ?? row.unset ?? [0, 0, 0]); } };
}

function vector(row, write) {
    const fields = ['X', 'Y', 'Z'].map((name) => element('input', { type: 'number', step: 'any', ariaLabel: `${labelOf(row)} ${name}` }));
    const set = () => write(fields.map((field) => Number(field.value)));
    fields.forEach((field) => { field.onchange = set; });
    const show = (value) => fields.forEach((field, i) => { field.value = +(value ?? row.unset ?? [0, 0, 0])[i].toPrecision(6); });
    return { element: element('span', { className: 'pair' }, ...fields), show, group: true };
}

/** Which way it goes, as two angles: from the front of the picture to the right, and down. */
function direction(row, write) {
    const degrees = Math.PI / 180, limits = [[-180, 180], [-90, 90]], names = [text('around'), text('down')];
    const sliders = limits.map(([min, max], i) => element('input', { type: 'range', min, max, step: 1, ariaLabel: `${labelOf(row)}: ${names[i]}` }));
    const set = () => {
        const [around, down] = sliders.map((slider) => slider.value * degrees);
        write([-Math.sin(around) * Math.cos(down), -Math.sin(down), Math.cos(around) * Math.cos(down)]);
    };
    sliders.forEach((slider) => { slider.oninput = set; });
    const show = (value) => {
        const [x, y, z] = value ?? row.unset, length = Math.hypot(x, y, z);
        sliders[0].value = Math.atan2(-x, z) / degrees;
        sliders[1].value = Math.asin(-y / length) / degrees;
    };
    return { element: element('span', { className: 'pair' }, ...sliders), show, group: true };
}

const kinds = {
    flag, off: (row, write) => flag(row, write, false), choice, integer: number, number, float: number, given: number,
    word_or_number: wordOrNumber, colour, vector, gravity: vector, direction,
};

/** A row with its label, help and a control. read() gives the value, write(value) sets it; null is "not set". NULL: there
 * is no control of that kind. */
export function makeControl(row, read, write) {
    const make = kinds[row.kind];
    if (!make)
        return null;
    const control = make(row, write), id = `setting-${row.key}`, help = row.help?.replaceAll('\n', ' ');
    const name = element(control.group ? 'span' : 'label', { textContent: labelOf(row) });
    if (control.group)
        Object.assign(control.element, { role: 'group', ariaLabel: labelOf(row) });
    else
        Object.assign(control.labelled ?? control.element, { id }), name.htmlFor = id;
    const line = element('div', { className: 'row', title: help ?? '' }, name, control.element);
    if (help) {
        const small = element('small', { id: `${id}-help`, textContent: help });
        (control.labelled ?? control.element).setAttribute('aria-describedby', small.id);
        line.append(small);
    }
    return { element: line, show: () => control.show(read()) };
}

/** The title above the controls of a key: that of the nearest object around it that has one. */
function titleOf(rows, key) {
    for (let at = key.lastIndexOf('.'); at > 0; at = key.lastIndexOf('.', at - 1)) {
        const object = rows.find((row) => row.key === key.slice(0, at));
        if (object?.label)
            return object.label;
    }
    return '';
}

export function settingsPanel(page) {
    const { picture, stage } = page, box = element('div'), controls = [];

    async function write(row, value) {
        await page.attempt(async () => {
            picture.scene.set(row.key, value);
            if (row.ofActors)
                await stage.remake();
            picture.changed();
        });
        controls.forEach((control) => control.show());
    }

    function build() {
        const groups = new Map();
        for (const row of picture.settings.filter(({ isControl }) => isControl)) {
            const control = makeControl(row, () => picture.scene.get(row.key), (value) => write(row, value));
            if (!control)
                continue;
            const title = titleOf(picture.settings, row.key);
            if (!groups.has(title))
                groups.set(title, element('fieldset', {}, element('legend', { textContent: title })));
            groups.get(title).append(control.element);
            controls.push(control);
        }
        const reset = element('button', { textContent: text('All of these as usual') });
        reset.onclick = () => page.attempt(async () => {
            for (const row of picture.settings.filter(({ isControl }) => isControl))
                picture.scene.set(row.key, null);
            await stage.remake();
            picture.changed();
            controls.forEach((control) => control.show());
        });
        box.replaceChildren(...groups.values(), reset);
    }

    function update() {
        if (picture.scene && !controls.length)
            build();
        controls.forEach((control) => control.show());
    }
    return { title: text('Settings'), element: box, update };
}
