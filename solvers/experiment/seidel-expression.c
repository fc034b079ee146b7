/* Expressions by recursive descent, evaluated while they are read.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "experiment/seidel-expression.h"

#include <math.h>
#include <string.h>

#include "base/seidel-error.h"
#include "base/seidel-translatable.h"

#define MOST_DEPTH     64
#define MOST_ARGUMENTS 3

/* Reading stops at the first error, after which every part returns at once. */
typedef struct
{
  const char *text;
  const char *at;
  SeidelExpressionLookup lookup;
  gpointer data;
  int depth;
  GError *error;
} Reader;

static double read_any (Reader *reader);

static double
fail (Reader *reader, const char *expected)
{
  if (reader->error == NULL)
    reader->error = g_error_new (SEIDEL_ERROR, SEIDEL_ERROR_FORMAT, "“%s”: %s at “%s”",
                                 reader->text, expected, reader->at);
  return NAN;
}

static void
skip_spaces (Reader *reader)
{
  while (g_ascii_isspace (*reader->at))
    reader->at++;
}

/* Whether this sign or word comes next, which is then skipped. */
static bool
take (Reader *reader, const char *sign)
{
  const size_t length = strlen (sign);

  skip_spaces (reader);
  if (reader->error != NULL || strncmp (reader->at, sign, length) != 0
      || (g_ascii_isalpha (sign[0])
          && (g_ascii_isalnum (reader->at[length]) || reader->at[length] == '_')))
    return false;
  reader->at += length;
  return true;
}

static double
apply_sqrt (const double *x)
{
  return sqrt (x[0]);
}

static double
apply_abs (const double *x)
{
  return fabs (x[0]);
}

static double
apply_log (const double *x)
{
  return log (x[0]);
}

static double
apply_log10 (const double *x)
{
  return log10 (x[0]);
}

static double
apply_sin (const double *x)
{
  return sin (x[0]);
}

static double
apply_cos (const double *x)
{
  return cos (x[0]);
}

static double
apply_round (const double *x)
{
  return round (x[0]);
}

static double
apply_min (const double *x)
{
  return x[0] < x[1] ? x[0] : x[1];
}

static double
apply_max (const double *x)
{
  return x[0] > x[1] ? x[0] : x[1];
}

static double
apply_near (const double *x)
{
  return fabs (x[0] - x[1]) <= x[2] * fabs (x[1]);
}

static const struct
{
  const char *name;
  int n;
  double (*apply) (const double *arguments); /* none of which is NaN */
} functions[] = {
  { "sqrt", 1, apply_sqrt },   { "abs", 1, apply_abs }, { "log", 1, apply_log },
  { "log10", 1, apply_log10 }, { "sin", 1, apply_sin }, { "cos", 1, apply_cos },
  { "round", 1, apply_round }, { "min", 2, apply_min }, { "max", 2, apply_max },
  { "near", 3, apply_near },
};

static double
read_call (Reader *reader, size_t function)
{
  double arguments[MOST_ARGUMENTS];
  bool known = true;

  for (int i = 0; i < functions[function].n; i++)
    {
      if (i > 0 && !take (reader, ","))
        return fail (reader, seidel_text ("a comma was expected"));
      arguments[i] = read_any (reader);
      known = known && !isnan (arguments[i]);
    }
  if (!take (reader, ")"))
    return fail (reader, seidel_text ("a closing bracket was expected"));
  return known ? functions[function].apply (arguments) : NAN;
}

static double
read_name (Reader *reader)
{
  const char *begin = reader->at;
  g_autofree char *name = NULL;
  double value = NAN;

  while (g_ascii_isalnum (*reader->at) || strchr ("_.-", *reader->at) != NULL)
    {
      /* A hyphen belongs to the key of a setting, as in set.run.max-iterations. */
      if (*reader->at == '\0'
          || (*reader->at == '-'
              && (strncmp (begin, "set.", 4) != 0 || !g_ascii_isalpha (reader->at[1]))))
        break;
      reader->at++;
    }
  name = g_strndup (begin, (size_t) (reader->at - begin));
  for (size_t i = 0; i < G_N_ELEMENTS (functions); i++)
    if (strcmp (name, functions[i].name) == 0 && take (reader, "("))
      return read_call (reader, i);
  if (strcmp (name, "pi") == 0)
    return G_PI;
  if (reader->lookup (name, &value, reader->data))
    return value;
  reader->at = begin;
  return fail (reader, seidel_text ("there is no such value"));
}

