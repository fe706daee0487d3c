"""Exercises that are programmed: compiles a reader's file with a check that says by numbers what is wrong.

usage: exercise.py TREE FOLDER [N | NAME]    N: a chapter; without it, the list. The reader's files are in FOLDER; one
                                             that is not there yet is copied from its template
       exercise.py TREE FOLDER drag 4 | 5    opens a window with points that follow two bones as the reader's file says
       exercise.py TREE --test               every template must fail, every answer must pass"""
import os
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
DRAGGED = ["04_weigh.c", "05_blend.glsl"]  # what moves the points of drag.c


def names(tree):
    return sorted(os.listdir(os.path.join(tree, "examples/course/exercises/templates")))


def what_for(tree, name):
    """The first line of a template, without the marks of a comment; in Japanese the title of the chapter's page."""
    if words("en", "ja") == "ja":
        pages = os.path.join(tree, "docs/course/ja")
        page = next(n for n in sorted(os.listdir(pages)) if n.startswith(name[:3].replace("_", "-")))
        with open(os.path.join(pages, page), encoding="utf-8") as file:
            number, title = file.readline().strip("# \n").split(". ", 1)
            return "第%s章: %s" % (number, title)
    with open(os.path.join(tree, "examples/course/exercises/templates", name), encoding="utf-8") as file:
        return file.readline().strip("/* \n").replace(" */", "")


def words(english, japanese):
    """The text of the language that the environment asks for, as examples/course/words.h chooses it."""
    asked = [os.environ[name] for name in ("HONE_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)]
    return japanese if asked and asked[0].startswith("ja") else english


def flags_of(package):
    result = subprocess.run(["pkg-config", "--cflags", "--libs", *package], stdout=subprocess.PIPE,
                            stderr=subprocess.DEVNULL, check=False)
    return result.stdout.decode().split() if result.returncode == 0 else None


def build(tree, name, path, program):
    """Compiles the check, in C with the reader's file. Returns how to run it; None: it cannot be compiled."""
    exercises = os.path.join(tree, "examples/course/exercises")
    compiler = [os.environ.get("CC", "cc"), "-std=c11", "-O1", "-Wall", "-I", exercises, "-o", program]
    stem, kind = os.path.splitext(name)
    if kind == ".c":
        command = compiler + [path, os.path.join(exercises, "checks", name), "-lm"]
        return [program] if subprocess.run(command, check=False).returncode == 0 else None
    libraries = flags_of(["epoxy", "egl"])
    if libraries is None:
        return ["sh", "-c", "echo 'SKIPPED: no libepoxy or EGL'; exit %d" % SKIPPED]
    command = compiler + [os.path.join(exercises, "checks/glsl.c"), *libraries, "-lm"]
    return [program, stem, path] if subprocess.run(command, check=False).returncode == 0 else None


def check(tree, name, path):
    """Runs the check of a file. Returns its exit status and what it prints."""
    with tempfile.TemporaryDirectory() as folder:
        command = build(tree, name, path, os.path.join(folder, "check"))
        if command is None:
            return 1, words("it cannot be compiled\n", "コンパイルできません\n")
        try:
            result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60, check=False)
        except subprocess.TimeoutExpired:
            return 1, words("wrong: it does not end within a minute\n", "誤り: 1分たっても終わりません\n")
        text = result.stdout.decode("utf-8", "replace")
        if result.returncode < 0:
            return 1, text + words("wrong: it crashes\n", "誤り: 異常終了しました\n")
        return result.returncode, text


def chosen(tree, which):
    number = "%02d" % int(which) if which.isdigit() else None
    return [n for n in names(tree) if (n[:2] == number if number else n.startswith(which))]


def own_file(tree, folder, name):
    """The reader's file, which begins as the template."""
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, name)
    if not os.path.exists(path):
        shutil.copy(os.path.join(tree, "examples/course/exercises/templates", name), path)
    return path


def work_on(tree, folder, which):
    status = 0
    found = chosen(tree, which)
    if not found:
        print(words("there is no exercise %s; the list: ./dev course exercise",
                    "練習問題%sはありません。一覧: ./dev course exercise") % which)
        return 2
    for name in found:
        path = own_file(tree, folder, name)
        code, text = check(tree, name, path)
        print("%s\n  %s" % (os.path.relpath(path), text.strip().replace("\n", "\n  ")))
        status = status or code
    return 0 if status == SKIPPED else status


