/** How finely the canvas is drawn: as finely as the device keeps up with while something moves, and at its best when all
 * stands still, which is drawn once.
 *
 *     detail.wake()            something may have changed
 *     detail.begin(now)        whether this frame is to be drawn; milliseconds of requestAnimationFrame
 *     detail.scale             pixels of the canvas for each of the page's
 *     detail.samples           of multisampling
 *     detail.edges             how much wider edges are, because few samples make dots of thin lines */
const SLOW = 125, FAST = 25; // milliseconds from frame to frame
const FRAMES = 8, FAST_FRAMES = 60; // after which a level is changed
const STILL = 300, AGAIN = 1000; // milliseconds: until it stands still; until that is drawn again
const EVENTS = ['pointermove', 'pointerdown', 'pointerup', 'wheel', 'keydown', 'keyup', 'input', 'change', 'click', 'drop', 'resize', 'focusin', 'toggle'];

/** From the best to the fastest. */
function levelsOf(ratio) {
    const best = Math.min(Math.max(ratio, 0.5), 2), scales = [best, 1, 0.5].filter((scale, i) => i === 0 || scale < best);
    return [...scales.map((scale) => ({ scale, samples: 4, edges: 1 })), { scale: Math.min(best, 0.5), samples: 1, edges: 2 }];
}

export class Detail {
    woken = 0; // when something may have changed
    drawn = 0; // when a still picture was drawn
    times = []; // from frame to frame
    last = 0;
    listening = new AbortController();
    patience = 1; // how much longer a level must be fast, after a finer one was too slow

    constructor(isSoftware) {
        this.levels = levelsOf(devicePixelRatio);
        this.level = isSoftware ? this.levels.length - 2 : 0;
        for (const name of EVENTS)
            addEventListener(name, () => this.wake(), { capture: true, passive: true, signal: this.listening.signal });
    }

    dispose() {
        this.listening.abort();
    }

    wake() {
        this.woken = performance.now();
    }

    begin(now, moves) {
        if (moves)
            this.wake();
        const still = performance.now() - this.woken > STILL, before = this.still;
        this.still = still;
        if (still && before && now - this.drawn < AGAIN)
            return false;
        if (still)
            this.drawn = now, this.times = [];
        else if (before === false)
            this.measure(now - this.last);
        this.last = now;
        return true;
    }

    measure(passed) {
        const { times } = this;
        times.push(passed);
        const mean = (count) => times.slice(-count).reduce((sum, time) => sum + time, 0) / count;
        if (times.length >= FRAMES && mean(FRAMES) > SLOW && this.level + 1 < this.levels.length)
            this.level++, this.times = [], this.patience *= 2;
        else if (times.length >= FAST_FRAMES * this.patience && mean(FAST_FRAMES) < FAST && this.level > 0)
            this.level--, this.times = [];
        else if (times.length > 2 * FAST_FRAMES * this.patience)
            times.splice(0, FAST_FRAMES);
    }

    get now() {
        return this.levels[this.still ? 0 : this.level];
    }

    get scale() {
        return this.now.scale;
    }

    get samples() {
        return this.now.samples;
    }

    get edges() {
        return this.now.edges;
    }
}
