/** The keys of the page: those of `hone view`, by its names (view/window/actions/action_table.c; a test compares both).
 *
 * A row: `name` and `label` of the action there, its keys in the spelling of GTK, and run(page). Modules that have
 * actions of their own add rows with `keys.push`. `?` shows all of them. */
import { keyName, nameOf } from './key_names.mjs';
import { orbitKeys } from './orbit.mjs';
import { text } from './texts.mjs';

const speedFactor = 1.6; // as in the viewer
const second = (sign) => ({ clock }) => clock.seek(clock.seconds + sign);
const shoot = (preset) => ({ picture, attempt }) => { picture.useMotion(false); return attempt(() => picture.shoot(preset)); };
const speed = (factor) => ({ clock }) => clock.set({ speed: factor ? Math.min(Math.max(clock.speed * factor, 0.1), 4) : 1 });

/** Takes a setting to its other value: off, or as usual. */
const toggle = (key, off) => ({ picture: { scene } }) => scene?.set(key, scene.get(key) === null ? off : null);

export const keys = [
    { name: 'open', keys: '<Control>o', label: text('Open files'), run: () => document.getElementById('files').click() },
    { name: 'play', keys: 'space', label: text('Play or pause'), run: ({ clock }) => clock.toggle() },
    { name: 'back', keys: 'Left', label: text('Previous frame'), run: ({ clock }) => clock.step(-1) },
    { name: 'forward', keys: 'Right', label: text('Next frame'), run: ({ clock }) => clock.step(1) },
    { name: 'second-back', keys: '<Shift>Left Page_Up', label: text('Back one second'), run: second(-1) },
    { name: 'second-forward', keys: '<Shift>Right Page_Down', label: text('Forward one second'), run: second(1) },
    { name: 'begin', keys: '<Control>Home Home', label: text('Go to start'), run: ({ clock }) => clock.seek(clock.range.from) },
    { name: 'end', keys: 'End', label: text('Go to end'), run: ({ clock }) => clock.seek(clock.range.to) },
    { name: 'loop', keys: 'l', label: text('Loop'), run: ({ clock }) => clock.set({ loop: !clock.loop }) },
    { name: 'slower', keys: 'bracketleft', label: text('Slower'), run: speed(1 / speedFactor) },
    { name: 'faster', keys: 'bracketright', label: text('Faster'), run: speed(speedFactor) },
    { name: 'normal-speed', keys: 'backslash', label: text('Normal speed'), run: speed(0) },
    { name: 'frame-all', keys: 'a', label: text('Frame all'), run: ({ picture }) => { picture.useMotion(false); picture.frame(); } },
    { name: 'front', keys: '<Alt>1', label: text('From the front'), run: shoot('front') },
    { name: 'behind', keys: '<Alt>2', label: text('From behind'), run: shoot('back') },
    { name: 'left', keys: '<Alt>3', label: text('From the left'), run: shoot('side') },
    { name: 'full', keys: '<Alt>7', label: text('Whole character'), run: shoot('full') },
    { name: 'bust', keys: '<Alt>8', label: text('Head and shoulders'), run: shoot('bust') },
    { name: 'face', keys: '<Alt>9', label: text('Face'), run: shoot('face') },
    { name: 'camera-keys', keys: 'k', label: text('Use the motion\'s camera'), run: ({ picture }) => picture.useMotion(!picture.byMotion) },
    { name: 'gaze', keys: '<Shift>l', label: text('Look at the mouse'), run: ({ gaze, attempt }) => attempt(() => gaze.set(!gaze.isOn)) },
    { name: 'grid', keys: 'g', label: text('Grid'), run: toggle('picture.grid', true) },
    { name: 'edges', keys: 'o', label: text('Outlines'), run: toggle('picture.edges', false) },
    { name: 'shadows', keys: 's', label: text('Shadows'), run: toggle('picture.shadows', 'off') },
    ...orbitKeys,
    { name: 'help', keys: 'question', label: text('Keys and mouse'), run: showKeys },
];

/** A control that has the focus keeps the keys that it needs. */
function isTaken(event) {
    const at = event.target.closest?.('input, select, textarea, button, summary, a, [tabindex]');
    if (!at || at.id === 'canvas' || event.ctrlKey || event.altKey)
        return false;
    if (at.matches('button, summary, a, input[type=checkbox], input[type=radio]'))
        return event.key === ' ' || event.key === 'Enter' || (at.type === 'radio' && event.key.startsWith('Arrow'));
    return true;
}

/** Listens to the keys of the page. */
export function listenToKeys(page) {
    addEventListener('keydown', (event) => {
        if (isTaken(event) || document.querySelector('dialog[open]'))
            return;
        const name = nameOf(event), row = keys.find((each) => each.keys.split(' ').includes(name));
        if (!row)
            return;
        event.preventDefault();
        row.run(page, name);
    });
}

function showKeys() {
    const dialog = document.createElement('dialog'), list = document.createElement('dl'), close = document.createElement('button');
    for (const row of keys) {
        const term = document.createElement('dt'), what = document.createElement('dd');
        term.textContent = row.keys.split(' ').map(keyName).join(', ');
        what.textContent = row.label;
        list.append(term, what);
    }
    close.textContent = text('Close');
    close.onclick = () => dialog.close();
    dialog.ariaLabel = text('Keys and mouse');
    dialog.onclose = () => dialog.remove();
    dialog.append(list, close);
    document.body.append(dialog);
    dialog.showModal();
}
