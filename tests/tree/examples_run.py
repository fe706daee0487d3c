"""Every example of README.md and docs/*.md runs as it stands: a line of a code block that begins with `hone`, and names
real files. The files are the built-in character, its dance and what is made of them, under the names of the examples.
The dance has 8 frames, and long ranges of frames are cut to three pictures. Prints what fails, and exits with 1.

usage: examples_run.py SOURCE_DIR HONE SAMPLES_DIR EXAMPLE_FILES SCRATCH_DIR
"""
import glob
import os
import re
import shutil
import subprocess
import sys
import wave
import zipfile

EXAMPLE = re.compile(r"^ {4}((?:[A-Z_]+=\S+ )*hone [a-z].*)$", re.M)
SYNOPSIS = re.compile(r"\[|\||\.\.\.|\b(?:OUT|FILE|MODEL|MOTION|MESH|NAME|SHELL|COMMAND)\b")
SHORTER = [(re.compile(r"--frames 0:\d{3}\b"), "--frames 0:2"), (re.compile(r"--size 1920x1080"), "--size 320x180"),
           (re.compile(r"--turntable"), "--turntable --fps 2"), (re.compile(r"--crowd 100"), "--crowd 9")]
MODELS = ["model", "miku", "a", "b", "dancer", "sword", "old", "new", "summer/a"]
DANCES = ["dance", "walk", "face", "captured", "step", "edited"]
NOT_RUN = re.compile(r"hone (view|help)\b")  # windows; and placeholders


def run(command, folder, path):
    environment = dict(os.environ, PATH=path + ":" + os.environ["PATH"], HOME=folder)
    return subprocess.run(["sh", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300)


def make_files(folder, samples, example_files, path):
    shutil.copytree(samples, folder)
    for name in ["colour", "depth", "mask", "summer", ".zsh", ".config/fish/completions"]:
        os.makedirs(os.path.join(folder, name))
    for name in MODELS:
        shutil.copy(folder + "/character.pmx", "%s/%s.pmx" % (folder, name))
    subprocess.run([example_files, folder], check=True)
    os.makedirs(folder + "/whole")  # where motions are as long as `hone motion` needs them
    for name in DANCES + ["a", "b"]:
        shutil.copy(folder + "/dance.vmd", "%s/whole/%s.vmd" % (folder, name))
    for name in ["dance", "camera"]:
        os.rename("%s/%s.vmd" % (folder, name), "%s/whole/%s.vmd" % (folder, name))
    make = ["hone motion whole/dance.vmd --trim 0:8 -o dance.vmd",
            "hone motion whole/camera.vmd --trim 0:8 -o camera.vmd",
            "hone convert model.pmx dance.vmd -o take.bvh", "hone convert model.pmx dance.vmd -o fox.glb",
            "hone convert person.glb dance.vmd -o rumba.glb", "hone info --map take.bvh >map.json",
            "hone info --map person.glb >mannequin.json", "hone convert model.pmx dance.vmd -o wave.vrma",
            "hone render a.pmx b.pmx --at 8,0,0 --save-scene two.json"]
    for command in make:
        done = run(command, folder, path)
        if done.returncode:
            sys.exit("%s: %s" % (command, done.stderr.decode()))
    for name in DANCES[1:] + ["a", "b"]:
        shutil.copy(folder + "/dance.vmd", "%s/%s.vmd" % (folder, name))
    for name in ["show.pmm", "miku.pmx"]:
        shutil.copy("%s/%s" % (folder, name), folder + "/whole")
    for one, other in [("take.bvh", "walk.bvh"), ("rumba.glb", "rumba.fbx"), ("fox.glb", "Fox.glb"),
                       ("statue.x", "statue.glb"), ("avatar.vrm", "old.vrm"),
                       ("person.glb", "mannequin.fbx")]:  # files are recognised by their content
        shutil.copy("%s/%s" % (folder, one), "%s/%s" % (folder, other))
    with wave.open(folder + "/song.wav", "wb") as song:
        song.setparams((1, 2, 8000, 0, "NONE", ""))
        song.writeframes(bytes(16000))
    shutil.copy(folder + "/song.wav", folder + "/song.mp3")
    made = os.listdir(folder)
    for name, content in [("model.zip", ["model.pmx"]), ("pack.zip", ["summer/a.pmx", "dance.vmd"]),
                          ("show.zip", ["UserFile/show.pmm", "UserFile/miku.pmx"])]:
        with zipfile.ZipFile("%s/%s" % (folder, name), "w") as archive:
            beside = os.path.dirname(content[0])
            for inside in content + [os.path.join(beside, name) for name in made if name.endswith(".tga")]:
                file = inside if os.path.exists(os.path.join(folder, inside)) else os.path.basename(inside)
                archive.write(os.path.join(folder, file), inside)


def examples(source):
    for page in ["README.md"] + sorted("docs/" + n for n in os.listdir(source + "/docs") if n.endswith(".md")):
        with open(os.path.join(source, page), encoding="utf-8") as file:
            for line in EXAMPLE.findall(file.read()):
                command = re.split(r"\s+# ", line)[0]
                if not SYNOPSIS.search(command) and not NOT_RUN.search(command):
                    yield page, command


def main():
    source, hone, samples, example_files, folder = sys.argv[1:]
    path = os.path.dirname(hone)
    shutil.rmtree(folder, ignore_errors=True)
    make_files(folder, samples, example_files, path)
    done, failed = {}, 0
    for page, command in examples(source):
        for long, short in SHORTER:
            command = long.sub(short, command)
        if command in done:
            continue
        result = done[command] = run(command, folder + "/whole" if command.startswith("hone motion") else folder, path)
        findings = command.startswith(("hone doctor", "hone diff")) and not result.stderr  # which tell by their status
        if result.returncode and not findings:
            print("%s: %s\n    %d: %s" % (page, command, result.returncode, result.stderr.decode().strip()))
            failed += 1
    if len(done) < 60:
        print("only %d examples seen: is this the right folder?" % len(done))
        failed += 1
    sys.exit(failed > 0)


main()
