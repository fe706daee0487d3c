#!/bin/sh
# Installs the packages in a new Debian 12 (debootstrap), builds the README's program there, and runs command and viewer.
# usage: deb_install.sh FOLDER_OF_PACKAGES [FOLDER_OF_A_DEBIAN]   as root; the second is used if it is there, and kept
set -eu
packages=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
root=${2:-$packages/root}
mirror=$(sed -n 's/^URIs: //p; s/^deb \(http[^ ]*\).*/\1/p' /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list 2>/dev/null | head -1)
echo "== Debian 12 in $root"
[ -x "$root/usr/bin/apt-get" ] || debootstrap --variant=minbase bookworm "$root" "${mirror:-http://deb.debian.org/debian}" >"$packages/root.log" 2>&1 ||
    { tail -5 "$packages/root.log"; exit 1; }
inside() { # without the environment of this machine
    chroot "$root" env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive http_proxy="${http_proxy:-}" "$@"
}
cp /etc/apt/apt.conf.d/*registry* "$root/etc/apt/apt.conf.d/" 2>/dev/null || : # how this machine reaches its mirror
cp /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || :
mount -t proc proc "$root/proc" # programs ask it for their own place
trap 'umount "$root/proc"' EXIT
rm -rf "$root/packages"
mkdir -p "$root/packages"
cp "$packages"/*.deb "$root/packages"
rm -f "$root"/packages/*-dbgsym_*
cp "$here/../examples/play.c" "$root/packages"

echo "== apt-get install"
inside apt-get update -qq
inside sh -c 'apt-get install -y -qq --no-install-recommends /packages/*.deb gcc libc6-dev pkg-config cmake make' >"$packages/install.log" 2>&1 ||
    { tail -20 "$packages/install.log"; exit 1; }

echo "== the README's program, by pkg-config and by CMake"
inside sh -euc '
cd /packages
gcc play.c -o play $(pkg-config --cflags --libs hone)
cat >CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.25)
project(user C)
find_package(hone 0.1 REQUIRED CONFIG)
add_executable(user play.c)
target_link_libraries(user PRIVATE hone::hone)
END
cmake -B made >/dev/null
cmake --build made >/dev/null
for program in ./play made/user; do
    ! $program /none.pmx /none.vmd 2>said
    grep -q "^/none.pmx: " said || { cat said; exit 1; }
done
ldd ./play | grep -F libhone.so.0.1'

echo "== the command"
inside hone version | tee "$packages/version"
! grep -q "not built in\|not installed" "$packages/version"
inside sh -euc 'cd /tmp && hone completion bash | bash -n && hone help --man render | grep -q "^.TH HONE-RENDER 1"
test -s /usr/share/man/man1/hone-render.1.gz && test -s /usr/share/bash-completion/completions/hone
LANGUAGE=ja hone -h | grep "使い方: hone"'
if [ -n "${HONE_DEB_DRAW-yes}" ]; then
    echo "== a picture and the viewer"
    inside apt-get install -y -qq --no-install-recommends libgl1-mesa-dri xvfb xauth >>"$packages/install.log" 2>&1
    inside sh -euc 'cd /tmp && hone demo -o demo.png && test -s demo.png
timeout 60 xvfb-run -a sh -c "hone-view --fresh --demo & sleep 8; kill \$!"'
fi
echo "all is well"
