/* test_outfile -- result files: what is refused, what is left behind. */
#include <sys/resource.h>
#include <sys/stat.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "seqbench/diag.h"
#include "unit/report/session.h"

#include "../../../src/report/writers.h"

int	test_outfile(void);

static const struct report json = {
	.name = "json", .write = json_write, .begins = "{\"format\":1,",
};
static const struct report csv = {
	.name = "csv", .row = sweep_csv_row,
	.header = sweep_csv_header, .begins = "target,file_system,",
};

/* A directory of our own; every test starts with it empty. */
struct place {
	struct session	 session;
	struct outfile	 outfile;
	struct diag	 diag;
	char		 dir[32];
	char		 path[PATH_MAX];
};

static int	open_there(struct place *p, const struct report *report);
static int	finish(struct place *p);
static void	file_make(const struct place *p, const char *name,
		    const char *text);
static char	*file_text(const char *path);
static size_t	entries(const struct place *p);
static void	path_set(struct place *p, const char *name);
static void	empty(const struct place *p);

static int
setup(void **state)
{
	struct place *p = calloc(1, sizeof(*p));

	assert_non_null(p);
	session_make(&p->session);
	strcpy(p->dir, "/tmp/seqbench-outfile-XXXXXX");
	assert_non_null(mkdtemp(p->dir));
	path_set(p, "out");
	*state = p;
	return 0;
}

static int
teardown(void **state)
{
	struct place *p = *state;

	empty(p);
	assert_int_equal(rmdir(p->dir), 0);
	free(p);
	return 0;
}

static void
a_record_appears_whole_when_it_is_finished(void **state)
{
	struct place *p = *state;
	char *want = session_text(json_write, &p->session.result, STYLE_GNU);
	char *text;
	struct stat st;

	assert_int_equal(open_there(p, &json), 0);
	assert_int_equal(entries(p), 0);
	assert_int_equal(finish(p), 0);
	assert_int_equal(entries(p), 1);
	text = file_text(p->path);
	assert_string_equal(text, want);
	assert_int_equal(stat(p->path, &st), 0);
	assert_int_equal(st.st_mode & 0777 & ~0644U, 0);
	free(text);
	free(want);
}

static void
an_abandoned_record_leaves_the_old_one(void **state)
{
	struct place *p = *state;
	char *text;

	file_make(p, "out", "{ \"format\": 1, \"old\": true }");
	assert_int_equal(open_there(p, &json), 0);
	outfile_abandon(&p->outfile);
	assert_int_equal(entries(p), 1);
	text = file_text(p->path);
	assert_string_equal(text, "{ \"format\": 1, \"old\": true }");
	free(text);
}

