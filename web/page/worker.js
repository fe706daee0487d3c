/** The service worker: keeps all files of the site, so that it opens without a network. Each version of the site has a
 * cache of its own. A new version is fetched whole before it takes over, which happens when the page says so, before it
 * has loaded anything, or when no page of the old version is open: a page never gets files of two versions. */
importScripts('worker-files.js'); // self.siteFiles: {version, files: {path: hash}, later: [folder]}; web/list.mjs writes it

const scope = self.registration.scope, prefix = `hone ${scope} `, ours = prefix + self.siteFiles.version;
const hashes = 'worker-hashes.json'; // of what is in a cache; no file has this name
const addressOf = (path) => new URL(path, scope).href;
const atOnce = 6; // requests

/** The response that the cache of an earlier version has for a file that did not change. */
async function kept(path, hash) {
    for (const name of await caches.keys()) {
        if (!name.startsWith(prefix) || name === ours)
            continue;
        const cache = await caches.open(name), list = await cache.match(addressOf(hashes));
        if (list && (await list.json())[path] === hash)
            return cache.match(addressOf(path));
    }
    return undefined;
}

async function keep(cache, path, hash) {
    const response = (await kept(path, hash)) ?? (await fetch(addressOf(path), { cache: 'no-cache' }));
    if (!response.ok)
        throw new Error(`${path}: ${response.status}`);
    await cache.put(addressOf(path), response);
}

/** Whether a file is kept when it is visited only. */
const isLater = (path) => self.siteFiles.later.some((folder) => path.startsWith(folder));

async function keepAll() {
    const cache = await caches.open(ours), left = Object.entries(self.siteFiles.files).filter(([path]) => !isLater(path));
    const next = async () => {
        for (let each = left.pop(); each; each = left.pop())
            await keep(cache, ...each);
    };
    await Promise.all(Array.from({ length: atOnce }, next));
    await cache.put(addressOf(hashes), new Response(JSON.stringify(self.siteFiles.files)));
}

async function forgetOld() {
    const old = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== ours);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
}

/** A file of the site; a folder means its index.html. What follows "?" and "#" is for the page's script. */
async function answer(request) {
    const url = new URL(request.url);
    url.search = url.hash = '';
    if (url.pathname.endsWith('/'))
        url.pathname += 'index.html';
    const cache = await caches.open(ours), path = decodeURI(url.href.slice(scope.length));
    const response = await cache.match(url.href);
    if (response || !isLater(path) || !(path in self.siteFiles.files))
        return response ?? fetch(request);
    await keep(cache, path, self.siteFiles.files[path]);
    return cache.match(url.href);
}

self.addEventListener('install', (event) => event.waitUntil(keepAll()));
self.addEventListener('activate', (event) => event.waitUntil(forgetOld()));
self.addEventListener('message', (event) => event.data === 'take over' && self.skipWaiting());
self.addEventListener('fetch', (event) => {
    if (event.request.method === 'GET' && event.request.url.startsWith(scope))
        event.respondWith(answer(event.request));
});
