# A system that has nothing but Debian and git, in a folder: for scripts beside this one, which include it with the suite in
# $suite and their arguments in "$@".
#
# The system is made by debootstrap from the mirror of this machine, with the committed tree and nothing beside it. What
# debootstrap made is kept for a day in the user's cache folder. Needs root, debootstrap and a mirror; where one of them is
# missing the script is skipped: exit status 77. Its mounts are in a namespace of their own and end with it.
#
# SPDX-License-Identifier: GPL-3.0-or-later
source=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)

say () { printf '%s\n' "$*"; }

skip () { say "skipped: $*"; exit 77; }

if [ -z "${BARE_MACHINE_NAMESPACE:-}" ]; then
  [ "$(id -u)" -eq 0 ] || skip "only root can make a system in a folder"
  command -v debootstrap >/dev/null || skip "debootstrap is not installed"
  unshare --mount true 2>/dev/null || skip "mounting is not permitted here"
  BARE_MACHINE_NAMESPACE=yes exec unshare --mount --propagation private "$0" "$@"
fi

folder=$(mktemp -d "${TMPDIR:-/tmp}/seidel-bare.XXXXXX")
root=$folder/root

clean_up () {
  local status=$? mounted process
  trap '' HUP INT TERM
  [ -z "$(jobs -p)" ] || kill -KILL -- "-$(jobs -p)" || true
  for process in /proc/[0-9]*; do
    [ "$(readlink "$process/root")" != "$root" ] || kill -KILL "${process#/proc/}"
  done 2>/dev/null
  mounted=$(awk -v root="$root/" 'index ($2, root) == 1 { print $2 }' /proc/mounts | sort -r)
  [ -z "$mounted" ] || umount --lazy $mounted
  [ -n "$keep" ] || rm -rf --one-file-system "$folder"
  exit "$status"
}
trap clean_up EXIT
trap 'exit 1' HUP INT TERM

# apt's settings of this machine that say how to reach a mirror.
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Component: main' 2>/dev/null |
  grep -E '^https?://.*/debian/?$' | head -n 1 || true)
mirror=${mirror:-http://deb.debian.org/debian}
apt_settings=$(apt-config dump | grep -E '^Acquire::(https?|Check-|Max-|Retries|Force)' || true)
proxy=$(apt-config dump --format '%v%n' Acquire::http::Proxy)
[ -z "$proxy" ] || export http_proxy=$proxy

# wait_for COMMAND…: in the background and in a process group of its own, so that a signal can end it at once.
wait_for () {
  setsid "$@" &
  wait $!
}

# in_system COMMAND…: in the folder of the clone, with the environment of a user who has just logged in.
in_system () {
  wait_for chroot "$root" env -i HOME=/root TERM=dumb LANG=C.UTF-8 PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
    sh -c 'cd /root/seidel && exec "$@"' sh "$@" </dev/null
}

# expect PATTERN COMMAND…: the command succeeds, and prints a line that fits.
expect () {
  local pattern=$1 status=0
  shift
  in_system "$@" >"$folder/output" 2>&1 || status=$?
  if [ $status -ne 0 ] || ! grep -qE "$pattern" "$folder/output"; then
    tail -n 40 "$folder/output"
    say "failed: $* (exit status $status, expected a line like '$pattern')"
    exit 1
  fi
  say "ok: $*"
}

# timed NAME COMMAND…: with the seconds that it took in $seconds.
timed () {
  local name=$1 start=$EPOCHREALTIME cpu_start cpu
  shift
  cpu_start=$(children_cpu)
  "$@"
  seconds=$(awk -v from="$start" -v to="$EPOCHREALTIME" 'BEGIN { print to - from }')
  cpu=$(awk -v from="$cpu_start" -v to="$(children_cpu)" 'BEGIN { print to - from }')
  printf '%s: %.0f s (%.0f s of processor time on %d cores, load %s)\n' "$name" "$seconds" "$cpu" "$(nproc)" "$(cut -d ' ' -f 1 /proc/loadavg)"
}

# User and system time of the processes that ended, in seconds.
children_cpu () {
  awk -v ticks="$(getconf CLK_TCK)" '{ sub (/.*\) /, ""); print ($14 + $15) / ticks }' /proc/$$/stat
}

make_system () {
  local kept=${XDG_CACHE_HOME:-$HOME/.cache}/seidel-checks/$suite.tar
  mkdir -p "$root" "${kept%/*}"
  if [ -n "$(find "$kept" -mmin -1440 2>/dev/null)" ]; then
    wait_for tar -C "$root" -xpf "$kept"
  else
    if ! wait_for debootstrap --variant=minbase --include=git,ca-certificates "$suite" "$root" "$mirror" >"$folder/debootstrap.log" 2>&1; then
      tail -n 5 "$folder/debootstrap.log"
      grep -q '^I: Validating' "$folder/debootstrap.log" || skip "debootstrap got nothing from $mirror"
      exit 1
    fi
    wait_for tar -C "$root" -cpf "$kept.$$" .
    mv "$kept.$$" "$kept"
  fi
  printf '%s\n' "$apt_settings" >"$root/etc/apt/apt.conf.d/90mirror"
  cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
  mount -t proc proc "$root/proc"
  mount -t sysfs -o ro sysfs "$root/sys"
  mkdir -p "$root/dev/shm"
  mount -t tmpfs tmpfs "$root/dev/shm"
  git clone --quiet "file://$source" "$root/root/seidel"
}
