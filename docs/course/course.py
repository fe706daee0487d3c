"""Runs the course: every command line of docs/course, with what it prints and the figures it draws.

usage: course.py check   TREE --bin DIR[:DIR...] --models DIR[:DIR...] [CHAPTER...]
       course.py text    TREE
       course.py accept  TREE --bin DIR[:DIR...] --models DIR[:DIR...] [CHAPTER...]
       course.py pages   TREE
       course.py html    TREE --bin DIR[:DIR...] --models DIR[:DIR...] --out DIR
       course.py live    TREE --out DIR

check   runs each chapter in a folder of its own, compares what commands print and draw with the chapter, and prints
        each difference; it does what `text` does as well. A chapter whose commands print the same in all languages runs
        once
text    checks without running anything: both languages have the same commands, numbers that these print, figures,
        formulas, numbers and links into the code, and these links lead to functions that exist
accept  writes what the commands print in each language, and the figures they draw, into the tree, for authors to look at
pages   makes the pages from the stored figures, checks that their links and pictures lead to files, and, where Chromium
        is installed, opens them in it and looks for pictures that it does not show
live    makes the pages that html makes, with the stored figures, for the tests of the figures that move
html    draws the figures and makes pages of both languages (pandoc), and DIR/desk with the models

A chapter is docs/course/LANGUAGE/NN-name.md. A block that begins with ```console has commands, each after "$ "; a line
that ends with a backslash continues. The lines below a command are what it prints. A line "..." stands for any lines.
In a block that begins with ```console timings, numbers with a point or a comma are not compared. A figure
../figures/NAME.png or .svg is a file NAME that a command of the chapter writes; ../figures/LANGUAGE/NAME is one with
words. A block that begins with ```c FILE NAME
shows lines of a tested file (listings.py)."""
import argparse
import concurrent.futures
import html
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from html import parser

import listings

LANGUAGES = ["en", "ja"]
CHAPTER = re.compile(r"^\d\d-[a-z-]+\.md$")
FENCE = re.compile(r"^```console( timings)?\n(.*?)^```$", re.M | re.S)
CODE = re.compile(r"^```.*?^```$", re.M | re.S)
FIGURE = re.compile(r"!\[([^\]]*)\]\(\.\./figures/(?:\w\w/)?([\w.-]+)\)")
LIVE = re.compile(r"^<!-- live: ([\w-]+)( beside)? -->$", re.M)
REPLACED = re.compile(r'<figure>\s*<img (?=[^>]*>(?:(?!<figure>).)*?</figure>\s*<script>\{)', re.S)
CODE_LINK = re.compile(r"\[`([\w]+)`\]\(\.\./\.\./\.\./([\w./-]+)\)")
MATH = re.compile(r'<math display="(\w+)".*?<annotation encoding="application/x-tex">(.*?)</annotation></semantics></math>', re.S)
FORMULA = re.compile(r"\$\$(.*?)\$\$", re.S)
NUMBER = re.compile(r"[-+]?\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?")
SECONDS = 120  # for one command


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class Block:
    """A fenced block: `steps` are pairs of a command and the lines it prints."""

    def __init__(self, match):
        self.timings, self.text, self.steps = bool(match.group(1)), match.group(2), []
        lines = self.text.split("\n")[:-1]
        while lines:
            line = lines.pop(0)
            if line.startswith("$ "):
                command = line[2:]
                while command.endswith("\\"):
                    command += "\n" + lines.pop(0)
                self.steps.append((command, []))
            else:
                self.steps[-1][1].append(line)

    def sense(self):
        """What does not depend on the language: the commands, and of each the number of lines and all numbers but
        timings."""
        return [(command, len(lines), sorted(n.rstrip(",") for n in NUMBER.findall("\n".join(lines))
                                             if not (self.timings and re.search("[.,]", n))))
                for command, lines in self.steps]

    def rewritten(self, outputs):
        return "".join("$ %s\n%s" % (command, output) for (command, _), output in zip(self.steps, outputs))


