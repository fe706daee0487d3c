#!/usr/bin/env python3
"""Makes mutants of C files and reports which of them no test notices.

A mutant is the file with one operator, constant or condition changed. For each one the script compiles that file alone,
links it in front of the library into the tests that run the changed line, and runs them. A mutant that no test fails on
is tried once more with gcc's sanitizers, as the preset asan runs the tests. If nothing fails then either, it has
survived: either a test is missing, or the change does not matter. The script writes below build/ only, and needs a
release build (`./dev mutate` makes one), gcc, gcov and ninja.

The order of the mutants depends on --seed alone, so a run that has more time looks at the same ones first.
"""

import argparse
import collections
import concurrent.futures
import glob
import hashlib
import itertools
import json
import os
import random
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CORE = ["src/core/motion/*.c", "src/core/rig/*.c", "src/core/rig/*/*.c", "src/core/skin/palette/*.[ch]",
        "src/play/actor/*/*.c"]
# These tests run other programs, draw or make films; they take long, or do not link the code under test.
SLOW = r"test_(command_.*|view_.*|film.*|examples|gl|gpu_skin|crowd|render.*|fit.*|golden|samples|bench_loops)"
EXPLAINED = os.path.join(ROOT, "tests", "mutants.txt")
COUNTED = ("killed", "survived", "explained", "unreached")
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
SWAPS = {"<": ["<=", ">="], ">": [">=", "<="], "<=": ["<", ">"], ">=": [">", "<"], "==": ["!="], "!=": ["=="],
         "&&": ["||"], "||": ["&&"], "+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["*"], "+=": ["-="],
         "-=": ["+="], "*=": ["/="], "|=": ["&="], "&=": ["|="], "++": ["--"], "--": ["++"], "<<": [">>"],
         ">>": ["<<"], "&": ["|"], "|": ["&"]}
WORDS = {"true": "false", "false": "true", "break": "continue", "continue": "break"}
BINARY_ONLY = {"+", "-", "*", "&", "/", "%", "|"}  # elsewhere a sign, a pointer, an address
TOKEN = re.compile(r"""(?P<skip>/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'
        |(?<![^\n])[ \t]*\#(?:\\\n|[^\n])*|\bHONE_ASSERT\([^;]*;)
    |(?P<number>0[xX][0-9a-fA-F]+[uUlL]*|(?:\d+\.\d*|\.\d+|\d+)(?:[eE][-+]?\d+)?[uUlLfF]*)
    |(?P<word>[A-Za-z_]\w*)
    |(?P<op><<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||\+=|-=|\*=|/=|%=|&=|\|=|\^=|[-+*/%<>=!&|^~?:;,.(){}\[\]])""",
                   re.DOTALL | re.VERBOSE)


class Failure(Exception):
    pass


class Mutant:
    def __init__(self, path, text, function, begin, end, new):
        self.path, self.function, self.begin, self.end, self.new = path, function, begin, end, new
        self.line = text.count("\n", 0, begin) + 1
        self.column = begin - (text.rfind("\n", 0, begin) + 1) + 1
        self.old = " ".join(text[begin:end].split())
        first, last = text.rfind("\n", 0, begin) + 1, text.find("\n", end)
        self.before = " ".join(text[first:last].split())
        self.after = " ".join((text[first:begin] + new + text[end:last]).split())

    def key(self):
        """The same wherever in the file the function stands."""
        return (self.path, self.function, self.before, self.after)

    def apply(self, text):
        return text[:self.begin] + self.new + text[self.end:]

    def __str__(self):
        return f"{self.path}:{self.line}:{self.column}: '{self.old}' -> '{self.new}'"


# ---- mutants that change nothing that matters ----------------------------------------------------------------------
def read_explained():
    """The mutants of tests/mutants.txt, each with the reason why no test can notice it."""
    out = {}
    with open(EXPLAINED, encoding="utf-8") as file:
        for block in file.read().split("\n\n"):
            lines = block.strip().split("\n")
            if len(lines) >= 4 and lines[1].startswith("- "):
                path, function = lines[0].split()
                out[path, function, lines[1][2:], lines[2][2:]] = " ".join(line.strip() for line in lines[3:])
    return out


