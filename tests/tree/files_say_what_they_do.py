"""Every .c and .cpp file of the product says in its opening line what it does, or has a header beside it of the same name
that does.

usage: files_say_what_they_do.py SOURCE_DIR
"""
import pathlib
import sys

FOLDERS = "src", "tool", "cmd", "view", "module", "samples", "bench", "web"


def begins_with_comment(path):
    return path.exists() and path.read_text(encoding="utf-8").startswith(("/*", "// "))


def main(root):
    silent = [path.relative_to(root) for folder in FOLDERS for pattern in ("*.c", "*.cpp")
              for path in sorted((root / folder).rglob(pattern))
              if not any(begins_with_comment(path.with_suffix(suffix)) for suffix in (path.suffix, ".h", ".hpp"))]
    for path in silent:
        print(f"{path}: has no opening line, nor has a header beside it")
    return 1 if silent else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
