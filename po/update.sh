#!/bin/sh
# Collects the viewer's texts in hone.pot, and updates each translation; new texts are empty there.
# usage: update.sh [POT]   with POT only that file is written
set -eu
cd "$(dirname "$0")/.."
pot=${1:-po/hone.pot}
xgettext --from-code=UTF-8 --keyword=_ --keyword=N_ --add-location=file --package-name=hone --output=- \
    $(find view tool/overlay -name '*.c' | LC_ALL=C sort) |
    sed -e '/^"POT-Creation-Date:/d' -e 's/charset=CHARSET/charset=UTF-8/' >"$pot"
[ $# = 0 ] || exit 0
for translation in po/*.po; do
    msgmerge --quiet --update --backup=none --no-fuzzy-matching "$translation" "$pot"
done