class Chapter:
    def __init__(self, tree, language, name):
        self.language, self.name, self.path = language, name, os.path.join(tree, "docs/course", language, name)
        self.text = read(self.path)
        self.blocks = [Block(match) for match in FENCE.finditer(self.text)]
        self.figures = [name for _, name in FIGURE.findall(self.text)]
        self.links = CODE_LINK.findall(self.text)
        self.listings = listings.LISTING.findall(self.text)
        self.live = [name for name, _ in LIVE.findall(self.text)]
        prose = CODE.sub("", self.text)
        self.formulas = [re.sub(r"\\text\{[^}]*\}|\s", "", formula) for formula in FORMULA.findall(prose)]
        prose = re.sub(r"\[[^\]]*\]\(\d\d-[a-z-]+\.md\)", "", FORMULA.sub("", prose))  # titles of other chapters
        prose = re.sub(r"\]\([^)]*\)", "]", prose)
        numbers = {n.replace(",", "") for n in NUMBER.findall(prose)}
        self.numbers = {n for n in numbers if len(n.lstrip("+-")) > 2}  # shorter ones may be words in one language


def chapters(tree, language):
    folder = os.path.join(tree, "docs/course", language)
    names = sorted(name for name in os.listdir(folder) if CHAPTER.match(name)) if os.path.isdir(folder) else []
    return [Chapter(tree, language, name) for name in names]


def figure_path(tree, chapter, name):
    """Where a figure is stored: one with words has a file for each language but the first."""
    figures = os.path.join(tree, "docs/course/figures")
    own = os.path.join(figures, chapter.language, name)
    return own if os.path.isfile(own) else os.path.join(figures, name)


def own_figures(tree, chapter):
    return [name for name in chapter.figures
            if os.path.basename(os.path.dirname(figure_path(tree, chapter, name))) == chapter.language]


# ---- without running ----

def link_problems(tree, chapter):
    for function, path in chapter.links:
        file = os.path.join(tree, path)
        if not os.path.isfile(file):
            yield "there is no " + path
        elif not re.search(r"\b%s\b" % re.escape(function), read(file)):
            yield "%s has no %s" % (path, function)
    yield from listings.problems(tree, chapter.text)
    for name in chapter.figures:
        path = figure_path(tree, chapter, name)
        if not os.path.isfile(path):
            yield "there is no figure " + name
        elif "](../figures/%s)" % os.path.relpath(path, os.path.join(tree, "docs/course/figures")) not in chapter.text:
            yield "shows another language's figure " + name
    for name in chapter.live:
        if not os.path.isfile(os.path.join(tree, "docs/course/live/figures", name + ".mjs")):
            yield "there is no live figure " + name
        if not re.search(r"^!\[[^\]]*\]\([^)]*\)\n\n<!-- live: %s(?: beside)? -->\n$" % re.escape(name), chapter.text, re.M):
            yield "no still picture is before the live figure " + name
    for name in re.findall(r"\]\((\d\d-[a-z-]+\.md)\)", chapter.text):
        if not os.path.isfile(os.path.join(os.path.dirname(chapter.path), name)):
            yield "the link leads nowhere: " + name


def language_problems(one, other):
    for a, b in zip(one.blocks, other.blocks):
        if a.sense() != b.sense():
            yield "another block than in %s: %s" % (one.language, b.text.split("\n")[0])
    if len(one.blocks) != len(other.blocks):
        yield "%d blocks, %d in %s" % (len(other.blocks), len(one.blocks), one.language)
    for what in ["figures", "live", "links", "listings", "formulas"]:
        if getattr(one, what) != getattr(other, what):
            yield "other %s than in %s: %s" % (what, one.language, [
                a for a in getattr(one, what) + getattr(other, what)
                if getattr(one, what).count(a) != getattr(other, what).count(a)] or "in another order")
    for number in sorted(one.numbers ^ other.numbers):
        yield "%s is in one language alone (compared with %s)" % (number, one.language)


