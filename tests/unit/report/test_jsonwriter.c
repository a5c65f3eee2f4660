/* test_jsonwriter -- nesting, commas, escapes, and numbers that read back. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "seqbench/file.h"

#include "../../../src/report/jsonwriter.h"

int	test_jsonwriter(void);

struct page {
	struct json	 json;
	char		*text;
	size_t		 size;
};

static void	page_open(struct page *p);
static void	page_check(struct page *p, const char *want);

static void
levels_are_closed_in_their_order(void **state)
{
	struct page p;

	(void)state;
	page_open(&p);
	json_object(&p.json, NULL);
	json_array(&p.json, "empty");
	json_end(&p.json);
	json_array(&p.json, "rows");
	json_object(&p.json, NULL);
	json_bool(&p.json, "yes", true);
	json_null(&p.json, "no");
	json_end(&p.json);
	json_int(&p.json, NULL, -1);
	json_end(&p.json);
	json_end(&p.json);
	page_check(&p, "{\n"
	    "  \"empty\": [],\n"
	    "  \"rows\": [\n"
	    "    {\n"
	    "      \"yes\": true,\n"
	    "      \"no\": null\n"
	    "    },\n"
	    "    -1\n"
	    "  ]\n"
	    "}\n");
}

static void
deep_levels_share_a_line(void **state)
{
	struct page p;

	(void)state;
	page_open(&p);
	for (int i = 0; i < 4; i++)
		json_array(&p.json, NULL);
	json_object(&p.json, NULL);
	json_int(&p.json, "a", 1);
	json_array(&p.json, "b");
	json_int(&p.json, NULL, 2);
	json_int(&p.json, NULL, 3);
	for (int i = 0; i < 6; i++)
		json_end(&p.json);
	page_check(&p, "[\n  [\n    [\n      [\n"
	    "        {\"a\": 1, \"b\": [2, 3]}\n"
	    "      ]\n    ]\n  ]\n]\n");
}

static void
strings_are_escaped(void **state)
{
	static const struct {
		const char	*value, *want;
	} rows[] = {
		{ "", "\"\"\n" },
		{ "a/b", "\"a/b\"\n" },
		{ "\"\\", "\"\\\"\\\\\"\n" },
		{ "\n\t\r\033\177", "\"\\n\\t\\u000d\\u001b\177\"\n" },
		{ "\xc3\xa4", "\"\xc3\xa4\"\n" },
		{ "x\xff\xc3y", "\"x\\ufffd\\ufffdy\"\n" },
		{ NULL, "null\n" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct page p;

		page_open(&p);
		json_string(&p.json, NULL, rows[i].value);
		putc('\n', p.json.f);
		page_check(&p, rows[i].want);
	}
}

static void
a_name_that_is_not_utf8_is_also_given_in_hex(void **state)
{
	struct page p;

	(void)state;
	page_open(&p);
	json_object(&p.json, NULL);
	json_path(&p.json, "good", "/mnt");
	json_path(&p.json, "bad", "/\xff");
	json_path(&p.json, "none", "");
	json_end(&p.json);
	page_check(&p, "{\n"
	    "  \"good\": \"/mnt\",\n"
	    "  \"bad\": \"/\\ufffd\", \"bad_hex\": \"2fff\",\n"
	    "  \"none\": null\n"
	    "}\n");
}

static void
doubles_are_the_shortest_that_read_back(void **state)
{
	static const struct {
		double		 value;
		const char	*want;
	} rows[] = {
		{ 0, "0\n" },
		{ 0.1, "0.1\n" },
		{ 1.0 / 3, "0.3333333333333333\n" },
		{ 0.1 + 0.2, "0.30000000000000004\n" },
		{ 2796202.6666666665, "2796202.6666666665\n" },
		{ 1e23, "1e+23\n" },
		{ NAN, "null\n" },
		{ INFINITY, "null\n" },
		{ -INFINITY, "null\n" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct page p;

		page_open(&p);
		json_double(&p.json, NULL, rows[i].value);
		putc('\n', p.json.f);
		page_check(&p, rows[i].want);
	}
}

static void
unknown_numbers_are_null(void **state)
{
	struct page p;

	(void)state;
	page_open(&p);
	json_array(&p.json, NULL);
	json_u64(&p.json, NULL, UINT64_MAX - 1);
	json_u64(&p.json, NULL, NOT_KNOWN);
	json_end(&p.json);
	page_check(&p, "[\n  18446744073709551614,\n  null\n]\n");
}

static void
page_open(struct page *p)
{
	p->json = (struct json){
		.f = open_memstream(&p->text, &p->size), .empty = true,
	};
}

static void
page_check(struct page *p, const char *want)
{
	fclose(p->json.f);
	assert_string_equal(p->text, want);
	free(p->text);
}

int
test_jsonwriter(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(levels_are_closed_in_their_order),
		cmocka_unit_test(deep_levels_share_a_line),
		cmocka_unit_test(strings_are_escaped),
		cmocka_unit_test(a_name_that_is_not_utf8_is_also_given_in_hex),
		cmocka_unit_test(doubles_are_the_shortest_that_read_back),
		cmocka_unit_test(unknown_numbers_are_null),
	};

	return cmocka_run_group_tests_name("jsonwriter", tests, NULL, NULL);
}
