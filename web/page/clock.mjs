/** The time that is shown.
 *
 * Seconds of the motions: `clock.seconds`, between 0 and `clock.length`. Listeners of `change` are told when it plays,
 * pauses or is set otherwise, those of `jump` when the time goes anywhere but straight on: by `seek`, or at the end of
 * a loop. */
export const FRAMES_PER_SECOND = 30; // of motions of MMD

export class Clock extends EventTarget {
    seconds = 0;
    length = 0; // 0: nothing moves by keys, and physics goes on without end
    playing = true;
    speed = 1;
    loop = true;
    repeat = null; // {from, to}: A-B
    elapsed = 0; // the time of the actors, which never goes back: seconds that were played in all

    get frame() {
        return this.seconds * FRAMES_PER_SECOND;
    }

    /** Where playing begins again, and where it ends. */
    get range() {
        return this.repeat ?? { from: 0, to: this.length };
    }

    set(values) {
        Object.assign(this, values);
        this.dispatchEvent(new Event('change'));
    }

    seek(seconds) {
        this.seconds = Math.min(Math.max(seconds, 0), this.length);
        this.dispatchEvent(new Event('jump'));
        this.settle();
    }

    /** While the time stands, each jump and each change by hand lets physics go on by a frame, so that hair and skirts come
     * along. */
    settle() {
        if (!this.playing)
            this.elapsed += 1 / FRAMES_PER_SECOND;
    }

    /** Pauses, and goes on by whole frames. */
    step(frames) {
        this.set({ playing: false });
        this.seek((Math.round(this.seconds * FRAMES_PER_SECOND) + frames) / FRAMES_PER_SECOND);
    }

    toggle() {
        if (!this.playing && !this.loop && this.seconds >= this.range.to)
            this.seek(this.range.from);
        this.set({ playing: !this.playing });
    }

    /** Time has passed: seconds of the reader. */
    advance(passed) {
        if (!this.playing)
            return;
        const { from, to } = this.range, seconds = this.seconds + passed * this.speed;
        if (seconds >= to && this.loop && to > from)
            return this.seek(from + ((seconds - from) % (to - from)));
        this.elapsed += passed * this.speed;
        this.seconds = Math.min(seconds, to);
        if (seconds >= to && this.length)
            this.set({ playing: false });
    }
}
