#!/usr/bin/env python3
"""Makes the comments of a public header readable for Doxygen, which calls it for each file and reads its output.

The headers are written for people who read them in an editor. The comment of a function has this form:

    /** Creates a thing: the first sentence says what the function does.
     *
     * Further sentences. Then a line for each parameter that needs one:
     * name: shape, unit, space.
     * Returns: the thing; NULL on failure.
     * Errors: ARGUMENT (a number out of range), MEMORY.
     * Cost: allocates; a pass over the names.
     * Source: a paper, or a page of docs/.
     */

This program turns the labels into Doxygen's commands, links hone's names, gives each of several fields of one declaration
their comment, and makes a topic of each header and of each section that begins with a comment like `---- name ----`.
Lines keep their numbers, so that Doxygen's warnings are right.
"""
import glob
import os
import re
import sys

LABELS = {"Returns": "@return", "Errors": "@errors", "Cost": "@cost", "Source": "@source"}
CODES = re.compile(r"\b(ARGUMENT|MEMORY|IO|FORMAT|UNSUPPORTED|DEVICE)\b")
COMMENT = re.compile(r"/\*.*?\*/", re.S)
SECTION = re.compile(r"/\* -{3,} (.*?) -{3,} \*/")
# the comment before, the type, the fields, the comment behind
FIELDS = re.compile(
    r"^([ \t]*/\*\*(?!<)(?:(?!\*/).)*\*/\s*?\n)?([ \t]+)((?:const )?\w+ )([^;(){}=/,\n]+(?:,[^;(){}=/,\n]+)+);"
    r"([ \t]*/\*\*<(?:(?!\*/).)*\*/)?", re.S | re.M)


def parameters(declaration):
    """The names of the parameters of the function that a declaration declares; [] if it declares none."""
    inside = re.search(r"\bhone_[a-z0-9_]+\s*\((.*)\)", declaration, re.S)
    names = []
    for part in inside.group(1).split(",") if inside else []:
        names += re.findall(r"[A-Za-z_]\w*", part.split("[")[0])[-1:]
    return names


def declaration_after(text, at):
    """The code from `at` to the `;` or `{` that ends the declaration."""
    return re.match(r"[^;{]*", text[at:]).group(0)


def functions(root):
    """The names of all public functions."""
    names = set()
    for path in glob.glob(os.path.join(root, "include/hone/*.h")):
        with open(path, encoding="utf-8") as file:
            code = COMMENT.sub("", file.read())
        names.update(re.findall(r"\b(hone_[a-z0-9_]+)\s*\([^;{]*\)\s*[;{]", code))
    return names


def link(line, known):
    """Marks the names of functions, enumerators and macros, so that Doxygen links them."""
    line = re.sub(r"(?<![\w#`])(HONE_[A-Z0-9_]+)\b(?![`(])", r"#\1", line)
    return re.sub(r"(?<!`)\b(hone_[a-z0-9_]+)\b(?![`(])", lambda m: m[1] + ("()" if m[1] in known else ""), line)


def documentation(comment, declaration, known):
    """One comment, with Doxygen's commands in place of labels."""
    names = parameters(declaration)
    out, label, code = [], "", False
    for line in comment.split("\n"):
        if re.match(r"\s*\*\s*```", line):
            code = not code
        found = not code and re.match(r"(\s*\*\s+)([A-Za-z_]\w*):(\s+|$)(.*)", line)
        if found and found.group(2) in LABELS:
            label = found.group(2)
            line = f"{found.group(1)}{LABELS[label]} {found.group(4)}"
        elif found and found.group(2) in names:
            label = "parameter"
            line = f"{found.group(1)}@param {found.group(2)} {found.group(4)}"
        if label == "Errors":
            line = CODES.sub(r"HONE_ERROR_\1", line)
        out.append(line if code else link(line, known))
    return "\n".join(out)


def split_fields(found):
    """Several fields of one declaration, as a declaration each: Doxygen gives the comment to one of them only."""
    before, indent, kind, fields, behind = found.groups()
    comment = before or behind
    if not comment:
        return found.group(0)
    words = re.sub(r"^\s*/\*\*<?|\*/\s*$|\n\s*\*", " ", comment).split()
    declarations = [f"/** {' '.join(words)} */ {kind}{field.strip()};" for field in fields.split(",")]
    return "\n" * found.group(0).count("\n") + indent + " ".join(declarations)


def header(path, text, known):
    """A whole header: a topic, with a topic for each of its sections."""
    text = FIELDS.sub(split_fields, text)
    name = os.path.basename(path)[:-2]
    out, at, depth, sections, brief = [], 0, 0, 0, ""
    for found in COMMENT.finditer(text):
        code = text[at : found.start()]
        if brief:  # the comment of an enum with one enumerator is the enumerator's, too
            code = re.sub(r"^(\s*enum \{ \w+ = [^,;]*?)( \};)", lambda m: m[1] + f" /**< {brief} */" + m[2], code)
            brief = ""
        out.append(code)
        comment, at = found.group(0), found.end()
        section = SECTION.fullmatch(comment)
        if depth == 0:  # the first comment introduces the header
            body = re.sub(r"^/\*\*? ?\w+: ", "", comment)
            body = documentation(body[0].upper() + body[1:], "", known)
            comment = f"/** @topic{{{name},hone/{name}.h}} @brief {body}"
            depth = 1
        elif section:
            sections += 1
            close = "/** @end */ " if depth == 2 else ""
            title = section.group(1)[0].upper() + section.group(1)[1:].replace(",", "\\,")
            comment = f"{close}/** @topic{{{name}_{sections},{title}}} */"
            depth = 2
        elif comment.startswith("/**"):
            comment = documentation(comment, declaration_after(text, at), known)
            comment = re.sub(r"^/\*\*<? ", r"\g<0>@brief ", comment)  # the first paragraph
            brief = " ".join(re.sub(r"\s*\*/$|^/\*\*<?\s*", "", comment).replace("\n *", " ").split())
        out.append(comment)
    return "".join(out) + text[at:] + "/** @end */ " * depth


def main():
    path = sys.argv[1]
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if path.endswith(".h"):
        root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
        text = header(path, text, functions(root))
    sys.stdout.write(text)


if __name__ == "__main__":
    main()
