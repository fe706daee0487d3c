/** What is shown over the characters, and changing their poses by hand.
 *
 *     hand.shown                  words of hone.choices().show: what is drawn over all characters; toggle(word)
 *     hand.methods                words of hone.choices().compare, side by side if there are two or more
 *     hand.bone                   the bone of the active character that is chosen; null: none. choose(bone)
 *     hand.compared               methods that are side by side; undefined: none
 *     hand.isChoosing             whether a click or a tap in the picture chooses a bone; set while the list of bones is open
 *     hand.mode, axes, handles    of the handles: 'turn' or 'move', 'local', 'parent' or 'model', whether they are shown
 *     hand.setBone(bone, change), poseBone(bone, which, axis, value), setMorph(morph, weight), resetAll()
 *     hand.undo(), redo()
 *
 * Listeners of `change` are told of all of this. The part "more" of hone is loaded when it is first needed. */
import { keys } from './keys.mjs';
import { text } from './texts.mjs';

const still = 4, stillFinger = 10; // pixels by which a click, or a tap, may move
const merged = 1000; // milliseconds in which changes of one thing are one step

const overlay = (name, key, label, word) => ({ name, keys: key, label, run: ({ hand, attempt }) => attempt(() => hand.toggle(word)) });
const handle = (name, key, label, values) => ({ name, keys: key, label, run: ({ hand, attempt }) => attempt(() => hand.set(values)) });
const act = (name, key, label, run) => ({ name, keys: key, label, run: ({ hand, stage }) => stage.active && run(hand, stage.active) });

keys.push(
    overlay('bones', 'b', text('Bones'), 'bones'),
    overlay('bone-axes', '<Shift>e', text('Axes of bones'), 'axes'),
    overlay('chains', 'i', text('IK chains and goals'), 'chains'),
    overlay('bodies', 'r', text('Rigid bodies'), 'bodies'),
    overlay('joints', 'j', text('Joints'), 'joints'),
    overlay('wireframe', 'z', text('Wireframe'), 'wire'),
    overlay('points', '<Shift>v', text('Vertices as points'), 'points'),
    handle('gizmo', 'e', text('Rotate'), { mode: 'turn' }),
    handle('gizmo', 'w', text('Move'), { mode: 'move' }),
    handle('axes', 'x', text('Bone (local)'), { axes: 'local' }),
    handle('axes', '<Shift>x', text('Parent'), { axes: 'parent' }),
    handle('axes', 'y', text('Model'), { axes: 'model' }),
    act('handles', 'h', text('Show handles'), (hand) => hand.set({ handles: !hand.handles })),
    act('undo', '<Control>z', text('Undo'), (hand) => hand.undo()),
    act('redo', '<Control><Shift>z <Control>y', text('Redo'), (hand) => hand.redo()),
    act('reset-bone', 'Delete', text('Reset bone'), (hand) => hand.bone !== null && hand.setBone(hand.bone, null)),
    act('reset-all', '<Shift>Delete', text('Reset all'), (hand) => hand.resetAll()),
    act('select-parent', 'u', text('Select parent bone'), (hand, { model }) => hand.bone !== null && model.bones[hand.bone].parent >= 0 && hand.choose(model.bones[hand.bone].parent)),
    act('select-none', 'Escape', text('Deselect'), (hand) => hand.choose(null)),
);

/** How much larger marks are where fingers take them. */
const forFingers = () => (matchMedia('(pointer: coarse)').matches ? 1.4 : 1);