def text_problems(tree):
    first = chapters(tree, LANGUAGES[0])
    for chapter in first:
        for problem in link_problems(tree, chapter):
            yield chapter.path, problem
        if not chapter.blocks or not chapter.figures or not chapter.links or "<details>" not in chapter.text:
            yield chapter.path, "has no command, no figure, no link into the code, or no exercise"
    for language in LANGUAGES[1:]:
        by_name = {chapter.name: chapter for chapter in first}
        others = chapters(tree, language)
        for chapter in others:
            if chapter.name not in by_name:
                yield chapter.path, "is not in " + LANGUAGES[0]
                continue
            for problem in language_problems(by_name[chapter.name], chapter):
                yield chapter.path, problem
        for name in sorted(set(by_name) - {chapter.name for chapter in others}):
            yield os.path.join(tree, "docs/course", language, name), "is missing"
    live = {name + ".mjs" for chapter in first for name in chapter.live}
    for name in sorted(set(os.listdir(os.path.join(tree, "docs/course/live/figures"))) ^ live):
        yield os.path.join("docs/course/live/figures", name), "is in no chapter, or not there"
    used = {figure_path(tree, chapter, name) for language in LANGUAGES for chapter in chapters(tree, language)
            for name in chapter.figures}
    for folder, _, names in os.walk(os.path.join(tree, "docs/course/figures")):
        for path in sorted(os.path.join(folder, name) for name in names):
            if path not in used:
                yield os.path.relpath(path, tree), "is in no chapter"


# ---- running ----

def desk_files(options):
    """The models and motions that the reader has at hand."""
    for models in options.models.split(":"):
        for name in sorted(os.listdir(models)):
            yield os.path.join(models, name)


