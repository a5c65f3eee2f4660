/*
 * signature -- the magic numbers of signature.c, held against bytes in
 * memory.
 */
#ifndef SEQBENCH_TARGET_SIGNATURE_H
#define SEQBENCH_TARGET_SIGNATURE_H

#include <stddef.h>
#include <stdint.h>

#define SIGNATURE_HEAD	((1u << 20) + (64u << 10))	/* looked at, from 0 */
#define SIGNATURE_TAIL	(768u << 10)	/* looked at, up to the end */

/* The first and the last bytes of a device; they may overlap. */
struct signature_image {
	uint64_t	 bytes;		/* of the device */
	const unsigned char *head, *tail;
	size_t		 head_len, tail_len;
};

/* The name of what it carries, or NULL. */
const char *signature_match(const struct signature_image *image);

#endif
