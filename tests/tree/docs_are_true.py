"""README.md, README.ja.md, CONTRIBUTING.md, examples/README.md, docs/*.md and docs/course/*/*.md agree with the tree:
- the C program in the README is examples/play.c, byte for byte; those in examples/README.md are files of the game;
- README.ja.md has the commands, the program, the sections, the rows of tables and the links of README.md;
- every identifier (hone_..., HONE_..., test_..., and `words_with_underscores`) occurs in the sources or is the name of
  a file;
- every path, file name and link leads to a file;
- every option --..., every subcommand of hone and every ./dev command exists;
- no line is longer than 100 columns, except in tables, pictures, formulas and code, and in Japanese, where a line is a paragraph
  (a line break would become a space);
- docs/formats.md names every extension of glTF that src/files/format/gltf/extensions.c knows;
- every folder with more than 30 files is in a table of docs/architecture.md, with a reason.
Prints each line that does not, and exits with 1.

usage: docs_are_true.py SOURCE_DIR
"""
import os
import re
import sys

COLUMNS = 100
FILES = 30  # in a folder
PROGRAMS = {"README.md": ["examples/play.c"], "examples/README.md": ["examples/game/hero.c", "examples/game/dancers.c"]}
ROOMS = ["include", "src", "tool", "cmd", "module", "view", "bench", "samples", "examples", "tests", "fuzz", "cmake", "po", "docs", "packaging"]
SOURCES = (".c", ".h", ".cpp", ".hpp", ".glsl", ".py", ".sh", ".mjs", ".txt", ".cmake", ".json", ".in")
WORD = re.compile(r"\b(?:hone|HONE|test)_[A-Za-z0-9_]*[A-Za-z0-9]\b")
PATH = re.compile(r"(?<![\w./-])(?:%s)/[\w./-]*[\w/]" % "|".join(ROOMS))
FIELD = re.compile(r"`([a-z][\w.]*_[\w.]*)`")
FILE = re.compile(r"`([\w-]+\.(?:c|h|cpp|hpp|md|sh|py|glsl|cmake))`")
LINK = re.compile(r"\]\(([^)#:]+)(?:#([^)]*))?\)")
OLD_NAME = re.compile(r"\| (?:hone|HONE)_")
HERE = re.compile(r"\]\(#([^)]*)\)")
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*[a-z]\b")
DEV = re.compile(r"\./dev (?:--no-install )?([a-z]+)")
COMMAND = re.compile(r"^ {4}hone ([a-z]+)|`hone ([a-z]+)", re.M)
# Options of other programs that the documents mention.
FOREIGN = {"--cflags", "--libs", "--preset", "--build", "--target", "--version", "--no-install-recommends",
           "--add-architecture", "--help", "--option", "--overlay-ports", "--external"}
