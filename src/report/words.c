/* words -- the small texts that several formats share. */
#include "words.h"

#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "seqbench/file.h"
#include "seqbench/result.h"

enum { BLOCK_COLUMNS = 7 };	/* a longer spelling is normalized */

const char *
word_version(char buf[WORD])
{
	const char *patch = strrchr(VERSION, '.');

	snprintf(buf, WORD, "%.*s", (int)(patch - VERSION), VERSION);
	return buf;
}

char *
word_figure(char buf[WORD], double v)
{
	const char *format = "%.1f";

	if (fabs(v) >= 9999999.5)	/* only the null engine gets there */
		format = "%.1e";
	else if (fabs(v) >= 9999.95)
		format = "%.0f";
	if (isfinite(v))
		snprintf(buf, WORD, format, v);
	else
		snprintf(buf, WORD, "-");
	return buf;
}

char *
word_rate(char buf[WORD], double bytes_per_second)
{
	return word_figure(buf, bytes_per_second < 0 ? NAN :
	    bytes_per_second / 1e6);
}

char *
word_pass_rate(char buf[WORD], const struct sample *s, enum op op)
{
	return word_rate(buf, s->error.code != 0 ? -1 : sample_rate(s, op));
}

char *
word_cell_rate(char buf[WORD], const struct cell *c)
{
	return word_rate(buf, c->rate.n == 0 ? -1 : c->rate.bytes_per_second);
}

char *
word_exact(char buf[WORD], uint64_t bytes)
{
	static const char *const units[] = { "B", "KiB", "MiB", "GiB", "TiB" };
	size_t unit = 0;

	while (bytes > 0 && bytes % 1024 == 0 &&
	    unit + 1 < sizeof(units) / sizeof(units[0])) {
		bytes /= 1024;
		unit++;
	}
	snprintf(buf, WORD, "%llu %s", (unsigned long long)bytes,
	    units[unit]);
	return buf;
}

char *
word_io_limit(char buf[IO_LIMIT_WORD], const struct io_limit *l)
{
	const struct {
		uint64_t	 limit;
		const char	*before, *after;
	} part[] = {
		{ l->read_bytes, "read ", " B/s" },
		{ l->write_bytes, "write ", " B/s" },
		{ l->reads, "", " reads/s" },
		{ l->writes, "", " writes/s" },
	};
	size_t len = 0;

	buf[0] = '\0';
	for (size_t i = 0; i < sizeof part / sizeof part[0]; i++)
		if (part[i].limit != NOT_KNOWN)
			len += (size_t)snprintf(buf + len,
			    IO_LIMIT_WORD - len, "%s%s%" PRIu64 "%s",
			    len > 0 ? ", " : "", part[i].before, part[i].limit,
			    part[i].after);
	return buf;
}

const char *
word_queue(const struct plan_cell *c)
{
	if (c->depth == 1 || strcmp(c->issuer->name, c->engine->issuer) == 0)
		return NULL;
	return strcmp(c->issuer->name, "uring") == 0 ? "io_uring" :
	    c->issuer->name;
}

const char *
word_block(char buf[WORD], const struct plan_cell *c)
{
	if (strlen(c->block.text) <= BLOCK_COLUMNS)
		return c->block.text;
	return size_text(c->block.bytes, buf);
}

const char *
word_verdict(enum verdict v, bool brief)
{
	if (brief && v == VERDICT_SAME)
		return "none";
	if (brief && v == VERDICT_EQUIVALENT)
		return "equiv";
	return verdict_text(v);
}

const char *
word_limit(enum limit l)
{
	return l != LIMIT_UNKNOWN ? limit_text(l) : NULL;
}

char *
word_flags(char buf[WORD], unsigned flags)
{
	char *p = buf;

	for (const struct flag_row *f = flag_rows; f->letter != '\0'; f++)
		if ((flags & f->flag) != 0)
			*p++ = f->letter;
	*p = '\0';
	return buf;
}

const char *
word_signal(char buf[WORD], int number)
{
	static const struct {
		int		 number;
		const char	*name;
	} names[] = {
		{ SIGHUP,	"SIGHUP" },
		{ SIGINT,	"SIGINT" },
		{ SIGTERM,	"SIGTERM" },
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (names[i].number == number)
			return names[i].name;
	snprintf(buf, WORD, "signal %d", number);
	return buf;
}
