/* place -- what a target is and what it lies on, without opening it. */
#include "look.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "seqbench/diag.h"
#include "seqbench/sys.h"
#include "seqbench/target.h"

static void
place_character(struct target *t)
{
	static const enum target_kind kinds[] = {
		[SPECIAL_NONE]		= TARGET_STREAM,
		[SPECIAL_SOURCE]	= TARGET_SOURCE,
		[SPECIAL_SINK]		= TARGET_SINK,
		[SPECIAL_DISK]		= TARGET_DEVICE,
	};

	t->kind = kinds[file_special(&t->st)];
	if (t->kind == TARGET_DEVICE)
		look_block_device(t);
}

static void
place_mode(struct target *t)
{
	switch (t->st.st_mode & S_IFMT) {
	case S_IFDIR:
		t->kind = TARGET_DIRECTORY;
		look_file_system(t);
		break;
	case S_IFREG:
		t->kind = TARGET_FILE;
		t->bytes = (uint64_t)t->st.st_size;
		look_file_system(t);
		break;
	case S_IFBLK:
		t->kind = TARGET_DEVICE;
		look_block_device(t);
		t->bytes = t->device.bytes;
		break;
	case S_IFCHR:
		place_character(t);
		break;
	default:
		t->kind = TARGET_STREAM;
		break;
	}
}

int
target_place(struct target *t, const char *path, struct diag *d)
{
	*t = (struct target){
		.path = path,
		.look_fd = -1,
		.exclusive_fd = -1,
		.bytes = NOT_KNOWN,
		.sector_bytes = NOT_KNOWN,
	};
	if (strcmp(path, "-") == 0) {
		snprintf(t->resolved, sizeof(t->resolved), "standard input");
		t->kind = TARGET_STREAM;
		return 0;
	}
	t->look_fd = file_look(path, &t->st);
	if (t->look_fd < 0)
		return diag_set(d, t->look_fd, "%s: can't be looked at: %s",
		    path, strerror(-t->look_fd));
	if (file_path(t->look_fd, t->resolved) < 0)
		snprintf(t->resolved, sizeof(t->resolved), "%s", path);
	place_mode(t);
	return 0;
}
