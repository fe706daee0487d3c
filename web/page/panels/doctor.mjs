/** What `hone doctor` says of the active character and of what it plays. */
import { language, text } from '../texts.mjs';
import { element } from './element.mjs';

const signs = { fault: '✗', warning: '⚠', note: 'ⓘ' };

export function doctorPanel(page) {
    const { hand, stage } = page, list = element('ul', { className: 'findings' }), sum = element('p', { role: 'status' });
    const check = element('button', { textContent: text('Look for trouble in the model'), onclick: () => page.attempt(() => look(true)) });
    let character = null;

    /** A name of a bone is a way to it. */
    function nameItem(name) {
        const bone = character.model.findBone(name);
        const link = bone < 0 ? name : element('button', { className: 'link', textContent: name, onclick: () => page.attempt(() => hand.choose(bone)) });
        return element('li', {}, link);
    }

    function item({ level, text: sentence, names, total }) {
        const left = total - names.length, all = names.map(nameItem);
        if (left > 0)
            all.push(element('li', { textContent: text('and {count} more', { count: left }) }));
        const title = { fault: text('Fault'), warning: text('Warning'), note: text('Note') }[level];
        const line = element('li', { className: level }, element('span', { textContent: signs[level], role: 'img', ariaLabel: title, title }), ' ', sentence);
        if (all.length)
            line.append(element('ul', {}, ...all));
        return line;
    }

    async function look(physics) {
        const looked = character = stage.active;
        if (!looked)
            return list.replaceChildren();
        check.disabled = true;
        sum.textContent = text('The model is being checked.');
        await new Promise((next) => setTimeout(next)); // the word is seen before the page is busy
        try {
            const found = await looked.model.doctor({ motions: physics ? looked.motions.map(({ motion }) => motion) : [], physics, textures: !looked.builtIn, language });
            if (looked !== character)
                return;
            const order = Object.keys(signs);
            list.replaceChildren(...[...found.findings].sort((a, b) => order.indexOf(a.level) - order.indexOf(b.level)).map(item));
            sum.textContent = found.findings.length ? text('Faults {faults}, warnings {warnings}, notes {notes}', found) : text('Nothing is wrong with this model');
        } finally {
            check.disabled = false;
        }
    }
    const update = () => stage.active !== character && page.attempt(() => look(false));
    const hint = element('p', {}, element('small', { textContent: text('The button also lets the motions play with physics, which takes some seconds.') }));
    return { title: text('Doctor'), element: element('div', {}, sum, list, check, hint), update };
}
