/** Names of keys: in the spelling of GTK, and as they are on the keyboard. */
const names = { ' ': 'space', '+': 'plus', '=': 'equal', '-': 'minus', '[': 'bracketleft', ']': 'bracketright', '\\': 'backslash', '?': 'question', '.': 'period', PageUp: 'Page_Up', PageDown: 'Page_Down' };

/** A key that was pressed, as GTK spells it. */
export function nameOf(event) {
    const digit = /^Digit(\d)$/.exec(event.code)?.[1]; // Alt and a digit may make another sign
    const key = (event.altKey && digit) || (names[event.key] ?? event.key.replace(/^Arrow/, ''));
    return (event.ctrlKey || event.metaKey ? '<Control>' : '') + (event.shiftKey && !'?+='.includes(event.key) ? '<Shift>' : '') +
        (event.altKey ? '<Alt>' : '') + (key.length === 1 ? key.toLowerCase() : key);
}

/** How a key is called on the keyboard. */
export function keyName(name) {
    const signs = { space: 'Space', plus: '+', equal: '=', minus: '−', Up: '↑', Down: '↓', bracketleft: '[', bracketright: ']', backslash: '\\', question: '?', period: '.', Left: '←', Right: '→', Page_Up: 'PgUp', Page_Down: 'PgDn' };
    return name.replace('<Control>', 'Ctrl+').replace('<Shift>', 'Shift+').replace('<Alt>', 'Alt+').replace(/[^+]+$/, (key) => signs[key] ?? (key.length === 1 ? key.toUpperCase() : key));
}
