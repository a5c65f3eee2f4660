/*
 * main -- whole runs of a sweep on the fake system, with the Nth call or the
 * Nth allocation failing, for every N until a run makes fewer.
 *
 * After each: the documented status, the reason on standard error, a record
 * that parses and tells the same, no wrong figure, and nothing left open,
 * mapped or lying about.  Sanitizers watch meanwhile.
 */
#include <sys/stat.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../src/sweep.h"
#include "fake/fake.h"
#include "fault/json.h"
#include "fault/memory.h"
#include "seqbench/diag.h"

enum { WORDS_MAX = 24, TEXT_MAX = 1 << 16, BYTES = 131072, SMALL = 3, SHORT = 512,
	CELLS_MAX = 8, RUNS_MAX = 2 };

/* Every run asks for JSON on standard output and passes of BYTES. */
static const char *const lines[] = {
	"-n 2 -d zero /fake/dir",
	"-n 1 -o write -l preallocate -y none /fake/dir",
	"-n 1 -d zero -l overwrite -o read,write /fake/dir",
	"-n 1 -d zero --keep /fake/dir/new",
	"-n 2 -e buffered,direct,null /fake/file",
	"-n 2 -e raw,buffered /fake/file",
	"-n 1 -d zero -e buffered,raw /fake/dir",
	"-n 1 -c warm --buffer huge,page /fake/file",
	"-n 1 -d zero -o read,write -y each --overwrite /fake/file",
	"-n 1 -d file=/fake/zeros -o write -y dsync --overwrite /fake/file",
	"-n 2 -d zero -o read,write --destroy /fake/disk /fake/disk",
	"-n 1 -d zero -o write --destroy /fake/ext4 --lose ext4 /fake/ext4",
	"-n 2 /fake/fifo",
	"-n 1 -",
	"-n 1 /dev/zero",
	"-n 2 --json=r.json --csv=r.csv --markdown=r.md /fake/link",
	"-n 1 /fake/small /fake/holes /fake/file",
	"zones -n 3 -r 2 --csv=r.csv /fake/step",
	"zones -n 2 -r 1 /fake/holes",
	"-n 1 --readahead off,256k,default,1m /fake/file",
};

struct fault {
	const char	*name;
	bool		 memory;	/* an allocation fails, no call does */
	enum fake_action action;
	uint64_t	 value;
	uint64_t	 every, from;	/* of N; these say the same but for
					   the reason, and share them */
};
static const struct fault faults[] = {
	{ "EIO",	false, FAKE_ERROR,	EIO,		3, 1 },
	{ "ENOSPC",	false, FAKE_ERROR,	ENOSPC,		3, 2 },
	{ "ENOMEM",	false, FAKE_ERROR,	ENOMEM,		3, 3 },
	{ "EINTR",	false, FAKE_ERROR,	EINTR,		1, 1 },
	{ "short",	false, FAKE_SHORT,	SHORT,		1, 1 },
	{ "stop",	false, FAKE_SIGNAL,	SIGUSR2,	1, 1 },
	{ "memory",	true, FAKE_ERROR,	ENOMEM,		1, 1 },
};

/* One run, and what it printed. */
struct run {
	const char	*line;
	const struct fault *fault;
	uint64_t	 nth, made;	/* calls or allocations */
	int		 status;
	char		 out[TEXT_MAX], err[TEXT_MAX];
	unsigned	 samples;
	unsigned	 healthy;	/* samples there are without a fault */
	double		 rate[CELLS_MAX][RUNS_MAX];	/* and their bytes/s */
};

static volatile sig_atomic_t stop;
static unsigned long runs, wrong;
static FILE *report;			/* where complaints go */

static void
on_stop(int sig)
{
	(void)sig;
	stop = SIGTERM;
}

static void __attribute__((format(printf, 2, 3)))
complain(const struct run *r, const char *fmt, ...)
{
	va_list ap;

	fprintf(report, "%s, call %llu %s: ", r->line,
	    (unsigned long long)r->nth, r->fault != NULL ? r->fault->name :
	    "healthy");
	va_start(ap, fmt);
	vfprintf(report, fmt, ap);
	va_end(ap);
	fprintf(report, "; status %d, said: %s\n", r->status, r->err);
	wrong++;
}

/* ---- making a run ---- */

