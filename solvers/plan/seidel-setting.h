/* The options of a run, each once: what it is called, what it may be set to, its text, and the
 * member of SeidelOptions that holds it. The only list of them: seidel-cli, the set-up of the
 * window, experiments, lessons and session files read and write options by it.
 *
 * Which options go together is up to the plan. Plain data and pure functions; any thread.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stddef.h>

#include "run/seidel-options.h"

G_BEGIN_DECLS

/* What a plan gives a verdict on: every option, the ordering of the matrix, and the memory that a
 * run needs. Refusals are reported in this order. */
typedef enum
{
  SEIDEL_PLAN_METHOD,
  SEIDEL_PLAN_PRECONDITIONER,
  SEIDEL_PLAN_ENGINE,
  SEIDEL_PLAN_DEVICE,
  SEIDEL_PLAN_PRECISION,
  SEIDEL_PLAN_STORAGE,
  SEIDEL_PLAN_FUSED,
  SEIDEL_PLAN_COMPENSATED,
  SEIDEL_PLAN_SHAPE,
  SEIDEL_PLAN_STRATEGY,
  SEIDEL_PLAN_ORDERING,
  SEIDEL_PLAN_MATCHING,
  SEIDEL_PLAN_SCALING,
  SEIDEL_PLAN_LAUNCHER,
  SEIDEL_PLAN_PETSC_OPTIONS,
  SEIDEL_PLAN_NEAR_NULL,
  SEIDEL_PLAN_TOLERANCE,
  SEIDEL_PLAN_ABSOLUTE_TOLERANCE,
  SEIDEL_PLAN_BACKWARD_TOLERANCE,
  SEIDEL_PLAN_MAXIMUM_TOLERANCE,
  SEIDEL_PLAN_MAX_ITERATIONS,
  SEIDEL_PLAN_TIME_LIMIT,
  SEIDEL_PLAN_STAGNATION_WINDOW,
  SEIDEL_PLAN_DIVERGENCE_FACTOR,
  SEIDEL_PLAN_THREADS,
  SEIDEL_PLAN_RANKS,
  SEIDEL_PLAN_PARAMETERS, /* and SEIDEL_N_PARAMETERS − 1 more, in the order of their index */
  SEIDEL_PLAN_TRACK_ERROR = SEIDEL_PLAN_PARAMETERS + SEIDEL_N_PARAMETERS,
  SEIDEL_PLAN_TRACK_MAXIMUM,
  SEIDEL_PLAN_SPECTRUM,
  SEIDEL_PLAN_ACCURATE,
  SEIDEL_PLAN_SKIP_CONDITION,
  SEIDEL_PLAN_SKIP_REPLACEMENT,
  SEIDEL_PLAN_SKIP_LEVEL_TIMES,
  SEIDEL_PLAN_PROFILE,
  SEIDEL_PLAN_MEMORY,
  SEIDEL_N_PLAN_ITEMS,
} SeidelPlanItem;

typedef enum
{
  SEIDEL_SETTING_CHOICE, /* one of a list: its id */
  SEIDEL_SETTING_NUMBER,
  SEIDEL_SETTING_SWITCH, /* "true" or "false" */
  SEIDEL_SETTING_TEXT,
  SEIDEL_SETTING_FILE, /* its path */
} SeidelSettingKind;

/* Where a set-up shows it. */
typedef enum
{
  SEIDEL_SETTING_MAIN,
  SEIDEL_SETTING_LIMITS, /* when a run ends, and by how many threads */
  SEIDEL_SETTING_DETAILS,
} SeidelSettingGroup;

/* The type of a member of SeidelOptions. */
typedef enum
{
  SEIDEL_MEMBER_TEXT,  /* const char *, static or interned; of a choice, its id */
  SEIDEL_MEMBER_REAL,  /* double; of a choice, the index of its value */
  SEIDEL_MEMBER_INT,   /* likewise; −1 is automatic */
  SEIDEL_MEMBER_COUNT, /* int64_t */
  SEIDEL_MEMBER_BOOL,
  SEIDEL_MEMBER_FLAG, /* a bit of an int */
  SEIDEL_MEMBER_SHAPE,
} SeidelSettingMember;

/* A value that has a name. */
typedef struct
{
  const char *id;       /* "jacobi", for scripts */
  const char *name;     /* "Jacobi", for users */
  const char *sentence; /* what it does, or NULL */
  const char *section;  /* heading of this value and of its neighbours in a list, or NULL */
} SeidelSettingValue;

