// What the tests of the page share: the page of a folder in headless chromium.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { serve } from '../../examples/web/serve.mjs';

/** Calls use({url, browser, open}) while the folder is served, and others by the beginnings of their paths. open(path,
 * context): a page; its errors, and requests to anywhere else, fail the test. Exit status 77: there is no chromium. */
export async function inChromium(folder, use, others = {}) {
    const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium', faults = [];
    if (!existsSync(executablePath)) {
        console.log('SKIPPED: there is no chromium');
        process.exit(77);
    }
    const server = await serve({ ...others, '/': folder }), { url } = server;
    const browser = await chromium.launch({
        executablePath,
        args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
    });
    const open = async (path, context = {}) => {
        const page = await browser.newPage({ viewport: { width: 640, height: 640 }, locale: 'en-GB', ...context });
        page.on('pageerror', (error) => faults.push(String(error)));
        page.on('request', (request) => request.url().startsWith(url) || /^(data|blob):/.test(request.url()) || faults.push(`a request to ${request.url()}`));
        await page.goto(`${url}/${path}`);
        return page;
    };
    try {
        await use({ url, browser, open });
        assert.deepEqual(faults, []);
    } finally {
        await browser.close();
        server.close();
    }
}

/** Until the built-in character plays. */
export const started = (page) => page.waitForFunction(() => window.page?.stage?.characters[0]?.plays.length && document.getElementById('clock').textContent,
    null, { timeout: 180000 });
