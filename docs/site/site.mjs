/** The bar of the site's pages: a search in the course and the documents, and the service worker that keeps the site for
 * when there is no network. */
import { keepSite, takeNewVersion } from './offline.mjs';

const nav = document.querySelector('nav.site'), field = nav.querySelector('input'), { root } = nav.dataset;
const language = document.documentElement.lang === 'ja' ? 'ja' : 'en';
const nothing = { en: 'Nothing has all of these words.', ja: 'すべての語を含む箇所はありません。' }[language];
const shown = 30, around = 60; // results; letters on each side of a word in its excerpt

const plain = (text) => text.normalize('NFKC').toLowerCase();
let sections;

/** The sections, each with what is looked through: of the reader's language first. */
async function load() {
    const read = async (each) => (await fetch(new URL(`${root}search.${each}.json`, location.href))).json();
    const rows = await Promise.all([language, language === 'en' ? 'ja' : 'en'].map(read));
    return rows.flat().map(([page, title, address, text]) => ({ page, title, address, text, found: plain(`${title} ${text}`), head: plain(title) }));
}

/** The sections that have all words; those with the words in their title come first. */
function find(words) {
    const hits = sections.filter(({ found }) => words.every((word) => found.includes(word)));
    const rank = ({ head }) => -words.filter((word) => head.includes(word)).length;
    return hits.map((hit, at) => [rank(hit), at, hit]).sort((a, b) => a[0] - b[0] || a[1] - b[1]).slice(0, shown).map(([, , hit]) => hit);
}

/** The text around the first word, in which all words are marked. */
function excerpt(text, words) {
    const low = text.toLowerCase(), at = Math.max(0, ...words.map((word) => low.indexOf(word)).filter((i) => i >= 0).slice(0, 1));
    const from = Math.max(0, at - around), small = document.createElement('small');
    const part = (from ? '… ' : '') + text.slice(from, at + 2 * around);
    const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
    part.split(new RegExp(`(${escaped})`, 'i')).forEach((piece, i) => {
        const node = i % 2 ? document.createElement('mark') : document.createTextNode('');
        node.textContent = piece;
        small.append(node);
    });
    return small;
}

function entry(hit, words) {
    const item = document.createElement('li'), link = document.createElement('a');
    link.href = root + hit.address;
    link.textContent = hit.title && hit.title !== hit.page ? `${hit.page}: ${hit.title}` : hit.page;
    link.append(excerpt(hit.text, words));
    item.append(link);
    return item;
}

function close() {
    nav.querySelector('ol')?.remove();
}

async function search() {
    sections ??= await load();
    const words = plain(field.value).split(/\s+/).filter(Boolean);
    close();
    if (words.length === 0)
        return;
    const list = document.createElement('ol'), hits = find(words);
    list.setAttribute('aria-live', 'polite');
    list.append(...hits.map((hit) => entry(hit, words)));
    if (hits.length === 0)
        list.innerHTML = `<li><span>${nothing}</span></li>`;
    nav.append(list);
}

/** The arrows go from result to result. */
function move(event) {
    const links = [field, ...nav.querySelectorAll('ol a')], at = links.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') {
        close();
        field.focus();
    } else if (event.key === 'Enter' && at === 0) {
        links[1]?.click();
    } else if (step && at >= 0 && links[at + step]) {
        event.preventDefault();
        links[at + step].focus();
    }
}

field.addEventListener('input', search);
nav.addEventListener('keydown', move);
addEventListener('click', (event) => { if (!nav.contains(event.target)) close(); });
if (!await takeNewVersion())
    keepSite(new URL(root || './', location.href));