# ---- making mutants ------------------------------------------------------------------------------------------------
def other_numbers(text):
    """Off by one, or of another size."""
    digits = text.rstrip("uUlL") if text[:2] in ("0x", "0X") else text.rstrip("uUlLfF")
    suffix = text[len(digits):]
    if re.fullmatch(r"\d+", digits):
        return [str(int(digits) + 1) + suffix] + ([str(int(digits) - 1) + suffix] if int(digits) else [])
    if digits[:2] in ("0x", "0X"):
        return [hex(int(digits, 16) + 1) + suffix]
    value = float(digits)
    return [repr(1.0 if value == 0 else value * (1000 if value < 1e-3 else 2)) + suffix]  # tiny: a tolerance


def closing(tokens, at):
    """The index of the bracket that closes the one at `at`."""
    depth = 0
    for i in range(at, len(tokens)):
        depth += (tokens[i][1] == "(") - (tokens[i][1] == ")")
        if depth == 0:
            return i
    return None


def name_before(tokens, at):
    """The name of the function whose parameters end in front of `at`."""
    depth = 0
    for i in range(at - 1, 0, -1):
        depth += (tokens[i][1] == ")") - (tokens[i][1] == "(")
        if depth == 0 and tokens[i][1] == "(":
            return tokens[i - 1][1]
    return "-"


def is_size(tokens, at):
    """Whether a number is that of elements in a declaration: another one is an error that only sanitizers notice."""
    first = at
    while first > 0 and tokens[first - 1][1] not in (";", "{", "}", "="):
        first -= 1
    words = [token[1] for token in tokens[first:at]]
    if words[:1] == ["const"] or words[:1] == ["static"]:
        words = words[1:]
    return len(words) > 2 and words[-1] == "[" and all(re.match(r"[A-Za-z_]", word) for word in words[:2])


def mutants_of(path, text):
    tokens = [(m.lastgroup, m.group(), m.start(), m.end()) for m in TOKEN.finditer(text) if m.lastgroup != "skip"]
    depth, code, function, out = 0, False, "-", []
    for i, (kind, token, begin, end) in enumerate(tokens):
        before = tokens[i - 1] if i else ("op", "", 0, 0)
        after = tokens[i + 1] if i + 1 < len(tokens) else ("op", "", 0, 0)
        if token == "{" and depth == 0:
            code = before[1] in (")", "=")  # a function or a table, not a type
            function = name_before(tokens, i) if before[1] == ")" else "-"
        depth += (token == "{") - (token == "}")
        if depth == 0 or not code:
            continue
        news = []
        if kind == "op" and token in SWAPS:
            joins = before[0] in ("word", "number") or before[1] in (")", "]")
            if token not in BINARY_ONLY or (joins and before[1] not in ("return", "case")):
                news = SWAPS[token]
        elif kind == "op" and token == "!":
            news = [" "]
        elif kind == "number" and not is_size(tokens, i):
            news = other_numbers(token)
        elif kind == "word" and token in WORDS:
            news = [WORDS[token]]
        elif kind == "word" and token in ("if", "while") and after[1] == "(":
            last = closing(tokens, i + 1)
            if last and token == "if":
                out.append(Mutant(path, text, function, after[3], tokens[last][2], "1"))
                out.append(Mutant(path, text, function, after[3], tokens[last][2], "0"))
        elif kind == "op" and token == ";":
            begin_of = i  # a call or an assignment that is a statement of its own
            while begin_of > 0 and tokens[begin_of - 1][1] not in (";", "{", "}", "else", ":"):
                begin_of -= 1
            first, inner = tokens[begin_of], [t[1] for t in tokens[begin_of:i]]
            if begin_of < i and first[0] == "word" and inner.count("(") == inner.count(")") and \
                    first[1] not in ("return", "break", "continue", "for", "if", "while", "do", "goto", "else") and \
                    tokens[begin_of + 1][1] in ("(", "=", "->", ".", "[", "+=", "-=", "*=", "|="):
                out.append(Mutant(path, text, function, first[2], end, ";"))
        out += [Mutant(path, text, function, begin, end, new) for new in news]
    return out


# ---- commands of the build -----------------------------------------------------------------------------------------
def limits(seconds, memory):
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))
    if memory:
        resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))  # mutants may ask for any amount
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 28, 1 << 28))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(command, cwd, timeout, env=None, memory=True):
    """The exit status, or None after the timeout, and what it wrote. The command's own processes end with it. The timeout
    is in seconds of a processor, so that what else the machine does is no reason; one that waits has ten times as long.
    memory: whether its address space has a limit; sanitizers need a large one."""
    process = subprocess.Popen(command, cwd=cwd, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               stdin=subprocess.DEVNULL, start_new_session=True,
                               preexec_fn=lambda: limits(timeout, memory))
    try:
        output, _ = process.communicate(timeout=10 * timeout)
        return None if process.returncode == -signal.SIGXCPU else process.returncode, output
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return None, b""


