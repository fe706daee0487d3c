// examples/web/three.html in headless chromium: three.js draws the character, its vertices are where hone's skinning puts
// them, and nothing is fetched from elsewhere. With OUT, the picture is left there.
// usage: node three_page.mjs FOLDER SAMPLES [OUT.png]    FOLDER: examples/web with its packages
// Exit status 77: there is no chromium.
import assert from 'node:assert';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const [folder, samples, out] = process.argv.slice(2);
const browserPath = process.env.CHROMIUM ?? '/usr/bin/chromium';
if (!existsSync(browserPath)) {
    console.log('SKIPPED: there is no chromium');
    process.exit(77);
}
const { serve } = await import(pathToFileURL(join(folder, 'serve.mjs')));
const server = await serve({ '/samples/': samples, '/': folder });
const browser = await chromium.launch({
    executablePath: browserPath,
    args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
});

/** In the page: renders, and says how many pixels are not background. */
function coloured() {
    const { renderer, scene, camera } = window.page, gl = renderer.getContext();
    renderer.render(scene, camera);
    const width = gl.drawingBufferWidth, height = gl.drawingBufferHeight, pixels = new Uint8Array(4 * width * height);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    let count = 0;
    for (let i = 0; i < pixels.length; i += 4)
        count += pixels[i] + pixels[i + 1] + pixels[i + 2] < 3 * 250;
    return { share: count / (width * height), error: gl.getError() };
}

/** In the page: the vertices of the vertex shader, by transform feedback, beside hone's; the largest distance. */
async function farthest() {
    const { renderer, scene, camera, shown } = window.page, gl = renderer.getContext();
    const material = shown.character.surface.material[0], program = renderer.properties.get(material).currentProgram.program;
    const sources = gl.getAttachedShaders(program).map((s) => gl.getShaderSource(s));
    const again = gl.createProgram();
    [gl.VERTEX_SHADER, gl.FRAGMENT_SHADER].forEach((kind) => {
        const shader = gl.createShader(kind);
        gl.shaderSource(shader, sources.find((s) => s.includes('gl_Position') === (kind === gl.VERTEX_SHADER)));
        gl.compileShader(shader);
        gl.attachShader(again, shader);
    });
    for (let i = 0; i < gl.getProgramParameter(program, gl.ACTIVE_ATTRIBUTES); i++) {
        const { name } = gl.getActiveAttrib(program, i);
        gl.bindAttribLocation(again, gl.getAttribLocation(program, name), name);
    }
    gl.transformFeedbackVaryings(again, ['worldPosition'], gl.SEPARATE_ATTRIBS);
    gl.linkProgram(again);
    if (!gl.getProgramParameter(again, gl.LINK_STATUS))
        throw new Error(gl.getProgramInfoLog(again));
    const count = shown.model.positions.length / 3, buffer = gl.createBuffer(), feedback = gl.createTransformFeedback();
    let places = null;
    shown.character.surface.onAfterRender = () => { // its attributes are bound now
        if (places)
            return;
        gl.useProgram(again);
        gl.uniformMatrix4fv(gl.getUniformLocation(again, 'modelMatrix'), false, shown.character.surface.matrixWorld.elements);
        gl.activeTexture(gl.TEXTURE15);
        gl.bindTexture(gl.TEXTURE_2D, renderer.properties.get(shown.character.shared.bones.value).__webglTexture);
        gl.uniform1i(gl.getUniformLocation(again, 'bones'), 15);
        gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, feedback);
        gl.bindBuffer(gl.TRANSFORM_FEEDBACK_BUFFER, buffer);
        gl.bufferData(gl.TRANSFORM_FEEDBACK_BUFFER, 12 * count, gl.STREAM_READ);
        gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
        gl.enable(gl.RASTERIZER_DISCARD);
        gl.beginTransformFeedback(gl.POINTS);
        gl.drawArrays(gl.POINTS, 0, count);
        gl.endTransformFeedback();
        gl.disable(gl.RASTERIZER_DISCARD);
        places = new Float32Array(3 * count);
        gl.getBufferSubData(gl.TRANSFORM_FEEDBACK_BUFFER, 0, places);
        gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, null);
        renderer.resetState();
    };
    renderer.render(scene, camera);
    const { positions } = await shown.actor.skin();
    let most = 0;
    for (let v = 0; v < count; v++)
        most = Math.max(most, Math.hypot(places[3 * v] - positions[3 * v], places[3 * v + 1] - positions[3 * v + 1],
            -places[3 * v + 2] - positions[3 * v + 2]));
    return most;
}

try {
    const page = await browser.newPage({ viewport: { width: 640, height: 640 } }), faults = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    page.on('request', (request) => request.url().startsWith(server.url) || /^(data|blob):/.test(request.url()) ||
        faults.push(`a request to ${request.url()}`));
    await page.goto(`${server.url}/three.html?frame=20`);
    await page.waitForFunction(() => window.page?.shown && document.querySelector('output').textContent === '', null, { timeout: 120000 })
        .catch((error) => assert.fail([error.message, ...faults].join('\n')));
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const picture = await page.evaluate(coloured);
    assert(picture.share > 0.05 && picture.share < 0.9, `${picture.share} of the picture is not background`);
    assert.strictEqual(picture.error, 0);
    const distance = await page.evaluate(farthest);
    console.log(`three.html: ${(100 * picture.share).toFixed(1)} % drawn, vertices within ${distance.toExponential(1)} of hone's`);
    assert(distance < 2e-4, `${distance}`);
    if (out)
        writeFileSync(out, await page.screenshot());
    assert.deepStrictEqual(faults, []);
} finally {
    await browser.close();
    server.close();
}
