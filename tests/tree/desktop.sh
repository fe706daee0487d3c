#!/bin/sh
# Checks what the desktop gets: menu entry, description, icon, kinds of files, and that the thumbnailer draws.
# usage: desktop.sh SOURCE_DIR BUILD_DIR
set -eu
folder=$1/packaging/desktop build=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "$1"
    exit 1
}
skipped=
have() { # PROGRAM
    command -v "$1" >/dev/null || { skipped="$skipped $1"; return 1; }
}

! have desktop-file-validate || [ -z "$(desktop-file-validate "$folder/org.hone.view.desktop")" ] ||
    fail "$(desktop-file-validate "$folder/org.hone.view.desktop")"
! have appstreamcli || appstreamcli validate --no-net "$folder/org.hone.view.metainfo.xml" >"$work/said" || fail "$(cat "$work/said")"
version=$(sed -n 's/^#define HONE_VERSION "\(.*\)".*/\1/p' "$1/include/hone/base.h")
grep -q "<release version=\"$version\"" "$folder/org.hone.view.metainfo.xml" || fail "the description has no release $version"
for entry in org.hone.view.desktop hone.thumbnailer; do # every kind of file is known
    for type in $(sed -n 's/^MimeType=//p' "$folder/$entry" | tr ';' ' '); do
        case $type in
        model/gltf-binary | model/gltf+json) ;; # shared-mime-info has these
        *) grep -q "<mime-type type=\"$type\">" "$folder/hone.xml" || fail "$entry: nobody defines $type" ;;
        esac
    done
done

# ---- kinds of files, by content and by name

is_type() { # FILE TYPE
    found=$(gio info -a standard::content-type "$1" | sed -n 's/.*content-type: //p')
    [ "$found" = "$2" ] || fail "$1 is $found, not $2"
}
if have update-mime-database && have gio; then
    mkdir -p "$work/share/mime/packages" "$work/files"
    cp "$folder/hone.xml" "$work/share/mime/packages"
    update-mime-database "$work/share/mime" 2>"$work/said" || fail "$(cat "$work/said")"
    export XDG_DATA_HOME="$work/share" XDG_DATA_DIRS=/usr/share
    cp "$build/samples/made/character.pmx" "$work/files/unnamed"
    cp "$build/samples/made/dance.vmd" "$work/files/motion"
    cd "$work/files"
    printf 'Pmd\000\000\200\077name' >model
    printf 'Vocaloid Pose Data file\r\n' >pose
    printf 'xof 0302txt 0064\n' >mesh
    printf 'Kaydara FBX Binary  \000' >scene
    printf 'HIERARCHY\nROOT Hips\n' >capture
    printf 'Polygon Movie maker 0002' >project
    printf 'glTF\002\000\000\000' >avatar.vrm
    is_type unnamed model/x-mmd-pmx
    is_type motion model/x-mmd-vmd
    is_type model model/x-mmd-pmd
    is_type pose model/x-mmd-vpd
    is_type mesh model/x-directx
    is_type scene model/x-fbx
    is_type capture model/x-bvh
    is_type project model/x-mmd-pmm
    is_type avatar.vrm model/x-vrm
fi

# ---- a thumbnail, as file managers make it

line=$(sed -n 's/^Exec=hone //p' "$folder/hone.thumbnailer" | sed -e "s|%s|128|g" -e "s|%o|$work/thumbnail.png|" \
    -e "s|%i|$build/samples/made/character.pmx|")
"$build/hone" $line 2>"$work/said" || fail "hone $line: $(cat "$work/said")"
case $(od -An -tx1 -j16 -N8 "$work/thumbnail.png" | tr -d ' ') in
0000008000000080) ;;
*) fail "the thumbnail is not 128 by 128" ;;
esac
[ -z "$skipped" ] || echo "SKIPPED: these are not installed:$skipped"