static void
a_record_is_replaced_through_a_link_and_keeps_its_mode(void **state)
{
	struct place *p = *state;
	char real[PATH_MAX];
	struct stat st;

	file_make(p, "real", "{\n\t\"format\":\n1,");
	snprintf(real, sizeof(real), "%s/real", p->dir);
	assert_int_equal(chmod(real, 0600), 0);
	assert_int_equal(symlink("real", p->path), 0);
	assert_int_equal(open_there(p, &json), 0);
	assert_int_equal(finish(p), 0);
	assert_int_equal(entries(p), 2);
	assert_int_equal(lstat(p->path, &st), 0);
	assert_true(S_ISLNK(st.st_mode));
	assert_int_equal(stat(real, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	assert_true(st.st_size > 100);
}

static void
rows_are_appended_and_a_torn_one_is_ended(void **state)
{
	struct place *p = *state;
	char *text;

	file_make(p, "out", "target,file_system,device\nx,y");
	assert_int_equal(open_there(p, &csv), 0);
	outfile_row(&p->outfile, &p->session.result, 2);
	text = file_text(p->path);	/* before it is finished */
	assert_int_equal(strncmp(text,
	    "target,file_system,device\nx,y\nx\xff,,,read,raw,", 42), 0);
	free(text);
	assert_int_equal(finish(p), 0);
}

static void
a_row_is_there_whole_or_not_at_all(void **state)
{
	struct place *p = *state;
	void (*was)(int) = signal(SIGXFSZ, SIG_IGN);
	struct rlimit old, limit;
	struct stat st;

	assert_int_equal(open_there(p, &csv), 0);
	outfile_row(&p->outfile, &p->session.result, 2);
	assert_int_equal(stat(p->path, &st), 0);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
	limit = (struct rlimit){ (rlim_t)st.st_size + 10, old.rlim_max };
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
	outfile_row(&p->outfile, &p->session.result, 2);
	outfile_row(&p->outfile, &p->session.result, 2);
	setrlimit(RLIMIT_FSIZE, &old);
	signal(SIGXFSZ, was);
	assert_int_equal(finish(p), -EFBIG);
	assert_non_null(strstr(p->diag.text, "out: File too large"));
	limit.rlim_cur = (rlim_t)st.st_size;
	assert_int_equal(stat(p->path, &st), 0);
	assert_int_equal(st.st_size, limit.rlim_cur);
}

static void
new_rows_come_under_a_header(void **state)
{
	struct place *p = *state;
	char *text;

	assert_int_equal(open_there(p, &csv), 0);
	assert_int_equal(finish(p), 0);
	text = file_text(p->path);
	assert_int_equal(strncmp(text, "target,file_system,device,op,", 29), 0);
	assert_ptr_equal(strchr(text, '\n'), text + strlen(text) - 1);
	free(text);
}

static void
other_files_are_refused_and_not_touched(void **state)
{
	static const struct {
		const char	*text;
		int		 code;
	} rows[] = {
		{ "\xff\xd8\xff\xe0 JFIF", -EEXIST },
		{ "{\"format\":", -EEXIST },
		{ "{\"name\": \"other\"}", -EEXIST },
		{ " ", -EEXIST },
		{ "", 0 },
	};
	struct place *p = *state;

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char *text;

		p->diag = (struct diag){ 0 };
		file_make(p, "out", rows[i].text);
		assert_int_equal(open_there(p, &json), rows[i].code);
		outfile_abandon(&p->outfile);
		text = file_text(p->path);
		assert_string_equal(text, rows[i].text);
		free(text);
	}
	assert_int_equal(entries(p), 1);
}

static void
what_is_no_place_for_a_file_is_refused(void **state)
{
	static const struct {
		const char	*path;		/* under the place, or whole */
		int		 code;
		const char	*reason;
	} rows[] = {
		{ ".", -EISDIR, "is a directory" },
		{ "none/out", -ENOENT, "No such file or directory" },
		{ "none/", -ENOENT, "No such file or directory" },
		{ "dangling", -ENOENT, "symbolic link to nothing" },
		{ "target", -EBUSY, "is a target: refusing to write "
		    "results over it" },
		{ "link", -EBUSY, "is a target: refusing to write "
		    "results over it" },
		{ "missing", -EBUSY, "is a target" },
		{ "/dev/ptmx", -EINVAL, "is not a regular file" },
		{ "/dev/seqbench-typo", -EINVAL,
		    "nothing is created on the file system of /dev" },
	};
	struct place *p = *state;
	struct target *t = p->session.target;
	char want[PATH_MAX + 64];

	file_make(p, "target", "");
	path_set(p, "link");
	assert_int_equal(symlink("target", p->path), 0);
	assert_int_equal(stat(p->path, &t[0].st), 0);
	path_set(p, "dangling");
	assert_int_equal(symlink("nothing", p->path), 0);
	t[1].missing = true;
	assert_int_equal(stat(p->dir, &t[1].st), 0);
	strcpy(t[1].name, "missing");
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		p->diag = (struct diag){ 0 };
		path_set(p, rows[i].path);
		assert_int_equal(open_there(p, &json), rows[i].code);
		snprintf(want, sizeof(want), "%s: %s", p->path,
		    rows[i].reason);
		assert_string_equal(p->diag.text, want);
	}
	assert_int_equal(entries(p), 3);
}

static void
rows_are_not_appended_to_what_has_another_name(void **state)
{
	struct place *p = *state;
	char other[PATH_MAX], *text;

	file_make(p, "other", "");
	snprintf(other, sizeof(other), "%s/other", p->dir);
	assert_int_equal(link(other, p->path), 0);
	assert_int_equal(open_there(p, &csv), -EMLINK);
	assert_non_null(strstr(p->diag.text, "a hard link"));
	/* Renaming leaves the other name alone. */
	p->diag = (struct diag){ 0 };
	assert_int_equal(open_there(p, &json), 0);
	assert_int_equal(finish(p), 0);
	text = file_text(other);
	assert_string_equal(text, "");
	free(text);
}

