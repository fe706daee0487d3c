#!/bin/sh
# Builds the API reference as `./dev docs` does: every public symbol has a comment that Doxygen finds, and the start page
# lists every header. Then checks that an undocumented member, and a header that the page leaves out, are noticed.
# usage: reference_is_complete.sh SOURCE_DIR
# Exit status 77: Doxygen is missing.
set -eu
command -v doxygen >/dev/null || { echo "SKIPPED: no doxygen"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -R "$1/docs" "$1/include" "$1/examples" "$1/dev" "$work"
cd "$work"
./dev --no-install docs >/dev/null

echo 'INPUT = include/hone/base.h' >>docs/reference/Doxyfile # which names nothing of other headers
./dev --no-install docs >/dev/null
sed -i '/^typedef struct hone_error {/a int undocumented_one, undocumented_two;' include/hone/base.h
! ./dev --no-install docs >log 2>&1 || { echo "an undocumented member is not noticed"; exit 1; }
grep -q 'undocumented_one' log && grep -q 'undocumented_two' log
mkdir bin
echo '#!/bin/sh' >bin/doxygen && chmod +x bin/doxygen # the list of headers is compared after it
sed -i '/@ref clip /d' docs/reference/main.md
! PATH=$PWD/bin:$PATH ./dev --no-install docs >log 2>&1 || { echo "a header that the start page leaves out is not noticed"; exit 1; }
grep -q 'clip.h' log