static void
take(int fd, char text[TEXT_MAX])
{
	ssize_t n = pread(fd, text, TEXT_MAX - 1, 0);

	text[n > 0 ? n : 0] = '\0';
	if (ftruncate(fd, 0) < 0)
		abort();
}

static void
run_make(struct run *r)
{
	static char text[512];
	struct fake_script script = { .rules = 0 };
	bool zones = strncmp(r->line, "zones ", 6) == 0;
	char *argv[WORDS_MAX], *save = NULL;
	int argc = 0;

	if (r->fault != NULL && !r->fault->memory) {
		script.rules = 1;
		script.rule[0] = (struct fake_rule){
			.call = FAKE_ANY, .nth = r->nth,
			.action = r->fault->action, .value = r->fault->value,
		};
	}
	snprintf(text, sizeof(text), "seqbench %s-f json -t 5ms -s %d -b 64k "
	    "%s", zones ? "zones " : "", BYTES, r->line + (zones ? 6 : 0));
	for (char *w = strtok_r(text, " ", &save); w != NULL;
	    w = strtok_r(NULL, " ", &save))
		argv[argc++] = w;
	argv[argc] = NULL;
	stop = 0;
	fake_reset(&script);
	memory_fail(r->fault != NULL && r->fault->memory ? r->nth : 0);
	r->status = sweep_main(zones ? &zones_errand : &sweep_errand, argc,
	    argv, zones ? 2 : 1, &stop);
	r->made = r->fault != NULL && r->fault->memory ? memory_calls() :
	    fake_calls(FAKE_ANY);
	memory_fail(0);
	fflush(stdout);
	take(STDOUT_FILENO, r->out);
	take(STDERR_FILENO, r->err);
	rewind(stdout);
	rewind(stderr);
	runs++;
}

/* ---- what must hold of each ---- */

static void
check_nothing_left(const struct run *r, bool kept)
{
	static const char *const files[] = { "r.json", "r.csv", "r.md" };
	const struct dirent *e;
	DIR *dir;

	if (fake_open_descriptors() != 0)
		complain(r, "%u descriptors open", fake_open_descriptors());
	if (fake_mappings() != 0)
		complain(r, "%u mappings left", fake_mappings());
	if (fake_created_files() > (kept ? 1 : 0))
		complain(r, "%u files left", fake_created_files());
	if (fake_readahead("root") != FAKE_READAHEAD &&
	    strstr(r->err, "can't be put back") == NULL)
		complain(r, "read-ahead left at %llu",
		    (unsigned long long)fake_readahead("root"));
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		unlink(files[i]);
	dir = opendir(".");
	while ((e = readdir(dir)) != NULL) {
		if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
			continue;
		complain(r, "%s lies about", e->d_name);
		unlink(e->d_name);
	}
	closedir(dir);
}

static double
field(const char *sample, const char *name)
{
	const char *s = strstr(sample, name);

	return s != NULL ? strtod(s + strlen(name), NULL) : NAN;
}

/* A call may cost another microsecond, or a short write another flush. */
static bool
is_like(double rate, double healthy)
{
	return rate > 0.6 * healthy && rate < 1.25 * healthy;
}

/* A sample of the record; cell is its place there.  True: it failed. */
static bool
check_sample(struct run *r, const char *sample, unsigned cell)
{
	double bytes = field(sample, "\"bytes\": ");
	double rate = field(sample, "\"bytes_per_second\": ");
	unsigned run = (unsigned)field(sample, "{\"run\": ") - 1;

	r->samples++;
	if (strstr(sample, "\"error\": {") != NULL)
		return true;
	if (bytes != BYTES && bytes != SMALL)
		complain(r, "a pass of %.0f bytes", bytes);
	if (cell >= CELLS_MAX || run >= RUNS_MAX)
		abort();
	if (r->fault == NULL)
		r->rate[cell][run] = rate;
	/* What a cache gave says so. */
	else if (!is_like(rate, r->rate[cell][run]) &&
	    strstr(sample, "\"cached\"") == NULL)
		complain(r, "a rate of %g, not %g", rate, r->rate[cell][run]);
	return false;
}

static bool
check_samples(struct run *r)
{
	static char text[TEXT_MAX];
	char *save = NULL;
	unsigned cell = 0;
	bool failed = false;

	r->samples = 0;
	memcpy(text, r->out, sizeof(text));
	for (char *s = strtok_r(text, "\n", &save); s != NULL;
	    s = strtok_r(NULL, "\n", &save)) {
		cell += strstr(s, "\"samples\": [") != NULL;
		if (strstr(s, "{\"run\": ") != NULL)
			failed |= check_sample(r, s, cell);
	}
	if (r->fault == NULL)
		r->healthy = r->samples;
	return failed;
}

