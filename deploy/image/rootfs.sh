#!/bin/sh
# Makes the root file system of the image in folder $1: Debian's Python and the libraries it needs, as
# Debian ships and maintains them. No shell, no package manager, nothing that can change the system.
# Runs in the build stage of Dockerfile, as root. Names and versions go to $1/usr/share/sbom/debian.tsv.
set -eu

root=$1
packages="
  python3.11-minimal libpython3.11-minimal libpython3.11-stdlib
  libc6 libgcc-s1 libstdc++6 libcrypt1
  libbz2-1.0 libexpat1 libffi8 liblzma5 libsqlite3-0 libssl3 libuuid1 zlib1g
  media-types netbase tzdata
"

mkdir -p "$root/usr/share/sbom" "$root/usr/bin" "$root/usr/lib" "$root/usr/lib64" "$root/usr/sbin"
for folder in bin lib lib64 sbin; do ln -s "usr/$folder" "$root/$folder"; done

archives=$(mktemp -d)
chmod 755 "$archives" && cd "$archives"
# shellcheck disable=SC2086 # one word for each package
apt-get download $packages
for archive in *.deb; do
  dpkg-deb --fsys-tarfile "$archive" | tar -x --keep-directory-symlink -C "$root"
  dpkg-deb --show --showformat '${Package}\t${Version}\t${Architecture}\n' "$archive"
done >"$root/usr/share/sbom/debian.tsv"
cd / && rm -r "$archives"
ln -s python3.11 "$root/usr/bin/python3" # which environments link to

# Character sets of other systems, manuals, and modules for terminals, whose libraries are not here.
rm -rf "$root"/usr/lib/*/gconv "$root"/usr/share/man "$root"/usr/share/lintian "$root"/usr/share/gdb \
  "$root"/usr/share/gcc "$root"/usr/share/zoneinfo/right "$root"/usr/lib/python3.11/lib-dynload/_curses* \
  "$root"/usr/lib/python3.11/lib-dynload/readline* "$root"/usr/lib/python3.11/lib-dynload/_dbm* \
  "$root"/usr/lib/python3.11/lib-dynload/nis*

mkdir -p "$root/etc/ssl/certs"
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
printf 'root:x:0:0::/:/sbin/nologin\nverifyd:x:65532:65532::/:/sbin/nologin\n' >"$root/etc/passwd"
printf 'root:x:0:\nverifyd:x:65532:\n' >"$root/etc/group"
printf 'hosts: files dns\n' >"$root/etc/nsswitch.conf"
install --directory --mode 1777 "$root/tmp"
# The socket's folder; a volume shared with the agent is mounted here.
install --directory --owner 65532 --group 65532 --mode 0750 "$root/run/verifyd"
# Debian compiles these after installing, which nothing here does.
PYTHONNODEBUGRANGES=1 python3.11 -m compileall -q -s "$root" "$root/usr/lib/python3.11"
