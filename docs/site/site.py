"""Puts the page, the course, the documents and the API reference into one folder of plain files.

usage: site.py TREE --web DIR --course DIR --reference DIR --out DIR

DIR/index.html      the page (./dev web)
DIR/course          the course (./dev course), in both languages
DIR/docs            README, docs/ and what else these lead to in the tree, as pages
DIR/code            the source files that pages lead to
DIR/reference       the API reference (./dev docs)
DIR/search.*.json   what the search field of the pages looks through: a section of a page each

All links are relative, so the folder works under any address. A link of a page that leads to no file is an error."""
import argparse
import concurrent.futures
import html
import json
import os
import posixpath
import re
import shutil
import subprocess
import sys
from html import parser

NAMES = {"README.md": "docs/index.html", "README.ja.md": "docs/index.ja.html", "CONTRIBUTING.md": "docs/contributing.html",
         "CHANGELOG.md": "docs/changelog.html"}
CODE_LINK = re.compile(r'(<a\s[^>]*href="[^"#]*code/[^"#]*\.[ch]\.html)("[^>]*><code>(\w+)</code>)')
FUNCTION = re.compile(r"^(?!static_assert|return|#|typedef)[\w][^;\n=]*?\b(\w+)\(")
LINK = re.compile(r'(<(?:a|img|script|link)\b[^>]*?\s(?:href|src)=")([^"#?]*)([^"]*")')
OUTSIDE = re.compile(r"^[a-z][a-z+.-]*:|^//")
SECTION = {"h1", "h2", "h3"}
WORDS = {"en": {"page": "Page", "course": "Course", "docs": "Documents", "reference": "API", "search": "Search"},
         "ja": {"page": "ページ", "course": "講座", "docs": "文書", "reference": "API", "search": "検索"}}


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def address_of(tree_path):
    """Where the site has a file of the tree."""
    if tree_path in NAMES:
        return NAMES[tree_path]
    course = re.match(r"docs/course/((?:en|ja|figures)/.*)$", tree_path)
    if course:
        return "course/" + course.group(1).replace("README.md", "index.html").replace(".md", ".html")
    if tree_path == "include/hone":
        return "reference/index.html"
    start = re.match(r"(.*)/README((?:\.ja)?)\.md$", tree_path)
    if start:
        return "docs/%s%s.html" % (start.group(1).replace("/", "-"), start.group(2))
    document = re.match(r"docs/([^/]+)$", tree_path)
    if document:
        return "docs/" + re.sub(r"\.md$", ".html", document.group(1))
    return "code/%s.html" % tree_path


class Site:
    def __init__(self, options):
        self.tree, self.out = options.tree, options.out
        self.pages = {}  # of the tree: address by path
        self.wanted = ["README.md", "README.ja.md"]

    def want(self, path):
        """Says where a file of the tree will be; it becomes a page if it is none yet."""
        address = address_of(path)
        made = address.startswith(("course/", "reference/"))
        if not made and path not in self.pages and path not in self.wanted:
            self.wanted.append(path)
        return address

    # ---- pages ----

    def to_site(self, text, here, source):
        """Makes links of a page lead to pages of the site. here: its address; source: its file in the tree."""

        def lead(match):
            target = html.unescape(match.group(2))
            if not target or OUTSIDE.match(target):
                return match.group(0)
            path = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
            known = os.path.exists(os.path.join(self.tree, path))
            made = posixpath.normpath(posixpath.join(posixpath.dirname(here), target))
            if not known or os.path.exists(os.path.join(self.out, made)):
                return match.group(0)
            to = posixpath.relpath(self.want(path), posixpath.dirname(here))
            return match.group(1) + html.escape(to) + match.group(3)

        return CODE_LINK.sub(r"\1#\3\2", LINK.sub(lead, text))

    def pandoc(self, text, path, kind, **variables):
        root = "../" * address_of(path).count("/")
        variables = dict(variables, root=root, language="ja" if ".ja." in path else "en")
        command = ["pandoc", "-f", kind, "-t", "html5", "--standalone", "--highlight-style", "tango",
                   "--template", os.path.join(self.tree, "docs/site/page.html")]
        for key, value in variables.items():
            command += ["-V", "%s=%s" % (key, value)]
        done = subprocess.run(command, input=text.encode(), stdout=subprocess.PIPE, check=True)
        return done.stdout.decode()

    def document(self, path):
        text = read(os.path.join(self.tree, path))
        title = re.search(r"^# (.*)$", text, re.M)
        made = self.pandoc(text, path, "gfm", pagetitle=title.group(1) if title else path)
        return self.to_site(made, address_of(path), path)

    def code(self, path):
        """A source file, in which each function has an anchor."""
        text = read(os.path.join(self.tree, path))
        kind = {"c": "c", "h": "c", "py": "python", "mjs": "javascript", "html": "html", "sh": "bash"}
        block = "~~~~~~~~~~~~ {.%s .numberLines}\n%s\n~~~~~~~~~~~~\n" % (kind.get(path.rsplit(".", 1)[-1], "text"), text)
        page, known = self.pandoc("# %s\n\n%s" % (path, block), path, "markdown", pagetitle=path), set()
        for number, line in enumerate(text.split("\n"), 1):
            found = FUNCTION.match(line)
            if found and found.group(1) not in known:
                known.add(found.group(1))
                at = '<span id="cb1-%d">' % number
                page = page.replace(at, '<span id="%s"></span>%s' % (found.group(1), at), 1)
        return page

    def folder(self, path):
        names = sorted(os.listdir(os.path.join(self.tree, path)))
        return self.pandoc("# %s\n\n%s" % (path, "".join("- `%s`\n" % name for name in names)), path, "markdown",
                           pagetitle=path)

    def make(self, path):
        """Makes a page of a file of the tree, or copies the file."""
        source, address = os.path.join(self.tree, path), address_of(path)
        if os.path.isdir(source):
            text = self.folder(path)
        elif path.endswith(".md"):
            text = self.document(path)
        elif address.startswith("code/"):
            text = self.code(path)
        else:
            os.makedirs(os.path.dirname(os.path.join(self.out, address)), exist_ok=True)
            shutil.copy(source, os.path.join(self.out, address))
            return
        write(os.path.join(self.out, address), text)

    def make_wanted(self):
        """Pages lead to further pages, until there are no new ones."""
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            while self.wanted:
                now, self.wanted = self.wanted, []
                self.pages.update((path, address_of(path)) for path in now)
                list(pool.map(self.make, now))

    # ---- all of it ----

    def copy(self, options):
        shutil.rmtree(self.out, ignore_errors=True)
        shutil.copytree(options.web, self.out)
        shutil.copytree(options.course, os.path.join(self.out, "course"),
                        ignore=shutil.ignore_patterns("desk", "exercises", "start", "*.d"))
        shutil.copytree(options.reference, os.path.join(self.out, "reference"))

    def files(self, ending):
        for here, _, names in os.walk(self.out):
            for name in sorted(names):
                if name.endswith(ending):
                    yield posixpath.join(os.path.relpath(here, self.out), name).replace("./", "", 1)

    def link_course(self):
        for address in list(self.files(".html")):
            if address.startswith("course/") and address.count("/") == 2:
                path = os.path.join(self.out, address)
                source = "docs/" + address.replace("index.html", "README.md").replace(".html", ".md")
                write(path, self.to_site(read(path), address, source))

    def add_bars(self):
        """Each page but the first one and the reference's gets the bar with the parts of the site and the search."""
        for address in list(self.files(".html")):
            if not address.startswith(("course/", "docs/", "code/")):
                continue
            path, text = os.path.join(self.out, address), read(os.path.join(self.out, address))
            language = "ja" if 'lang="ja"' in text[:200] else "en"
            write(path, text.replace("<body>", "<body>\n" + bar(address, language), 1))