class Build:
    def __init__(self, folder):
        self.folder = folder
        self.compiles = {}
        path = os.path.join(folder, "compile_commands.json")
        if not os.path.exists(path):
            raise Failure(f"{path} is missing: build first")
        with open(path, encoding="utf-8") as file:
            for entry in json.load(file):
                if "-o" in entry["command"] and "libhone_inside" not in entry["command"]:
                    self.compiles.setdefault(os.path.relpath(entry["file"], ROOT), entry["command"])
        self.programs = programs_of_tests(os.path.join(folder, "tests"))

    def compile(self, path, source, object_path, *flags):
        """The command that compiles `source` as the build compiles `path`."""
        words = [w for w in shlex.split(self.compiles[path]) if not w.startswith("-Werror")]
        for launcher in ("ccache", "sccache"):
            if os.path.basename(words[0]) == launcher:
                words = words[1:]
        at = words.index("-o")
        words[at + 1] = object_path
        return [source if os.path.relpath(os.path.join(self.folder, w), ROOT) == path else w for w in words] + \
            ["-w", "-I" + os.path.join(ROOT, os.path.dirname(path)), *flags]

    def counts_of(self, path):
        """The file that holds the counts of `path`, without .gcda."""
        words = shlex.split(self.compiles[path])
        return os.path.join(self.folder, words[words.index("-o") + 1])[:-2]

    def links(self, tests):
        """Per test the command that links it, as words."""
        out = {}
        for program in {self.programs[test] for test in tests}:
            lines = subprocess.run(["ninja", "-C", self.folder, "-t", "commands", "-s", "tests/" + program],
                                   capture_output=True, text=True, check=False).stdout.splitlines()
            lines = [line for line in lines if " -o tests/" + program + " " in line]
            if lines:
                words = shlex.split(lines[-1].replace(": && ", "").replace(" && :", ""))
                out.update({test: words for test in tests if self.programs[test] == program})
        return {test: out[test] for test in tests if test in out}

    def tests(self, pattern, leave_out):
        return [n for n in sorted(self.programs) if re.search(pattern, n)
                and not (leave_out and re.fullmatch(leave_out, n))]


# ---- which tests run a line ----------------------------------------------------------------------------------------
class Subject:
    """A file, what its object is without a change, and which tests run which of its lines."""

    def __init__(self, build, path, scratch, options):
        self.build, self.path = build, path
        self.compiled_as = options.compiled_as or path
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            self.text = file.read()
        self.name, self.suffix = os.path.splitext(path.replace("/", "_"))
        self.tests_of_line = {}
        self.kills = collections.Counter()
        parts = path.split("/")  # src/WING/FLOOR/..., or src/WING/... where the wing has no floors with tests of their own
        floor = next((p for p in parts[2:1:-1] + parts[1:2] if os.path.isdir(os.path.join(ROOT, "tests", "unit", p))), path)
        self.near = {os.path.splitext(os.path.basename(p))[0]
                     for p in glob.glob(os.path.join(ROOT, "tests", "unit", floor, "**", "test_*.c"), recursive=True)}
        folder = os.path.join(scratch, self.name)
        code, output = self.compile(self.text, folder)
        if code != 0:
            raise Failure(f"{path} does not compile:\n{output.decode(errors='replace')}")
        self.digest = digest(folder)
        if options.counted:
            self.counts, self.counted_as = Build(options.counted).counts_of(path), os.path.join(ROOT, path)
            return
        cover = os.path.join(scratch, "cover")
        self.cover_object = os.path.join(cover, self.name + ".o")
        self.counts, self.counted_as = self.cover_object[:-2], self.source_in(cover, self.name)
        self.compile(self.text, cover, "--coverage", "-O0", name=self.name)

    def source_in(self, folder, name):
        inside = name + self.suffix if self.compiled_as == self.path else os.path.relpath(self.path, "src")
        return os.path.join(folder, inside)

    def compile(self, text, folder, *flags, name="file"):
        """A C file is compiled in place of its own; a header is put where the C file that includes it looks first."""
        source = self.source_in(folder, name)
        os.makedirs(os.path.dirname(source), exist_ok=True)
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
        if self.compiled_as != self.path:
            source = os.path.join(ROOT, self.compiled_as)
        command = self.build.compile(self.compiled_as, source, os.path.join(folder, name + ".o"), *flags)
        command[1:1] = ["-I" + folder] if self.compiled_as != self.path else []
        if not flags:
            command.append(f"-ffile-prefix-map={folder}=.")  # so that equal code makes equal objects
        return run(command, self.build.folder, 600)


