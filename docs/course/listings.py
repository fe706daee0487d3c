"""The listings of the chapters: lines of files that are compiled and tested, so that what a page shows is what runs.

A listing is a block whose first line names a file of the tree and a region of it:

    ```c examples/course/weights.c distance

A region is a function of this name, or what stands between the lines /* listing: NAME */ and /* end of listing */."""
import os
import re
import textwrap

LISTING = re.compile(r"^```(c|glsl|cpp|python) (\S+) ([\w-]+)\n(.*?)^```$", re.M | re.S)
LONGEST = 45  # lines


def find(tree, path, name):
    """The lines of a region; None if there is no such file or region."""
    try:
        with open(os.path.join(tree, path), encoding="utf-8") as file:
            text = file.read()
    except OSError:
        return None
    word = re.escape(name)
    marked = re.search(r"^[^\n]*\blisting: %s\b[^\n]*\n(.*?)^[^\n]*\bend of listing\b" % word, text, re.M | re.S)
    if marked:
        return textwrap.dedent(marked.group(1))
    function = re.search(r"^(?![\s#/*}])[^;{}=]*\b%s\s*\([^;{}]*\)\s*\{.*?^\}\n" % word, text, re.M | re.S)
    return function.group(0) if function else None


def problems(tree, text):
    """What is wrong with the listings of a chapter."""
    for _, path, name, shown in LISTING.findall(text):
        found = find(tree, path, name)
        if found is None:
            yield "%s has no region %s" % (path, name)
        elif found != shown:
            yield "the listing %s of %s is not what the file has: run `course.py accept`" % (name, path)
        elif found.count("\n") > LONGEST:
            yield "the listing %s of %s has %d lines" % (name, path, found.count("\n"))


def renewed(tree, text):
    """A chapter with the lines that the files have now."""
    def lines(match):
        found = find(tree, match.group(2), match.group(3))
        return match.group(0) if found is None else "```%s %s %s\n%s```" % (*match.groups()[:3], found)
    return LISTING.sub(lines, text)


def for_page(text):
    """A chapter whose listings say below them, with a link, where they are from."""
    return LISTING.sub(r"```\1\n\4```\n\n"
                       r'<p class="source"><a href="../../../\2">\2</a></p>' "\n", text)
