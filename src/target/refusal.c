/*
 * refusal -- the sentence for a target that the system does not let us open.
 */
#include "refusal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "seqbench/diag.h"
#include "seqbench/sys.h"
#include "seqbench/target.h"

static const struct {
	int		 code;
	const char	*way_out;
} ways_out[] = {
	{ -EROFS,	"; mount it for writing, or name another" },
	{ -ENOSPC,	"; make room, or name another" },
	{ -EDQUOT,	"; make room, or name another" },
	{ -EOPNOTSUPP,	"; --keep needs O_TMPFILE, --create does not" },
	{ -ETXTBSY,	"; it is a program that runs, or swap" },
	{ -ESTALE,	"; others rename what is made there: use a directory "
			"of your own" },
	{ -EMFILE,	"; raise the limit: ulimit -n" },
	{ -ENOENT,	"; is /proc mounted?  Files are opened through it" },
	{ 0,		"" },
};

void
refusal_who(const struct stat *st, unsigned need, char text[REFUSAL_WHO])
{
	char name[FILE_NAME];

	if ((st->st_mode >> 3 & need) == need && st->st_gid != 0) {
		file_group(st->st_gid, name);
		snprintf(text, REFUSAL_WHO, "run as root or as a member of "
		    "group %s", name);
	} else if ((st->st_mode >> 6 & need) == need && st->st_uid != 0) {
		file_user(st->st_uid, name);
		snprintf(text, REFUSAL_WHO, "run as root or as its owner, %s",
		    name);
	} else
		snprintf(text, REFUSAL_WHO, "run as root or as a user who "
		    "may");
}

/* The bits of a mode that an open with these flags needs. */
static unsigned
needed(const struct target *t, int flags)
{
	if (t->kind == TARGET_DIRECTORY || t->missing)
		return S_IWOTH | S_IXOTH;
	switch (flags & O_ACCMODE) {
	case O_RDONLY:
		return S_IROTH;
	case O_WRONLY:
		return S_IWOTH;
	default:
		return S_IROTH | S_IWOTH;
	}
}

int
refuse_open(const struct target *t, const char *what, int flags, int code,
    struct diag *d)
{
	char who[REFUSAL_WHO];
	struct stat st;
	size_t i;

	if ((code == -ENOENT || code == -EPERM) &&
	    sys_fstat(t->look_fd, &st) == 0 && st.st_nlink == 0)
		return diag_set(d, code, "%s: %s: it has been removed",
		    t->path, what);
	if (code == -EINVAL && (flags & O_DIRECT) != 0)
		return diag_set(d, code, "%s: direct I/O is refused here%s%s; "
		    "use --engine buffered", t->path,
		    t->fs.type[0] != '\0' ? " by " : "", t->fs.type);
	if (code == -EACCES) {
		refusal_who(&t->st, needed(t, flags), who);
		return diag_set(d, code, "%s: %s: %s; %s", t->path, what,
		    strerror(-code), who);
	}
	for (i = 0; ways_out[i].code != 0; i++)
		if (ways_out[i].code == code)
			break;
	return diag_set(d, code, "%s: %s: %s%s", t->path, what,
	    strerror(-code), ways_out[i].way_out);
}
