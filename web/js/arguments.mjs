// Checks the arguments of hone's methods by what hone.d.ts declares (web/declared.mjs): a wrong one is an error that names
// it, and reaches nothing inside.
import { methods, types } from 'hone-declared';
import { HoneError } from './errors.mjs';

const MOST = 2 ** 32;
let classes;

const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

const withArticle = (noun) => `${/^[AEIOUaeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

/** A value in a sentence. */
function say(value) {
    if (typeof value === 'string') return `"${value.slice(0, 60)}"`;
    if (!isObject(value)) return String(value);
    return Array.isArray(value) ? `a list of ${value.length}` : withArticle(value.constructor?.name || 'object');
}

const SIMPLE = {
    number: ['a number', Number.isFinite],
    index: ['a whole number from 0 on', (value) => Number.isInteger(value) && value >= 0 && value < MOST],
    text: ['a text', (value) => typeof value === 'string'],
    boolean: ['true or false', (value) => typeof value === 'boolean'],
    function: ['a function', (value) => typeof value === 'function'],
    map: ['a Map', (value) => typeof value?.get === 'function'],
    null: ['null', (value) => value === null],
};

/** What a type is in a sentence. */
function phrase(type) {
    if (typeof type === 'string') return SIMPLE[type][0];
    const [kind, what, count] = type;
    if (kind === 'is') return JSON.stringify(what);
    if (kind === 'any') return [...new Set(type.slice(1).map(phrase))].join(' or ');
    if (kind === 'list') return count ? `a list of ${count}` : 'a list';
    if (kind === 'name' && types[what]) return phrase(types[what]);
    return typeof what === 'string' ? withArticle(what) : 'an object';
}

const wrong = (type, value, name) => `${name} must be ${phrase(type)}, not ${say(value)}`;

function faultOfList([, of, count], value, name, core) {
    if (!isObject(value) || !Number.isInteger(value.length) || (count && value.length !== count)) return wrong(['list', of, count], value, name);
    for (let i = 0; i < value.length; i++) {
        const fault = faultOf(of, value[i], `${name}[${i}]`, core);
        if (fault) return fault;
    }
    return null;
}

function faultOfObject([, members], value, name, core) {
    if (!isObject(value)) return `${name} must be an object, not ${say(value)}`;
    for (const [key, type] of Object.entries(members)) {
        const optional = key.endsWith('?'), own = optional ? key.slice(0, -1) : key, member = value[own];
        const fault = optional && (member == null || type === 'boolean') ? null : faultOf(type, member, `${name}.${own}`, core);
        if (fault) return fault;
    }
    return null;
}

function faultOfClass(type, value, name, core) {
    if (!(value instanceof classes[type[1]])) return wrong(type, value, name);
    if (value.core !== core) return `${name} is of another instance of hone`;
    return value.isDisposed ? `${name}: this ${type[1]} was disposed of` : null;
}

/** The fault of the alternative that the value is meant to be, or that it is none of them. */
function faultOfAny(type, value, name, core) {
    let nearest = null;
    for (const one of type.slice(1)) {
        const fault = faultOf(one, value, name, core);
        if (!fault) return null;
        if (!fault.startsWith(`${name} must be`)) nearest = fault;
    }
    return nearest ?? wrong(type, value, name);
}

/** What is wrong with a value of a declared type, as a sentence; null: nothing. */
function faultOf(type, value, name, core) {
    if (typeof type === 'string') return SIMPLE[type][1](value) ? null : wrong(type, value, name);
    switch (type[0]) {
        case 'is': return value === type[1] ? null : wrong(type, value, name);
        case 'any': return faultOfAny(type, value, name, core);
        case 'both': return faultOf(type[1], value, name, core) ?? faultOf(type[2], value, name, core);
        case 'list': return faultOfList(type, value, name, core);
        case 'object': return faultOfObject(type, value, name, core);
        case 'class': return faultOfClass(type, value, name, core);
        default: // a name; of the browser's own, such as Blob, that it is an object
            if (types[type[1]]) return faultOf(types[type[1]], value, name, core);
            return isObject(value) ? null : wrong(type, value, name);
    }
}

function checked(method, [promises, ...parameters], call) {
    return function (...values) {
        for (const [i, [declared, type]] of parameters.entries()) {
            const optional = declared.endsWith('?'), name = optional ? declared.slice(0, -1) : declared;
            if (type === 'boolean' || (optional && values[i] == null)) continue;
            const fault = faultOf(type, values[i], name, this.core);
            if (!fault) continue;
            const error = new HoneError(`${method}: ${fault}`);
            if (promises) return Promise.reject(error);
            throw error;
        }
        return call.apply(this, values);
    };
}

/** Lets the methods of these classes check their arguments. */
export function checkArguments(all) {
    classes = all;
    for (const [name, calls] of Object.entries(methods)) {
        Object.defineProperty(classes[name], 'name', { value: name }); // which is shorter in hone.mjs
        for (const [method, declared] of Object.entries(calls)) {
            const { prototype } = classes[name];
            prototype[method] = checked(method, declared, prototype[method]);
        }
    }
}
