/** The link of what is shown, and the element that shows it in a page of one's own. */
import { linkOf } from '../addresses.mjs';
import { text } from '../texts.mjs';

/** A field whose text can be copied. */
function copied(label, page) {
    const row = document.createElement('div'), field = document.createElement('textarea'), button = document.createElement('button');
    row.className = 'row';
    Object.assign(field, { readOnly: true, rows: 3, ariaLabel: label });
    Object.assign(button, { type: 'button', textContent: text('Copy'), ariaLabel: `${text('Copy')}: ${label}` });
    button.onclick = () => page.attempt(async () => {
        field.select();
        await navigator.clipboard.writeText(field.value);
        page.say(text('It was copied.'));
    });
    const head = document.createElement('label');
    head.append(label, field);
    row.append(head, button);
    return { row, field };
}

/** The element: the attributes are the words of the link. */
function elementOf(link) {
    const { searchParams } = new URL(link), names = ['model', 'motion', 'song'];
    const attributes = names.filter((name) => searchParams.has(name)).map((name) => `${name}="${searchParams.getAll(name).join(' ').replaceAll('"', '&quot;')}"`);
    return [`<script type="module" src="${new URL('player.mjs', document.baseURI)}"></script>`, `<hone-player ${[...attributes, 'controls'].join(' ')}></hone-player>`].join('\n');
}

export function sharePanel(page) {
    const element = document.createElement('div'), note = document.createElement('p');
    const link = copied(text('Link'), page), embedded = copied(text('Element for a page of your own'), page);
    note.textContent = text('Files that were dropped have no address. Put them on the server of this page, and name them: {example}', { example: '?model=miku/miku.pmx&motion=dance.vmd' });
    element.append(link.row, embedded.row, note);
    const update = () => {
        const address = linkOf(page);
        [link.row.hidden, embedded.row.hidden, note.hidden] = [!address, !address, Boolean(address)];
        link.field.value = address ?? '';
        embedded.field.value = address ? elementOf(address) : '';
    };
    return { title: text('Share'), element, update, frame: () => page.clock.playing || update() };
}
