// A WebGL 2 context as hone draws with it. A browser checks each call and sends it to another process, so few calls are made:
// what is set already is not set again; what is set is sent when something is drawn with it; and triangles that follow those
// drawn last, with nothing changed between them, are drawn together with them.

const TEXTURE_2D = 0x0de1, TEXTURE0 = 0x84c0, ARRAY_BUFFER = 0x8892;
const FRAMEBUFFER = 0x8d40, READ_FRAMEBUFFER = 0x8ca8;
const TRIANGLES = 4, UNSIGNED_INT = 0x1405, INDEX = 4; // bytes

const equal = (a, b) => {
    if (a.length !== b.length) return false;
    for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
    return true;
};

/** What hone draws with in one canvas. shared: others use the context between pictures, so nothing is taken to be set when a
 * picture begins, and each call is made at once. */
export class Context {
    constructor(gl, shared = false) {
        this.gl = gl;
        this.shared = shared;
        this.reset();
    }

    /** After the context was lost nothing of it is left. */
    reset() {
        this.objects = [null]; // of all kinds, by their numbers
        this.free = [];
        this.places = [null]; // of uniforms: {at, values}
        this.unchecked = true; // whether objects were made since errors were asked for
        this.texts = new Map(); // that glGetString returned
        this.arrays = new Map(); // by number of a vertex array: lists of what was set last for its attributes
        this.attached = new Set(); // textures that framebuffers draw into
        this.names = null;
        for (const name of this.gl.getSupportedExtensions() ?? []) if (!/debug_shaders|lose_context/.test(name)) this.gl.getExtension(name);
        this.forget();
    }

    /** To be called before hone uses the context for a picture, a model or anything else. */
    begin() {
        if (this.shared) this.forget();
    }

    /** Forgets what is set. Values of uniforms and of vertex arrays are kept: only hone has these objects. */
    forget() {
        this.values = new Map(); // by what they are of: {method, numbers} that hone has set; sent: those of the context
        this.stores = new Map(); // how pixels lie in memory
        this.units = []; // {texture, sampler} that hone has chosen; sentTexture, sentSampler: those of the context
        this.changed = []; // values and units that may have to be sent
        this.unit = 0; // that hone has chosen; and so on
        this.program = this.array = this.vertices = undefined; // vertices: the buffer
        this.sentUnit = this.sentProgram = this.sentArray = this.sentVertices = undefined;
        this.drawFramebuffer = this.readFramebuffer = undefined;
        this.count = this.first = 0; // triangles that wait: how many indices, and the byte at which they begin
    }

    // ---- what is set ----

    change(entry) {
        if (!entry.listed) this.changed.push(entry);
        entry.listed = true;
        if (this.shared) this.send();
    }

    /** Sets a value of the context, as the method does. of: which value. */
    set(of, method, numbers) {
        let value = this.values.get(of);
        if (!value) this.values.set(of, (value = { method: '', numbers: [], sent: null, listed: false }));
        else if (value.method === method && equal(value.numbers, numbers)) return;
        value.method = method;
        value.numbers = numbers;
        this.change(value);
    }

    /** Returns a unit of textures, and makes it at its first use. */
    unitAt(place) {
        return (this.units[place] ??= { place, texture: 0, sampler: 0, sentTexture: 0, sentSampler: 0, listed: false });
    }

    setTexture(number) {
        const unit = this.unitAt(this.unit);
        if (unit.texture === number) return;
        unit.texture = number;
        this.change(unit);
    }

    setSampler(place, number) {
        const unit = this.unitAt(place);
        if (unit.sampler === number) return;
        unit.sampler = number;
        this.change(unit);
    }

    setProgram(number) {
        this.program = number;
        if (this.shared) this.sendProgram();
    }

    setArray(number) {
        this.array = number;
        if (this.shared) this.sendArray();
    }

    /** Sets the buffer of vertices. Nothing draws with it, but uploads and attributes need it. */
    setVertices(number) {
        this.vertices = number;
        if (this.shared && !number) this.sendVertices();
    }

    /** Sets how pixels lie in memory, which only uploads and reading need. */
    setStore(name, value) {
        if (this.stores.get(name) === value) return;
        this.stores.set(name, value);
        this.gl.pixelStorei(name, value);
    }

    setFramebuffer(target, number) {
        const both = target === FRAMEBUFFER, reads = both || target === READ_FRAMEBUFFER, draws = both || !reads;
        if ((!reads || this.readFramebuffer === number) && (!draws || this.drawFramebuffer === number)) return;
        this.drawNow();
        this.gl.bindFramebuffer(target, this.objects[number]);
        if (reads) this.readFramebuffer = number;
        if (draws) this.drawFramebuffer = number;
    }

