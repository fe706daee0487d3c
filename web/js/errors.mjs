const CODES = ['ok', 'argument', 'memory', 'io', 'format', 'unsupported', 'device'];

/** Throws if a list has no such index. */
export function needIndex(index, { length }, what) {
    if (index >= length) throw new HoneError(`there is no ${what} ${index}`, 'argument', index);
}

/** Why a call failed, as hone's C library says it. */
export class HoneError extends Error {
    constructor(message, code = 'argument', at = 0, cause) {
        super(message, { cause });
        this.name = 'HoneError';
        this.code = typeof code === 'number' ? CODES[code] : code;
        this.at = at;
    }
}
