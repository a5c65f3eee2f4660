/* test_value_destroy -- which signature may be lost on which device. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "unit/cli/line.h"

int	test_value_destroy(void);

static void
a_signature_belongs_to_the_device_before_it(void **state)
{
	static const struct {
		const char	*text;
		const char	*want;	/* DEVICE=WHAT of each */
	} rows[] = {
		{ "seqbench --destroy a .", "a=none " },
		{ "seqbench --destroy a --lose ext4 .", "a=ext4 " },
		{ "seqbench --lose ext4 --destroy a .", "a=ext4 " },
		{ "seqbench --destroy a --destroy b .", "a=none b=none " },
		{ "seqbench --destroy a --lose XFS --destroy b .",
		    "a=XFS b=none " },
		{ "seqbench --destroy a --destroy b --lose GPT .",
		    "a=none b=GPT " },
		{ "seqbench --destroy a --lose x --destroy b,c --lose y .",
		    "a=x b,c=y " },
		{ "seqbench --lose x --destroy a --destroy b .",
		    "a=x b=none " },
		{ "seqbench --destroy a --lose x --lose y .", "a=y " },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		char got[128] = "";
		struct line l;

		assert_int_equal(line_parse(&l, rows[i].text), 0);
		for (size_t k = 0; k < l.o.destroy.n; k++) {
			const char *lose = l.o.destroy.item[k].lose;
			size_t len = strlen(got);

			snprintf(got + len, sizeof(got) - len, "%s=%s ",
			    l.o.destroy.item[k].device,
			    lose != NULL ? lose : "none");
		}
		assert_string_equal(got, rows[i].want);
		line_release(&l);
	}
}

static void
nothing_and_the_same_again_are_refused(void **state)
{
	static const struct line_refused rows[] = {
		{ "seqbench --destroy= .", "--destroy '': an empty DEV" },
		{ "seqbench --destroy a --lose= .",
		    "--lose '': an empty WHAT" },
		{ "seqbench --destroy a --lose x --destroy a .",
		    "--destroy a: given twice" },
		{ "seqbench --destroy", "--destroy: DEV is missing" },
	};

	(void)state;
	assert_refused(rows, sizeof(rows) / sizeof(*rows));
}

static void
there_is_a_most(void **state)
{
	char name[DESTROY_MAX + 1][16], *argv[2 * DESTROY_MAX + 5];
	char program[] = "seqbench", destroy[] = "--destroy",
	    lose[] = "--lose", here[] = ".";
	struct options o;
	struct diag d = { 0 };
	int argc = 0;

	(void)state;
	argv[argc++] = program;
	for (int i = 0; i <= DESTROY_MAX; i++) {
		snprintf(name[i], sizeof(name[i]), "d%d", i);
		argv[argc++] = destroy;
		argv[argc++] = name[i];
	}
	argv[argc++] = here;
	argv[argc] = NULL;
	assert_int_equal(options_parse(&o, &sweep_options, argc, argv, 1, &d),
	    -EINVAL);
	assert_string_equal(d.text, "--destroy d64: more than 64 devices");
	options_release(&o);
	argv[argc - 3] = lose;
	assert_int_equal(options_parse(&o, &sweep_options, argc, argv, 1, &d),
	    0);
	assert_string_equal(o.destroy.item[DESTROY_MAX - 1].lose, "d64");
	options_release(&o);
}

int
test_value_destroy(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_signature_belongs_to_the_device_before_it),
		cmocka_unit_test(nothing_and_the_same_again_are_refused),
		cmocka_unit_test(there_is_a_most),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
