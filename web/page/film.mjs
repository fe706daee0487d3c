/** Films, picture by picture: the browser encodes pictures and sound (WebCodecs), and the muxer, which is loaded then,
 * writes the file. A film has exactly the pictures that it is given, however long each takes.
 *
 *     filmFault()                       why this browser makes no films, in English; null: it does
 *     await filmCodecs('mp4', size)     {video, sound} as it would encode them; null: it cannot. sound null: it would be silent
 *     await makeFilm({...})             the film as a Blob
 *
 * It runs in the page and in a worker. */
export const SOUND_RATE = 48000;
const text = (english) => english; // the page translates what a worker says
const SOUND_BITS = 192000, KEY_SECONDS = 2, WAITING = 4; // pictures that may wait for the encoder
const formats = { webm: { video: ['vp9', 'vp8'], sound: ['opus'] }, mp4: { video: ['avc'], sound: ['aac', 'opus'] } };
/** Bits for a pixel. */
export const qualities = { small: 0.05, good: 0.12, best: 0.3 };

// ---- what the browser encodes --------------------------------------------------------------------------------------

/** Levels: [name, pixels of a picture, pixels a second]. */
const levels = {
    vp9: [[30, 552960, 20736000], [31, 983040, 36864000], [40, 2228224, 83558400], [41, 2228224, 160432128],
        [50, 8912896, 311951360], [51, 8912896, 588251136], [52, 8912896, 1176502272], [62, 35651584, 4706009088]],
    avc: [['1e', 414720, 10368000], ['1f', 921600, 27648000], ['28', 2097152, 62914560], ['2a', 2228224, 133693440],
        ['33', 9437184, 251658240], ['34', 9437184, 530841600], ['3e', 35651584, 4278190080]],
};

/** The name of a codec of pictures, with the lowest level that has room for such pictures. */
function codecName(codec, { width, height, rate }) {
    const pixels = (16 * Math.ceil(width / 16)) * (16 * Math.ceil(height / 16));
    const level = levels[codec]?.find(([, picture, second]) => pixels <= picture && pixels * rate <= second) ?? levels[codec]?.at(-1);
    return { vp9: `vp09.00.${level?.[0]}.08`, vp8: 'vp8', avc: `avc1.6400${level?.[0]}` }[codec];
}

function videoConfig(codec, size) {
    const { width, height, rate, bits = qualities.good } = size;
    const bitrate = Math.round(Math.min(Math.max(width * height * rate * bits, 2e5), 2e8));
    const form = codec === 'avc' ? { avc: { format: 'avc' } } : {};
    return { codec: codecName(codec, size), width, height, framerate: rate, bitrate, latencyMode: 'quality', ...form };
}

const soundNames = { aac: 'mp4a.40.2', opus: 'opus' };
const soundConfig = (codec) => ({ codec: soundNames[codec], sampleRate: SOUND_RATE, numberOfChannels: 2, bitrate: SOUND_BITS });

/** The first of some codecs that the browser encodes; null: none. */
async function firstEncoded(Encoder, codecs, configOf) {
    for (const name of Encoder ? codecs : []) {
        const config = configOf(name), answer = await Encoder.isConfigSupported(config).catch(() => ({ supported: false }));
        if (answer.supported)
            return { name, config };
    }
    return null;
}

/** What a film of that size would be encoded with. size: {width, height, rate, bits}. */
export async function filmCodecs(kind, size) {
    const video = await firstEncoded(globalThis.VideoEncoder, formats[kind].video, (name) => videoConfig(name, size));
    return video && { video, sound: await firstEncoded(globalThis.AudioEncoder, formats[kind].sound, soundConfig) };
}

/** Why no film can be made here; null: it can. */
export function filmFault() {
    if (!globalThis.isSecureContext)
        return text('Browsers encode films only for pages from https, or from this computer (localhost).');
    if (!globalThis.VideoEncoder || !globalThis.OffscreenCanvas)
        return text('This browser cannot encode films (it has no WebCodecs). Chrome, Edge, Firefox 130 and Safari 17 can.');
    return null;
}

// ---- pictures ------------------------------------------------------------------------------------------------------

/** Red, green, blue, alpha as 4:2:0 of BT.709, as the films of `hone render` have them. out: [1.5 * width * height] */
export function toYuv(pixels, width, height, out) {
    const size = width * height;
    for (let y = 0, chroma = size; y < height; y += 2)
        for (let x = 0; x < width; x += 2, chroma++) {
            let red = 0, green = 0, blue = 0;
            for (let k = 0; k < 4; k++) {
                const at = (y + (k >> 1)) * width + x + (k & 1), r = pixels[4 * at], g = pixels[4 * at + 1], b = pixels[4 * at + 2];
                out[at] = (11966 * r + 40254 * g + 4064 * b + 1081344) >> 16; // 16.5
                red += r, green += g, blue += b;
            }
            out[chroma] = (-6596 * red - 22189 * green + 28785 * blue + 33685504) >> 18; // 128.5
            out[chroma + (size >> 2)] = (28785 * red - 26145 * green - 2640 * blue + 33685504) >> 18;
        }
    return out;
}

