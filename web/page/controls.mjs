/** The bar below the picture: time, loop, A-B, speed and the camera. */
import { text } from './texts.mjs';

const byId = (id) => document.getElementById(id);
const clockText = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/** After each picture. */
export function showTime({ clock }) {
    byId('time').value = clock.seconds;
    byId('clock').textContent = `${clockText(clock.seconds)} / ${clockText(clock.length)}`;
}

/** The first press of A or B sets a side, the second takes both back. */
function repeat(clock, side) {
    const now = clock.repeat ?? { from: 0, to: clock.length };
    const isSet = clock.repeat && clock.repeat[side] !== (side === 'from' ? 0 : clock.length);
    const range = { ...now, [side]: clock.seconds };
    clock.set({ repeat: isSet || range.to <= range.from ? null : range });
}

/** The cameras of hone's table of settings, those of the motion first. */
function cameras(picture) {
    const row = picture.settings.find(({ kind }) => kind === 'camera');
    const list = row?.words.map((word, i) => [word, row.wordLabels[i]]) ?? [];
    const byMotion = picture.stage.keys('camera', 0);
    return [['', text('Turned by hand')], ...list.filter(([word]) => word !== 'keys' || byMotion)];
}

function showCameras(picture) {
    const list = byId('camera');
    list.replaceChildren(...cameras(picture).map(([value, textContent]) => Object.assign(document.createElement('option'), { value, textContent })));
    list.value = picture.byMotion ? 'keys' : '';
}

function showState({ clock, stage, picture }) {
    byId('play').textContent = clock.playing ? text('Pause') : text('Play');
    byId('loop').checked = clock.loop;
    byId('speed').value = +clock.speed.toFixed(2);
    byId('time').max = clock.length || 1;
    byId('from').ariaPressed = Boolean(clock.repeat?.from);
    byId('to').ariaPressed = Boolean(clock.repeat && clock.repeat.to < clock.length);
    byId('name').textContent = stage.characters.map(({ name }) => name).join(', ');
    showCameras(picture);
}

export function listenToControls(page) {
    const { clock, stage, picture } = page, show = () => showState(page);
    byId('play').onclick = () => clock.toggle();
    byId('time').oninput = ({ target }) => clock.seek(Number(target.value));
    byId('loop').onchange = ({ target }) => clock.set({ loop: target.checked });
    byId('speed').onchange = ({ target }) => target.reportValidity() && clock.set({ speed: Number(target.value) });
    byId('from').onclick = () => repeat(clock, 'from');
    byId('to').onclick = () => repeat(clock, 'to');
    byId('camera').onchange = ({ target: { value } }) => {
        picture.useMotion(value === 'keys');
        if (value && value !== 'keys')
            page.attempt(() => picture.shoot(value));
    };
    for (const each of [clock, stage, picture])
        each.addEventListener('change', show);
    show();
}
