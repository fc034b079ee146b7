/* What a sparsity picture shows, in words and numbers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "draw/seidel-sparsity-picture.h"

G_BEGIN_DECLS

/* Texts; free them with g_free (). */

/* The visible entries (row, column, value, of a complex matrix both parts, level) when there are at
 * most SEIDEL_SPARSITY_CSV_ENTRIES, otherwise the counts of entries behind the pixels of a picture
 * of this size. */
#define SEIDEL_SPARSITY_CSV_ENTRIES 1000000
char *seidel_sparsity_picture_to_csv (const SeidelSparsityPicture *picture,
                                      double width,
                                      double height,
                                      const SeidelTheme *theme);
/* In words, for those who cannot see it: size, entries, what is visible. */
char *seidel_sparsity_picture_describe (const SeidelSparsityPicture *picture,
                                        const SeidelCellMap *map);
/* An entry, by its index: "−1.25e6", of a complex matrix "1.5 − 2i". */
char *seidel_sparsity_picture_describe_value (const SeidelSparsityPicture *picture,
                                              int64_t entry,
                                              int digits);
/* "row 812, column 799: −1.25e6 · level 171 of 392" */
char *seidel_sparsity_picture_describe_place (const SeidelSparsityPicture *picture,
                                              int64_t row,
                                              int64_t column);

G_END_DECLS
