/** The characters and their motions: which one is active, where each stands, what it plays, what is missing. */
import { text } from '../texts.mjs';
import { element } from './element.mjs';
import { makeControl } from './settings.mjs';

const button = (label, onclick) => element('button', { textContent: label, onclick });

/** The place of a character has controls as a setting has. */
const placeRows = () => [
    { key: 'place.at', kind: 'vector', label: text('Place'), unset: [0, 0, 0], help: null },
    { key: 'place.turn', kind: 'float', label: text('Turn (degrees)'), low: -180, high: 180, step: 1, unset: 0, help: null },
];

export function charactersPanel(page) {
    const { gaze, stage } = page, box = element('div');
    gaze.addEventListener('change', () => update());

    function placeOf(character) {
        const [at, turn] = placeRows().map((row) => {
            const name = row.key.slice(row.key.indexOf('.') + 1);
            const control = makeControl(row, () => character.place[name], (value) => {
                character.moveTo({ [name]: value ?? row.unset });
                control.show();
            });
            control.show();
            return control.element;
        });
        return [at, turn];
    }

    function motionLine(entry) {
        const on = element('input', { type: 'checkbox', checked: !entry.off, onchange: () => page.attempt(() => stage.switchMotion(entry, on.checked)) });
        return element('li', {}, element('label', {}, on, ' ', entry.name), ' ',
            button(text('Remove'), () => page.attempt(() => stage.removeMotion(entry))));
    }

    function clipsOf(character) {
        if (character.model.clips.length < 2)
            return [];
        const list = element('select', { onchange: () => page.attempt(() => stage.playClip(character, list.selectedIndex)) });
        list.append(...character.model.clips.map((clip, i) => element('option', { textContent: clip || `${i}`, selected: i === character.clip })));
        return [element('label', { className: 'row' }, text('Clip'), ' ', list)];
    }

    function characterBox(character) {
        const chosen = element('input', { type: 'radio', name: 'active', checked: character === stage.active, onchange: () => stage.choose(character) });
        const visible = element('input', { type: 'checkbox', checked: character.visible, onchange: () => { character.visible = visible.checked; } });
        const motions = stage.motions.filter((entry) => entry.character === character);
        return element('fieldset', {},
            element('legend', {}, element('label', {}, chosen, ' ', character.name)),
            element('div', { className: 'row' }, element('label', {}, visible, ' ', text('Visible')),
                button(text('Remove'), () => page.attempt(() => stage.remove(character)))),
            ...clipsOf(character), element('ul', {}, ...motions.map(motionLine)),
            ...(character === stage.active && !character.item ? placeOf(character) : []), // a scene says where its models are
            ...(character.messages.length ? [element('ul', { className: 'warnings' }, ...character.messages.map(warning))] : []));
    }

    function warning(sentence) {
        const line = element('li', { textContent: sentence });
        page.translated(sentence).then((words) => { line.textContent = words; });
        return line;
    }

    /** All is made again; what had the focus has it again. */
    function update() {
        const controls = () => [...box.querySelectorAll('input, select, button')], focused = controls().indexOf(document.activeElement);
        build();
        if (focused >= 0)
            controls()[Math.min(focused, controls().length - 1)]?.focus();
    }

    function build() {
        const others = stage.motions.filter((entry) => !entry.character);
        const all = element('input', { type: 'checkbox', checked: stage.forAll, onchange: () => { stage.forAll = all.checked; } });
        const looking = element('input', { type: 'checkbox', checked: gaze.isOn, onchange: () => page.attempt(() => gaze.set(looking.checked)) });
        box.replaceChildren(...stage.characters.map(characterBox), element('label', { className: 'line' }, looking, ' ', text('Look at the mouse')),
            ...(stage.characters.length > 1 ? [element('label', { className: 'line' }, all, ' ', text('A motion that is dropped is for all characters'))] : []),
            ...(others.length ? [element('fieldset', {}, element('legend', { textContent: text('Camera and light') }), element('ul', {}, ...others.map(motionLine)))] : []));
    }
    return { title: text('Characters'), element: box, update };
}
