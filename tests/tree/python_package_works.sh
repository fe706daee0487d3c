#!/bin/sh
# Installs the Python package beside the library that was built, and runs its tests and examples.
# usage: python_package_works.sh SOURCE_DIR BUILD_DIR
# Exit status 77: a Python package that it needs is missing.
set -eu
source=$1 build=$2
python=/usr/bin/python3
[ -x "$python" ] || python=python3
for module in pip setuptools wheel cffi numpy pytest; do
    "$python" -c "import $module" 2>/dev/null || { echo "skipped: no python3-$module"; exit 77; }
done
header=$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h
[ -f "$header" ] || { echo "skipped: no python3-dev"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --prefix "$work/usr" >/dev/null
mkdir "$work/python" # pip writes into the source folder
cp -R "$source/python/src" "$source/python/"*.py "$source/python/pyproject.toml" "$source/python/README.md" "$work/python"
HONE_PREFIX=$work/usr "$python" -m pip install --quiet --no-index --no-build-isolation --no-deps --root-user-action=ignore \
    --target "$work/site" "$work/python"

PYTHONPATH=$work/site PYTHONDONTWRITEBYTECODE=1
HONE_SAMPLES=$build/samples/made HONE_COMMAND=$build/hone
export PYTHONPATH PYTHONDONTWRITEBYTECODE HONE_SAMPLES HONE_COMMAND
cd "$work"
"$python" -m pytest -q -p no:cacheprovider "$source/python/tests"

character=$HONE_SAMPLES/character.pmx dance=$HONE_SAMPLES/dance.vmd
examples=$source/python/examples
"$python" "$examples/obj.py" "$character" "$dance" 1 out.obj
"$python" "$examples/nod.py" out.vmd 1
"$python" "$examples/palette.py" "$character" "$dance"
mkdir motions
cp out.vmd motions
"$python" "$examples/dataset.py" "$character" motions out.npz | grep -q '1 motions, 31 frames'
if "$python" "$examples/obj.py" missing.pmx "$dance" 1 out.obj 2>said; then
    echo "a missing file should fail"
    exit 1
fi
grep -qx 'obj.py: missing.pmx: cannot open: No such file or directory' said
