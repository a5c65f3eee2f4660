/* test_registry -- engines and issuers, by their names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "seqbench/engine.h"

int	test_registry(void);

static void
each_engine_is_found_and_has_an_issuer(void **state)
{
	(void)state;
	for (size_t i = 0; engines[i] != NULL; i++) {
		const struct engine *e = engines[i];

		assert_ptr_equal(engine_find(e->name), e);
		assert_non_null(issuer_find(e->issuer));
		assert_true(strlen(e->summary) > 0);
		/* What touches nothing moves nothing, and the other way. */
		assert_int_equal(e->access == ACCESS_NONE,
		    !issuer_find(e->issuer)->moves_data);
	}
}

static void
each_issuer_is_found_and_can_transfer(void **state)
{
	(void)state;
	for (size_t i = 0; issuers[i] != NULL; i++) {
		assert_ptr_equal(issuer_find(issuers[i]->name), issuers[i]);
		/* One way of moving bytes, unless this build has none. */
		assert_int_equal((issuers[i]->transfer != NULL) +
		    issuer_is_async(issuers[i]),
		    issuers[i]->absent == NULL);
		assert_true(strlen(issuers[i]->summary) > 0);
	}
}

static void
names_are_whole_and_given_once(void **state)
{
	(void)state;
	for (size_t i = 0; engines[i] != NULL; i++)
		for (size_t k = 0; k < i; k++)
			assert_string_not_equal(engines[i]->name,
			    engines[k]->name);
	for (size_t i = 0; issuers[i] != NULL; i++)
		for (size_t k = 0; k < i; k++)
			assert_string_not_equal(issuers[i]->name,
			    issuers[k]->name);
	assert_null(engine_find("direc"));
	assert_null(engine_find("directs"));
	assert_null(engine_find(""));
	assert_null(issuer_find("Sync"));
}

int
test_registry(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_engine_is_found_and_has_an_issuer),
		cmocka_unit_test(each_issuer_is_found_and_can_transfer),
		cmocka_unit_test(names_are_whole_and_given_once),
	};

	return cmocka_run_group_tests_name("registry", tests, NULL, NULL);
}