static void
a_link_is_not_followed_where_others_may_lay_one(void **state)
{
	static const struct {
		mode_t		 mode;
		uid_t		 uid;
		int		 code;
	} rows[] = {
		{ 0777,  65534, -EACCES },
		{ 01777, 65534, -EACCES },
		{ 0755,  65534, 0 },
		{ 0777,  0,     -EACCES },
		{ 01777, 0,     0 },
	};
	struct place *p = *state;

	if (geteuid() != 0)
		skip();
	file_make(p, "victim", "");
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		p->diag = (struct diag){ 0 };
		(void)unlink(p->path);
		assert_int_equal(symlink("victim", p->path), 0);
		assert_int_equal(lchown(p->path, rows[i].uid, 0), 0);
		assert_int_equal(chmod(p->dir, rows[i].mode), 0);
		assert_int_equal(open_there(p, &csv), rows[i].code);
		outfile_abandon(&p->outfile);
	}
}

static void
a_link_laid_meanwhile_is_replaced_and_not_followed(void **state)
{
	struct place *p = *state;
	char victim[PATH_MAX], *text;
	struct stat st;

	file_make(p, "victim", "precious");
	assert_int_equal(open_there(p, &json), 0);
	assert_int_equal(symlink("victim", p->path), 0);
	assert_int_equal(finish(p), 0);
	assert_int_equal(lstat(p->path, &st), 0);
	assert_true(S_ISREG(st.st_mode));
	snprintf(victim, sizeof(victim), "%s/victim", p->dir);
	text = file_text(victim);
	assert_string_equal(text, "precious");
	free(text);
}

static void
a_directory_that_is_renamed_keeps_its_results(void **state)
{
	struct place *p = *state;
	char dir[PATH_MAX], away[PATH_MAX];
	struct stat st;

	snprintf(dir, sizeof(dir), "%s/results", p->dir);
	snprintf(away, sizeof(away), "%s/away", p->dir);
	assert_int_equal(mkdir(dir, 0700), 0);
	path_set(p, "results/out");
	assert_int_equal(open_there(p, &json), 0);
	assert_int_equal(rename(dir, away), 0);
	assert_int_equal(symlink(".", dir), 0);
	assert_int_equal(finish(p), 0);
	assert_int_equal(lstat(p->path, &st), -1);
	path_set(p, "away/out");
	assert_int_equal(unlink(p->path), 0);
	assert_int_equal(rmdir(away), 0);
}

static void
a_full_disk_is_an_error_that_leaves_nothing(void **state)
{
	struct place *p = *state;

	path_set(p, "/dev/full");
	assert_int_equal(open_there(p, &json), 0);
	assert_int_equal(finish(p), -ENOSPC);
	assert_string_equal(p->diag.text,
	    "/dev/full: No space left on device");
}

static void
streams_are_written_directly(void **state)
{
	struct place *p = *state;
	char head[2] = "";
	int fd;

	assert_int_equal(mkfifo(p->path, 0600), 0);
	fd = open(p->path, O_RDONLY | O_NONBLOCK);
	assert_true(fd >= 0);
	assert_int_equal(open_there(p, &json), 0);
	assert_null(p->outfile.temporary);
	assert_int_equal(finish(p), 0);
	assert_int_equal(read(fd, head, 1), 1);
	assert_string_equal(head, "{");
	close(fd);
	path_set(p, "/dev/null");
	assert_int_equal(open_there(p, &csv), 0);
	assert_int_equal(finish(p), 0);
}

static void
standard_output_is_not_replaced_but_written(void **state)
{
	struct place *p = *state;
	struct stat before, after;
	int saved = dup(STDOUT_FILENO), rc, fd;

	file_make(p, "out", "kept\n");
	assert_int_equal(stat(p->path, &before), 0);
	fd = open(p->path, O_WRONLY | O_APPEND);
	fflush(stdout);
	dup2(fd, STDOUT_FILENO);
	close(fd);
	rc = open_there(p, &json);
	if (rc == 0)
		rc = finish(p);
	dup2(saved, STDOUT_FILENO);
	close(saved);
	assert_int_equal(rc, 0);
	assert_int_equal(stat(p->path, &after), 0);
	assert_int_equal(after.st_ino, before.st_ino);
	assert_true(after.st_size > before.st_size);
}

