#!/bin/sh
# Checks that every text of the viewer, the command and the page, and every message of the library, is in po/hone.pot,
# and that each translation is complete: none empty, none fuzzy, with the formats of the English texts.
# usage: translations.sh SOURCE_DIR
set -eu
cd "$1"
for tool in xgettext msgfmt msgcmp msgcat python3; do
    command -v $tool >/dev/null || { echo "SKIPPED: the translations: no $tool"; exit 0; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

po/update.sh "$work/now.pot"
[ "$(grep -c '^msgid' "$work/now.pot")" -gt 1000 ] || { echo "too few texts were found"; exit 1; }
msgcmp --use-fuzzy --use-untranslated po/hone.pot "$work/now.pot" || { echo "po/hone.pot is out of date: run ./dev translate"; exit 1; }
for translation in po/*.po; do
    LC_ALL=C msgfmt --check --statistics -o /dev/null "$translation" 2>"$work/said" || { cat "$work/said"; exit 1; }
    ! grep -q 'fuzzy\|untranslated\|warning' "$work/said" || { echo "$translation:"; cat "$work/said"; exit 1; }
    msgcmp "$translation" "$work/now.pot"
    python3 - "$translation" <<'END'
# a text that users copy, such as JSON, has as many backslashes as in English, and a text of the page the same {names}
import re, sys
for block in open(sys.argv[1], encoding="utf-8").read().split("\n\n"):
    found = re.search(r"^msgid (.*?)\nmsgstr (.*)$", block, re.S | re.M)
    if found and not block.startswith("#~") and found[2].count("\\\\") != found[1].count("\\\\"):
        sys.exit("%s: other backslashes than in English:\n%s" % (sys.argv[1], found[0]))
    names = found and "web/page/" in block and [sorted(re.findall(r"\{\w+\}", found[part])) for part in (1, 2)]
    if names and names[0] != names[1]:
        sys.exit("%s: other {names} than in English:\n%s" % (sys.argv[1], found[0]))
END
done
