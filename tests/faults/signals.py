#!/usr/bin/env python3
"""Ends the hone command by signals while it reads, decodes, computes, draws or writes.

Every command runs over old files, is stopped, gets a signal, and goes on. Whatever it was doing, it ends soon after with
the exit status 130 (SIGINT), 143 (SIGTERM) or 129 (SIGHUP), no process of it is left, no temporary file is left, and each
output is the old file or the whole new one.

usage: signals.py COMMAND SAMPLES [NAME...]
"""

import json
import os
import pathlib
import random
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import zlib

OLD = b"the old file, which must stay\n"
SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
LIMIT = 5  # seconds, much more than it takes
DELAYS = [0.4, 0.15, 0.05, 0.02, 0.01]  # seconds after the start; later ones for commands that end before

M, D, L = "character.pmx", "dance.vmd", "long.vmd"
MANY = ",".join(str(n) for n in range(20000))
CASES = {
    "info -": ["info", "-"],
    "info - --json": ["info", "-", M, "--json"],
    "convert -": ["convert", "-", "-o", "OUT.glb"],
    "render -": ["render", "-", "-o", "OUT.png"],
    "pose -": ["pose", M, "-", "--bones", "OUT.npy"],
    "motion -": ["motion", "-", "-o", "OUT.vmd"],
    "rig -": ["rig", "-", "-o", "OUT.pmx"],
    "pack -": ["pack", M, "-", "-o", "OUT.hclip"],
    "texture -": ["texture", "-", "-o", "OUT.ktx2"],
    "diff -": ["diff", M, "-"],
    "doctor -": ["doctor", "-"],
    "bench -": ["bench", "-"],
    "info": ["info", *[L] * 50],
    "doctor": ["doctor", "textures.gltf"],
    "textures to .pmx": ["convert", "textures.gltf", "-o", "OUT.pmx"],
    "textures to .glb": ["convert", "textures.gltf", "-o", "OUT.glb"],
    "textures drawn": ["render", "textures.gltf", "-o", "OUT.png"],
    "reduce": ["motion", L, "--reduce", "0.1mm", "-o", "OUT.vmd"],
    "bake": ["convert", M, L, "-o", "OUT.glb"],
    "bake with physics": ["convert", M, L, "--physics", "on", "-o", "OUT.gltf"],
    "bake for MMD": ["convert", M, L, "--physics", "on", "-o", "OUT.vmd"],
    "bake corrective shapes": ["convert", M, L, "--deform", "corrective", "-o", "OUT.glb"],
    "retarget": ["convert", M, "dance.bvh", "-o", "OUT.vmd"],
    "rig": ["rig", "mesh.gltf", "--skeleton", M, "-o", "OUT.pmx"],
    "pack": ["pack", M, L, "-o", "OUT.hclip"],
    "texture": ["texture", M, L, "--rate", "20", "-o", "OUT.ktx2"],
    "pose": ["pose", M, L, "--frame", MANY, "--vertices", "OUT.npy"],
    "pose printed": ["pose", M, D, "--physics", "on", "--frame", "100000"],
    "picture": ["render", M, D, "--frame", "100000", "--physics", "on", "-o", "OUT.png"],
    "supersampled": ["render", M, "--size", "4096x4096", "--supersample", "2", "-o", "OUT.png"],
    "sequence": ["render", M, D, "--frames", "0:3000", "--jobs", "1", "-o", "OUT-%d.png"],
    "sequence by jobs": ["render", M, D, "--frames", "0:3000", "--jobs", "3", "-o", "OUT-%d.png"],
    "film": ["render", M, D, "--frames", "0:3000", "--jobs", "1", "-o", "OUT.mp4"],
    "film by jobs": ["render", M, D, "--frames", "0:3000", "--jobs", "3", "-o", "OUT.webm"],
    "film to stdout": ["render", M, D, "--frames", "0:3000", "--format", "mp4", "-o", "-"],
    "part": ["render", M, D, "--frames", "0:3000", "--part", "1/2", "-o", "OUT.mp4"],
    "checkpoints": ["render", M, D, "--frames", "0:100000", "--checkpoints", "OUT.points", "-o", "OUT.mp4"],
    "demo": ["demo", "-o", "OUT.mp4"],
    "bench": ["bench"],
    "bench --crowd": ["bench", "--crowd", "64"],
    "bench --actors": ["bench", "--actors", "16"],
    "bench --blend": ["bench", "--blend", "100"],
}