typedef struct
{
  SeidelPlanItem item;
  const char *id;       /* "omega", for scripts: --omega */
  const char *name;     /* "Relaxation ω", for users */
  const char *argument; /* placeholder of the value in help texts: "SECONDS"; NULL for switches */
  const char *sentence; /* what it does, and good values */
  SeidelSettingKind kind;
  SeidelSettingGroup group;
  bool occasional; /* of some methods or engines only: not shown where it has no effect */
  /* Has programs run or loaded: no file, which others may have written, sets it. */
  bool trusted;
  /* Of a choice: what "auto" does, which is a choice, too; NULL: it is not. */
  const char *automatic;
  /* Of a choice whose values are its own, not those of another table; else NULL. */
  const SeidelSettingValue *values;
  /* Of numbers, and of the indices of values. */
  double minimum; /* inclusive */
  double maximum; /* inclusive unless open */
  bool open;      /* the maximum itself is not allowed */
  bool integral;
  const char *expected; /* "a number from 0 to below 1, such as 1e-8"; NULL: made from the bounds */
  const char *unset;    /* what 0 or no text means, "no limit"; NULL where it is not special */
  /* The member of SeidelOptions, by its offset in bytes. */
  SeidelSettingMember type;
  size_t offset;
  int flag;
} SeidelSetting;

/* All of them, in the order in which lists show them; static. */
SEIDEL_API const SeidelSetting *seidel_settings (size_t *n);
/* NULL for the ordering and the memory, which are no options. */
SEIDEL_API const SeidelSetting *seidel_setting (SeidelPlanItem item);
SEIDEL_API const SeidelSetting *seidel_setting_of_parameter (SeidelParameterIndex parameter);
/* NULL: there is none of this id. */
SEIDEL_API const SeidelSetting *seidel_setting_find (const char *id);

/* The i-th value of a choice, with "auto" before the others where that is one; false where the list
 * ends. options: with the engine whose strategies are meant. Lists of engines open their modules.
 */
SEIDEL_API bool seidel_setting_value (const SeidelSetting *setting,
                                      const SeidelOptions *options,
                                      size_t i,
                                      SeidelSettingValue *value);
/* The named value of a parameter; NULL for numbers, and for a value that it does not have. */
SEIDEL_API const SeidelSettingValue *seidel_parameter_value (SeidelParameterIndex parameter,
                                                             double value);

/* "a whole number from 1 to 500", "one of: v, w, k": new, for g_free (). */
SEIDEL_API char *seidel_setting_expected (const SeidelSetting *setting);
/* Whether a number, or the index of a value, is within the bounds; NaN never is. */
SEIDEL_API bool seidel_setting_allows (const SeidelSetting *setting, double value);

/* Of numbers, switches (1 and 0) and the indices of values. */
SEIDEL_API double seidel_setting_get (const SeidelSetting *setting, const SeidelOptions *options);
SEIDEL_API void
seidel_setting_set (const SeidelSetting *setting, SeidelOptions *options, double value);

/* The text that sets the option to what it is: new, for g_free (); NULL where there is none. */
SEIDEL_API char *seidel_setting_get_text (const SeidelSetting *setting,
                                          const SeidelOptions *options);
/* Changes one option. SEIDEL_ERROR_INVALID says what was expected; the option is then unchanged.
 * The strategies of an engine that is not available are not known: any is taken. */
SEIDEL_API bool seidel_setting_set_text (const SeidelSetting *setting,
                                         SeidelOptions *options,
                                         const char *text,
                                         GError **error);

SEIDEL_API void seidel_setting_reset (const SeidelSetting *setting, SeidelOptions *options);
SEIDEL_API bool seidel_setting_is_default (const SeidelSetting *setting,
                                           const SeidelOptions *options);

/* Options by their ids, as texts: for programs that are not written in C, and for those that are to
 * work with later versions of the library, in which SeidelOptions has more members. */

/* The defaults; free with seidel_options_free (). */
SEIDEL_API SeidelOptions *seidel_options_new (void);
SEIDEL_API void seidel_options_free (SeidelOptions *options);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelOptions, seidel_options_free)

/* Sets one, such as "tolerance" to "1e-10". SEIDEL_ERROR_INVALID says what was expected; the
 * options are then unchanged. */
SEIDEL_API bool
seidel_options_set (SeidelOptions *options, const char *id, const char *text, GError **error);
/* What one is set to: new, for g_free (). NULL for one that is not set, and with
 * SEIDEL_ERROR_INVALID for an id that is none. */
SEIDEL_API char *seidel_options_get (const SeidelOptions *options, const char *id, GError **error);

G_END_DECLS