/** Where an event is, in pixels of the picture. */
function pixelOf(canvas, event) {
    const box = canvas.getBoundingClientRect(), scale = canvas.width / box.width;
    return [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
}

export class Hand extends EventTarget {
    shown = new Set();
    methods = new Set();
    bone = null;
    isChoosing = false;
    mode = 'turn';
    axes = 'local';
    handles = true;
    done = []; // steps that can be undone: lists of {character, kind, index, before, after}
    undone = [];

    constructor({ hone, renderer, stage, clock, picture }) {
        super();
        Object.assign(this, { hone, renderer, stage, clock, picture, isReady: false, owner: stage.active, press: null, held: null, hovered: null });
        picture.changes.push((options) => this.isReady && this.addTo(options));
        stage.addEventListener('change', () => stage.active !== this.owner && this.choose(null));
        this.listen(renderer.canvas);
    }

    changed() {
        this.dispatchEvent(new Event('change'));
    }

    /** Something was bent: hair and skirts come along. */
    bent() {
        this.clock.settle();
        this.changed();
    }

    async set(values) {
        Object.assign(this, values);
        this.changed();
        await this.load();
    }

    async load() {
        await this.hone.load('more');
        this.isReady = true;
    }

    async toggle(word, list = this.shown) {
        list.delete(word) || list.add(word);
        await this.set({});
    }

    async choose(bone) {
        this.owner = this.stage.active;
        await this.set({ bone });
    }

    // ---- drawing ---------------------------------------------------------------------------------------------------

    /** What `show` of an item is: words with a = are about the chosen bone. */
    words(isActive) {
        return [...this.shown].filter((word) => !word.endsWith('=') || (isActive && this.bone !== null))
            .map((word) => (word.endsWith('=') ? `${word}#${this.bone}` : word)).join();
    }

    /** Methods that are side by side; undefined: none. */
    get compared() {
        return this.methods.size > 1 ? [...this.methods] : undefined;
    }

    /** Whether anything is over the characters, or methods are side by side. */
    get isDrawing() {
        return this.words(true) !== '' || Boolean(this.compared);
    }

    /** How many pixels of a picture are one of the marks, which are as large beside a character as in the canvas. */
    markScale(height) {
        return (height / this.renderer.canvas.clientHeight) * forFingers();
    }

    addTo(options) {
        const { active } = this.stage, { canvas } = this.renderer;
        const item = options.items.findIndex(({ actor }) => actor === active?.actor);
        options.items.forEach((each, i) => { each.show = this.words(i === item); });
        options.markScale = this.markScale(canvas.height);
        options.compare = this.compared;
        if (this.bone === null || item < 0)
            return;
        options.items[item].marked = this.bone;
        if (this.handles && this.isChoosing)
            options.handles = {
                item, bone: this.bone, mode: this.mode, axes: this.axes, onLight: !matchMedia('(prefers-color-scheme: dark)').matches,
                size: Math.min(90, Math.min(canvas.clientWidth, canvas.clientHeight) / 4 / forFingers()),
            };
    }

    // ---- steps -----------------------------------------------------------------------------------------------------

    apply({ character, kind, index }, value) {
        if (this.stage.characters.includes(character))
            character[kind](index, value);
    }

    /** Remembers changes that were made. */
    keep(step) {
        const now = performance.now(), last = this.done.at(-1), [first] = step;
        const goesOn = step.length === 1 && last?.length === 1 && now - this.doneAt < merged &&
            ['character', 'kind', 'index'].every((key) => last[0][key] === first[key]);
        if (goesOn)
            last[0].after = first.after;
        else
            this.done.push(step);
        this.doneAt = now;
        this.undone = [];
        this.bent();
    }

    change(kind, index, after) {
        const character = this.stage.active, before = character[kind === 'setBone' ? 'bones' : 'morphs'].get(index) ?? null;
        character[kind](index, after);
        this.keep([{ character, kind, index, before, after }]);
    }

    setBone(bone, change) {
        this.change('setBone', bone, change);
    }

    setMorph(morph, weight) {
        this.change('setMorph', morph, weight);
    }

    /** A number of a bone's pose before IK and physics, whatever the motions say. which: 'degrees' or 'offset'. */
    poseBone(bone, which, axis, value) {
        const { actor } = this.stage.active;
        this.clock.set({ playing: false });
        this.stage.update(); // what was bent since the last picture counts
        const { degrees, offset } = actor.readBone(bone), pose = { degrees, offset };
        pose[which][axis] = value;
        actor.poseBone(bone, pose);
        this.change('setBone', bone, actor.boneByHand(bone));
    }

    resetAll(kinds = ['setBone', 'setMorph']) {
        const character = this.stage.active, lists = { setBone: character.bones, setMorph: character.morphs };
        const step = kinds.flatMap((kind) => [...lists[kind]].map(([index, before]) => ({ character, kind, index, before, after: null })));
        step.forEach((each) => this.apply(each, null));
        if (step.length)
            this.keep(step);
    }

    undo() {
        const step = this.done.pop();
        [...(step ?? [])].reverse().forEach((each) => this.apply(each, each.before));
        if (step)
            this.undone.push(step);
        this.doneAt = -Infinity;
        this.bent();
    }

    redo() {
        const step = this.undone.pop();
        step?.forEach((each) => this.apply(each, each.after));
        if (step)
            this.done.push(step);
        this.bent();
    }

    // ---- pointers --------------------------------------------------------------------------------------------------

    /** Before the camera's own listeners, which do not see a pointer that holds a handle. */
    listen(canvas) {
        for (const name of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'])
            canvas.addEventListener(name, (event) => {
                if (this.isReady && this.isChoosing)
                    this[name](event);
                if (this.held && event.type !== 'pointerup')
                    event.stopImmediatePropagation();
            }, { capture: true });
    }

    pointerdown(event) {
        const { renderer, picture, stage, bone } = this;
        if (this.press && !this.held) { // a second finger: the camera moves
            this.press = null;
            return;
        }
        if (event.button !== 0 || this.held)
            return;
        this.press = { x: event.clientX, y: event.clientY, id: event.pointerId };
        if (bone === null || !stage.active || !renderer.grab(picture.options(), ...pixelOf(renderer.canvas, event)))
            return;
        renderer.canvas.setPointerCapture(event.pointerId);
        this.clock.set({ playing: false });
        this.held = { character: stage.active, bone, before: stage.active.bones.get(bone) ?? null, id: event.pointerId };
    }

    pointermove(event) {
        const { held, press } = this;
        if (held) {
            if (event.pointerId !== held.id)
                return;
            this.drag(event);
        } else if (press?.id === event.pointerId) {
            const far = event.pointerType === 'touch' ? stillFinger : still;
            if (Math.hypot(event.clientX - press.x, event.clientY - press.y) > far)
                this.press = null;
        } else if (this.bone !== null && event.pointerType === 'mouse')
            this.hover(event);
    }

    /** Lights the handle under the pointer up, once for each picture. */
    hover(event) {
        const { renderer: { canvas } } = this, isWaiting = this.hovered;
        this.hovered = event;
        if (isWaiting)
            return;
        requestAnimationFrame(() => {
            const handle = !this.held && this.renderer.handleAt(this.picture.options(), ...pixelOf(canvas, this.hovered));
            canvas.style.cursor = handle ? 'grab' : '';
            this.hovered = null;
        });
    }

    drag(event) {
        const { renderer, held } = this, { character, bone } = held;
        renderer.drag(this.picture.options(), ...pixelOf(renderer.canvas, event), { snap: event.ctrlKey || event.metaKey });
        character.setBone(bone, character.actor.boneByHand(bone));
        this.bent();
    }

    pointerup(event) {
        const { held, press } = this;
        if (held?.id === event.pointerId) {
            const { character, bone: index, before } = held;
            this.letGo();
            event.stopImmediatePropagation();
            this.doneAt = -Infinity;
            this.keep([{ character, kind: 'setBone', index, before, after: character.bones.get(index) ?? null }]);
        } else if (press?.id === event.pointerId)
            this.pick(event);
        this.press = null;
    }

    pointercancel(event) {
        if (this.held?.id === event.pointerId)
            this.letGo();
        this.press = null;
    }

    letGo() {
        this.renderer.letGo();
        this.held = null;
    }

    /** Chooses the bone that was clicked, and its character. */
    pick(event) {
        const { renderer, stage } = this, options = this.picture.options();
        const found = renderer.pickBone(options, ...pixelOf(renderer.canvas, event), { bones: this.shown.has('bones') });
        if (!found)
            return this.choose(null);
        const character = stage.characters.find(({ actor }) => actor === options.items[found.item].actor);
        if (character !== stage.active)
            stage.choose(character);
        return this.choose(found.bone);
    }
}
