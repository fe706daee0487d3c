/** How finely the canvas is drawn: as finely as the device keeps up with while something moves, and at its best when all
 * stands still, which is drawn once.
 *
 *     detail.wake()            something may have changed
 *     detail.begin(now, moves) whether this frame is to be drawn. now: milliseconds of requestAnimationFrame; moves: whether
 *                              time passes in the picture
 *     detail.current           {scale, samples, edges}: pixels of the canvas for each of the page's, samples of a pixel, and
 *                              how much wider edges are, because one sample makes dots of thin lines */
const SLOW = 125, FAST = 25; // milliseconds from frame to frame
const FRAMES = 8, FAST_FRAMES = 60; // after which a level is changed
const MOST_PATIENCE = 32;
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
    patience = 1; // how much longer a level must be fast, after finer ones were too slow

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
        // Not the mean: a frame is long after a tab was hidden, and while a model is loaded.
        const median = (count) => times.slice(-count).sort((a, b) => a - b)[count >> 1];
        if (times.length >= FRAMES && this.level + 1 < this.levels.length && median(FRAMES) > SLOW)
            this.level++, this.times = [], this.patience = Math.min(2 * this.patience, MOST_PATIENCE);
        else if (times.length >= FAST_FRAMES * this.patience && this.level > 0 && median(FAST_FRAMES) < FAST)
            this.level--, this.times = [];
        else if (times.length > 2 * FAST_FRAMES * this.patience)
            times.splice(0, FAST_FRAMES);
    }

    get current() {
        return this.levels[this.still ? 0 : this.level];
    }
}
