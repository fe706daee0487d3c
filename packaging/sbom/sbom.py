"""Writes and checks the list of what a build of hone is made of (SBOM), in SPDX 2.3 as JSON.

The build says which libraries its parts use and of which versions (dependencies.txt, which CMake writes). This file
knows the licences of these libraries and the names of their shared objects.

usage: sbom.py write DEPENDENCIES OUT     DEPENDENCIES has lines PART;LIBRARY;VERSION, the first is hone;hone;VERSION
       sbom.py check FILE [PROGRAM...]    also whether every shared library that the programs need is listed
"""
import hashlib
import json
import os
import re
import subprocess
import sys
import time

# pkg-config's name: name, licence as its authors declare it, beginnings of its shared objects.
LIBRARIES = {
    "libpng": ("libpng", "libpng-2.0", ["libpng"]),
    "libjpeg": ("libjpeg-turbo", "IJG AND BSD-3-Clause AND Zlib", ["libjpeg."]),
    "libwebp": ("libwebp", "BSD-3-Clause", ["libwebp."]),
    "libwebpdemux": ("libwebp", "BSD-3-Clause", ["libwebpdemux."]),
    "zlib": ("zlib", "Zlib", ["libz."]),
    "libdeflate": ("libdeflate", "MIT", ["libdeflate."]),
    "draco": ("draco", "Apache-2.0", ["libdraco."]),
    "meshoptimizer": ("meshoptimizer", "MIT", ["libmeshoptimizer."]),
    "bullet": ("bullet3", "Zlib", ["libBullet", "libLinearMath."]),
    "egl": ("libglvnd", "MIT", ["libEGL."]),
    "gl": ("libglvnd", "MIT", ["libGL."]),
    "libavfilter": ("FFmpeg", "LGPL-2.1-or-later", ["libavfilter."]),
    "libavformat": ("FFmpeg", "LGPL-2.1-or-later", ["libavformat."]),
    "libavcodec": ("FFmpeg", "LGPL-2.1-or-later", ["libavcodec."]),
    "libavutil": ("FFmpeg", "LGPL-2.1-or-later", ["libavutil."]),
    "libswscale": ("FFmpeg", "LGPL-2.1-or-later", ["libswscale."]),
    "libswresample": ("FFmpeg", "LGPL-2.1-or-later", ["libswresample."]),
    "gtk4": ("GTK", "LGPL-2.1-or-later",
             ["libgtk-4.", "libglib-2.0.", "libgobject-2.0.", "libgio-2.0.", "libgdk_pixbuf-2.0.", "libpango-1.0.",
              "libpangocairo-1.0.", "libharfbuzz.", "libcairo.", "libcairo-gobject.", "libgraphene-1.0.", "libvulkan."]),
    "sdl2": ("SDL", "Zlib", ["libSDL2-2.0."]),
    "epoxy": ("libepoxy", "MIT", ["libepoxy."]),
}
# The system's C and C++: part of every program, and not of this list.
SYSTEM = ("libc.", "libm.", "libstdc++.", "libgcc_s.", "libpthread.", "libdl.", "ld-linux", "libasan.", "libubsan.", "libhone.")
NOTES = {"FFmpeg": "Built with the GPL in many systems, such as Debian: GPL-2.0-or-later then holds for it. Only the "
                   "module film.so and programs that link hone_film use it.",
         "libglvnd": "Loaded when the first picture is drawn."}
LICENCES = {"MIT", "Apache-2.0", "libpng-2.0", "IJG", "BSD-3-Clause", "Zlib", "LGPL-2.1-or-later", "GPL-2.0-or-later"}  # of SPDX's list
IDENTIFIER = re.compile(r"^SPDXRef-[A-Za-z0-9.-]+$")


