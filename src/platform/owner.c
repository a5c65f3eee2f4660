/* owner -- what the numbers of users and groups are called. */
#include <grp.h>
#include <pwd.h>
#include <stdio.h>

#include "seqbench/file.h"

static void
name_or_number(const char *known, unsigned long number, char name[FILE_NAME])
{
	if (known != NULL)
		snprintf(name, FILE_NAME, "%s", known);
	else
		snprintf(name, FILE_NAME, "%lu", number);
}

void
file_user(uid_t uid, char name[FILE_NAME])
{
	const struct passwd *p = getpwuid(uid);

	name_or_number(p != NULL ? p->pw_name : NULL, uid, name);
}

void
file_group(gid_t gid, char name[FILE_NAME])
{
	const struct group *g = getgrgid(gid);

	name_or_number(g != NULL ? g->gr_name : NULL, gid, name);
}
