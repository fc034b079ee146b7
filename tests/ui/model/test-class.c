/* Properties and signals from tables.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/seidel-class.h"

#include <string.h>

#define TEST_TYPE_ITEM (test_item_get_type ())
G_DECLARE_FINAL_TYPE (TestItem, test_item, TEST, ITEM, GObject)

struct _TestItem
{
  GObject parent_instance;
  gboolean flag;
  guint number;
  gint64 count;
  double value;
  char *text;
  GObject *object;
};

G_DEFINE_FINAL_TYPE (TestItem, test_item, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_FLAG,
  PROP_NUMBER,
  PROP_COUNT,
  PROP_VALUE,
  PROP_TEXT,
  PROP_OBJECT,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];
static guint moved;

static void
test_item_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  TestItem *self = TEST_ITEM (object);

  g_assert_cmpuint (id, ==, PROP_FLAG);
  if (self->flag == g_value_get_boolean (value))
    return;
  self->flag = g_value_get_boolean (value);
  g_object_notify_by_pspec (object, pspec);
}

static void
test_item_class_init (TestItemClass *klass)
{
  const SeidelProperty table[N_PROPS] = {
    [PROP_FLAG] = SEIDEL_PROPERTY (TestItem, "flag", G_TYPE_BOOLEAN, flag, TRUE),
    [PROP_NUMBER] = SEIDEL_PROPERTY (TestItem, "number", G_TYPE_UINT, number, FALSE),
    [PROP_COUNT] = SEIDEL_PROPERTY (TestItem, "count", G_TYPE_INT64, count, FALSE),
    [PROP_VALUE] = SEIDEL_PROPERTY (TestItem, "value", G_TYPE_DOUBLE, value, FALSE),
    [PROP_TEXT] = SEIDEL_PROPERTY (TestItem, "text", G_TYPE_STRING, text, FALSE),
    [PROP_OBJECT] = SEIDEL_PROPERTY (TestItem, "object", G_TYPE_OBJECT, object, FALSE),
  };

  G_OBJECT_CLASS (klass)->set_property = test_item_set_property;
  seidel_class_install_properties (klass, table, N_PROPS, properties);
  moved = seidel_class_add_signal (klass, "moved", 2, G_TYPE_INT64, G_TYPE_STRING);
}

static void
test_item_init (TestItem *self)
{
}

static void
test_get (void)
{
  g_autoptr (TestItem) item = g_object_new (TEST_TYPE_ITEM, NULL);
  g_autoptr (GObject) object = NULL;
  g_autofree char *text = NULL;
  gboolean flag;
  guint number;
  gint64 count;
  double value;

  item->flag = TRUE;
  item->number = G_MAXUINT;
  item->count = G_MININT64;
  item->value = -1e300;
  item->text = (char *) "a text";
  item->object = G_OBJECT (item);
  g_object_get (item, "flag", &flag, "number", &number, "count", &count, "value", &value, "text",
                &text, "object", &object, NULL);
  g_assert_true (flag);
  g_assert_cmpuint (number, ==, G_MAXUINT);
  g_assert_cmpint (count, ==, G_MININT64);
  g_assert_cmpfloat (value, ==, -1e300);
  g_assert_cmpstr (text, ==, "a text");
  g_assert_true (object == G_OBJECT (item));
}

static void
count_cb (guint *n)
{
  (*n)++;
}

/* Only what is writable is, and the class notifies. */
static void
test_set (void)
{
  g_autoptr (TestItem) item = g_object_new (TEST_TYPE_ITEM, NULL);
  guint n = 0;

  g_signal_connect_swapped (item, "notify::flag", G_CALLBACK (count_cb), &n);
  g_object_set (item, "flag", TRUE, NULL);
  g_object_set (item, "flag", TRUE, NULL);
  g_assert_true (item->flag);
  g_assert_cmpuint (n, ==, 1);
  for (int i = PROP_FLAG; i < N_PROPS; i++)
    {
      g_assert_cmpint ((properties[i]->flags & G_PARAM_WRITABLE) != 0, ==, i == PROP_FLAG);
      g_assert_true (properties[i]->flags & G_PARAM_EXPLICIT_NOTIFY);
    }
}

static void
moved_cb (TestItem *item, gint64 where, const char *text, gint64 *sum)
{
  *sum += where + (gint64) strlen (text);
}

static void
test_signal (void)
{
  g_autoptr (TestItem) item = g_object_new (TEST_TYPE_ITEM, NULL);
  gint64 sum = 0;

  g_signal_connect (item, "moved", G_CALLBACK (moved_cb), &sum);
  g_signal_emit (item, moved, 0, (gint64) 1 << 40, "four");
  g_assert_cmpint (sum, ==, ((gint64) 1 << 40) + 4);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/class/get", test_get);
  g_test_add_func ("/class/set", test_set);
  g_test_add_func ("/class/signal", test_signal);
  return g_test_run ();
}
