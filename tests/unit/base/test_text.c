/* test_text -- odd bytes on a terminal and in a shell. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "seqbench/text.h"

int	test_text(void);

static const struct {
	const char	*text;
	size_t		 len;		/* of its first character */
	bool		 valid;
} sequences[] = {
	{ "", 0, true },
	{ "a", 1, true },
	{ "\x7f", 1, true },
	{ "\x80", 0, false },
	{ "\xc0\x80", 0, false },
	{ "\xc1\xbf", 0, false },
	{ "\xc2\x80", 2, true },
	{ "\xdf\xbf", 2, true },
	{ "\xc3", 0, false },
	{ "\xc3(", 0, false },
	{ "\xe0\x9f\xbf", 0, false },
	{ "\xe0\xa0\x80", 3, true },
	{ "\xe2\x82\xac", 3, true },
	{ "\xe2\x82", 0, false },
	{ "\xed\x9f\xbf", 3, true },
	{ "\xed\xa0\x80", 0, false },
	{ "\xef\xbf\xbf", 3, true },
	{ "\xf0\x8f\xbf\xbf", 0, false },
	{ "\xf0\x90\x80\x80", 4, true },
	{ "\xf4\x8f\xbf\xbf", 4, true },
	{ "\xf4\x90\x80\x80", 0, false },
	{ "\xf5\x80\x80\x80", 0, false },
	{ "\xff", 0, false },
	{ "a\xff", 1, false },
	{ "\xc3\xa4\xe2\x82\xac", 2, true },
};

static const struct {
	const char	*text, *utf8, *ascii;
} printables[] = {
	{ "", "", "" },
	{ "a b\\c", "a b\\c", "a b\\c" },
	{ "a\nb\tc", "a\\nb\\tc", "a\\nb\\tc" },
	{ "\033[2J\177\r", "\\033[2J\\177\\015", "\\033[2J\\177\\015" },
	{ "\xc3\xa4", "\xc3\xa4", "\\303\\244" },
	{ "x\xff\xc3", "x\\377\\303", "x\\377\\303" },
	{ "\xc2\x9b" "2J", "\\302\\2332J", "\\302\\2332J" },
};

static const struct {
	const char	*text, *quoted;
} shells[] = {
	{ "", "''" },
	{ "/mnt/t", "/mnt/t" },
	{ "if=a,b:c@d+e%f_g-h.", "if=a,b:c@d+e%f_g-h." },
	{ "-b", "-b" },
	{ "a b", "'a b'" },
	{ "~", "'~'" },
	{ "it's", "'it'\\''s'" },
	{ "$(reboot)", "'$(reboot)'" },
	{ "\xc3\xa4", "'\xc3\xa4'" },
	{ "a\nb", "\"$(printf 'a\\012b')\"" },
	{ "-\t%!'\\", "\"$(printf '\\055\\011%%\\041\\047\\134')\"" },
	{ "\xff", "\"$(printf '\\377')\"" },
	{ "\033x\n\n", "\"$(printf '\\033x')\"'\n\n'" },
	{ "\n", "'\n'" },
};

/* What write puts out for s; the caller frees it. */
static char *
written(void (*write)(FILE *, const char *), const char *s)
{
	char *text;
	size_t size;
	FILE *f;

	f = open_memstream(&text, &size);
	assert_non_null(f);
	write(f, s);
	assert_int_equal(fclose(f), 0);
	return text;
}

static void
printable_utf8(FILE *f, const char *s)
{
	text_printable(f, s, true);
}

static void
printable_ascii(FILE *f, const char *s)
{
	text_printable(f, s, false);
}

static void
assert_written(void (*write)(FILE *, const char *), const char *s,
    const char *want)
{
	char *text = written(write, s);

	assert_string_equal(text, want);
	free(text);
}

static void
utf8_is_recognized_strictly(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(sequences) / sizeof(*sequences); i++) {
		const char *text = sequences[i].text;

		assert_int_equal(text_utf8_len(text), sequences[i].len);
		assert_int_equal(text_is_utf8(text), sequences[i].valid);
	}
}

static void
a_name_stays_on_its_line(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(printables) / sizeof(*printables); i++) {
		assert_written(printable_utf8, printables[i].text,
		    printables[i].utf8);
		assert_written(printable_ascii, printables[i].text,
		    printables[i].ascii);
	}
}

static void
a_word_is_quoted_only_where_it_needs_it(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(shells) / sizeof(*shells); i++)
		assert_written(text_shell, shells[i].text, shells[i].quoted);
}

/* sh prints the word back: byte for byte what it was. */
static void
assert_round_trip(const char *word)
{
	char command[4096], back[1024];
	char *quoted = written(text_shell, word);
	size_t len;
	FILE *sh;

	snprintf(command, sizeof(command), "printf %%s %s", quoted);
	free(quoted);
	sh = popen(command, "r");
	assert_non_null(sh);
	len = fread(back, 1, sizeof(back) - 1, sh);
	back[len] = '\0';
	assert_int_equal(pclose(sh), 0);
	assert_string_equal(back, word);
}

static void
any_bytes_come_back_from_sh(void **state)
{
	char every[256];
	unsigned seed = 1;

	(void)state;
	for (int i = 1; i < 256; i++)
		every[i - 1] = (char)i;
	every[255] = '\0';
	assert_round_trip(every);
	for (size_t i = 1; i < sizeof(shells) / sizeof(*shells); i++)
		assert_round_trip(shells[i].text);
	for (int i = 0; i < 20; i++) {
		char word[32];
		size_t n;

		for (n = 0; n < sizeof(word) - 1; n++) {
			seed = seed * 1103515245 + 12345;
			word[n] = (char)(1 + seed / 65536 % 255);
		}
		word[n] = '\0';
		assert_round_trip(word);
	}
}

static void
a_list_is_joined_and_cut(void **state)
{
	char list[8] = "";

	(void)state;
	assert_string_equal(text_join(list, sizeof(list), ", ", "a"), "a");
	assert_string_equal(text_join(list, sizeof(list), " or ", "b"),
	    "a or b");
	assert_string_equal(text_join(list, sizeof(list), ", ", "c"),
	    "a or b,");
	assert_string_equal(text_join(list, sizeof(list), ", ", "d"),
	    "a or b,");
}

static void
a_full_disk_is_told_by_every_flush(void **state)
{
	FILE *f = fopen("/dev/full", "w");

	(void)state;
	assert_non_null(f);
	assert_int_equal(text_flush(f), 0);
	putc('x', f);
	assert_int_equal(text_flush(f), -ENOSPC);
	assert_true(text_flush(f) < 0);
	(void)fclose(f);
}

int
test_text(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(utf8_is_recognized_strictly),
		cmocka_unit_test(a_name_stays_on_its_line),
		cmocka_unit_test(a_word_is_quoted_only_where_it_needs_it),
		cmocka_unit_test(any_bytes_come_back_from_sh),
		cmocka_unit_test(a_list_is_joined_and_cut),
		cmocka_unit_test(a_full_disk_is_told_by_every_flush),
	};

	return cmocka_run_group_tests_name("base/text", tests, NULL, NULL);
}
