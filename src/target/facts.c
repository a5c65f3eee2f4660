/* facts -- where a target lives, and what direct I/O asks for there. */
#include "look.h"

#include <errno.h>

#include "seqbench/target.h"

void
look_file_system(struct target *t)
{
	dev_t dev;

	file_system_facts(t->look_fd, &t->st, &t->fs);
	dev = file_system_device(t->look_fd, &t->st, &t->fs);
	if (dev != 0)
		device_facts(dev, &t->device);
	layers_look(&t->layers, t->look_fd, &t->st, &t->fs);
	readahead_look(&t->readahead, t->look_fd, &t->st, &t->fs, &t->device);
}

void
look_block_device(struct target *t)
{
	device_facts(t->st.st_rdev, &t->device);
	layers_look(&t->layers, t->look_fd, &t->st, NULL);
	readahead_look(&t->readahead, t->look_fd, &t->st, &t->fs, &t->device);
}

void
target_alignment(struct target *t, int fd)
{
	uint64_t memory = 0, offset = 0, usual = 512;

	if (t->device.known && t->device.sector_bytes != NOT_KNOWN)
		usual = t->device.sector_bytes;
	else if (t->fs.is_memory)
		usual = 1;
	if (fd >= 0 &&
	    file_direct_alignment(fd, &memory, &offset) == -EINVAL) {
		t->sector_bytes = 0;
		t->memory_align = 1;
		return;
	}
	t->sector_bytes = offset != 0 ? offset : usual;
	t->memory_align = memory != 0 ? memory : usual;
}