def digest(folder):
    with open(os.path.join(folder, "file.o"), "rb") as file:
        return hashlib.sha256(file.read()).digest()


def link(build, words, folder, objects, *flags):
    os.makedirs(folder, exist_ok=True)
    program = os.path.join(folder, "program")
    at = words.index("-o")
    code, output = run(words[:at] + objects + ["-o", program] + words[at + 2:] + list(flags), build.folder, 600)
    if code != 0:
        raise Failure(f"{words[at + 1]} does not link:\n{output.decode(errors='replace')[-2000:]}")
    return program


def programs_of_tests(folder):
    """Per test, which is a file of tests, the built program that has it."""
    out = {}
    for path in glob.glob(os.path.join(folder, "groups", "*", "test_groups.h")):
        program = os.path.basename(os.path.dirname(path))
        if os.access(os.path.join(folder, program), os.X_OK):
            with open(path, encoding="utf-8") as file:
                out.update({test: program for test in re.findall(r"GROUP\((\w+)\)", file.read())})
    if os.access(os.path.join(folder, "test_same_bits"), os.X_OK):
        out["test_same_bits"] = "test_same_bits"
    return out


def command_of(program, test):
    return [program] if test == "test_same_bits" else [program, test]


def look(program, test, folder, subjects, limit):
    """Runs a test that counts its lines. Returns the seconds it took, or None: too many, or it failed; and per file the
    lines that it ran."""
    begin = time.monotonic()
    code, _ = run(command_of(program, test), os.path.dirname(program), limit, {**os.environ, "GCOV_PREFIX": folder})
    seconds = time.monotonic() - begin
    if code != 0:
        if code is not None:
            print(f"mutate: {test} fails without a change, and is left out", file=sys.stderr)
        return None, {}
    return seconds, covered_lines(subjects, folder)


def covered_lines(subjects, folder):
    counted = [folder + s.counts + ".gcda" for s in subjects if os.path.exists(folder + s.counts + ".gcda")]
    for path in counted:
        os.symlink(path[len(folder):-5] + ".gcno", path[:-5] + ".gcno")
    output = subprocess.run(["gcov", "--json-format", "--stdout", *counted], cwd=folder, capture_output=True,
                            check=False)
    paths = {s.counted_as: s.path for s in subjects}
    lines = collections.defaultdict(list)
    for text in output.stdout.splitlines() if counted else []:
        found = json.loads(text)
        for file in found["files"]:
            path = paths.get(os.path.normpath(os.path.join(found["current_working_directory"], file["file"])))
            if path:
                lines[path] += sorted({line["line_number"] for line in file["lines"] if line["count"]})
    return lines


def tests_for(subject, mutant, seconds, most):
    """Those that run the line, or a line of the statement that it is a part of, or the first line after it (a table within
    a function); first those that are fast, are the unit
    tests of this folder of src/, or noticed other mutants of the file."""
    tests = []
    if mutant.function == "-":  # a table: any line of the file may read it
        tests = set().union(*subject.tests_of_line.values())
    for line in (mutant.line, mutant.line - 1, mutant.line - 2, *range(mutant.line + 1, mutant.line + 20)):
        tests = tests or subject.tests_of_line.get(line, [])
    def cost(test):
        return (0.2 + seconds[test]) / (1 + subject.kills[test] + 4 * (test in subject.near))

    return sorted(tests, key=lambda test: (cost(test), test))[:most]