    /** Whether an attribute of the vertex array in use is set to something else than before. kind: a value of OF_ARRAY in webgl.mjs. */
    attributeDiffers(kind, numbers) {
        if (!this.array) return true;
        let list = this.arrays.get(this.array);
        if (!list) this.arrays.set(this.array, (list = new Map()));
        const key = numbers[0] * 4 + kind, last = list.get(key);
        if (last && equal(last, numbers)) return false;
        list.set(key, numbers);
        return true;
    }

    // ---- what is sent ----

    sendValue(value) {
        const { method, numbers, sent } = value;
        if (sent && sent.method === method && equal(sent.numbers, numbers)) return;
        this.drawNow();
        this.gl[method](...numbers);
        value.sent = { method, numbers };
    }

    /** A unit without a texture is left as it is, unless hone draws into what is there: no program reads it. */
    sendUnit(unit) {
        const { place, texture, sampler } = unit;
        if (!texture && !this.shared && !this.attached.has(unit.sentTexture)) return;
        if (texture !== unit.sentTexture) this.sendTexture(unit);
        if (sampler === unit.sentSampler) return;
        this.drawNow();
        this.gl.bindSampler(place, this.objects[sampler]);
        unit.sentSampler = sampler;
    }

    sendTexture(unit) {
        this.drawNow();
        this.sendActive(unit.place);
        this.gl.bindTexture(TEXTURE_2D, this.objects[unit.texture]);
        unit.sentTexture = unit.texture;
    }

    sendActive(place) {
        if (this.sentUnit === place) return;
        this.gl.activeTexture(TEXTURE0 + place);
        this.sentUnit = place;
    }

    sendProgram() {
        if (this.sentProgram === this.program) return;
        this.drawNow();
        this.gl.useProgram(this.objects[this.program]);
        this.sentProgram = this.program;
    }

    sendArray() {
        if (this.sentArray === this.array) return;
        this.drawNow();
        this.gl.bindVertexArray(this.objects[this.array]);
        this.sentArray = this.array;
    }

    sendVertices() {
        if (this.sentVertices === this.vertices || this.vertices === undefined) return;
        this.gl.bindBuffer(ARRAY_BUFFER, this.objects[this.vertices]);
        this.sentVertices = this.vertices;
    }

    /** Before something is drawn. */
    send() {
        for (const entry of this.changed) {
            entry.listed = false;
            if (entry.method === undefined) this.sendUnit(entry);
            else this.sendValue(entry);
        }
        this.changed.length = 0;
        if (this.program) this.sendProgram();
        if (this.array) this.sendArray();
    }

    /** Before a call that draws with what is set. */
    sendAll() {
        this.send();
        this.drawNow();
    }

    /** Before a call for the texture of the unit that hone has chosen. */
    sendTextureOfUnit() {
        const unit = this.unitAt(this.unit);
        this.drawNow();
        this.sendActive(unit.place);
        if (unit.texture !== unit.sentTexture) this.sendTexture(unit);
    }

    // ---- what is drawn ----

    /** Draws indices. Triangles wait for those that follow them in the buffer; several copies cannot, because each is drawn
     * whole before the next. */
    drawElements(mode, count, type, first, copies) {
        const waits = mode === TRIANGLES && type === UNSIGNED_INT && copies === 1 && !this.shared;
        this.send();
        if (!waits || first !== this.first + this.count * INDEX) this.drawNow();
        if (!waits) return this.gl.drawElementsInstanced(mode, count, type, first, copies);
        if (!this.count) this.first = first;
        this.count += count;
    }

    /** Draws what waits. Every call to the context that may have to do with it comes after this. */
    drawNow() {
        const { count } = this;
        if (!count) return;
        this.count = 0;
        this.gl.drawElementsInstanced(TRIANGLES, count, UNSIGNED_INT, this.first, 1);
    }

    // ---- objects ----

    add(object) {
        if (!object) return 0;
        this.unchecked = true;
        const number = this.free.pop() ?? this.objects.length;
        this.objects[number] = object;
        return number;
    }

    remove(number) {
        if (!number || !this.objects[number]) return null;
        this.drawNow();
        this.unbind(number);
        const object = this.objects[number];
        this.objects[number] = undefined;
        this.free.push(number);
        return object;
    }

    /** An object that is deleted is no longer bound, and its number is used again. */
    unbind(number) {
        for (const unit of this.units)
            for (const name of ['texture', 'sampler', 'sentTexture', 'sentSampler']) if (unit?.[name] === number) unit[name] = 0;
        for (const name of ['array', 'vertices', 'sentArray', 'sentVertices']) if (this[name] === number) this[name] = 0;
        for (const name of ['program', 'sentProgram', 'drawFramebuffer', 'readFramebuffer']) if (this[name] === number) this[name] = undefined;
        this.attached.delete(number);
        this.arrays.clear();
    }

    get extensions() {
        return (this.names ??= (this.gl.getSupportedExtensions() ?? []).map((n) => 'GL_' + n));
    }
}
