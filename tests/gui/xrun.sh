#!/bin/bash
# xrun.sh CMD...: CMD on its own X server, session bus and HOME; parallel-safe; leaves nothing running.
# XRUN_WRAP='valgrind ...' goes before CMD. XRUN_TEXT_DPI=144: text is 1.5 times as large, as by the text scale of a desktop. WM=1 adds openbox and xcompmgr (focus, shadows, dialogs as a person sees them).
set -u
T=$(mktemp -d "${TMPDIR:-/tmp}/xrun.XXXXXX")
export HOME=$T XDG_RUNTIME_DIR=$T/run XDG_CONFIG_HOME=$T/config XDG_DATA_HOME=$T/share XDG_CACHE_HOME=${XRUN_CACHE:-$T/cache}
mkdir -m 700 -p "$XDG_RUNTIME_DIR" "$XDG_CONFIG_HOME/gtk-4.0" "$XDG_DATA_HOME" "$XDG_CACHE_HOME"
printf '[Settings]\ngtk-font-name=Cantarell 11\ngtk-enable-animations=false\ngtk-cursor-blink=false\n' >"$XDG_CONFIG_HOME/gtk-4.0/settings.ini"
unset WAYLAND_DISPLAY DBUS_SESSION_BUS_ADDRESS AT_SPI_BUS_ADDRESS GTK_MODULES GTK_THEME DISPLAY XAUTHORITY
export GDK_BACKEND=x11 GSK_RENDERER=${GSK_RENDERER:-cairo} GSETTINGS_BACKEND=${GSETTINGS_BACKEND:-keyfile} ADW_DISABLE_PORTAL=1 GTK_USE_PORTAL=0 LC_ALL=${LC_ALL:-C.UTF-8} TZ=UTC
mkfifo "$T/n"
Xvfb -displayfd 3 -screen 0 "${XRUN_SCREEN:-1280x800x24}" -nolisten tcp -noreset 3>"$T/n" >"$T/xvfb.log" 2>&1 &
xp=$!
pids=($xp)
trap 'kill "${pids[@]}" 2>/dev/null; wait "${pids[@]}" 2>/dev/null; rm -rf "$T"' EXIT
read -r -t 120 n <"$T/n" || { echo "no X server: $(cat "$T/xvfb.log")" >&2; exit 1; }
export DISPLAY=:$n
# Without a settings daemon GTK takes the scale of text from the resources of the X server, before any settings.ini.
[ -z "${XRUN_TEXT_DPI:-}" ] || xprop -root -f RESOURCE_MANAGER 8s -set RESOURCE_MANAGER "Xft.dpi: $XRUN_TEXT_DPI"
# The pointer begins in the middle of the screen: in a corner it hovers over nothing by chance, no tooltip is due.
command -v xdotool >/dev/null && xdotool mousemove 32000 32000
if [ -n "${WM:-}" ]; then
  openbox >/dev/null 2>&1 & pids+=($!)
  xcompmgr >/dev/null 2>&1 & pids+=($!)
  until xprop -root _NET_SUPPORTING_WM_CHECK 2>/dev/null | grep -q 'window id'; do
    kill -0 "${pids[1]}" 2>/dev/null || { echo 'no window manager' >&2; exit 1; }
    sleep .05
  done
fi
# the bus and what it starts talk on the bus's own stdout and stderr: kept out of the test's (TAP) output
dbus-run-session -- bash -c 'exec "$@" >&4 2>&5 4>&- 5>&-' _ ${XRUN_WRAP:-} "$@" 4>&1 5>&2 >"$T/bus.log" 2>&1
exit $?