# ---- running mutants -----------------------------------------------------------------------------------------------
def judge(subject, mutant, tests, links, seconds, locks, folder, explained):
    """'killed', 'survived', 'explained', 'unreached', 'same' or 'invalid', and by which test."""
    if not tests and mutant.key() not in explained:
        return "unreached", ""
    try:
        if subject.compile(mutant.apply(subject.text), folder)[0] != 0:
            return "invalid", ""
        if digest(folder) == subject.digest:
            return "same", ""
        if mutant.key() in explained:
            return "explained", explained[mutant.key()]
        for sanitizers in ([], SANITIZERS):
            if sanitizers and subject.compile(mutant.apply(subject.text), folder, *sanitizers)[0] != 0:
                break
            for test in tests:
                program = link(subject.build, links[test], folder, [os.path.join(folder, "file.o")], *sanitizers)
                with locks[test]:  # one at a time, as a test may write files
                    code, _ = run(command_of(program, test), os.path.join(subject.build.folder, "tests"),
                                  min(10 + 2 * seconds[test], 200), memory=not sanitizers)
                if code != 0:
                    subject.kills[test] += 1
                    why = " (ran too long)" if code is None else " (with sanitizers)" if sanitizers else ""
                    return "killed", test + why
        return "survived", f"{len(tests)} tests run it: {' '.join(tests[:4])}{' ...' if len(tests) > 4 else ''}"
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def choose(subjects, options):
    """Of each file so many, in an order that only the seed decides, file by file in turn."""
    queues = []
    for path in sorted(s.path for s in subjects):
        mutants = mutants_of(path, next(s.text for s in subjects if s.path == path))
        if options.lines:
            low, high = (int(n) for n in options.lines.split("-"))
            mutants = [m for m in mutants if low <= m.line <= high]
        random.Random(f"{options.seed} {path}").shuffle(mutants)
        queues.append(mutants[:options.count] if options.count else mutants)
    longest = max((len(q) for q in queues), default=0)
    return [q[i] for i in range(longest) for q in queues if i < len(q)]


def report(results, options):
    for mutant, verdict, why in sorted(results, key=lambda r: (r[0].path, r[0].line, r[0].column)):
        if verdict in ("survived", "unreached") or options.verbose:
            print(f"{mutant}: {verdict}{': ' if why else ''}{why}")
    counts = collections.Counter(verdict for _, verdict, _ in results)
    killed, whole = counts["killed"], sum(counts[verdict] for verdict in COUNTED)
    share = f"{100 * killed / whole:.0f} %" if whole else "none"
    print(f"killed {killed}, survived {counts['survived']}, explained in tests/mutants.txt {counts['explained']}, "
          f"in lines that no test runs {counts['unreached']}: {share} noticed")
    print(f"not counted: {counts['same']} that compile to the same code, {counts['invalid']} that do not "
          f"compile, {counts['late']} for which there was no time")


class Session:
    """The files that are changed, and the tests that run them."""

    def __init__(self, options, scratch):
        self.build = Build(os.path.join(ROOT, "build", options.preset))
        self.scratch, self.options = scratch, options
        self.explained = read_explained()
        missing = [p for p in [options.compiled_as] if p] or options.files
        missing = [p for p in missing if p not in self.build.compiles]
        if missing:
            raise Failure(f"{missing[0]} is not a source file of the build")
        tests = self.build.tests(options.tests, None if options.tests != "." else SLOW)
        if options.counted:  # that build lacks those of the viewer
            counted = programs_of_tests(os.path.join(options.counted, "tests"))
            tests = [t for t in tests if t in counted]
        self.links = self.build.links(tests)
        if not self.links:
            raise Failure("no test program was found: build first")
        self.writing = threading.Lock()
        self.locks = {test: threading.Lock() for test in self.links}
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            self.subjects = list(pool.map(lambda p: Subject(self.build, p, scratch, options), options.files))
        self.seconds = self.look_at_all(os.path.join(ROOT, "build", "mutate-lines.json"))
        self.kept = os.path.join(ROOT, "build", "mutate-verdicts.jsonl")
        self.known = {}
        if os.path.exists(self.kept):
            with open(self.kept, encoding="utf-8") as file:
                self.known = {key: (verdict, why) for key, verdict, why in map(json.loads, file)}

    def look(self, test):
        folder = os.path.join(self.scratch, "look_" + test)
        os.makedirs(folder)
        if self.options.counted:
            program = os.path.join(self.options.counted, "tests", self.build.programs[test])
        else:
            program = link(self.build, self.links[test], folder, [s.cover_object for s in self.subjects], "--coverage")
        try:
            return look(program, test, folder, self.subjects, self.options.slowest)
        finally:
            shutil.rmtree(folder)

    def look_at_all(self, kept):
        """Which tests run which lines. Tests that have not changed since the last time are not run again."""
        known = {}
        if os.path.exists(kept):
            with open(kept, encoding="utf-8") as file:
                known = json.load(file)
        files = hashlib.sha256("".join(s.compiled_as + s.path + s.text for s in self.subjects).encode()).hexdigest()

        def one(test):
            with open(os.path.join(self.build.folder, "tests", self.build.programs[test]), "rb") as file:
                key = files + test + hashlib.sha256(file.read()).hexdigest()
            return known[key] if key in known else known.setdefault(key, self.look(test))

        seconds = {}
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            for test, (took, lines) in zip(self.links, pool.map(one, self.links)):
                if took is None:
                    continue
                seconds[test] = took
                for subject in self.subjects:
                    for line in lines.get(subject.path, []):
                        subject.tests_of_line.setdefault(line, []).append(test)
        with open(kept, "w", encoding="utf-8") as file:
            json.dump({key: value for key, value in known.items() if value[0] is not None}, file)
        return seconds

    def verdict(self, subject, mutant, number):
        """While the file is the same, a mutant that was killed once needs no test again."""
        text = hashlib.sha256(subject.text.encode()).hexdigest()[:16]
        key = f"{subject.compiled_as} {mutant.path} {text} {mutant.begin} {mutant.end} {mutant.new}"
        if key in self.known and (self.known[key][0] != "killed" or self.known[key][1].split()[0] in self.links):
            return self.known[key]
        tests = tests_for(subject, mutant, self.seconds, self.options.most_tests)
        folder = os.path.join(self.scratch, f"m{number}")
        found = judge(subject, mutant, tests, self.links, self.seconds, self.locks, folder, self.explained)
        if found[0] in ("killed", "same", "invalid"):
            with self.writing, open(self.kept, "a", encoding="utf-8") as file:
                file.write(json.dumps([key, *found]) + "\n")
        return found

    def judge(self, mutants, most=None):
        """Judges them in turn, until `most` of them counted."""
        end = time.monotonic() + self.options.seconds
        subjects = {s.path: s for s in self.subjects}
        counted = itertools.count()
        reached = threading.Event()

        def work(number, mutant):
            if reached.is_set() or time.monotonic() >= end:
                return mutant, "late", ""
            verdict = self.verdict(subjects[mutant.path], mutant, number)
            if verdict[0] in COUNTED and next(counted) + 1 == most:
                reached.set()
            if verdict[0] in ("survived", "unreached"):
                print(f"{mutant.path} {mutant.function}\n- {mutant.before}\n+ {mutant.after}\n"
                      f"{verdict[0]} (line {mutant.line}): {verdict[1]}\n", file=sys.stderr, flush=True)
            return mutant, *verdict

        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            return list(pool.map(work, range(len(mutants)), mutants))


