"""Every symbol of the public headers has a comment, in the form that docs/reference/filter.py describes:
- functions say what they return, unless they are void: in the first sentence ("Returns the ...") or after the label
  `Returns:`, not in both; a function with a hone_error says with which codes it fails (`Errors:`), and no other comment
  has `Errors: none`, because not to fail is the rule; a line `name: ...` is of a parameter;
- types, fields, enumerators and macros have a sentence, before them or, as /**< ... */, behind them;
- examples (between lines of ```) compile.
Prints each symbol that has not, and exits with 1.

usage: headers_are_documented.py SOURCE_DIR CC
"""
import glob
import os
import re
import subprocess
import sys

CODE = re.compile(r"(?:\b|`)(code|ARGUMENT|MEMORY|IO|FORMAT|UNSUPPORTED|DEVICE)\b")
COMMENT = re.compile(r"/\*.*?\*/", re.S)
MARK = r"\x01(\d+)\x02"  # stands for a comment
FUNCTION = re.compile(r"(?:%s\s*)?(?:^HONE_PRINTF.*\n)?^(HONE_API|static inline)\s([^;{]*?)\b(hone_\w+|\(\*hone_\w+)\s*(\([^;{]*)[;{]" % MARK, re.M)
BODY = re.compile(r"(?:%s\s*)?^(?:typedef )?(?:struct|union|enum)\b([^;{]*)\{(?:\n(.*?)^\}|[^\n{}]*\}).*?;" % MARK, re.M | re.S)
TYPE = re.compile(r"(?:%s\s*)?^(typedef [^;{]*);" % MARK, re.M)
MACRO = re.compile(r"(?:%s\s*)?^#define (HONE_\w+)(?:[^\n]*%s$)?" % (MARK, MARK), re.M)
GUARD = re.compile(r"HONE_(\w+_)?H$|HONE_API$|HONE_PRINTF$")


class Header:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.text = file.read()
        self.name = os.path.basename(path)
        self.comments = []
        self.faults = []
        self.code = COMMENT.sub(self.mark, self.text)
        self.functions = 0

    def mark(self, found):
        """A mark with as many line feeds as the comment has, so that lines can be counted."""
        self.comments.append(found.group(0))
        return "\x01%d\x02" % (len(self.comments) - 1)

    def comment(self, number):
        text = self.comments[int(number)] if number else ""
        return text if text.startswith("/**") else ""

    def fault(self, at, text):
        before = self.code[:at]
        line = 1 + before.count("\n") + sum(self.comments[int(n)].count("\n") for n in re.findall(MARK, before))
        self.faults.append(f"{self.name}:{line}: {text}")

    def check_functions(self):
        for found in FUNCTION.finditer(self.code):
            number, kind, result, name, arguments = found.groups()
            name, comment, at = name.strip("(*"), self.comment(number), found.start(2)
            self.functions += 1
            void = re.match(r"(inline )?void\s*$", result)
            if not comment:
                self.fault(at, f"{name} has no comment")
                continue
            says = comment.startswith("/** Returns "), bool(re.search(r"^ \* Returns: ", comment, re.M))
            if not void and not any(says) and (kind == "HONE_API" or not re.search(r"^(/\*\*| \*) Returns", comment, re.M)):
                self.fault(at, f"{name} does not say what it returns")
            if all(says):
                self.fault(at, f"{name} says twice what it returns")
            for word in re.findall(r"^ \* ([a-z]\w*):(?: |$)", comment, re.M):
                if not re.search(r"\b%s\b" % word, arguments):
                    self.fault(at, f"{name} has no parameter {word}")
            errors = re.search(r"^ \* Errors: (.*?)(?:^ \* [A-Z]\w+:|\*/)", comment, re.S | re.M)
            if re.search(r"^ \*.*[^*] (Returns|Errors|Cost|Source): ", comment, re.M):
                self.fault(at, f"{name} has a label inside a line: the line above was too long")
            if "Errors: none" in comment:
                self.fault(at, f"{name}: that a function does not fail is not written (Errors: none)")
            if kind == "HONE_API" and "hone_error *" in arguments and not void and not (errors and CODE.search(errors.group(1))):
                self.fault(at, f"{name} fails without a code (Errors:)")

    def check_bodies(self):
        for found in BODY.finditer(self.code):
            title = found.group(2).strip() or "enum"
            if not self.comment(found.group(1)):
                self.fault(found.start(), f"{title} has no comment")
            if found.group(3):
                self.check_members(title, found.start(3), found.group(3))

    def check_members(self, title, at, body):
        described = False
        for line in body.split("\n"):
            marks = [self.comment(n) for n in re.findall(MARK, line)]
            code = re.sub(MARK, "", line).strip()
            behind = any(m.startswith("/**<") for m in marks)
            if code and not code.startswith("}") and not described and not behind:
                self.fault(at, f"{title}: {code} has no comment")
            if code.startswith("}") and not behind and not described and not code.strip("};, "):
                self.fault(at, f"{title}: {code} has no comment")
            described = not code and any(m.startswith("/** ") for m in marks)
            at += len(line) + 1

    def check_others(self):
        for found in TYPE.finditer(self.code):
            if not self.comment(found.group(1)):
                self.fault(found.start(2), f"{found.group(2).strip()} has no comment")
        for found in MACRO.finditer(self.code):
            comment = self.comment(found.group(1)) or self.comment(found.group(3))
            if not GUARD.match(found.group(2)) and not comment:
                self.fault(found.start(2), f"{found.group(2)} has no comment")

    def examples(self):
        """The code of each block of ```, without the comment's stars."""
        for comment in self.comments:
            for block in re.findall(r"```c?\n(.*?)\n \* ```", comment, re.S):
                yield "\n".join(re.sub(r"^ \* ?", "", line) for line in block.split("\n"))


def compiles(example, root, compiler):
    flags = "-std=c11 -Wall -Wextra -Werror -fsyntax-only -x c".split()
    source = "#include <hone/film.h>\n#include <hone/hone.h>\n#include <stdio.h>\n" + example
    result = subprocess.run([compiler, *flags, f"-I{root}/include", "-"], input=source, text=True, capture_output=True)
    return result.stderr if result.returncode else ""


def main(root, compiler):
    faults, functions, examples = [], 0, 0
    for path in sorted(glob.glob(os.path.join(root, "include/hone/*.h"))):
        header = Header(path)
        header.check_functions()
        header.check_bodies()
        header.check_others()
        faults += header.faults
        functions += header.functions
        for example in header.examples():
            examples += 1
            problem = compiles(example, root, compiler)
            if problem:
                faults.append(f"{header.name}: an example does not compile:\n{example}\n{problem}")
    print("\n".join(faults))
    print(f"{functions} functions, {examples} examples, {len(faults)} faults")
    return functions < 150 or bool(faults)


sys.exit(main(*sys.argv[1:]))
