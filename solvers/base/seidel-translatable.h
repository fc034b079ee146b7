/* Texts of tables that the window shows. The library itself speaks English in every locale, as the
 * command line and its JSON do: N_ () marks a text for the catalogue, and the window looks up its
 * translation where it shows it, by gettext ().
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#ifndef N_
#define N_(text) (text)
#endif
