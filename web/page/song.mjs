/** A song, which follows the clock of the page, and its samples for films.
 *
 *     isSong('a.mp3')                    by the name
 *     await Song.open(name, blob, delay) delay: seconds by which it begins later than the motions (sound.delay of a scene)
 *     song.follow(clock)                 in each frame of the page
 *     await song.samples(from, seconds)  [left, right]: Float32Arrays for a film that begins at that time of the motions
 *     songControls(page)                 an element: whether, and how loud, the song of the stage is heard */
import { SOUND_RATE } from './film.mjs';
import { text } from './texts.mjs';

const DRIFT = 0.03, JUMP = 0.3; // seconds: what is heard as late, and what is better sought than caught up with
const limit = (value, low, high) => Math.min(Math.max(value, low), high);

export const isSong = (path) => /\.(wav|mp3|ogg|oga|opus|flac|m4a|aac)$/i.test(path);

export class Song {
    static async open(name, blob, delay = 0) {
        const song = new Song(name, blob, delay), { audio } = song;
        try {
            await new Promise((done, failed) => {
                audio.onloadedmetadata = done;
                audio.onerror = () => failed(new Error(text('{name}: this browser cannot play it.', { name })));
            });
        } catch (error) {
            song.dispose();
            throw error;
        }
        return song;
    }

    constructor(name, blob, delay) {
        Object.assign(this, { name, blob, delay, blocked: false });
        this.address = URL.createObjectURL(blob);
        this.audio = new Audio(this.address);
        this.pauseIfHidden = () => document.hidden && this.audio.pause(); // then no frame follows
        document.addEventListener('visibilitychange', this.pauseIfHidden);
    }

    /** Where it ends, in seconds of the motions. */
    get end() {
        return this.audio.duration + this.delay;
    }

    /** Plays what belongs to the clock's time. Small differences are caught up with, without a gap in the sound. */
    follow({ seconds, playing, speed }) {
        const { audio } = this, at = seconds - this.delay, late = at - audio.currentTime;
        if (!playing || at < 0 || at >= audio.duration || speed < 0.1 || speed > 10) {
            if (!audio.paused)
                audio.pause();
            return;
        }
        if (Math.abs(late) > JUMP && !audio.seeking)
            audio.currentTime = at;
        const rate = Math.round(100 * speed * (1 + (Math.abs(late) > DRIFT ? limit(late / 2, -0.05, 0.05) : 0))) / 100;
        if (audio.playbackRate !== rate)
            audio.playbackRate = rate;
        if (audio.paused && !this.blocked)
            this.play();
    }

    /** Browsers let a page be heard after the first click or key only. */
    async play() {
        try {
            await this.audio.play();
        } catch (error) {
            if (error.name !== 'NotAllowedError')
                return; // paused meanwhile
            this.blocked = true;
            const unblock = () => { this.blocked = false; };
            for (const event of ['pointerdown', 'keydown'])
                addEventListener(event, unblock, { once: true });
        }
    }

    /** As long as the film: before it begins and after its end there is silence. */
    async samples(from, seconds) {
        const context = new OfflineAudioContext(2, Math.max(1, Math.round(seconds * SOUND_RATE)), SOUND_RATE);
        const buffer = await context.decodeAudioData(await this.blob.arrayBuffer());
        const source = new AudioBufferSourceNode(context, { buffer }), at = from - this.delay;
        source.connect(context.destination);
        source.start(Math.max(0, -at), Math.max(0, at));
        const part = await context.startRendering();
        return [part.getChannelData(0), part.getChannelData(1)];
    }

    dispose() {
        document.removeEventListener('visibilitychange', this.pauseIfHidden);
        this.audio.onerror = null;
        this.audio.pause();
        this.audio.removeAttribute('src');
        this.audio.load();
        URL.revokeObjectURL(this.address);
    }
}

function input(type, values, label) {
    return Object.assign(document.createElement('input'), { type, ariaLabel: label, title: label, ...values });
}

export function songControls({ stage }) {
    const element = document.createElement('label'), on = input('checkbox', { checked: true, id: 'sound' }, text('Sound'));
    const volume = input('range', { min: 0, max: 1, step: 0.05, value: 1, id: 'volume' }, text('Volume'));
    const delay = input('number', { step: 0.05, value: 0, id: 'delay' }, text('Seconds by which the song begins later'));
    element.append(on, ` ${text('Sound')} `, volume, ` ${text('Delay')} `, delay);
    const apply = () => {
        element.hidden = !stage.song;
        if (stage.song)
            Object.assign(stage.song.audio, { muted: !on.checked, volume: Number(volume.value) });
    };
    on.onchange = volume.oninput = apply;
    delay.onchange = () => { stage.song.delay = Number(delay.value); };
    stage.addEventListener('change', () => {
        apply();
        delay.value = stage.song?.delay ?? 0;
    });
    apply();
    return element;
}
