/* holes -- was what is read ever written? */
#include "seqbench/target.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "seqbench/diag.h"
#include "seqbench/sys.h"

enum {
	LOOKS		= 64,
	LOOK_BYTES	= 4096,
};

int
holes_check(const struct target *t, int fd, uint64_t off, uint64_t len,
    bool allowed, struct warnings *w, struct diag *d)
{
	struct extents e;
	unsigned percent;

	if (t->kind != TARGET_FILE || len == 0 ||
	    file_extents(fd, off, len, &e) < 0 || e.unwritten_bytes == 0)
		return 0;
	percent = (unsigned)(100.0 * (double)e.unwritten_bytes / (double)len);
	if (e.unwritten_bytes > len / 100 && !allowed)
		return diag_set(d, -EINVAL, "%s: %u %% of it is unwritten and "
		    "would be read from memory: refusing to measure that; "
		    "write it first, or --allow-holes", t->path, percent);
	warnings_add(w, "%s: %" PRIu64 " of %" PRIu64 " bytes are unwritten "
	    "and read from memory", t->path, e.unwritten_bytes, len);
	return 0;
}

bool
zeros_only(int fd, uint64_t off, uint64_t len, void *buffer)
{
	const unsigned char *byte = buffer;
	size_t size = len < LOOK_BYTES ? (size_t)len : LOOK_BYTES;
	uint64_t step = (len - size) / (LOOKS - 1);
	unsigned char first = 0;

	for (uint64_t i = 0; i < LOOKS; i++) {
		uint64_t ahead = i * step;
		ssize_t n;

		/* As aligned as off is, for descriptors that ask for it. */
		ahead -= ahead % LOOK_BYTES;
		n = sys_pread(fd, buffer, size, (off_t)(off + ahead));
		if (n <= 0)
			return false;
		if (i == 0)
			first = byte[0];
		if ((first != 0x00 && first != 0xff) || byte[0] != first ||
		    memcmp(byte, byte + 1, (size_t)n - 1) != 0)
			return false;
	}
	return true;
}