def mutate(options):
    with tempfile.TemporaryDirectory(prefix="mutate-", dir=os.path.join(ROOT, "build")) as scratch:
        session = Session(options, scratch)
        report(session.judge(choose(session.subjects, options)), options)


def expand(patterns, others=()):
    out = []
    for pattern in patterns:
        found = sorted(glob.glob(os.path.join(ROOT, pattern)))
        if not found:
            raise Failure(f"{pattern}: no such file")
        out += [os.path.relpath(p, ROOT) for p in found if p.endswith((".c", ".cpp", *others))]
    return list(dict.fromkeys(out))


def arguments():
    parser = argparse.ArgumentParser(prog="./dev mutate", description=__doc__.split("\n\n")[0],
                                     epilog="Without files: " + " ".join(CORE))
    parser.add_argument("files", nargs="*", metavar="FILE", help="C files, from the repository's root; patterns too")
    parser.add_argument("--as", dest="compiled_as", metavar="FILE",
                        help="the C file as part of which a header is compiled")
    parser.add_argument("--seed", default="1", help="which mutants come first (default: 1)")
    parser.add_argument("--count", type=int, default=25, help="mutants a file at most; 0: all (default: 25)")
    parser.add_argument("--seconds", type=float, default=600, help="no mutant begins after so long (default: 600)")
    parser.add_argument("--lines", metavar="A-B", help="only mutants of these lines")
    parser.add_argument("--tests", default=".", metavar="REGEX", help="test programs (default: those that are fast)")
    parser.add_argument("--slowest", type=float, default=20, help="leave out tests that take longer, in seconds")
    parser.add_argument("--most-tests", type=int, metavar="N", help="run at most the N most promising tests each")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="at once (default: one a processor)")
    parser.add_argument("--counted", metavar="FOLDER", help="a build whose tests count lines: that of ./dev quality")
    parser.add_argument("--preset", default="release", help="which build (default: release)")
    parser.add_argument("-v", "--verbose", action="store_true", help="list every mutant, not only those that survive")
    return parser


def main():
    options = arguments().parse_args()
    try:
        options.files = expand(options.files or CORE, (".h",) if options.compiled_as else ())
        mutate(options)
    except Failure as failure:
        print(f"mutate: {failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
