/** The words of the page in the reader's language.
 *
 * Write `text('English sentence')`. po/update.sh finds these sentences for translators, and web/translate.mjs puts the
 * translations into page.LANGUAGE.json. `text('{count} textures', { count })` fills values in. In index.html the
 * English words stand in elements with `data-text`, and names of controls in `data-label="…"`. */
const translated = ['ja'];
const wanted = new URLSearchParams(location.search).get('lang') ?? navigator.language.slice(0, 2);

export const language = translated.includes(wanted) ? wanted : 'en';

async function read() {
    try {
        return language === 'en' ? {} : await (await fetch(`page.${language}.json`)).json();
    } catch {
        return {}; // English is better than nothing
    }
}

const words = await read();

/** A sentence in the reader's language. values: what stands for its {names}. */
export function text(english, values = {}) {
    return (words[english] ?? english).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** Translates the elements of index.html. */
export function translatePage() {
    document.documentElement.lang = language;
    for (const element of document.querySelectorAll('[data-text]'))
        element.textContent = text(element.textContent);
    for (const element of document.querySelectorAll('[data-label]'))
        element.ariaLabel = text(element.dataset.label);
}
