/** The bones of the active character: a tree to choose from, also by names and roles, and the chosen bone as numbers. */
import { text } from '../texts.mjs';
import { matches, nameOf, searchField } from './search.mjs';
import { element } from './element.mjs';

const axisNames = ['X', 'Y', 'Z'];
const button = (label, onclick) => element('button', { textContent: label, onclick });

// ---- the tree ----------------------------------------------------------------------------------------------------------

/** Rows in the order of a tree: {bone, level}. */
function treeOf(bones) {
    const children = new Map(), rows = [];
    bones.forEach(({ parent }, bone) => children.set(parent, [...(children.get(parent) ?? []), bone]));
    const add = (bone, level) => {
        rows.push({ bone, level });
        for (const child of children.get(bone) ?? [])
            add(child, level + 1);
    };
    for (const root of children.get(-1) ?? [])
        add(root, 1);
    return rows;
}

/** A list from which one bone is chosen, by pointer and by keys. */
function boneTree(choose) {
    const box = element('div', { className: 'bones', role: 'tree', ariaLabel: text('Bones') });
    let rows = [];

    function chooseAt(index) {
        const row = rows[Math.min(Math.max(index, 0), rows.length - 1)];
        if (row) {
            choose(row.bone);
            row.line.focus();
        }
    }
    box.onkeydown = (event) => {
        const at = rows.findIndex(({ line }) => line === document.activeElement), page = 10;
        const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1, PageDown: at + page, PageUp: at - page,
            ArrowLeft: rows.findIndex(({ bone }) => bone === rows[at]?.parent), Enter: at, ' ': at }[event.key];
        if (to === undefined)
            return;
        event.preventDefault();
        event.stopPropagation();
        chooseAt(event.key === 'ArrowLeft' && to < 0 ? at : to);
    };
    return {
        element: box,
        /** lines: [{bone, parent, level, label}] */
        fill(lines) {
            rows = lines.map((row) => {
                const line = element('div', { role: 'treeitem', tabIndex: -1, ariaLevel: row.level, onclick: () => choose(row.bone) }, ...row.label);
                line.style.setProperty('--level', row.level - 1);
                return { ...row, line };
            });
            box.replaceChildren(...rows.map(({ line }) => line));
        },
        has: (bone) => rows.some((row) => row.bone === bone),
        mark(bone) {
            for (const { bone: each, line } of rows) {
                line.ariaSelected = String(each === bone);
                line.tabIndex = each === bone ? 0 : -1;
            }
            const row = rows.find((each) => each.bone === bone) ?? rows[0];
            if (row) {
                row.line.tabIndex = 0;
                row.line.scrollIntoView({ block: 'nearest' });
            }
        },
    };
}

// ---- the chosen bone -------------------------------------------------------------------------------------------------------

/** Three numbers of a bone. */
function numberRow(label, step, set) {
    const shown = [];
    const fields = axisNames.map((axis, i) => {
        const field = element('input', { type: 'number', step, ariaLabel: `${label} ${axis}`, onblur: () => { shown[i] = null; } });
        field.oninput = () => Number.isFinite(field.valueAsNumber) && set(i, field.valueAsNumber); // between steps, too
        return field;
    });
    return {
        element: element('div', { className: 'numbers', role: 'group', ariaLabel: label }, element('span', { textContent: label }), ...fields),
        /** A number that is being typed stays. */
        show(values, enabled) {
            fields.forEach((field, i) => {
                const value = String(+values[i].toFixed(step < 1 ? 3 : 2));
                const isTyped = field === document.activeElement && Number(field.value) === Number(value);
                field.disabled = !enabled;
                if (shown[i] !== value && !isTyped)
                    field.value = value;
                shown[i] = value;
            });
        },
    };
}

/** A choice between words. */
function choice(label, words, read, write) {
    const list = element('select', { ariaLabel: label, onchange: () => write(list.value) }, ...words.map(([value, name]) => element('option', { value, textContent: name })));
    return { element: element('label', { className: 'row' }, label, ' ', list), show: () => { list.value = read(); } };
}

