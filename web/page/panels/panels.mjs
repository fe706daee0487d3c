/** The panels beside the picture. A panel is a module of this folder and a line here:
 *
 *     export function namePanel(page) { return { title, element, update() {}, frame() {}, close() {} }; }
 *
 * page: what page.mjs has (hone, renderer, stage, clock, picture, orbit, say, attempt, translated). `update` is called when what is
 * shown has changed, and when the panel is opened; `frame`, which may be left out, after each picture while it is open;
 * `close`, too, when it is closed. */
import { bonesPanel } from './bones.mjs';
import { charactersPanel } from './characters.mjs';
import { doctorPanel } from './doctor.mjs';
import { exportPanel } from './export.mjs';
import { morphsPanel } from './morphs.mjs';
import { settingsPanel } from './settings.mjs';
import { sharePanel } from './share.mjs';
import { showPanel } from './show.mjs';

const makers = [charactersPanel, showPanel, settingsPanel, morphsPanel, bonesPanel, doctorPanel, exportPanel, sharePanel];

const open = [];

function addPanel(panel, page) {
    const details = document.createElement('details'), summary = document.createElement('summary');
    summary.textContent = panel.title;
    details.append(summary, panel.element);
    details.ontoggle = () => (details.open ? panel.update() : panel.close?.());
    page.stage.addEventListener('change', () => details.open && panel.update());
    open.push(() => details.open && panel.frame?.());
    return details;
}

/** Puts the panels into an element. */
export function makePanels(page, element) {
    element.append(...makers.map((make) => addPanel(make(page), page)));
    element.hidden = makers.length === 0;
}

/** After each picture. */
export function panelsFrame() {
    for (const frame of open)
        frame();
}
