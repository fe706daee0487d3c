import { HoneError } from './errors.mjs';

/** An object of hone's memory, until it is disposed of. */
export class Handle {
    constructor(core, at = 0, release = null) {
        Object.defineProperties(this, {
            core: { value: core },
            address: { value: at, writable: true },
            release: { value: release, writable: true },
        });
    }

    get isDisposed() {
        return !this.address;
    }

    /** Its address, for a call. */
    get at() {
        this.core.check();
        if (!this.address) throw new HoneError(`this ${this.constructor.name} was disposed of`);
        return this.address;
    }

    dispose() {
        const at = this.address;
        this.address = 0;
        if (at && this.core.exports) this.core.call(this.release, at);
    }
}