function boneFacts(page, choose) {
    const { hand, stage } = page, title = element('h3'), hint = element('p'), place = element('output');
    const pose = (...change) => page.attempt(() => hand.poseBone(hand.bone, ...change));
    const turn = numberRow(text('Rotation'), 1, (i, value) => pose('degrees', i, value));
    const move = numberRow(text('Offset'), 0.1, (i, value) => pose('offset', i, value));
    const mode = choice(text('Handles'), [['turn', text('Rotate')], ['move', text('Move')]], () => hand.mode, (value) => hand.set({ mode: value }));
    const axes = choice(text('Axes'), [['local', text('Bone (local)')], ['parent', text('Parent')], ['model', text('Model')]], () => hand.axes, (value) => hand.set({ axes: value }));
    const handles = element('input', { type: 'checkbox', onchange: () => hand.set({ handles: handles.checked }) });
    const goal = button('', () => choose(Number(goal.value))), mirror = button('', () => choose(Number(mirror.value))), parent = button(text('Select parent bone'), () => choose(stage.active.model.bones[hand.bone].parent));
    const reset = button(text('Reset bone'), () => hand.setBone(hand.bone, null));
    const box = element('div', { className: 'facts' }, title, hint, goal, turn.element, move.element, place, mode.element, axes.element,
        element('label', { className: 'line' }, handles, ' ', text('Show handles')), element('p', {}, reset, ' ', parent, ' ', mirror));

    /** What a bone of MMD may do; others may do both. */
    const may = (flag) => stage.active.model.space !== 'mmd' || (stage.active.model.bones[hand.bone].flags & flag) !== 0;

    return {
        element: box,
        show(names) {
            const bone = hand.bone, model = stage.active?.model;
            box.hidden = bone === null || !model;
            if (box.hidden)
                return;
            const { name, parent: above } = model.bones[bone], known = names[bone], other = model.findBone(known.mirror);
            title.replaceChildren(...nameOf(name, [known.english, known.role !== known.english && known.role].filter(Boolean).join(', ')));
            parent.disabled = above < 0;
            Object.assign(mirror, { hidden: other < 0 || other === bone, value: other, textContent: text('Other side: {name}', { name: known.mirror }) });
            mode.show();
            axes.show();
            handles.checked = hand.handles;
            this.frame();
        },
        frame() {
            if (box.hidden || hand.bone === null || !hand.isReady)
                return;
            const { actor, model, bones } = stage.active, now = actor.readBone(hand.bone);
            turn.show(now.degrees, may(2));
            move.show(now.offset, may(4));
            place.textContent = `${text('Position')} ${now.position.map((value) => value.toFixed(3)).join(' ')}`;
            hint.textContent = now.movedBy === 'ik' ? text('moved by IK') : now.movedBy === 'physics' ? text('moved by physics') : '';
            goal.hidden = now.goal < 0;
            if (now.goal >= 0)
                Object.assign(goal, { value: now.goal, textContent: text('Choose its goal: {name}', { name: model.bones[now.goal].name }) });
            reset.disabled = !bones.has(hand.bone);
        },
    };
}

// ---- the panel ---------------------------------------------------------------------------------------------------------

export function bonesPanel(page) {
    const { hand, stage } = page;
    let character = null, names = [], shown = null;
    const choose = (bone) => page.attempt(() => hand.choose(bone));
    const tree = boneTree(choose), facts = boneFacts(page, choose), search = searchField(text('Find a bone'), list);
    const undo = button(text('Undo'), () => hand.undo()), redo = button(text('Redo'), () => hand.redo()), reset = button(text('Reset all'), () => hand.resetAll());
    const note = element('p');
    const box = element('div', {}, search, note, tree.element, facts.element, element('p', {}, undo, ' ', redo, ' ', reset));

    function list() {
        const { bones } = character.model, sought = search.value.trim();
        const wanted = treeOf(bones).filter(({ bone }) => {
            const { role, japanese, standard, english } = names[bone];
            return !sought || matches([bones[bone].name, bones[bone].englishName, role, japanese, standard, english], sought);
        });
        tree.fill(wanted.map(({ bone, level }) => ({ bone, parent: bones[bone].parent, level: sought ? 1 : level, label: nameOf(bones[bone].name, names[bone].english) })));
        note.textContent = wanted.length ? '' : text('No bone has this name.');
        tree.mark(hand.bone);
    }

    async function build() {
        const built = character = stage.active;
        names = built ? (await built.model.readNames()).bones : [];
        await hand.load();
        if (built !== character)
            return;
        built ? list() : tree.fill([]);
        show();
    }

    function show() {
        if (character !== stage.active || !names.length)
            return;
        if (hand.bone !== shown && hand.bone !== null && !tree.has(hand.bone)) { // it was chosen elsewhere
            search.value = '';
            list();
        }
        shown = hand.bone;
        tree.mark(hand.bone);
        facts.show(names);
        note.textContent ||= hand.bone === null ? text('Click a bone, here or in the picture.') : '';
        if (hand.bone !== null && note.textContent === text('Click a bone, here or in the picture.'))
            note.textContent = '';
        showSteps();
    }

    function showSteps() {
        undo.disabled = !hand.done.length;
        redo.disabled = !hand.undone.length;
        reset.disabled = !character?.bones.size && !character?.morphs.size;
    }
    hand.addEventListener('change', () => hand.held ? facts.frame() : show());
    return {
        title: text('Bones'), element: box,
        update() {
            hand.isChoosing = true;
            if (stage.active !== character)
                page.attempt(build);
        },
        frame() {
            facts.frame();
        },
        close() {
            hand.isChoosing = false;
        },
    };
}
