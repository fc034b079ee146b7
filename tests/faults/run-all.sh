#!/bin/bash
# run-all.sh PYTHON SEIDEL_CLI FAULTS_LIBRARY [WINDOW_STEPS]: all tests of faults, in full.
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
here=$(dirname "$0")
status=0
"$1" "$here/test-faults.py" "$2" "$3" --full || status=1
if [ $# -gt 3 ]; then
  "$here/../gui/xrun.sh" /usr/bin/python3 "$here/test-window-faults.py" "$4" "$2" "$3" --full || status=1
fi
"$1" "$here/test-limits.py" "$2" --full || status=1
exit $status