static double
read_primary (Reader *reader)
{
  double value;

  if (take (reader, "("))
    {
      value = read_any (reader);
      return take (reader, ")") ? value
                                : fail (reader, seidel_text ("a closing bracket was expected"));
    }
  skip_spaces (reader);
  if (g_ascii_isdigit (*reader->at) || *reader->at == '.')
    {
      char *end;

      value = g_ascii_strtod (reader->at, &end);
      reader->at = end;
      return value;
    }
  if (g_ascii_isalpha (*reader->at))
    return read_name (reader);
  return fail (reader, seidel_text ("a value was expected"));
}

/* −x ^ 2 is −(x ^ 2), and x ^ y ^ z is x ^ (y ^ z). */
static double
read_power (Reader *reader)
{
  double value;

  if (++reader->depth > MOST_DEPTH)
    return fail (reader, seidel_text ("fewer nested brackets were expected"));
  if (take (reader, "-"))
    value = -read_power (reader);
  else
    {
      value = read_primary (reader);
      if (take (reader, "^"))
        {
          const double exponent = read_power (reader);

          value = isnan (value) || isnan (exponent) ? NAN : pow (value, exponent);
        }
    }
  reader->depth--;
  return value;
}

static double
read_product (Reader *reader)
{
  double value = read_power (reader);

  for (;;)
    if (take (reader, "*"))
      value *= read_power (reader);
    else if (take (reader, "/"))
      value /= read_power (reader);
    else
      return value;
}

static double
read_sum (Reader *reader)
{
  double value = read_product (reader);

  for (;;)
    if (take (reader, "+"))
      value += read_product (reader);
    else if (take (reader, "-"))
      value -= read_product (reader);
    else
      return value;
}

static double
compare (const char *sign, double x, double y)
{
  if (isnan (x) || isnan (y))
    return NAN;
  if (strcmp (sign, "==") == 0)
    return x == y;
  if (strcmp (sign, "!=") == 0)
    return x != y;
  if (sign[0] == '<')
    return sign[1] == '=' ? x <= y : x < y;
  return sign[1] == '=' ? x >= y : x > y;
}

static double
read_comparison (Reader *reader)
{
  static const char *const signs[] = { "<=", ">=", "==", "!=", "<", ">" };
  const double value = read_sum (reader);

  for (size_t i = 0; i < G_N_ELEMENTS (signs); i++)
    if (take (reader, signs[i]))
      return compare (signs[i], value, read_sum (reader));
  return value;
}

static double
read_all_of (Reader *reader)
{
  double value = read_comparison (reader);

  while (take (reader, "and"))
    {
      const double next = read_comparison (reader);

      value = isnan (value) || isnan (next) ? NAN : value != 0.0 && next != 0.0;
    }
  return value;
}

static double
read_any (Reader *reader)
{
  double value;

  if (++reader->depth > MOST_DEPTH)
    return fail (reader, seidel_text ("fewer nested brackets were expected"));
  value = read_all_of (reader);
  while (take (reader, "or"))
    {
      const double next = read_all_of (reader);

      value = isnan (value) || isnan (next) ? NAN : value != 0.0 || next != 0.0;
    }
  reader->depth--;
  return value;
}

bool
seidel_expression_evaluate (const char *text,
                            SeidelExpressionLookup lookup,
                            gpointer data,
                            double *value,
                            GError **error)
{
  Reader reader = { .text = text, .at = text, .lookup = lookup, .data = data };

  *value = read_any (&reader);
  skip_spaces (&reader);
  if (reader.error == NULL && *reader.at != '\0')
    fail (&reader, seidel_text ("an operator or the end was expected"));
  if (reader.error == NULL)
    return true;
  *value = NAN;
  g_propagate_error (error, reader.error);
  return false;
}