# ---- inputs


def png(size):
    """A grey picture that is small as a file and large in memory."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = zlib.compressobj(9)
    data = b"".join(rows.compress(b"\0" * (size + 1)) for _ in range(size)) + rows.flush()
    head = struct.pack(">IIBBBBB", size, size, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def vmd(bones, keys):
    """A motion whose keys cannot be reduced."""
    chance = random.Random(1)
    curves = bytes([20, 20, 20, 20, 20, 20, 20, 20, 107, 107, 107, 107, 107, 107, 107, 107] * 4)
    out = [b"Vocaloid Motion Data 0002".ljust(30, b"\0"), b"made".ljust(20, b"\0"), struct.pack("<I", len(bones) * keys)]
    for bone in bones:
        name = bone.encode("cp932").ljust(15, b"\0")
        for key in range(keys):
            turn = chance.uniform(-0.3, 0.3)
            out.append(name + struct.pack("<I7f", key, *(chance.uniform(-1, 1) for _ in range(3)), turn, 0, 0,
                                          (1 - turn * turn) ** 0.5) + curves)
    return b"".join(out) + struct.pack("<IIIII", 0, 0, 0, 0, 0)


def gltf(positions, indices, textures):
    """A glTF of a mesh, and of materials with one texture each."""
    binary = b"".join(struct.pack("<3f", *p) for p in positions)
    tail = b"".join(struct.pack("<I", i) for i in indices)
    low, high = ([f(p[k] for p in positions) for k in range(3)] for f in (min, max))
    materials = [{"pbrMetallicRoughness": {"baseColorTexture": {"index": i}}} for i in range(len(textures))] or [{}]
    primitives = [{"attributes": {"POSITION": 0, "TEXCOORD_0": 2}, "indices": 1, "material": m}
                  for m in range(len(materials))]
    uvs = b"\0" * 8 * len(positions)
    return json.dumps({
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": primitives}], "materials": materials,
        "textures": [{"source": i} for i in range(len(textures))], "images": [{"uri": name} for name in textures],
        "buffers": [{"uri": "FILE.bin", "byteLength": len(binary + tail + uvs)}],
        "bufferViews": [{"buffer": 0, "byteOffset": 0, "byteLength": len(binary)},
                        {"buffer": 0, "byteOffset": len(binary), "byteLength": len(tail)},
                        {"buffer": 0, "byteOffset": len(binary + tail), "byteLength": len(uvs)}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": len(positions), "type": "VEC3", "min": low,
                       "max": high},
                      {"bufferView": 1, "componentType": 5125, "count": len(indices), "type": "SCALAR"},
                      {"bufferView": 2, "componentType": 5126, "count": len(positions), "type": "VEC2"}]}), \
        binary + tail + uvs


def grid(side):
    points = [(x / side, 1.5 * y / side, 0.2 * ((x * y) % 7) / 7) for y in range(side) for x in range(side)]
    corners = [(y * side + x, y * side + x + 1, (y + 1) * side + x) for y in range(side - 1) for x in range(side - 1)]
    return points, [i for corner in corners for i in corner]


def write_inputs(command, folder, samples):
    for name in os.listdir(samples):
        shutil.copy(samples / name, folder / name)
    subprocess.run([command, "convert", M, D, "-o", "dance.bvh", "-q"], cwd=folder, check=True)
    (folder / L).write_bytes(vmd(["センター", "上半身", "首", "左腕", "右腕", "左足ＩＫ", "右足ＩＫ"], 20000))
    picture = png(8192)
    names = [f"picture{i}.png" for i in range(24)]
    for name in names:
        (folder / name).write_bytes(picture)
    for name, mesh, textures in ("textures", ([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [0, 1, 2]), names), \
                                ("mesh", grid(250), []):
        text, binary = gltf(*mesh, textures)
        (folder / f"{name}.gltf").write_text(text.replace("FILE", name))
        (folder / f"{name}.bin").write_bytes(binary)


# ---- running


def processes_of(session):
    """The processes of a session that are not zombies."""
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                state, _, _, its = pathlib.Path(f"/proc/{entry}/stat").read_text().rsplit(")", 1)[1].split()[:4]
            except (OSError, ValueError):
                continue
            if int(its) == session and state != "Z":
                found.append(int(entry))
    return found


class Run:
    """The command, in a folder of its own beside the inputs."""

    def __init__(self, command, arguments, inputs):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="run-", dir=inputs))
        self.inputs = set()
        for name in os.listdir(inputs):
            if not name.startswith("run-"):
                os.link(inputs / name, self.folder / name)
                self.inputs.add(name)
        self.outputs = [a.replace("OUT", "out") for a in arguments if a.startswith("OUT")]
        self.fixed = [name for name in self.outputs if "%" not in name]
        for name in self.fixed:
            (self.folder / name).write_bytes(OLD)
        self.process = subprocess.Popen([command, *(a.replace("OUT", "out") for a in arguments)], cwd=self.folder,
                                        stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                        start_new_session=True, env={**os.environ, "HONE_LANGUAGE": "C"})

    def signal(self, number):
        """Sends it to a process that certainly runs. False: it has ended."""
        os.kill(self.process.pid, signal.SIGSTOP)
        time.sleep(0.02)
        if self.process.poll() is not None:
            return False
        os.kill(self.process.pid, number)
        os.kill(self.process.pid, signal.SIGCONT)
        return True

    def faults(self, number):
        try:
            self.process.wait(LIMIT)
        except subprocess.TimeoutExpired:
            return [f"runs {LIMIT} seconds after signal {number}"]
        faults = []
        if self.process.returncode != 128 + number:
            faults.append(f"exit status {self.process.returncode}, not {128 + number}: {self.process.stderr.read()[-200:]}")
        if processes_of(self.process.pid):
            faults.append("another process of it runs on")
        left = set(os.listdir(self.folder)) - self.inputs - set(self.outputs)
        left = {name for name in left if name.startswith(".") or not any("%" in name for name in self.outputs)}
        if left:
            faults.append(f"left: {sorted(left)}")
        return faults + self.changed()

    def changed(self):
        """A signal that comes while a file is being completed ends the command after that."""
        found = {name: (self.folder / name).read_bytes() for name in self.fixed}
        if all(data == OLD for data in found.values()):
            return []
        subprocess.run(self.process.args, cwd=self.folder, check=True, capture_output=True)
        return [f"{name} has changed" for name in self.fixed if (self.folder / name).read_bytes() != found[name]]

    def end(self):
        for process in processes_of(self.process.pid):
            os.kill(process, signal.SIGKILL)
        self.process.wait()
        self.process.stdin.close()
        self.process.stderr.close()
        for name in os.listdir(self.folder):
            os.remove(self.folder / name)
        os.rmdir(self.folder)


def try_case(name, number, command, inputs):
    """Returns the faults; None: on this machine the command ends before the signal comes."""
    for delay in DELAYS:
        run = Run(command, CASES[name], inputs)
        try:
            time.sleep(delay)
            if run.signal(number):
                return run.faults(number)
            status, said = run.process.returncode, run.process.stderr.read().decode(errors="replace").strip()
            if status:
                return [f"cannot be tried: exit status {status}: {said[-200:]}"]
        finally:
            run.end()
    return None


def main():
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # nohup ignores it, and so would the command
    command, samples, names = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve(), sys.argv[3:]
    failures = missed = 0
    with tempfile.TemporaryDirectory(prefix="hone-signals-") as folder:
        inputs = pathlib.Path(folder)
        write_inputs(command, inputs, samples)
        for turn, name in enumerate(names or CASES):
            number = SIGNALS[turn % len(SIGNALS)]
            faults = try_case(name, number, command, inputs)
            missed += faults is None
            for fault in faults or []:
                failures += 1
                print(f"FAILED {name}, {signal.Signals(number).name}: {fault}", flush=True)
    count = len(names or CASES)
    print(f"{count} commands, {missed} of which ended before the signal, {failures} failures")
    return 1 if failures or missed > count / 4 else 0


if __name__ == "__main__":
    sys.exit(main())
