/* test_target -- every kind of target on the real system is looked at. */
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/target_lab.h"

int	test_target(void);

static void
a_directory_has_no_size_and_takes_temporary_files(void **state)
{
	const struct lab *l = *state;
	struct diag d = { 0 };
	struct target t;
	struct stat st;
	int fd;

	assert_int_equal(target_look(&t, l->dir, false, &d), 0);
	assert_int_equal(t.kind, TARGET_DIRECTORY);
	assert_string_equal(t.resolved, l->dir);
	assert_true(t.bytes == NOT_KNOWN);
	assert_true(t.sector_bytes >= 1 && t.memory_align >= 1);
	fd = target_temporary(&t, false, 0, &d);
	assert_true(fd >= 0);
	assert_int_equal(fstat(fd, &st), 0);
	assert_int_equal(st.st_nlink, 0);
	close(fd);
	target_release(&t);
	assert_int_equal(t.look_fd, -1);
}

static void
a_file_has_its_size_and_a_link_to_it_is_followed(void **state)
{
	const struct lab *l = *state;
	const char *file = lab_path(l, "a b"), *link = lab_path(l, "link");
	struct diag d = { 0 };
	struct target t;

	lab_file(file, 70000, false);
	assert_int_equal(symlink("a b", link), 0);
	assert_int_equal(target_look(&t, link, false, &d), 0);
	assert_int_equal(t.kind, TARGET_FILE);
	assert_false(t.missing);
	assert_string_equal(t.path, link);
	assert_string_equal(t.resolved, file);
	assert_int_equal(t.bytes, 70000);
	target_release(&t);
}

static void
an_empty_file_is_a_file(void **state)
{
	const char *file = lab_path(*state, "empty");

	lab_file(file, 0, true);
	lab_look(file, false, NULL);
}

static void
a_fifo_is_a_stream_and_looking_does_not_wait(void **state)
{
	const char *fifo = lab_path(*state, "fifo");
	struct diag d = { 0 };
	struct target t;

	assert_int_equal(mkfifo(fifo, 0600), 0);
	assert_int_equal(target_look(&t, fifo, false, &d), 0);
	assert_int_equal(t.kind, TARGET_STREAM);
	assert_true(t.bytes == NOT_KNOWN);
	target_release(&t);
	lab_write(fifo, &(struct target_consent){ .overwrite = true },
	    "a stream is only read");
}

static void
a_socket_is_refused(void **state)
{
	struct sockaddr_un a = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	strcpy(a.sun_path, lab_path(*state, "socket"));
	assert_true(fd >= 0);
	assert_int_equal(bind(fd, (struct sockaddr *)&a, sizeof(a)), 0);
	lab_look(a.sun_path, false, "a socket");
	close(fd);
}

static void
only_harmless_character_devices_are_opened(void **state)
{
	static const struct {
		const char	*path;
		enum target_kind kind;
	} good[] = {
		{ "/dev/null",		TARGET_SINK },
		{ "/dev/zero",		TARGET_SOURCE },
		{ "/dev/full",		TARGET_SOURCE },
		{ "/dev/urandom",	TARGET_SOURCE },
	};
	struct diag d = { 0 };
	struct target t;

	(void)state;
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		assert_int_equal(target_look(&t, good[i].path, false, &d), 0);
		assert_int_equal(t.kind, good[i].kind);
		target_release(&t);
	}
	lab_write("/dev/null", &(struct target_consent){ 0 }, NULL);
	lab_write("/dev/zero", &(struct target_consent){ 0 }, "only read");
	lab_look("/dev/ptmx", false, "only null, zero, full, random");
	if (access("/dev/tty1", F_OK) == 0)
		lab_look("/dev/tty1", false, "a character device");
}

static void
a_missing_path_needs_may_create(void **state)
{
	const struct lab *l = *state;
	const char *path = lab_path(l, "dta");
	struct diag d = { 0 };
	struct target t;

	assert_int_equal(lab_look(path, false, "dta: no such file or "
	    "directory; --create makes"), -ENOENT);
	assert_int_equal(target_look(&t, path, true, &d), 0);
	assert_int_equal(t.kind, TARGET_FILE);
	assert_true(t.missing);
	assert_string_equal(t.name, "dta");
	assert_string_equal(t.resolved, path);
	target_release(&t);
	assert_int_equal(access(path, F_OK), -1);
	lab_write(path, &(struct target_consent){ 0 }, NULL);

	assert_int_equal(chdir(l->dir), 0);
	assert_int_equal(target_look(&t, "dta", true, &d), 0);
	assert_string_equal(t.resolved, path);
	target_release(&t);
	assert_int_equal(chdir("/"), 0);
}

