/** A slider for each morph, in the groups of MMD. What the motions do is seen in them; a slider that was moved is by hand
 * until it is reset. */
import { text } from '../texts.mjs';
import { matches, nameOf, searchField } from './search.mjs';
import { element } from './element.mjs';

const groups = [[1, text('Eyebrows')], [2, text('Eyes')], [3, text('Mouth')], [4, text('Other')]];
const shownAs = (weight) => String(+weight.toFixed(3));

export function morphsPanel(page) {
    const { hand, stage } = page, list = element('div', { className: 'morphs' });
    let character = null, names = [], rows = [];
    const search = searchField(text('Find a morph'), show);
    const reset = element('button', { textContent: text('Reset all'), onclick: () => hand.resetAll(['setMorph']) });
    const note = element('p');

    function makeRow(morph, index) {
        const label = nameOf(morph.name, names[index].english), spoken = morph.name;
        const set = ({ target }) => Number.isFinite(target.valueAsNumber) && hand.setMorph(index, target.valueAsNumber);
        const slider = element('input', { type: 'range', min: 0, max: 1, step: 0.01, ariaLabel: spoken, oninput: set });
        const field = element('input', { type: 'number', step: 0.01, ariaLabel: `${spoken}: ${text('weight')}`, oninput: set, onblur: () => { row.shown = null; } });
        const back = element('button', { textContent: '↺', title: text('Reset'), ariaLabel: `${text('Reset')}: ${spoken}`, onclick: () => hand.setMorph(index, null) });
        const line = element('div', { className: 'morph' }, element('span', {}, ...label), slider, field, back);
        const row = { line, slider, field, back, index, group: morph.panel >= 1 && morph.panel <= 3 ? morph.panel : 4, shown: null };
        return row;
    }

    function show() {
        const wanted = rows.filter(({ index }) => {
            const { name, englishName } = character.model.morphs[index], { english, synonyms } = names[index];
            return matches([name, englishName, english, synonyms], search.value);
        });
        list.replaceChildren(...groups.flatMap(([group, title]) => {
            const lines = wanted.filter((row) => row.group === group).map(({ line }) => line);
            return lines.length ? [element('fieldset', {}, element('legend', { textContent: title }), ...lines)] : [];
        }));
        note.textContent = !rows.length ? text('This character has no morphs.') : wanted.length ? '' : text('No morph has this name.');
    }

    async function build() {
        const built = character = stage.active;
        names = built ? (await built.model.readNames()).morphs : [];
        if (built !== character)
            return;
        rows = built ? built.model.morphs.map(makeRow) : [];
        show();
        frame();
    }

    /** The weights of now. A number that is being typed stays. */
    function frame() {
        if (!character || character !== stage.active)
            return;
        const weights = character.actor.morphs;
        for (const row of rows) {
            const byHand = character.morphs.get(row.index), weight = shownAs(byHand ?? weights[row.index]);
            if (row.byHand !== (byHand !== undefined)) {
                row.byHand = byHand !== undefined;
                row.line.classList.toggle('by-hand', row.byHand);
                row.back.disabled = !row.byHand;
            }
            if (row.shown === weight)
                continue;
            row.shown = row.slider.value = weight;
            if (row.field !== document.activeElement)
                row.field.value = weight;
        }
        reset.disabled = character.morphs.size === 0;
    }
    const update = () => stage.active !== character && page.attempt(build);
    return { title: text('Morphs'), element: element('div', {}, search, ' ', reset, note, list), update, frame };
}
