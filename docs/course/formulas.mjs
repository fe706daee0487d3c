// Renders formulas as SVG, whose letters are shapes, so that a page needs no font and no script for them.
// usage: node formulas.mjs <FORMULAS.json >SVGS.json     FORMULAS: [{"tex": "...", "display": true}, ...]
import { mathjax } from "mathjax-full/js/mathjax.js";
import { TeX } from "mathjax-full/js/input/tex.js";
import { SVG } from "mathjax-full/js/output/svg.js";
import { liteAdaptor } from "mathjax-full/js/adaptors/liteAdaptor.js";
import { RegisterHTMLHandler } from "mathjax-full/js/handlers/html.js";
import { AllPackages } from "mathjax-full/js/input/tex/AllPackages.js";
import { readFileSync } from "node:fs";

const adaptor = liteAdaptor();
RegisterHTMLHandler(adaptor);
const failed = (tex) => (_, error) => { throw new Error(`${tex}: ${error.message}`); };

const rendered = JSON.parse(readFileSync(0, "utf8")).map(({ tex, display }) => {
    const input = new TeX({ packages: AllPackages, formatError: failed(tex) });
    const document = mathjax.document("", { InputJax: input, OutputJax: new SVG({ fontCache: "none" }) });
    return adaptor.innerHTML(document.convert(tex, { display }));
});
process.stdout.write(JSON.stringify(rendered));
