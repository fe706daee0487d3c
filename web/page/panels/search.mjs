/** Names that are sought. */
import { element } from './element.mjs';

/** Wide letters are as narrow ones, capitals as small ones. */
const plain = (name) => name.normalize('NFKC').toLowerCase();

/** Whether all words that are sought stand in any of the names. */
export function matches(names, sought) {
    const all = plain(names.filter(Boolean).join('\n'));
    return plain(sought).split(/\s+/).every((word) => all.includes(word));
}

export function searchField(label, search) {
    const field = element('input', { type: 'search', placeholder: label, ariaLabel: label });
    field.oninput = () => search(field.value);
    return field;
}

/** A name of a file with what it is called elsewhere. */
export function nameOf(name, other) {
    return other && other !== name ? [name, ' ', element('small', { textContent: other })] : [name];
}