def run_chapter(chapter, options, folder):
    """Runs all commands of a chapter in a folder. Returns the outputs, block by block."""
    for path in desk_files(options):
        shutil.copy(path, folder)
    environment = dict(os.environ, PATH=options.bin + ":" + os.environ["PATH"], LC_ALL="C.UTF-8", LANGUAGE="",
                       HONE_LANGUAGE=chapter.language)
    environment.pop("DISPLAY", None), environment.pop("WAYLAND_DISPLAY", None)
    outputs = []
    for block in chapter.blocks:
        outputs.append([])
        for command, _ in block.steps:
            result = subprocess.run(["sh", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS, check=False)
            outputs[-1].append(result.stdout.decode("utf-8", "replace"))
    return outputs


def near(a, b):
    """Whether two numbers are equal, as far as the digits of the first and single precision go."""
    if a == b:
        return True
    a, b = a.replace(",", ""), b.replace(",", "")
    mantissa, _, exponent = a.partition("e")
    digits = len(mantissa.partition(".")[2])
    if digits == 0 and not exponent:
        return a.lstrip("+") == b.lstrip("+")
    return abs(float(a) - float(b)) <= max(1.01 * 10.0 ** (int(exponent or 0) - digits), 2e-6 * abs(float(a)))


def same_line(expected, actual, timings):
    words = [re.sub(r"\s+", " ", NUMBER.sub("#", line)).strip() for line in (expected, actual)]
    a, b = NUMBER.findall(expected), NUMBER.findall(actual)
    if words[0] != words[1] or len(a) != len(b):
        return False
    return all(near(x, y) or timings and re.search("[.,]", x) for x, y in zip(a, b))


def same_lines(expected, actual, timings):
    if not expected:
        return not actual
    if expected[0] == "...":
        return any(same_lines(expected[1:], actual[i:], timings) for i in range(len(actual) + 1))
    return bool(actual) and same_line(expected[0], actual[0], timings) and \
        same_lines(expected[1:], actual[1:], timings)


def check_chapter(chapter, options):
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        for block, outputs in zip(chapter.blocks, run_chapter(chapter, options, folder)):
            for (command, expected), output in zip(block.steps, outputs):
                if not same_lines(expected, output.split("\n")[:-1], block.timings):
                    problems.append("$ %s\nis to print\n%s\nand prints\n%s" % (command, "\n".join(expected), output))
        for name in chapter.figures:
            made, stored = os.path.join(folder, name), figure_path(options.tree, chapter, name)
            if not os.path.isfile(made):
                problems.append("no command writes " + name)
            elif name.endswith(".svg"):
                if not same_lines(read(stored).split("\n"), read(made).split("\n"), False):
                    problems.append(name + " is another figure")
            else:
                result = subprocess.run([shutil.which("same_picture", path=options.bin), stored, made], check=False,
                                        stdout=subprocess.PIPE)
                if result.returncode != 0:
                    problems.append("%s is %s" % (name, result.stdout.decode().strip()))
    return problems


def accept_chapter(chapter, options):
    with tempfile.TemporaryDirectory() as folder:
        texts = []
        for block, output in zip(chapter.blocks, run_chapter(chapter, options, folder)):
            kept = []
            for (_, expected), new in zip(block.steps, output):
                same = same_lines(expected, new.split("\n")[:-1], block.timings)
                kept.append("".join(line + "\n" for line in expected) if same else new)
            texts.append(block.rewritten(kept))
        left = iter(texts)
        text = FENCE.sub(lambda match: "```console%s\n%s```" % (match.group(1) or "", next(left)), chapter.text)
        with open(chapter.path, "w", encoding="utf-8") as file:
            file.write(listings.renewed(options.tree, text))
        for name in chapter.figures:
            made = os.path.join(folder, name)
            if not os.path.isfile(made):
                print("%s: no command writes %s" % (chapter.path, name))
            elif chapter.language == LANGUAGES[0] or name in own_figures(options.tree, chapter):
                shutil.copy(made, figure_path(options.tree, chapter, name))


# ---- pages ----

WORDS = {"en": {"contents": "Contents", "other": "日本語"}, "ja": {"contents": "目次", "other": "English"}}


# Keeps a browser that will show the figure from loading the picture that it replaces.
SPARED = """<script>{
    const still = document.currentScript.previousElementSibling.querySelector("img");
    if (location.protocol !== "file:" && "noModule" in HTMLScriptElement.prototype) {
        still.dataset.src = still.getAttribute("src");
        still.removeAttribute("src");
    }
}</script>
"""


def live_place(match):
    """What figure.mjs fills, in place of the picture before it or beside that."""
    name, beside = match.groups()
    return '%s<div class="live" data-figure="%s"%s></div>' % ("" if beside else SPARED, name,
                                                              " data-beside" if beside else "")


def has_module(options):
    """Whether ./dev web has made what live figures run. Without it the still pictures stay."""
    return os.path.isfile(os.path.join(options.tree, "build/web-course/hone-course.wasm"))


def copy_live(options):
    """The scripts of live figures and their module, beside the pages."""
    if not has_module(options):
        print("figures do not move: ./dev web makes what they run")
        return
    to = os.path.join(options.out, "live")
    shutil.copytree(os.path.join(options.tree, "docs/course/live"), to)
    shutil.copytree(os.path.join(options.tree, "examples/course/models"), os.path.join(to, "models"))
    for folder in ["templates", "answers"]:
        shutil.copytree(os.path.join(options.tree, "examples/course/exercises", folder), os.path.join(to, "glsl", folder))
    for name in os.listdir(os.path.join(options.tree, "build/web-course")):
        shutil.copy(os.path.join(options.tree, "build/web-course", name),
                    os.path.join(to, "models") if name.endswith((".pmx", ".vmd")) else to)


def page(source, target, options, variables):
    here = os.path.join(options.tree, "docs/course")
    command = ["pandoc", "-f", "gfm+tex_math_dollars-implicit_figures", "-t", "html5", "--standalone", "--mathml",
               "--template", os.path.join(here, "page.html"), "--lua-filter", os.path.join(here, "links.lua"),
               "-o", target]
    for key, value in variables.items():
        command += ["-V", "%s=%s" % (key, value)]
    text = listings.for_page(listings.renewed(options.tree, read(source)))
    if LIVE.search(text) and has_module(options):
        text = LIVE.sub(live_place, text)
        command += ["-V", "live=yes"]
    subprocess.run(command, check=True, input=text.encode())
    made = read(target)
    with open(target, "w", encoding="utf-8") as file:
        file.write(REPLACED.sub(r'<figure>\n<img loading="lazy" ', made))


def title(chapter):
    return re.search(r"^# (.*)$", chapter.text, re.M).group(1)


def fill_desk(options):
    """Puts the models into a folder for the reader, and for the figures that move."""
    desk = os.path.join(options.out, "desk")
    os.makedirs(desk, exist_ok=True)
    for path in desk_files(options):
        shutil.copy(path, desk)


def draw_figures(options, figures):
    """Draws all figures."""
    os.makedirs(figures)
    for chapter in [chapter for language in LANGUAGES for chapter in chapters(options.tree, language)]:
        names = chapter.figures if chapter.language == LANGUAGES[0] else own_figures(options.tree, chapter)
        if not names:
            continue
        with tempfile.TemporaryDirectory() as folder:
            print(chapter.language, chapter.name, flush=True)
            run_chapter(chapter, options, folder)
            for name in names:
                stored = os.path.join(options.tree, "docs/course/figures")
                to = os.path.join(figures, os.path.relpath(figure_path(options.tree, chapter, name), stored))
                os.makedirs(os.path.dirname(to), exist_ok=True)
                shutil.copy(os.path.join(folder, name), to)


def pages_of(folder):
    return [os.path.join(here, name) for here, _, names in os.walk(folder) for name in names if name.endswith(".html")]


def render_formulas(options):
    """Puts shapes in place of MathML, which needs a font that few systems have. Without node it stays."""
    here = os.path.join(options.tree, "docs/course")
    if not shutil.which("node") or not os.path.isdir(os.path.join(here, "node_modules")):
        print("formulas stay MathML: npm ci --prefix docs/course fetches what renders them")
        return
    texts = {path: read(path) for path in pages_of(options.out)}
    found = sorted({(html.unescape(m.group(2)), m.group(1)) for text in texts.values() for m in MATH.finditer(text)})
    result = subprocess.run(["node", os.path.join(here, "formulas.mjs")], check=True, stdout=subprocess.PIPE,
                            input=json.dumps([{"tex": tex, "display": kind == "block"} for tex, kind in found]).encode())
    shapes = dict(zip(found, json.loads(result.stdout)))

    def shape(match):
        tex = html.unescape(match.group(2))
        picture = shapes[tex, match.group(1)].replace("<svg ", '<svg aria-label="%s" ' % html.escape(tex), 1)
        return '<span class="formula %s">%s</span>' % (match.group(1), picture)

    for path, text in texts.items():
        with open(path, "w", encoding="utf-8") as file:
            file.write(MATH.sub(shape, text))


def stored_pages(options):
    shutil.copytree(os.path.join(options.tree, "docs/course/figures"), os.path.join(options.out, "figures"))
    make_pages(options)


def make_pages(options):
    here = os.path.join(options.tree, "docs/course")
    shutil.copy(os.path.join(here, "style.css"), options.out)
    copy_live(options)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda arguments: page(*arguments), list(pages_to_make(options, here))))
    render_formulas(options)
    with open(os.path.join(options.out, "index.html"), "w", encoding="utf-8") as file:
        file.write("<!doctype html><meta charset=utf-8><title>hone</title><link rel=stylesheet href=style.css>"
                   "<main><h1>hone</h1><ul><li><a href=en/index.html>English</a>"
                   "<li><a href=ja/index.html>日本語</a></ul></main>\n")


