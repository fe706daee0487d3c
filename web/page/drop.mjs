/** Files that are dropped on the page or chosen, by their paths: whole folders, too. */

/** All entries of a folder: the browser gives them in pieces. */
async function entriesOf(folder) {
    const reader = folder.createReader(), entries = [];
    for (;;) {
        const some = await new Promise((done, failed) => reader.readEntries(done, failed));
        if (some.length === 0)
            return entries;
        entries.push(...some);
    }
}

async function walk(entry, files) {
    if (entry.isFile)
        files.set(entry.fullPath.slice(1), await new Promise((done, failed) => entry.file(done, failed)));
    else
        for (const each of await entriesOf(entry))
            await walk(each, files);
}

/** The files of a drop: {path: File} as a Map. The browser forgets the drop when the event ends, so all entries are taken
 * before anything is awaited. */
export async function droppedFiles(transfer) {
    const entries = [...transfer.items].filter((item) => item.kind === 'file').map((item) => item.webkitGetAsEntry() ?? item.getAsFile());
    const files = new Map();
    for (const entry of entries)
        if (entry instanceof File)
            files.set(entry.name, entry); // it is in no folder: a picture of another page, say
        else if (entry)
            await walk(entry, files);
    return files;
}

/** The files of an <input type=file>. */
export function chosenFiles(list) {
    return new Map([...list].map((file) => [file.webkitRelativePath || file.name, file]));
}
