/* bar -- a figure as a bar of text. */
#include "bar.h"

#include <math.h>

void
bar_write(FILE *f, double share, unsigned columns, bool utf8)
{
	/* U+2588 is whole, U+2589 to U+258F are seven to one eighth. */
	static const char *const eighths[] = {
		"", "\u258f", "\u258e", "\u258d", "\u258c", "\u258b",
		"\u258a", "\u2589",
	};
	unsigned unit = utf8 ? 8 : 1;
	unsigned n = (unsigned)lround(share * columns * unit);

	if (n == 0 && share > 0)
		n = 1;
	for (unsigned i = 0; i < n / unit; i++)
		fputs(utf8 ? "\u2588" : "#", f);
	if (utf8)
		fputs(eighths[n % unit], f);
}