def pages_to_make(options, here):
    for language in LANGUAGES:
        folder, other = os.path.join(options.out, language), "ja" if language == "en" else "en"
        os.makedirs(folder, exist_ok=True)
        common = dict(WORDS[language], language=language, otherlanguage=other)
        row = chapters(options.tree, language)
        for i, chapter in enumerate(row):
            known = os.path.isfile(os.path.join(here, other, chapter.name))
            variables = dict(common, pagetitle=title(chapter),
                             file=chapter.name[:-3] + ".html" if known else "index.html")
            for key, j in [("previous", i - 1), ("next", i + 1)]:
                if 0 <= j < len(row):
                    variables[key] = row[j].name[:-3] + ".html"
                    variables[key + "title"] = title(row[j])
            yield chapter.path, os.path.join(folder, chapter.name[:-3] + ".html"), options, variables
        contents = os.path.join(here, language, "README.md")
        if os.path.isfile(contents):
            yield contents, os.path.join(folder, "index.html"), options, dict(common, file="index.html",
                                                                              pagetitle="hone")


class Targets(parser.HTMLParser):
    """The links and pictures of a page."""

    def __init__(self, text):
        super().__init__()
        self.found = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.found += [value for key, value in attrs if key in ("href", "src")]


def page_problems(options):
    """Links and pictures of pages that lead nowhere. Links into the tree are as from build/course."""
    for path in pages_of(options.out):
        for target in Targets(read(path)).found:
            folder, (file, _, part) = os.path.dirname(path), target.partition("#")
            where = os.path.normpath(os.path.join(folder, file)) if file else path
            if file.startswith("../../../"):
                where = os.path.join(options.tree, file[9:])
            if ":" not in file and not os.path.exists(where):
                yield path, "leads nowhere: " + target