const colours = { matrix: 'bt709', primaries: 'bt709', transfer: 'bt709', fullRange: false };

function videoFrame({ width, height, rate }, pixels, index, room) {
    const timestamp = Math.round((1e6 * index) / rate), duration = Math.round(1e6 / rate);
    return new VideoFrame(toYuv(pixels, width, height, room), { format: 'I420', codedWidth: width, codedHeight: height, timestamp, duration, colorSpace: colours });
}

/** Samples `from` to `to` of a sound, whose channels are arrays. */
function audioData(channels, from, to) {
    const count = to - from, data = new Float32Array(channels.length * count);
    channels.forEach((channel, i) => data.set(channel.subarray(from, to), i * count));
    return new AudioData({ format: 'f32-planar', sampleRate: SOUND_RATE, numberOfFrames: count, numberOfChannels: channels.length,
        timestamp: Math.round((1e6 * from) / SOUND_RATE), data });
}

// ---- writing -------------------------------------------------------------------------------------------------------

/** A file that is written in pieces: the browser keeps a Blob of it, on the disk if it is large. */
class Pieces {
    file = new Blob([]);
    stream = new WritableStream({ write: ({ data, position }) => this.put(data.slice(), position) });

    put(data, position) {
        const gap = new Uint8Array(Math.max(0, position - this.file.size));
        this.file = new Blob([this.file.slice(0, position), gap, data, this.file.slice(position + data.length)]);
    }
}

/** An encoder, and the track of the film that has its packets. */
class Track {
    constructor(Encoder, config, source, EncodedPacket) {
        this.written = Promise.resolve();
        this.fault = null;
        this.wake = () => {};
        const output = (chunk, about) => {
            this.written = this.written.then(() => source.add(EncodedPacket.fromEncodedChunk(chunk), about));
            this.written.catch((error) => this.fail(error));
        };
        this.encoder = new Encoder({ output, error: (error) => this.fail(error) });
        this.encoder.ondequeue = () => this.wake();
        this.encoder.configure(config);
    }

    fail(error) {
        this.fault ??= error;
        this.wake();
    }

    check() {
        if (this.fault)
            throw this.fault;
    }

    /** Takes a picture or samples, and waits while too many wait for the encoder. */
    async encode(data, options) {
        this.check();
        this.encoder.encode(data, options);
        data.close();
        while (this.encoder.encodeQueueSize > WAITING && !this.fault)
            await new Promise((done) => { this.wake = done; });
        await this.written;
        this.check();
    }

    async finish() {
        this.check();
        await this.encoder.flush();
        await this.written;
        this.encoder.close();
    }
}

async function loadMuxer() {
    try {
        return await import('./muxer.mjs');
    } catch {
        throw new Error(text('This copy of the page was built without the part that writes films.'));
    }
}

/** A film of `count` pictures.
 * film: {kind, width, height, rate, bits, count}, with even sides. draw(index): pixels as red, green, blue, alpha.
 * sound: its channels, of SOUND_RATE samples a second; null: silent. progress(done) */
export async function makeFilm(film, { draw, sound, progress }) {
    const muxer = await loadMuxer(), codecs = await filmCodecs(film.kind, film);
    if (!codecs)
        throw new Error(text('This browser cannot encode such a film.'));
    const pieces = new Pieces();
    const format = film.kind === 'webm' ? new muxer.WebMOutputFormat() : new muxer.Mp4OutputFormat({ fastStart: false });
    const output = new muxer.Output({ format, target: new muxer.StreamTarget(pieces.stream, { chunked: true }) });
    const pictureSource = new muxer.EncodedVideoPacketSource(codecs.video.name);
    output.addVideoTrack(pictureSource, { frameRate: film.rate });
    const soundSource = sound && codecs.sound && new muxer.EncodedAudioPacketSource(codecs.sound.name);
    if (soundSource)
        output.addAudioTrack(soundSource);
    await output.start();
    const pictures = new Track(VideoEncoder, codecs.video.config, pictureSource, muxer.EncodedPacket);
    const samples = soundSource && new Track(AudioEncoder, codecs.sound.config, soundSource, muxer.EncodedPacket);
    const room = new Uint8Array(1.5 * film.width * film.height), keys = Math.max(1, Math.round(KEY_SECONDS * film.rate));
    for (let i = 0, heard = 0; i < film.count; i++) {
        await pictures.encode(videoFrame(film, await draw(i), i, room), { keyFrame: i % keys === 0 });
        const until = samples ? Math.min(sound[0].length, Math.round(((i + 1) * SOUND_RATE) / film.rate)) : 0;
        if (until > heard)
            await samples.encode(audioData(sound, heard, until));
        heard = Math.max(heard, until);
        progress?.((i + 1) / film.count);
    }
    await pictures.finish();
    await samples?.finish();
    await output.finalize();
    return new Blob([pieces.file], { type: `video/${film.kind}` });
}
