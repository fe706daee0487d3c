/** What is drawn over the characters, and ways of skinning side by side. The words and their names are hone's. */
import { language, text } from '../texts.mjs';
import { element } from './element.mjs';

/** The names of the methods that are side by side, each below its part of the picture. */
function captions({ hand, renderer: { canvas } }, labels) {
    const line = element('div', { className: 'captions' });
    const fit = () => { line.style.width = `${canvas.clientWidth}px`; };
    new ResizeObserver(fit).observe(canvas);
    canvas.after(line);
    hand.addEventListener('change', () => {
        const names = [...hand.methods];
        line.hidden = names.length < 2;
        line.replaceChildren(...names.map((word) => element('span', { textContent: labels.get(word) })));
    });
    line.hidden = true;
}

export function showPanel(page) {
    const { hand, hone } = page, box = element('div', { className: 'show' }), boxes = new Map();

    function line(list, { word, label }) {
        const input = element('input', { type: 'checkbox', onchange: () => page.attempt(() => hand.toggle(word, list)) });
        boxes.set(input, [list, word]);
        return element('label', { className: 'line' }, input, ' ', label);
    }

    async function build() {
        const { show, compare } = await hone.choices(language);
        await hand.load();
        captions(page, new Map(compare.map(({ word, label }) => [word, label])));
        box.replaceChildren(
            element('fieldset', {}, element('legend', { textContent: text('Over the characters') }), ...show.map((row) => line(hand.shown, row))),
            element('fieldset', {}, element('legend', { textContent: text('Skinning, two or more side by side') }), ...compare.map((row) => line(hand.methods, row))));
        update();
    }

    function update() {
        for (const [input, [list, word]] of boxes)
            input.checked = list.has(word);
    }
    hand.addEventListener('change', update);
    return {
        title: text('Show'), element: box,
        update() {
            if (!box.childElementCount && !box.ariaBusy) {
                box.ariaBusy = 'true';
                page.attempt(build).finally(() => { box.ariaBusy = null; });
            }
            update();
        },
    };
}
