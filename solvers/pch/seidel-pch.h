/* The headers that most files without a window include, precompiled for them with -Db_pch=true.
 * Every file includes what it uses all the same: the tests are built without.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <gio/gio.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
