/* mail001 -- the figures (MB/s) of a table measured in 2007, by block. */
#ifndef UNIT_MAIL001_H
#define UNIT_MAIL001_H

#include "timings.h"

enum { M_4K, M_16K, M_64K, M_128K, M_1M, M_BLOCKS };

static const struct figures gstripe_read[] = {
	{ { 47.1, 46.9, 46.8 } },
	{ { 92.7, 92.8, 92.6 } },
	{ { 120.8, 120.6, 120.6 } },
	{ { 123.0, 122.8, 122.8 } },
	{ { 122.7, 122.9, 122.6 } },
};
static const struct figures gstripe_write[] = {
	{ { 40.9, 40.9, 41.0 } },
	{ { 76.3, 76.1, 76.2 } },
	{ { 96.1, 96.2, 96.1 } },
	{ { 96.3, 96.4, 96.2 } },
	{ { 89.4, 89.4, 89.4 } },
};
static const struct figures graid5_read[] = {
	{ { 58.1, 58.7, 59.0 } },
	{ { 130.0, 125.6, 129.5 } },
	{ { 183.8, 183.9, 188.9 } },
	{ { 197.3, 194.4, 197.6 } },
	{ { 193.0, 196.8, 198.1 } },
};
static const struct figures graid5_write[] = {
	{ { 155.5, 155.8, 154.3 } },
	{ { 308.5, 306.3, 306.9 } },
	{ { 416.9, 416.7, 415.8 } },
	{ { 421.0, 426.2, 399.7 } },
	{ { 327.6, 330.3, 331.0 } },
};

#endif
