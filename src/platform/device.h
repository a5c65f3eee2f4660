/* device -- what one sysfs knows of a block device; tests have their own. */
#ifndef SEQBENCH_DEVICE_H
#define SEQBENCH_DEVICE_H

#include <sys/types.h>

#include "seqbench/file.h"

enum { DEVICE_DIR = 256 };

/* The directory of a device: "/sys/dev/block/8:1", where sys is "/sys". */
void	device_dir(char dir[DEVICE_DIR], const char *sys, dev_t dev);

/* As device_facts(), which looks at /sys. */
void	device_facts_at(const char *sys, dev_t dev, struct device_facts *out);

#endif
