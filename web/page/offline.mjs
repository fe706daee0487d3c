/** Keeps the site for when there is no network, by the service worker worker.js. */

/** Lets a new version of the site that has been fetched take over. It is called before a page loads anything else.
 * Returns whether the page is being loaded again, in the new version. */
export async function takeNewVersion() {
    if (!navigator.serviceWorker?.controller)
        return false;
    const waiting = (await navigator.serviceWorker.getRegistration())?.waiting;
    if (!waiting)
        return false;
    const taken = new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }));
    waiting.postMessage('take over');
    await taken;
    location.reload();
    return true;
}

/** Keeps all files of the site, once the page is shown. root: the address of the site. onNew: called when a new version
 * has been fetched, which the next visit shows. Without https, or with storage forbidden, nothing is kept. */
export async function keepSite(root, onNew = () => {}) {
    if (!navigator.serviceWorker)
        return;
    try {
        const registration = await navigator.serviceWorker.register(new URL('worker.js', root), { updateViaCache: 'none' });
        if (!registration.active)
            return; // the first visit
        registration.addEventListener('updatefound', () => {
            const worker = registration.installing;
            worker.addEventListener('statechange', () => worker.state === 'installed' && onNew());
        });
        await registration.update();
    } catch (error) {
        console.info(`The site is not kept for when there is no network: ${error.message}`);
    }
}
