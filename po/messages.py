"""Chooses the texts that the command may print from all string literals of its sources, for po/update.sh.

Reads the catalogue that `xgettext --extract-all` makes on stdin, and writes the chosen entries to stdout. A literal is
a text if it has an English word beside a space, or if it is one of WORDS. So no new message can be forgotten: the test of
the translations asks for its translation.

A translation may name a value that must stay as it is, such as the name of a model, by the flag "-": "%-s".

usage: messages.py PARAMETERS.pot   (names of parameters, which are left out)
"""
import re
import sys

# Words that are filled into messages ("%s %u is cut short"), and what joins them.
WORDS = set("""anchors body bodies bone bones clips command faces first frame frames head hips image indices influences
fault item items joint joints keys last left material materials matrices model morph morphs motion normals note option pins positions
right second warning
tangents texture textures tick times token vertex vertices weights
NAME SYNOPSIS DESCRIPTION OPTIONS COMMANDS EXAMPLES ENVIRONMENT""".split()) | {", ", " and "}
# What the system says of files (strerror). Messages contain it.
SYSTEM = """No such file or directory|Permission denied|Is a directory|Not a directory|No space left on device|File exists
Read-only file system|Too many open files|Input/output error|File name too long|Disk quota exceeded|Broken pipe
File too large|Operation not permitted|Cannot allocate memory|Device or resource busy|Invalid argument
Too many levels of symbolic links|Interrupted system call|Resource temporarily unavailable""".replace("\n", "|").split("|")
# Sources whose literals are keys of JSON, tables of numbers, or names of bones.
NOT_MESSAGES = {"tool/diff/diff_mesh.c", "tool/diff/diff_skeleton.c", "tool/diff/diff_surface.c",
                "tool/diff/diff_morphs.c", "tool/diff/diff_bodies.c", "tool/diff/diff_models.c",
                "tool/diff/diff_motions.c", "cmd/info/info_list.c", "bench/measures/actors.c", "bench/report.c",
                "bench/palette_table.c", "tool/manual/bash.c", "tool/manual/zsh.c", "tool/manual/fish.c",
                "cmd/info/bone_tree.c", "cmd/pose/pose_table.c", "cmd/info/info_json.c", "cmd/version.c",
                "src/core/model/humanoid_names.c", "src/offline/retarget/standard_names.c", "src/files/format/detect.c", "src/offline/retarget/retarget_morphs.c"}
# Literals of other sources that look like a text: file signatures, words of FBX and BVH files, shaders, the arguments
# of a subcommand, what the tables of info, pose and bench print, endings of files. Programs may read these.
LOOKS_LIKE_ONE = re.compile(r"""Vocaloid\ |\#(version|define)|\{'descr'|frame\ %g\\n|.*\[options\]$|hone\ %s\\n|hone:?\ $|
    OpenGL\ ES\ $|is\ $|,\ which\ this\ build\ |
    ([\w. ]*\ )?built\ in$|compressed\ .x$|\ \ (for|by)\ |[A-Za-z]{3}\ $|\ file$|:\ warning:\ $|
    %s\ %s:\ %u\ vertices|Lcl\ |Visibility\ Inheritance$|Polygon\ Movie\ maker|.*\[operations\]$|
    Metasequoia\ Document$|Motion\ Vector\ Data\ |//Maya|solid\ $|version\ https|mtllib\ $|<!doctype\ html$|
    \ \ +(missing|comment|english\ comment)\ *$|Kaydara\ |;\ FBX\ |\ scale$|MOTION\\nFrames|\\nFrame\ Time|
    End\ Site\\n|(ROOT|JOINT|CHANNELS|Zrotation)\ |
    \.TH\ |hone\ (help|completion|version)$|COMMAND\ \[|LANGUAGE,\ |
    (glb|npy|pmm|pmx|png|txt|vmd|wav)(\ [a-z0-9]{1,5})+\ ?$""", re.VERBOSE)
INFO_LABEL = re.compile(r"(\w+ )?(tracks|keys|chains|frames|vertices|bones|clips)$")


def entries(text):
    for block in text.split("\n\n"):
        identifier = re.search(r"^msgid (.*?)\nmsgstr", block, re.S | re.M)
        if identifier:
            yield block, "".join(re.findall(r'"(.*)"$', identifier.group(1), re.M))


def is_text(text):
    if text in WORDS:
        return True
    word = re.search(r"""(^|[ (])['"\\]*[a-zA-Z]{2,}[,.:;)'"\\]*( |\\n|$)""", text)
    return bool(word) and " " in text and not LOOKS_LIKE_ONE.match(text)


def is_chosen(block, text, parameters):
    places = set(" ".join(re.findall(r"^#: (.*)$", block, re.M)).split())
    if not text or text in parameters or not places - NOT_MESSAGES:
        return False
    return is_text(text) and not (places <= {"cmd/info.c"} | NOT_MESSAGES and INFO_LABEL.match(text))


def main():
    with open(sys.argv[1], encoding="utf-8") as names:
        parameters = {text for _, text in entries(names.read())}
    # the formats of integers of a fixed size differ between machines; the translations need not
    every = re.sub(r"%<PRI([ud])(?:32|64)>", r"%l\1", sys.stdin.read())
    kept = {text: block for block, text in entries(every.split("\n\n", 1)[1]) if is_chosen(block, text, parameters)}
    kept.update({text: '#: po/messages.py\nmsgid "%s"\nmsgstr ""' % text for text in SYSTEM})
    print("\n\n".join([every.split("\n\n")[0], *kept.values()]))


main()
