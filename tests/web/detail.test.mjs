// How finely the page draws: by the time from frame to frame while something moves, and at its best when all stands still.
import assert from 'node:assert/strict';
import test from 'node:test';

let now = 0;
const listeners = [];
Object.defineProperty(globalThis, 'performance', { value: { now: () => now }, configurable: true });
globalThis.devicePixelRatio = 1.5;
globalThis.addEventListener = (name, action, { signal }) => listeners.push([name, action, signal]);
const { Detail } = await import('../../web/page/detail.mjs');

const seen = ({ current: { scale, samples, edges } }) => [scale, samples, edges];
/** As many frames, and how many of them are drawn. */
function play(detail, count, step, moves = true) {
    let drawn = 0;
    for (let i = 0; i < count; i++) {
        now += step;
        drawn += detail.begin(now, moves);
    }
    return drawn;
}

test('a slow device draws fewer pixels, then fewer samples, and a fast one more again', () => {
    const detail = new Detail(false);
    assert.deepEqual(seen(detail), [1.5, 4, 1]);
    assert.equal(play(detail, 10, 200), 10);
    assert.deepEqual(seen(detail), [1, 4, 1]);
    play(detail, 16, 200);
    assert.deepEqual(seen(detail), [0.5, 1, 2]);
    play(detail, 200, 200);
    assert.deepEqual(seen(detail), [0.5, 1, 2]);
    play(detail, 300, 60); // neither slow nor fast
    assert.deepEqual(seen(detail), [0.5, 1, 2]);
    play(detail, 2000, 16);
    assert.deepEqual(seen(detail), [1.5, 4, 1]);
});

test('each finer level that was too slow is tried later', () => {
    const detail = new Detail(true), tries = [];
    assert.deepEqual(seen(detail), [0.5, 4, 1]);
    for (let frame = 0, level = detail.level; frame < 4000; frame++) {
        play(detail, 1, detail.current.scale > 0.5 ? 200 : 16);
        if (detail.level < level) tries.push(frame);
        level = detail.level;
    }
    assert.ok(tries.length > 2 && tries.length < 8, `${tries}`);
    tries.slice(2).forEach((at, i) => assert.ok(at - tries[i + 1] > 1.5 * (tries[i + 1] - tries[i]), `${tries}`));
});

test('what stands still is drawn once at its best, and from time to time', () => {
    const detail = new Detail(true);
    play(detail, 5, 16);
    assert.equal(play(detail, 10, 16, false), 10);
    play(detail, 20, 16, false);
    assert.deepEqual(seen(detail), [1.5, 4, 1]);
    assert.ok(play(detail, 125, 16, false) <= 3);
    listeners.filter(([name]) => name === 'pointermove').forEach(([, wake]) => wake());
    assert.equal(play(detail, 3, 16, false), 3);
    assert.deepEqual(seen(detail), [0.5, 4, 1]);
    detail.dispose();
    assert.ok(listeners.slice(-5).every(([, , signal]) => signal.aborted));
});

test('the time of a still picture counts for nothing', () => {
    const detail = new Detail(false);
    play(detail, 5, 16);
    play(detail, 40, 900, false); // a second each
    play(detail, 100, 16);
    assert.deepEqual(seen(detail), [1.5, 4, 1]);
});

test('one long frame, as after a hidden tab, changes nothing', () => {
    const detail = new Detail(false);
    play(detail, 100, 16), play(detail, 1, 60000), play(detail, 3, 16), play(detail, 1, 2000), play(detail, 100, 16);
    assert.deepEqual(seen(detail), [1.5, 4, 1]);
});