def build_drag(tree, path, program):
    """Compiles the window of points with weights of a reader's file in C, or with the answer's. None: it cannot be."""
    exercises = os.path.join(tree, "examples/course/exercises")
    libraries = flags_of(["sdl2", "epoxy", "egl"])
    if libraries is None:
        return None
    weights = path if path.endswith(".c") else os.path.join(exercises, "answers/04_weigh.c")
    command = [os.environ.get("CC", "cc"), "-std=c11", "-O2", "-Wall", "-I", exercises, "-o", program,
               os.path.join(exercises, "drag.c"), weights, *libraries, "-lm"]
    if subprocess.run(command, check=False).returncode != 0:
        return None
    return [program] if path.endswith(".c") else [program, path]


def drag(tree, folder, which):
    found = [name for name in chosen(tree, which) if name in DRAGGED]
    if not found:
        print(words("only chapters 4 and 5 have points to drag", "ドラッグできる点があるのは第4章と第5章だけです"))
        return 2
    path = own_file(tree, folder, found[0])
    with tempfile.TemporaryDirectory() as scratch:
        command = build_drag(tree, path, os.path.join(scratch, "drag"))
        if command is None:
            print(words("%s cannot be compiled, or SDL 2 or libepoxy is missing",
                        "%sをコンパイルできないか、SDL 2かlibepoxyがありません") % os.path.relpath(path))
            return 1
        print(os.path.relpath(path))
        return subprocess.run(command, check=False).returncode


def picture_of(tree, kind, name):
    """The points and bones at 20 and 60 degrees, as a file of a template or an answer moves them. None: not drawn."""
    with tempfile.TemporaryDirectory() as scratch:
        picture = os.path.join(scratch, "points.ppm")
        command = build_drag(tree, os.path.join(tree, "examples/course/exercises", kind, name),
                             os.path.join(scratch, "drag"))
        if command is None:
            return None
        command[1:1] = ["--picture", picture, "20", "60"]
        if subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode != 0:
            return None
        with open(picture, "rb") as file:
            return file.read()


def test_drag(tree):
    """The answers, on the CPU and in the shader, draw the same; the templates draw something else."""
    pictures = {(kind, name): picture_of(tree, kind, name) for kind in ("templates", "answers") for name in DRAGGED}
    if None in pictures.values():
        print("SKIPPED: drag: no SDL 2, libepoxy or OpenGL")
        return False
    right, other = [pictures["answers", name] for name in DRAGGED]
    off = sum(a != b for a, b in zip(right, other))
    good = off * 500 < len(right) and all(pictures["templates", name] != right for name in DRAGGED)
    print("%s drag: %d bytes of the answers' pictures differ" % ("as it must be" if good else "WRONG", off))
    return not good


def print_list(tree):
    for name in names(tree):
        print("%-16s %s" % (name, what_for(tree, name)))
    return 0


def test(tree):
    os.environ["HONE_LANGUAGE"] = "en"  # the texts that are compared below
    failed = False
    for name in names(tree):
        for kind, wanted in [("templates", 1), ("answers", 0)]:
            path = os.path.join(tree, "examples/course/exercises", kind, name)
            code, text = check(tree, name, path)
            good = code in (wanted, SKIPPED) and (code != 1 or text.startswith("wrong"))
            failed = failed or not good
            print("%s %s/%s: %s" % ("as it must be" if good else "WRONG", kind, name, text.strip()))
    return int(test_drag(tree) or failed or not names(tree))


def main():
    if len(sys.argv) == 3 and sys.argv[2] == "--test":
        sys.exit(test(sys.argv[1]))
    if len(sys.argv) == 5 and sys.argv[3] == "drag":
        sys.exit(drag(sys.argv[1], sys.argv[2], sys.argv[4]))
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    sys.exit(work_on(*sys.argv[1:]) if len(sys.argv) == 4 else print_list(sys.argv[1]))


main()