JAPANESE = re.compile(r"\.ja\.md$|/ja/")
THIS = os.path.basename(__file__)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def anchor(heading):
    """The anchor that a Markdown viewer gives to a heading."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def anchors(text):
    return {anchor(line.lstrip("#")) for line in text.split("\n") if line.startswith("#")}


class Tree:
    def __init__(self):
        self.names, self.text, self.large = set(), [], []
        for room in ROOMS + ["."]:
            for folder, folders, files in os.walk(room):
                if room == ".":
                    folders.clear()
                folders[:] = [f for f in folders if f not in ("node_modules", "__pycache__")]
                if room != "." and len(files) > FILES:
                    self.large.append(os.path.normpath(folder))
                for name in files:
                    self.names.add(name)
                    if name == THIS:
                        continue  # whose words are no proof
                    if name.endswith(SOURCES) and room != "docs" or name == "dev":
                        self.text.append(read(os.path.join(folder, name)))
        sources = "\n".join(self.text)
        self.words = set(re.findall(r"\w+", sources)) | {os.path.splitext(name)[0] for name in self.names}
        self.words |= {"tests_" + name for room in ("tests", "tests/unit") for name in os.listdir(room)}  # test programs
        self.options = set(re.findall(r"--[a-z][a-z-]*[a-z]", sources)) | FOREIGN
        self.dev = set(re.findall(r"^([a-z]+)(?: \| [^)]*)?\)$", read("dev"), re.M))
        self.commands = {name[:-2] for name in os.listdir("cmd") if name.endswith(".c")} | {"bench", "help"}  # bench/bench.c, cmd/main.c


def prose(text):
    """Pairs of line number and line, without tables, pictures, formulas and code."""
    fenced = False
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("```") or line == "$$":
            fenced = not fenced
        elif not fenced and not line.startswith(("    ", "|", "![")) and not line.lstrip().startswith("|"):
            yield number, line


def problems(path, text, tree):
    folder = os.path.dirname(path)
    for number, line in prose(text):
        if len(line) > COLUMNS and not JAPANESE.search(path):
            yield number, "%d columns" % len(line)
    for number, line in enumerate(text.split("\n"), 1):
        if OLD_NAME.match(line):
            line = line.split("|", 2)[2]  # of docs/versions.md: what nothing is called any more
        for word in WORD.findall(line):
            if word not in tree.words:
                yield number, "nothing is called " + word
        for field in FIELD.findall(line):
            for word in field.split("."):
                if word not in tree.words and field not in tree.names:
                    yield number, "nothing is called " + word
        for found in PATH.findall(line):
            if "NAME" not in found and "FLOOR" not in found and not os.path.exists(found):
                yield number, "there is no " + found
        for name in FILE.findall(line):
            if "NAME" not in name and name not in tree.names:
                yield number, "no file is called " + name
        for target, part in LINK.findall(line):
            goal = os.path.normpath(os.path.join(folder, target))
            if not os.path.exists(goal):
                yield number, "the link leads nowhere: " + target
            elif part and part not in anchors(read(goal)):
                yield number, "%s has no section %s" % (target, part)
        for part in HERE.findall(line):
            if part not in anchors(text):
                yield number, "there is no section " + part
        for option in OPTION.findall(line):
            if option not in tree.options:
                yield number, "there is no option " + option
        for command in DEV.findall(line):
            if command not in tree.dev:
                yield number, "there is no ./dev " + command
        for match in COMMAND.finditer(line):
            command = match.group(1) or match.group(2)
            if command not in tree.commands:
                yield number, "there is no subcommand " + command


def unnamed_extensions():
    """The extensions of glTF that the table of the sources has, and docs/formats.md does not."""
    names = dict(re.findall(r'^#define (GLTF_\w+) "(\w+)"$', read("src/files/format/gltf/extensions.h"), re.M))
    rows = re.findall(r'^    \{"?(\w+)"?, (?:READ|SILENT|PICTURE|LOOK|SHAPE|MOTION),', read("src/files/format/gltf/extensions.c"), re.M)
    page = read("docs/formats.md")
    return [row for row in rows if "`%s`" % names.get(row, row) not in page] if rows else ["(none is found)"]


def skeleton(text):
    """What a page has in every language: its commands without comments, its programs, and counts of the rest."""
    text = text.replace("-ja.png", ".png").replace("/ja/", "/en/")
    return {"commands": [re.split(" +# ", line)[0] for line in text.split("\n") if line.startswith("    ")],
            "programs": re.findall(r"^```.*?^```$", text, re.M | re.S),
            "sections": re.findall(r"^#+ ", text, re.M),
            "rows": [line.count("|") for line in text.split("\n") if line.startswith("|")],
            "links": sorted(set(re.findall(r"\]\(((?:docs/|CON|CHA)[^)]*)\)", text))),
            "paths": sorted(set(PATH.findall(text)))}


def translation_problems(original, translation):
    one, other = skeleton(read(original)), skeleton(read(translation))
    for what, of_one in one.items():
        if of_one != other[what]:
            yield "other %s than %s: %s" % (what, original, [x for x in of_one + other[what]
                                                             if of_one.count(x) != other[what].count(x)])


def main():
    os.chdir(sys.argv[1])
    tree = Tree()
    pages = ["README.md", "README.ja.md", "CONTRIBUTING.md", "examples/README.md"] + sorted("docs/" + n for n in os.listdir("docs") if n.endswith(".md"))
    for folder in sorted(os.listdir("docs/course")):
        folder = "docs/course/" + folder
        if os.path.isdir(folder):
            pages += sorted(folder + "/" + n for n in os.listdir(folder) if n.endswith(".md"))
    found = 0
    for path in pages:
        for number, problem in problems(path, read(path), tree):
            print("%s:%d: %s" % (path, number, problem))
            found += 1
    for problem in translation_problems("README.md", "README.ja.md"):
        print("README.ja.md: " + problem)
        found += 1
    for page, files in PROGRAMS.items():
        programs = re.findall(r"^```c\n(.*?)^```$", read(page), re.M | re.S)
        if programs != [read(file) for file in files]:
            print("%s: the programs are not %s" % (page, ", ".join(files)))
            found += 1
    for name in unnamed_extensions():
        print("docs/formats.md: does not name the extension " + name)
        found += 1
    for folder in tree.large:
        if "| `%s` |" % folder not in read("docs/architecture.md"):
            print("docs/architecture.md: gives no reason why %s has more than %d files" % (folder, FILES))
            found += 1
    if len(pages) < 10 or len(tree.words) < 1000:
        print("only %d pages and %d words seen: is this the right folder?" % (len(pages), len(tree.words)))
        found += 1
    sys.exit(found > 0)


main()
