/* What pages of HTML have in common: their head, with the colours of both styles as variables, and
 * texts of their scripts.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

#include "draw/seidel-theme.h"

G_BEGIN_DECLS

/* Markup, which is not translated; what it contains is escaped already. */
void seidel_html_append_markup (GString *html, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* name:"text", as a member of an object of the script. */
void seidel_html_append_text (GString *html, const char *name, const char *text);

/* --name:#rrggbb; */
void seidel_html_append_color (GString *html, const char *name, const SeidelColor *color);

/* From the first line to the end of the head. language: "it"; title: escaped; style: the rules,
 * behind the variables. more (may be NULL) adds variables of a theme. */
void seidel_html_append_head (GString *html,
                              const char *language,
                              const char *title,
                              const char *style,
                              void (*more) (GString *html, const SeidelTheme *theme));

G_END_DECLS