static void
new_rows_that_never_came_leave_no_file(void **state)
{
	struct place *p = *state;

	assert_int_equal(open_there(p, &csv), 0);
	assert_int_equal(entries(p), 1);
	outfile_abandon(&p->outfile);
	assert_int_equal(entries(p), 0);
	file_make(p, "out", "");
	assert_int_equal(open_there(p, &csv), 0);
	outfile_abandon(&p->outfile);
	assert_int_equal(entries(p), 1);
}

static void
two_results_do_not_go_to_one_file(void **state)
{
	static const char *const names[] = { "out", "./out", "sub/../out" };
	struct place *p = *state;
	struct outfile o[2];

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		char path[PATH_MAX];

		p->diag = (struct diag){ 0 };
		snprintf(path, sizeof(path), "%s/sub", p->dir);
		assert_int_equal(mkdir(path, 0700), 0);
		path_set(p, names[i]);
		snprintf(path, sizeof(path), "%s/out", p->dir);
		assert_int_equal(outfile_open(&o[0], o, &json, path,
		    p->session.target, SESSION_TARGETS, &p->diag), 0);
		assert_int_equal(outfile_open(&o[1], o, &csv, p->path,
		    p->session.target, SESSION_TARGETS, &p->diag), -EBUSY);
		assert_non_null(strstr(p->diag.text, "another result"));
		outfile_abandon(&o[0]);
		snprintf(path, sizeof(path), "%s/sub", p->dir);
		assert_int_equal(rmdir(path), 0);
		assert_int_equal(entries(p), 0);
	}
}

static int
open_there(struct place *p, const struct report *report)
{
	return outfile_open(&p->outfile, &p->outfile, report, p->path,
	    p->session.target, SESSION_TARGETS, &p->diag);
}

static int
finish(struct place *p)
{
	const struct report_look look = { .style = STYLE_GNU };

	return outfile_finish(&p->outfile, &p->session.result, &look,
	    &p->diag);
}

static void
path_set(struct place *p, const char *name)
{
	snprintf(p->path, sizeof(p->path), "%s%s%s",
	    name[0] == '/' ? "" : p->dir, name[0] == '/' ? "" : "/", name);
}

static void
file_make(const struct place *p, const char *name, const char *text)
{
	char path[PATH_MAX];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", p->dir, name);
	f = fopen(path, "w");
	assert_non_null(f);
	fputs(text, f);
	assert_int_equal(fclose(f), 0);
}

static char *
file_text(const char *path)
{
	char *text = NULL;
	size_t size = 0;
	FILE *f = fopen(path, "r");

	assert_non_null(f);
	if (getdelim(&text, &size, '\0', f) < 0)
		text[0] = '\0';
	fclose(f);
	return text;
}

static size_t
entries(const struct place *p)
{
	DIR *dir = opendir(p->dir);
	size_t n = 0;

	assert_non_null(dir);
	while (readdir(dir) != NULL)
		n++;
	closedir(dir);
	return n - 2;
}

static void
empty(const struct place *p)
{
	static const char *const names[] = { "dangling", "link", "other",
		"out", "real", "results", "target", "victim" };
	char path[PATH_MAX];

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		snprintf(path, sizeof(path), "%s/%s", p->dir, names[i]);
		unlink(path);
	}
}

#define PLACED(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int
test_outfile(void)
{
	const struct CMUnitTest tests[] = {
		PLACED(a_record_appears_whole_when_it_is_finished),
		PLACED(an_abandoned_record_leaves_the_old_one),
		PLACED(a_record_is_replaced_through_a_link_and_keeps_its_mode),
		PLACED(rows_are_appended_and_a_torn_one_is_ended),
		PLACED(a_row_is_there_whole_or_not_at_all),
		PLACED(new_rows_come_under_a_header),
		PLACED(other_files_are_refused_and_not_touched),
		PLACED(what_is_no_place_for_a_file_is_refused),
		PLACED(rows_are_not_appended_to_what_has_another_name),
		PLACED(a_link_is_not_followed_where_others_may_lay_one),
		PLACED(a_link_laid_meanwhile_is_replaced_and_not_followed),
		PLACED(a_directory_that_is_renamed_keeps_its_results),
		PLACED(a_full_disk_is_an_error_that_leaves_nothing),
		PLACED(streams_are_written_directly),
		PLACED(standard_output_is_not_replaced_but_written),
		PLACED(two_results_do_not_go_to_one_file),
		PLACED(new_rows_that_never_came_leave_no_file),
	};

	return cmocka_run_group_tests_name("outfile", tests, NULL, NULL);
}
