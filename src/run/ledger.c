/* ledger -- which pass wrote which bytes of a target last. */

#include "ledger.h"

#include <errno.h>
#include <stdlib.h>

static void
forget_covered(struct ledger *l, uint64_t start, uint64_t end)
{
	size_t kept = 0;

	for (size_t i = 0; i < l->rows; i++)
		if (l->row[i].start < start || l->row[i].end > end)
			l->row[kept++] = l->row[i];
	l->rows = kept;
}

int
ledger_add(struct ledger *l, uint64_t start, uint64_t end, uint64_t pass)
{
	struct ledger_row *more;

	if (start >= end)
		return 0;
	forget_covered(l, start, end);
	more = realloc(l->row, (l->rows + 1) * sizeof *more);
	if (more == NULL)
		return -ENOMEM;
	l->row = more;
	l->row[l->rows++] = (struct ledger_row){ start, end, pass };
	return 0;
}

uint64_t
ledger_find(const struct ledger *l, uint64_t off, uint64_t *end)
{
	*end = UINT64_MAX;
	for (size_t i = l->rows; i-- > 0; ) {
		const struct ledger_row *r = &l->row[i];

		if (off >= r->start && off < r->end) {
			if (r->end < *end)
				*end = r->end;
			return r->pass;
		}
		if (off < r->start && r->start < *end)
			*end = r->start;
	}
	return LEDGER_NOTHING;
}

void
ledger_release(struct ledger *l)
{
	free(l->row);
	*l = (struct ledger){ 0 };
}