# Opens all pages in frames, and lists the pictures that have no pixels.
OPENER = """<!doctype html><meta charset="utf-8"><title>pages</title>%s<pre id="seen"></pre><script>
onload = async () => {
    let lines = [];
    for (const frame of document.querySelectorAll("iframe"))
        for (const p of frame.contentDocument.images) p.loading = "eager";
    await new Promise((done) => setTimeout(done, 3000));
    for (const frame of document.querySelectorAll("iframe")) {
        const pictures = [...frame.contentDocument.images];
        lines.push(frame.src.split("/").slice(-2).join("/") + " " + pictures.length);
        for (const p of pictures) if (!p.complete || p.naturalWidth === 0) lines.push("missing: " + frame.src + " " + p.src);
    }
    document.getElementById("seen").textContent = lines.join("\\n");
};
</script>
"""


def browser_problems(options):
    browser = shutil.which("chromium")
    if not browser:
        print("SKIPPED: Chromium is not installed")
        return
    pages = [os.path.join(language, name) for language in LANGUAGES
             for name in sorted(os.listdir(os.path.join(options.out, language))) if name.endswith(".html")]
    opener = os.path.join(options.out, "opener.html")
    with open(opener, "w", encoding="utf-8") as file:
        file.write(OPENER % "".join('<iframe src="%s"></iframe>' % page for page in pages))
    with tempfile.TemporaryDirectory() as profile:
        result = subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=" + profile,
                                 "--allow-file-access-from-files", "--virtual-time-budget=20000", "--dump-dom",
                                 "file://" + opener], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False,
                                timeout=SECONDS)
    seen = re.search(r'<pre id="seen">(.*?)</pre>', result.stdout.decode("utf-8"), re.S)
    lines = seen.group(1).split("\n") if seen else []
    for line in lines:
        if line.startswith("missing"):
            yield opener, line
    opened = [line for line in lines if re.search(r" \d+$", line)]
    if len(opened) != len(pages) or not any(line.endswith(" 2") for line in opened):
        yield opener, "the browser opened %d of %d pages" % (len(opened), len(pages))


def check_pages(options):
    if not shutil.which("pandoc"):
        print("SKIPPED: pandoc is not installed")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as options.out:
        stored_pages(options)
        return list(page_problems(options)) + list(browser_problems(options))


def chosen(options, language):
    return [c for c in chapters(options.tree, language)
            if not options.chapters or any(c.name.startswith(name) for name in options.chapters)]


def chosen_to_run(options):
    """The chapters of the first language, and those of others whose commands print or draw something else."""
    first = chosen(options, LANGUAGES[0])
    texts = {chapter.name: [block.text for block in chapter.blocks] for chapter in first}
    return first + [chapter for language in LANGUAGES[1:] for chapter in chosen(options, language)
                    if [block.text for block in chapter.blocks] != texts.get(chapter.name) or
                    own_figures(options.tree, chapter)]


def main():
    arguments = argparse.ArgumentParser(usage=__doc__)
    arguments.add_argument("verb", choices=["check", "text", "accept", "pages", "html", "live"])
    arguments.add_argument("tree", type=os.path.abspath)
    arguments.add_argument("chapters", nargs="*")
    arguments.add_argument("--bin")
    arguments.add_argument("--models")
    arguments.add_argument("--out", type=os.path.abspath)
    options = arguments.parse_intermixed_args() # chapters may follow the options
    for name in ["bin", "models"]:
        if getattr(options, name):
            setattr(options, name, ":".join(os.path.abspath(path) for path in getattr(options, name).split(":")))
    failed = False
    if options.verb == "live":
        shutil.rmtree(options.out, ignore_errors=True)
        stored_pages(options)
    elif options.verb == "html":
        fill_desk(options)
        draw_figures(options, os.path.join(options.out, "figures"))
        make_pages(options)
    elif options.verb == "accept":
        for language in LANGUAGES:
            for chapter in chosen(options, language):
                accept_chapter(chapter, options)
    if options.verb in ("text", "check", "pages"):
        for path, problem in check_pages(options) if options.verb == "pages" else text_problems(options.tree):
            print("%s: %s" % (path, problem))
            failed = True
    if options.verb == "check":
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            run = chosen_to_run(options)
            for chapter, problems in zip(run, pool.map(lambda c: check_chapter(c, options), run)):
                for problem in problems:
                    print("%s: %s" % (chapter.path, problem))
                    failed = True
    sys.exit(failed)


main()