def package(identifier, name, version, licence, note=None, **more):
    found = {"SPDXID": identifier, "name": name, "versionInfo": version, "downloadLocation": "NOASSERTION",
             "filesAnalyzed": False, "licenseConcluded": "NOASSERTION", "licenseDeclared": licence,
             "copyrightText": "NOASSERTION", "supplier": "NOASSERTION",
             "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                               "referenceLocator": f"pkg:generic/{name.lower()}@{version}"}], **more}
    if note:
        found["comment"] = note
    return found


def describe(lines):
    (_, _, version), uses = lines[0], lines[1:]
    packages = [package("SPDXRef-hone", "hone", version, "MIT", licenseConcluded="MIT",
                        copyrightText="Copyright (c) 2026 the hone authors", primaryPackagePurpose="LIBRARY")]
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-hone")]
    for part, module, of in sorted(set(uses)):
        if module not in LIBRARIES:
            sys.exit(f"sbom.py: LIBRARIES lacks {module}, which the part {part} uses")
        name, licence, _ = LIBRARIES[module]
        identifier = "SPDXRef-" + module
        if identifier not in [p["SPDXID"] for p in packages]:
            packages.append(package(identifier, module, of, licence, NOTES.get(name)))
            relations.append(("SPDXRef-hone", "DYNAMIC_LINK", identifier))
    return packages, relations


def write(dependencies, out):
    with open(dependencies, encoding="utf-8") as file:
        lines = [tuple(line.strip().split(";")) for line in file if line.strip()]
    packages, relations = describe(lines)
    now = int(os.environ.get("SOURCE_DATE_EPOCH") or time.time())
    digest = hashlib.sha256(json.dumps([packages, relations]).encode()).hexdigest()[:32]
    document = {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
                "name": f"hone-{lines[0][2]}", "documentNamespace": f"https://spdx.org/spdxdocs/hone-{lines[0][2]}-{digest}",
                "creationInfo": {"created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now)),
                                 "creators": ["Organization: the hone authors", f"Tool: hone-sbom-{lines[0][2]}"]},
                "packages": packages,
                "relationships": [{"spdxElementId": a, "relationshipType": kind, "relatedSpdxElement": b}
                                  for a, kind, b in relations]}
    with open(out, "w", encoding="utf-8") as file:
        json.dump(document, file, indent=2)
        file.write("\n")


def package_problems(p):
    """Yields what is wrong with a package by the rules of SPDX 2.3, chapter 7."""
    for field in ("SPDXID", "name", "downloadLocation"):
        if not isinstance(p.get(field), str) or not p[field]:
            yield f"a package has no {field}"
    if not IDENTIFIER.match(p.get("SPDXID", "")):
        yield f"{p.get('SPDXID')} is no identifier"
    for field in ("licenseConcluded", "licenseDeclared"):
        value = p.get(field, "NOASSERTION")
        if value not in ("NOASSERTION", "NONE") and set(re.split(r" AND | OR ", value)) - LICENCES:
            yield f"{p.get('name')}: {field} is no expression of known licences: {value}"
    if p.get("filesAnalyzed", True) and "packageVerificationCode" not in p:
        yield f"{p.get('name')}: filesAnalyzed without a verification code"
    if not p.get("versionInfo"):
        yield f"{p.get('name')} has no version"
    for reference in p.get("externalRefs", []):
        if reference.get("referenceCategory") not in ("SECURITY", "PACKAGE-MANAGER", "PERSISTENT-ID", "OTHER"):
            yield f"{p.get('name')}: unknown category of a reference"
        if not re.match(r"^pkg:[a-z]+/[^@ ]+@[^@ ]+$", reference.get("referenceLocator", "")):
            yield f"{p.get('name')}: {reference.get('referenceLocator')} is no package URL"


def document_problems(d):
    """Yields what is wrong by the rules of SPDX 2.3, chapters 6, 7 and 11."""
    expected = {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT"}
    for field, value in expected.items():
        if d.get(field) != value:
            yield f"{field} is not {value}"
    if not re.match(r"^[a-z]+://[^#\s]+$", d.get("documentNamespace", "")):
        yield "documentNamespace is no URI without a fragment"
    created = d.get("creationInfo", {})
    if not re.match(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$", created.get("created", "")):
        yield "created is no time in UTC"
    for creator in created.get("creators") or [""]:
        if not re.match(r"^(Person|Organization|Tool): \S", creator):
            yield f"the creator {creator!r} has no kind"
    identifiers = [p.get("SPDXID") for p in d.get("packages", [])]
    if len(set(identifiers)) != len(identifiers):
        yield "an identifier is given twice"
    for p in d.get("packages", []):
        yield from package_problems(p)
    relations = d.get("relationships", [])
    for r in relations:
        for field in ("spdxElementId", "relatedSpdxElement"):
            if r.get(field) not in identifiers + ["SPDXRef-DOCUMENT"]:
                yield f"a relationship names {r.get(field)}, which does not exist"
        if r.get("relationshipType") not in ("DESCRIBES", "DYNAMIC_LINK", "STATIC_LINK", "DEPENDS_ON", "CONTAINS"):
            yield f"a relationship is of the unknown type {r.get('relationshipType')}"
    if not any(r.get("relationshipType") == "DESCRIBES" for r in relations):
        yield "the document describes nothing"
    for identifier in identifiers:
        if not any(r.get("relatedSpdxElement") == identifier for r in relations):
            yield f"nothing is said of {identifier}"


def link_problems(d, programs):
    """Yields the shared libraries that the programs need and that no package of the document stands for."""
    known = [start for p in d["packages"] for start in LIBRARIES.get(p["name"], ("", "", []))[2]]
    for program in programs:
        said = subprocess.run(["readelf", "-d", program], stdout=subprocess.PIPE, text=True, check=True).stdout
        needed = re.findall(r"\(NEEDED\).*\[(.*)\]", said)
        if not needed:
            yield f"readelf shows nothing of {program}"
        for library in needed:
            if not library.startswith(tuple(known) + SYSTEM):
                yield f"{program} needs {library}, which is not listed"


def check(path, programs):
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    problems = [*document_problems(document), *link_problems(document, programs)]
    for problem in problems:
        print(f"{path}: {problem}")
    return 1 if problems else 0


if len(sys.argv) == 4 and sys.argv[1] == "write":
    write(sys.argv[2], sys.argv[3])
elif len(sys.argv) > 2 and sys.argv[1] == "check":
    sys.exit(check(sys.argv[2], sys.argv[3:]))
else:
    sys.exit(__doc__)
