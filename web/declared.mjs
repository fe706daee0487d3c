// Writes what hone.d.ts declares of arguments as data for js/arguments.mjs: node web/declared.mjs hone.d.ts OUT.
// So each method checks its arguments by its declaration.
import fs from 'node:fs';

const [from, out] = process.argv.slice(2);
const source = fs.readFileSync(from, 'utf8').replace(/\/\*[^]*?\*\//g, '').replace(/\/\/.*/g, '');
const tokens = source.match(/[A-Za-z_$][\w$]*|\d+|'[^']*'|=>|\S/g);
let at = 0;

const next = () => tokens[at++];
const take = (token) => tokens[at] === token && ++at;
function need(token) {
    if (!take(token)) throw new Error(`${from}: ${token} is missing before: ${tokens.slice(at, at + 12).join(' ')}`);
}

function list(end, read, separator = ',') {
    const all = [];
    while (!take(end)) {
        all.push(read());
        take(separator);
    }
    return all;
}

// ---- types: a word, or [word, ...] -----------------------------------------------------------------------------------

const CLASSES = ['Files', 'Model', 'Motion', 'Actor', 'Renderer', 'GpuModel', 'Crowd', 'Scene'];
const WORDS = { number: 'number', string: 'text', boolean: 'boolean', null: 'null', Play: 'index', Goal: 'index', Index: 'index' };

function named(name) {
    const inner = take('<') ? list('>', type) : [];
    if (CLASSES.includes(name)) return ['class', name];
    if (/^(ReadonlyArray|ArrayLike)$/.test(name)) return ['list', inner[0]];
    if (name === 'ReadonlyMap') return 'map';
    return WORDS[name] ?? ['name', name];
}

function primary() {
    if (take('readonly')) return type();
    if (take('{')) return ['object', Object.fromEntries(list('}', member, ';').map(([name, kind]) => [name, kind]))];
    if (take('[')) return ['list', ...tuple(list(']', type))];
    if (take('(')) { // a function, or a type in parentheses
        const begin = at;
        for (let depth = 1; depth; at++) depth += (tokens[at] === '(') - (tokens[at] === ')');
        if (take('=>')) return type(), 'function';
        at = begin;
        const inside = type();
        need(')');
        return inside;
    }
    const token = next();
    if (/^['\d]/.test(token)) return ['is', JSON.parse(token.replaceAll("'", '"'))];
    return named(token);
}

/** A tuple of equal types, which is all that hone declares: the type, and how many. */
const tuple = (types) => [types[0], types.length];

function type() {
    const all = [];
    take('|');
    do {
        let one = primary();
        while (take('[')) need(']'), (one = ['list', one]);
        while (take('&')) one = ['both', one, primary()];
        all.push(one);
    } while (take('|'));
    return all.length === 1 ? all[0] : ['any', ...all];
}

/** [name, type, parameters of a method]; the name of what may be left out ends in "?". */
function member() {
    take('readonly');
    let name = next();
    if (take('?')) name += '?';
    if (take('(')) {
        const parameters = list(')', member);
        need(':');
        const returns = tokens[at];
        type();
        return [name, 'function', { parameters: parameters.map(([n, kind]) => [n, kind]), promise: returns === 'Promise' }];
    }
    need(':');
    return [name, type()];
}

// ---- the file ---------------------------------------------------------------------------------------------------------

const types = {}, methods = {};
while (at < tokens.length) {
    if (!take('export')) {
        at++;
        continue;
    }
    const kind = next(), name = next();
    if (kind === 'interface') {
        need('{');
        const all = list('}', member, ';');
        types[name] = ['object', Object.fromEntries(all.map(([n, t]) => [n, t]))];
        for (const [method, , call] of all) if (call?.parameters.length) (methods[name] ??= {})[method] = [+call.promise, ...call.parameters];
    } else if (kind === 'type' && take('=')) types[name] = type();
}

// Only what methods of hone's objects name stays.
const kept = {}, checked = Object.fromEntries(Object.entries(methods).filter(([name]) => name === 'Hone' || CLASSES.includes(name)));
const keep = (value) => {
    if (!Array.isArray(value)) return value && typeof value === 'object' && Object.values(value).forEach(keep);
    if (value[0] === 'name' && types[value[1]] && !kept[value[1]]) keep((kept[value[1]] = types[value[1]]));
    value.forEach(keep);
};
keep(checked);
fs.writeFileSync(out, `export const types = ${JSON.stringify(kept)};\nexport const methods = ${JSON.stringify(checked)};\n`);
