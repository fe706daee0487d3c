// What is drawn over characters: bones and so on, handles of a bone, and what is under the pointer. All of it is in the part "more".
import { HoneError, needIndex } from './errors.mjs';

const MODES = ['turn', 'move'], AXES = ['local', 'parent', 'model'];
const HANDLES = [null, 'x', 'y', 'z', 'yz', 'zx', 'xy', 'screen'];

function choice(list, value, unset, what) {
    const at = list.indexOf(value ?? unset);
    if (at < 0) throw new HoneError(`${what}: one of ${list.join(', ')}, not "${value}"`);
    return at;
}

const isWanted = (item) => item.show?.length > 0 || item.marked !== undefined || !item.gpuModel.model.vertexCount;

/** Adds the overlays of a picture whose items were added; `always`: whether there are any or not. */
export function addOverlays(core, picture, o, always) {
    const wanted = o.items.map(isWanted);
    if (!always && !o.handles && !wanted.includes(true)) return;
    core.try('overlays_begin', picture, o.markScale ?? 1);
    o.items.forEach((item, i) => {
        if (item.marked !== undefined) needIndex(item.marked, item.actor.model.bones, 'bone');
        if (wanted[i]) core.with([item.show ?? ''], (what) => core.try('overlays_show', picture, i, what, (item.marked ?? -1) + 1));
    });
    const h = o.handles;
    if (h) {
        needIndex(h.item ?? 0, o.items, 'item');
        needIndex(h.bone, o.items[h.item ?? 0].actor.model.bones, 'bone');
        core.call('overlays_handles', picture, h.item ?? 0, h.bone, choice(MODES, h.mode, 'turn', 'handles.mode'),
            choice(AXES, h.axes, 'local', 'handles.axes'), h.size ?? 0, +!!h.onLight);
    }
    core.try('overlays_end', picture);
}

/** Skinning methods side by side. */
export function setPanels(core, picture, methods) {
    if (methods?.length) core.with([methods.join(',')], (list) => core.try('picture_compare', picture, list));
}

/** The pointer in the panel where it is. */
export const inPanel = (o, width, x) => (o.compare?.length ? x % Math.max(1, Math.floor(width / o.compare.length)) : x);

/** What pages ask of a picture with handles; the methods of Renderer. */
export const handMethods = {
    pickBone(o, x, y, { reach = 12, bones = true } = {}) {
        if (this.lost) return null;
        this.use();
        return this.describe(o, (width) => {
            const found = this.core.call('picture_pick_bone', this.picture, inPanel(o, width, x), y, reach, +bones);
            if (found < 0) this.core.fail();
            const n = this.core.numbers;
            return found ? { item: n[0], bone: n[1], surface: n[2] !== 0 } : null;
        }, true);
    },

    handleAt(o, x, y) {
        return this.lost ? null : this.describe(o, (width) => HANDLES[this.core.call('handles_hover', this.picture, inPanel(o, width, x), y)]);
    },

    grab(o, x, y) {
        if (this.lost || !o.handles) return null;
        needIndex(o.handles.item ?? 0, o.items, 'item');
        const actor = o.items[o.handles.item ?? 0].actor;
        return this.describe(o, (width) => {
            const handle = this.core.call('handles_grab', this.picture, actor.at, inPanel(o, width, x), y);
            if (handle < 0) this.core.fail();
            this.held = handle ? actor : null;
            return HANDLES[handle];
        });
    },

    drag(o, x, y, { snap = false } = {}) {
        if (this.lost || !this.held) return null;
        return this.describe(o, (width) => {
            this.core.call('handles_drag', this.picture, this.held.at, inPanel(o, width, x), y, +snap);
            return { amount: [...this.core.numbers.slice(0, 3)] };
        });
    },

    letGo() {
        if (this.held) this.core.call('handles_let_go', this.picture);
        this.held = null;
    },
};