static void
check_status(struct run *r, bool failed)
{
	bool ok = r->status == STATUS_OK;
	double status = field(r->out, "\"status\": ");

	if (r->status != STATUS_OK && r->status != STATUS_IO &&
	    r->status != STATUS_SETUP)
		complain(r, "not a status of a run");
	if (failed != (r->status == STATUS_IO))
		complain(r, "a pass %s", failed ? "failed" : "did not fail");
	if (ok && stop == 0 && r->samples < r->healthy)
		complain(r, "%u of %u passes", r->samples, r->healthy);
	if (r->out[0] == '\0') {
		if (ok)
			complain(r, "nothing on standard output");
		return;
	}
	if (!json_is_valid(r->out))
		complain(r, "no JSON: %s", r->out);
	/* A file that can't be written in the end comes after it. */
	if (stop == 0 && status != r->status &&
	    !(status == STATUS_OK && strstr(r->err, "seqbench: r.") != NULL))
		complain(r, "the record has status %g", status);
	/* It may also come when all is written. */
	if (stop != 0 && r->samples < r->healthy &&
	    (status != 128 + SIGTERM ||
	    strstr(r->out, "\"interrupted\": \"SIGTERM\"") == NULL))
		complain(r, "the record knows of no signal");
}

/* One line, with the reason, and nothing but such lines. */
static void
check_words(struct run *r)
{
	bool said = false;
	char *save = NULL;
	static char text[TEXT_MAX];

	memcpy(text, r->err, sizeof(text));
	for (char *line = strtok_r(text, "\n", &save); line != NULL;
	    line = strtok_r(NULL, "\n", &save)) {
		if (strncmp(line, "seqbench: ", 10) == 0)
			said = true;
		else if (strstr(line, "; Ctrl-C prints what") == NULL)
			complain(r, "a line of another kind");
	}
	if (r->status == STATUS_OK || stop != 0)
		return;
	if (!said)
		complain(r, "no word");
	else if (r->fault != NULL && r->fault->action == FAKE_ERROR &&
	    strstr(r->err, strerror((int)r->fault->value)) == NULL &&
	    strstr(r->err, "can't be read") == NULL)
		complain(r, "no reason");
}

static void
check(struct run *r)
{
	bool failed = check_samples(r);
	bool kept = strstr(r->line, "--keep") != NULL &&
	    (stop == 0 || r->samples == r->healthy);

	check_status(r, failed);
	check_words(r);
	check_nothing_left(r, kept);
}

/* ---- all of them ---- */

static void
sweep_line(const char *line)
{
	static struct run r;

	r = (struct run){ .line = line };
	run_make(&r);
	if (strstr(line, "holes") == NULL && r.status != STATUS_OK)
		complain(&r, "a healthy run");
	check(&r);
	for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
		r.fault = &faults[i];
		/* One that ends early makes few, but not fewer than N. */
		r.nth = r.fault->from;
		for (bool met = true; met; r.nth += r.fault->every) {
			run_make(&r);
			check(&r);
			met = r.made >= r.nth;
		}
	}
}

/* Standard output and error go to files that are read back. */
static int
standard_to_file(int fd)
{
	FILE *f = tmpfile();

	return f != NULL && dup2(fileno(f), fd) == fd ? fclose(f) : -1;
}

int
main(int argc, char *argv[])
{
	char dir[] = "/tmp/seqbench-fault.XXXXXX";
	int saved = dup(STDERR_FILENO);

	report = fdopen(saved, "w");
	if (report == NULL || mkdtemp(dir) == NULL || chdir(dir) < 0 ||
	    standard_to_file(STDOUT_FILENO) < 0 ||
	    standard_to_file(STDERR_FILENO) < 0 ||
	    signal(SIGUSR2, on_stop) == SIG_ERR)
		return 1;
	if (argc > 1)
		sweep_line(argv[1]);
	else
		for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
			sweep_line(lines[i]);
	if (rmdir(dir) < 0)
		wrong++;
	fprintf(report, "%lu runs with a fault, %lu complaints\n", runs,
	    wrong);
	return wrong != 0;
}
