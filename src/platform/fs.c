/* fs -- what a type of file system means for a benchmark. */
#include "fs.h"

#include <string.h>

#include "seqbench/file.h"

/* By the first letters of its name, on any system. */
static const struct {
	const char	*type;
	bool		 is_memory;
	const char	*cache_note;
} kinds[] = {
	{ "tmpfs",	true,	NULL },
	{ "ramfs",	true,	NULL },
	{ "devtmpfs",	true,	NULL },
	{ "hugetlbfs",	true,	NULL },
	{ "zfs",	false,	"ZFS ARC" },
	{ "fuse",	false,	"FUSE server" },
	{ "nfs",	false,	"NFS server" },
	{ "cifs",	false,	"SMB server" },
	{ "smb",	false,	"SMB server" },
	{ "ceph",	false,	"Ceph server" },
	{ "lustre",	false,	"Lustre server" },
	{ "afs",	false,	"AFS server" },
	{ "9p",		false,	"9p server" },
	{ "p9fs",	false,	"9p server" },
	{ "virtiofs",	false,	"virtiofs server" },
	{ "vboxsf",	false,	"VirtualBox host" },
};

void
fs_kind(struct fs_facts *fs)
{
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
		if (strncmp(fs->type, kinds[i].type,
		    strlen(kinds[i].type)) == 0) {
			fs->is_memory = kinds[i].is_memory;
			fs->cache_note = kinds[i].cache_note;
		}
}
