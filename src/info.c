/* info -- what targets lie on, without measuring. */

#include "info.h"

#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "output.h"
#include "seqbench/diag.h"
#include "seqbench/text.h"

static const char usage[] =
    "usage: seqbench info [-f table|json] TARGET...\n"
    "Print what each TARGET lies on, from its file system down to the disks.\n"
    "Nothing is opened or measured.\n";

struct request {
	bool		 help;
	bool		 json;
	int		 first;		/* target in argv */
};

/* Options among the targets too, as getopt_long() has it. */
static int
parse(struct request *r, int argc, char *argv[], int first, struct diag *d)
{
	static const struct option options[] = {
		{ "format", required_argument, NULL, 'f' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	int c;

	opterr = 0;
	optind = first;
	while ((c = getopt_long(argc, argv, ":f:h", options, NULL)) != -1) {
		if (c == 'h')
			r->help = true;
		else if (c != 'f')
			return diag_usage(d, "info: %s: %s; there are "
			    "-f table, -f json and -h", argv[optind - 1],
			    c == ':' ? "needs a value" : "no such option");
		else if (strcmp(optarg, "json") == 0 ||
		    strcmp(optarg, "table") == 0)
			r->json = *optarg == 'j';
		else
			return diag_usage(d, "info: --format %s: no such "
			    "format; there are table and json", optarg);
	}
	r->first = optind;
	if (optind == argc && !r->help)
		return diag_usage(d, "info: needs a TARGET: a directory, a "
		    "file or a device");
	return 0;
}

/* Looks at as many as can be; returns their number. */
static size_t
look(struct target *t, char *const *path, size_t n, struct diag *first)
{
	size_t found = 0;

	for (size_t i = 0; i < n; i++) {
		struct diag d = { 0 };

		if (target_place(&t[found], path[i], &d) == 0) {
			found++;
			continue;
		}
		target_release(&t[found]);
		output_tell(d.text);
		if (first->code == 0)
			*first = d;
	}
	return found;
}

static void
print(const struct target *t, size_t n, bool json)
{
	const struct report_look look = { .utf8 = text_locale_is_utf8() };

	if (json)
		report_info_json(stdout, t, n);
	else
		for (size_t i = 0; i < n; i++) {
			if (i > 0)
				putchar('\n');
			report_info(stdout, &t[i], &look);
		}
}

static int
fail(const struct diag *d)
{
	output_tell(d->text);
	return (int)d->status;
}

int
info_main(int argc, char *argv[], int first)
{
	struct request r = { .first = first };
	struct diag d = { 0 }, missing = { 0 };
	struct target *t;
	size_t n;

	if (parse(&r, argc, argv, first, &d) < 0)
		return fail(&d);
	if (r.help) {
		fputs(usage, stdout);
		return output_flush(&d) < 0 ? fail(&d) : STATUS_OK;
	}
	/* One more, so that it is never none. */
	t = calloc((size_t)(argc - r.first) + 1, sizeof(*t));
	if (t == NULL) {
		diag_memory(&d);
		return fail(&d);
	}
	n = look(t, argv + r.first, (size_t)(argc - r.first), &missing);
	print(t, n, r.json);
	for (size_t i = 0; i < n; i++)
		target_release(&t[i]);
	free(t);
	if (output_flush(&d) < 0)
		return fail(&d);
	return (int)missing.status;
}
