/*
 * text -- bytes made fit for a line, a table or a machine format.
 */
#ifndef SEQBENCH_TEXT_H
#define SEQBENCH_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * Write s to f on one line: control characters (C1 too) and bytes that are
 * no valid UTF-8 come out as \n, \t, \ooo.  Bytes above 127 pass only when
 * utf8 is true (the terminal's locale says so), else they are escaped too.
 */
void	text_printable(FILE *f, const char *s, bool utf8);

/*
 * Quote s for pasting into a POSIX shell, only where it needs it.  What no
 * terminal shows is written "$(printf '..')", because not every sh knows
 * $'..'.  One line, but for newlines at the very end of s.
 */
void	text_shell(FILE *f, const char *s);

/* Append an item to the list in buf, joint before it unless it is the first;
   what does not fit is cut.  Returns buf. */
char	*text_join(char *buf, size_t size, const char *joint,
	    const char *item);

/* Write out what f holds: 0 or -errno, for errors before as well. */
int	text_flush(FILE *f);

/* True when s is valid UTF-8. */
bool	text_is_utf8(const char *s);

/*
 * The length in bytes of the valid UTF-8 sequence at s (1 to 4), or 0 when
 * there is none (also at the end of the string).
 */
size_t	text_utf8_len(const char *s);

/* True when the process's locale is a UTF-8 one (after setlocale). */
bool	text_locale_is_utf8(void);

#endif