def bar(address, language):
    root, words = "../" * address.count("/"), WORDS[language]
    docs = "docs/index.ja.html" if language == "ja" else "docs/index.html"
    parts = [("page", "index.html"), ("course", "course/%s/index.html" % language), ("docs", docs),
             ("reference", "reference/index.html")]
    links = "".join('<a href="%s%s">%s</a>' % (root, to, words[key]) for key, to in parts)
    return ('<nav class="site" data-root="%s"><b>hone</b>%s<input type="search" placeholder="%s" aria-label="%s"></nav>\n'
            '<link rel="stylesheet" href="%ssite.css">\n<script type="module" src="%ssite.mjs"></script>'
            % (root, links, words["search"], words["search"], root, root))


class Sections(parser.HTMLParser):
    """The sections of a page: [title, id, text]; the title of the page is that of the first."""

    def __init__(self, text):
        super().__init__()
        self.sections, self.heading, self.hidden, self.inside = [["", "", ""]], False, 0, False
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        if tag == "main":
            self.inside = True
        if tag in ("script", "style", "svg", "math"):
            self.hidden += 1
        if tag in SECTION and self.inside:
            self.sections.append(["", dict(attrs).get("id", ""), ""])
            self.heading = True

    def handle_endtag(self, tag):
        if tag == "main":
            self.inside = False
        if tag in ("script", "style", "svg", "math"):
            self.hidden -= 1
        if tag in SECTION:
            self.heading = False

    def handle_data(self, data):
        if self.inside and not self.hidden:
            part = 0 if self.heading else 2
            self.sections[-1][part] += data


def squeeze(text):
    return re.sub(r"\s+", " ", text).strip()


def write_search(site):
    """search.LANGUAGE.json: [[title of the page, title of the section, address, text], ...]"""
    found = {"en": [], "ja": []}
    for address in sorted(site.files(".html")):
        if not address.startswith(("course/", "docs/")) or address.count("/") == 1 and address.startswith("course/"):
            continue
        text = read(os.path.join(site.out, address))
        language = "ja" if 'lang="ja"' in text[:200] else "en"
        sections = [list(map(squeeze, each)) for each in Sections(text).sections]
        title = next((name for name, _, _ in sections if name), address)
        for name, anchor, body in sections:
            if name or body:
                found[language].append([title, name, address + ("#" + anchor if anchor else ""), body])
    for language, rows in found.items():
        write(os.path.join(site.out, "search.%s.json" % language), json.dumps(rows, ensure_ascii=False))


def broken_links(site):
    """Links that lead to no file of the site."""
    for address in site.files(".html"):
        if address.startswith("reference/"):
            continue
        for _, target, _ in LINK.findall(read(os.path.join(site.out, address))):
            target = html.unescape(target)
            if target and not OUTSIDE.match(target):
                to = posixpath.normpath(posixpath.join(posixpath.dirname(address), target))
                if not os.path.exists(os.path.join(site.out, to)):
                    yield "%s: %s is not there" % (address, target)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("tree")
    for name in ["--web", "--course", "--reference", "--out"]:
        arguments.add_argument(name, required=True)
    options = arguments.parse_args()
    site = Site(options)
    site.copy(options)
    site.link_course()
    site.make_wanted()
    site.add_bars()
    for name in ["site.css", "site.mjs"]:
        shutil.copy(os.path.join(options.tree, "docs/site", name), site.out)
    write_search(site)
    subprocess.run(["node", os.path.join(options.tree, "web/list.mjs"), options.out, "reference/"], check=True)
    problems = list(broken_links(site))
    print("\n".join(problems))
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