static void
a_missing_path_that_can_not_be_a_file_is_refused(void **state)
{
	const char *dangling = lab_path(*state, "dangling");

	assert_int_equal(symlink("nowhere", dangling), 0);
	lab_look(dangling, true, "a symbolic link to what is not there");
	lab_look(lab_path(*state, "no/dta"), true, "its directory ");
	lab_look(lab_path(*state, "dta/"), true, "no such directory");
	lab_look("", true, "no such directory");
	lab_file(lab_path(*state, "plain"), 1, false);
	assert_int_equal(lab_look(lab_path(*state, "plain/x"), true,
	    "Not a directory"), -ENOTDIR);
}

static void
nothing_is_created_in_dev(void **state)
{
	(void)state;
	lab_look("/dev/typo", false, "nothing is created");
	lab_look("/dev/typo", true, "/dev/typo: no such device or file, "
	    "and nothing is created on the file system of /dev");
	lab_look("/dev", false, "nothing is created on the file system");
	assert_int_equal(access("/dev/typo", F_OK), -1);
	if (access("/dev/shm", W_OK) == 0)
		lab_look("/dev/shm", false, NULL);
}

static void
memory_asks_for_no_alignment(void **state)
{
	struct diag d = { 0 };
	struct target t;

	(void)state;
	if (target_look(&t, "/dev/shm", false, &d) == 0 && t.fs.is_memory)
		assert_int_equal(t.sector_bytes, 1);
	target_release(&t);
}

/* Standard input made fd for one look; what the message has in it. */
static void
look_at_input(int fd, const char *message)
{
	int saved = dup(STDIN_FILENO);

	assert_true(fd >= 0);
	assert_int_equal(dup2(fd, STDIN_FILENO), STDIN_FILENO);
	close(fd);
	lab_look("-", false, message);
	dup2(saved, STDIN_FILENO);
	close(saved);
}

static void
a_dash_is_standard_input(void **state)
{
	const struct lab *l = *state;
	int ends[2];

	lab_file(lab_path(l, "input"), 10, false);
	look_at_input(open(lab_path(l, "input"), O_RDONLY), NULL);
	look_at_input(open("/dev/zero", O_RDONLY), NULL);
	look_at_input(open("/dev/ptmx", O_RDWR | O_NOCTTY), "terminal");
	look_at_input(open(l->dir, O_RDONLY), "a directory, or closed; name it by its");
	assert_int_equal(pipe(ends), 0);
	look_at_input(ends[0], NULL);
	close(ends[1]);
}

static void
a_dash_is_read_on_where_it_stands(void **state)
{
	int saved = dup(STDIN_FILENO), ends[2], fd;
	struct diag d = { 0 };
	struct target t;
	char text[3];

	(void)state;
	assert_int_equal(pipe(ends), 0);
	assert_int_equal(write(ends[1], "abcdef", 6), 6);
	dup2(ends[0], STDIN_FILENO);
	assert_int_equal(target_look(&t, "-", false, &d), 0);
	for (int i = 0; i < 2; i++) {
		fd = target_open(&t, O_RDONLY, &d);
		assert_int_equal(read(fd, text, 3), 3);
		assert_memory_equal(text, i == 0 ? "abc" : "def", 3);
		close(fd);
	}
	target_release(&t);
	dup2(saved, STDIN_FILENO);
	close(saved);
	close(ends[0]);
	close(ends[1]);
}

int
test_target(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    a_directory_has_no_size_and_takes_temporary_files),
		cmocka_unit_test(
		    a_file_has_its_size_and_a_link_to_it_is_followed),
		cmocka_unit_test(an_empty_file_is_a_file),
		cmocka_unit_test(a_fifo_is_a_stream_and_looking_does_not_wait),
		cmocka_unit_test(a_socket_is_refused),
		cmocka_unit_test(only_harmless_character_devices_are_opened),
		cmocka_unit_test(a_missing_path_needs_may_create),
		cmocka_unit_test(
		    a_missing_path_that_can_not_be_a_file_is_refused),
		cmocka_unit_test(nothing_is_created_in_dev),
		cmocka_unit_test(memory_asks_for_no_alignment),
		cmocka_unit_test(a_dash_is_standard_input),
		cmocka_unit_test(a_dash_is_read_on_where_it_stands),
	};

	return cmocka_run_group_tests_name("target", tests, lab_up,
	    lab_down);
}
