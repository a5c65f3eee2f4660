/* test_diag -- the first error stays, and warnings are said once. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "seqbench/diag.h"

int	test_diag(void);

static void
an_error_is_recorded_and_returned(void **state)
{
	struct diag d = { 0 };

	(void)state;
	assert_int_equal(diag_set(&d, -EIO, "%s: offset %d", "f", 512), -EIO);
	assert_int_equal(d.code, -EIO);
	assert_int_equal(d.status, STATUS_SETUP);
	assert_string_equal(d.text, "f: offset 512");
}

static void
a_usage_error_has_its_own_status(void **state)
{
	struct diag d = { 0 };

	(void)state;
	assert_int_equal(diag_usage(&d, "-b %s", "4x"), -EINVAL);
	assert_int_equal(d.code, -EINVAL);
	assert_int_equal(d.status, STATUS_USAGE);
	assert_string_equal(d.text, "-b 4x");
}

static void
the_first_error_stays(void **state)
{
	struct diag d = { 0 };

	(void)state;
	diag_set(&d, -ENOENT, "first");
	assert_int_equal(diag_usage(&d, "second"), -EINVAL);
	assert_int_equal(diag_set(&d, -EIO, "third"), -EIO);
	assert_int_equal(d.code, -ENOENT);
	assert_int_equal(d.status, STATUS_SETUP);
	assert_string_equal(d.text, "first");
}

static void
a_text_that_is_too_long_keeps_its_reason(void **state)
{
	char *name = malloc(2 * DIAG_TEXT);
	struct diag d = { 0 };

	(void)state;
	assert_non_null(name);
	memset(name, 'n', 2 * DIAG_TEXT - 1);
	name[2 * DIAG_TEXT - 1] = '\0';
	diag_set(&d, -EIO, "f: %s: the reason", name);
	assert_int_equal(strlen(d.text), DIAG_TEXT - 1);
	assert_memory_equal(d.text, "f: nnn", 6);
	assert_non_null(strstr(d.text, "nnn[..]nnn"));
	assert_non_null(strstr(d.text, "nnn: the reason"));
	free(name);
}

static void
a_warning_is_kept_once_and_in_order(void **state)
{
	struct warnings w = { 0 };

	(void)state;
	warnings_add(&w, "%s: busy", "sda");
	warnings_add(&w, "%s: busy", "sdb");
	warnings_add(&w, "sda: busy");
	assert_int_equal(w.n, 2);
	assert_string_equal(w.text[0], "sda: busy");
	assert_string_equal(w.text[1], "sdb: busy");
	warnings_release(&w);
	assert_int_equal(w.n, 0);
	assert_null(w.text);
}

int
test_diag(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_error_is_recorded_and_returned),
		cmocka_unit_test(a_usage_error_has_its_own_status),
		cmocka_unit_test(the_first_error_stays),
		cmocka_unit_test(a_text_that_is_too_long_keeps_its_reason),
		cmocka_unit_test(a_warning_is_kept_once_and_in_order),
	};

	return cmocka_run_group_tests_name("base/diag", tests, NULL, NULL);
}
