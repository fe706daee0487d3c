// node serve.mjs [PORT [FOLDER]]: serves a folder; left out: this one, and the built-in character as samples/, which a build
// of hone makes.
import { createServer } from 'node:http';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const types = {
    '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm',
    '.css': 'text/css', '.json': 'application/json', '.svg': 'image/svg+xml', '.png': 'image/png', '.jpg': 'image/jpeg',
};
export const usual = {
    '/samples/': join(root, 'build/release/samples/made'),
    '/': fileURLToPath(new URL('.', import.meta.url)),
};

function find(folders, path) {
    const prefix = Object.keys(folders).find((each) => path.startsWith(each));
    if (!prefix)
        return null;
    const file = join(folders[prefix], normalize('/' + path.slice(prefix.length)).replace(/\/$/, '/index.html'));
    return existsSync(file) && statSync(file).isFile() ? file : null;
}

/** Serves folders by the beginnings of their paths. Resolves to {url, requests: [path], close()}. */
export function serve(folders = usual, port = 0) {
    const requests = [];
    const server = createServer((request, response) => {
        const path = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
        const file = find(folders, path);
        requests.push(path);
        if (!file)
            return response.writeHead(404).end();
        response.writeHead(200, { 'content-type': types[extname(file).toLowerCase()] ?? 'application/octet-stream' });
        createReadStream(file).pipe(response);
    });
    return new Promise((done) => server.listen(port, '127.0.0.1', () =>
        done({ url: `http://127.0.0.1:${server.address().port}`, requests, close: () => server.close() })));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const [port = 8080, folder] = process.argv.slice(2);
    const { url } = await serve(folder ? { '/': folder } : usual, Number(port));
    console.log(folder ? `${url}/index.html` : `${url}/three.html`);
}
