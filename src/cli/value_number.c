/* value_number -- sizes, times, counts and percentages of options. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "seqbench/units.h"

#include "cli.h"

static int	size_read(const struct option_use *use, uint64_t min,
		    struct options *o, struct diag *d);
static int	number_store(const struct option_use *use, uint64_t value,
		    struct opt_u64 *out, struct diag *d);
static int	runs_read(const char *text, size_t len, struct opt_u64 *out);

int
value_size(const struct option_use *use, struct options *o, struct diag *d)
{
	return size_read(use, 1, o, d);
}

int
value_offset(const struct option_use *use, struct options *o, struct diag *d)
{
	return size_read(use, 0, o, d);
}

static int
size_read(const struct option_use *use, uint64_t min, struct options *o,
    struct diag *d)
{
	uint64_t bytes;
	int rc;

	rc = size_parse(use->text, &bytes);
	if (rc == -ERANGE)
		return value_refuse(d, use, "too large: sizes end below 2^63 "
		    "bytes");
	if (rc < 0)
		return value_refuse(d, use, "not a size; like 4096, 64m, 1g");
	if (bytes < min)
		return value_refuse(d, use, "must be more than zero");
	return number_store(use, bytes, value_member(use, o), d);
}

int
value_time(const struct option_use *use, struct options *o, struct diag *d)
{
	uint64_t ns;
	int rc;

	rc = time_parse(use->text, &ns);
	if (rc == -ERANGE)
		return value_refuse(d, use, "too long: times end at 292 "
		    "years");
	if (rc < 0)
		return value_refuse(d, use, "not a time; like 10, 0.5s, "
		    "250ms, 2m, 1h");
	if (ns == 0)
		return value_refuse(d, use, "must be more than zero");
	return number_store(use, ns, value_member(use, o), d);
}

int
value_count(const struct option_use *use, struct options *o, struct diag *d)
{
	uint64_t value;

	if (count_parse(use->text, &value) < 0)
		return value_refuse(d, use, "not a whole number below 2^64");
	return number_store(use, value, value_member(use, o), d);
}

static int
number_store(const struct option_use *use, uint64_t value,
    struct opt_u64 *out, struct diag *d)
{
	if (strlen(use->text) >= sizeof(out->text))
		return value_refuse(d, use, "longer than %zu characters",
		    sizeof(out->text) - 1);
	*out = (struct opt_u64){ .given = true, .value = value };
	snprintf(out->text, sizeof(out->text), "%s", use->text);
	return 0;
}

int
value_runs(const struct option_use *use, struct options *o, struct diag *d)
{
	const char *first = use->text, *last = strstr(first, "..");
	struct opt_u64 min, max;
	size_t len;

	len = last != NULL ? (size_t)(last - first) : strlen(first);
	last = last != NULL ? last + 2 : first;
	if (runs_read(first, len, &min) < 0 ||
	    runs_read(last, strlen(last), &max) < 0 || min.value > max.value)
		return value_refuse(d, use, "not a number of runs from 1 to "
		    "%d; like 5, or 5..20", RUNS_MAX);
	o->runs_min = min;
	o->runs_max = max;
	return 0;
}

static int
runs_read(const char *text, size_t len, struct opt_u64 *out)
{
	*out = (struct opt_u64){ .given = true };
	if (len >= sizeof(out->text))
		return -EINVAL;
	memcpy(out->text, text, len);
	if (count_parse(out->text, &out->value) < 0 || out->value == 0 ||
	    out->value > RUNS_MAX)
		return -EINVAL;
	return 0;
}

int
value_precision(const struct option_use *use, struct options *o,
    struct diag *d)
{
	double share = 0, *out = value_member(use, o);

	if (percent_parse(use->text, &share) < 0 || share <= 0 || share > 1)
		return value_refuse(d, use, "not a percentage above 0 and up "
		    "to 100; like 2 or 2.5%%");
	*out = share;
	return 0;
}
