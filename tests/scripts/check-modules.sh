#!/bin/sh
# Each rule of scripts/check-modules finds what is planted against it, in a
# copy of the sources that it finds nothing in.
set -u
cd "$(dirname "$0")/../.." || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
passed=0 failed=0

count() {
	if [ "$1" -eq 0 ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAIL $2"
		cat "$work/out"
	fi
}

# planted FILE RULE [TEXT]: TEXT, or what is on standard input, at its end.
planted() {
	cp "$work/tree/$1" "$work/saved"
	if [ $# -gt 2 ]; then
		echo "$3"
	else
		cat
	fi >>"$work/tree/$1"
	! scripts/check-modules "$work/tree" >"$work/out" &&
	    grep -q "^$2: $1:" "$work/out" && [ "$(wc -l <"$work/out")" -eq 1 ]
	count $? "$2: ${3-} in $1"
	cp "$work/saved" "$work/tree/$1"
}

mkdir "$work/tree" && cp -R include src "$work/tree" || exit 1
scripts/check-modules "$work/tree" >"$work/out"
count $? "nothing planted"

planted src/base/text.c includes '#include "seqbench/sys.h"'
planted src/plan/plan.c includes '#include "seqbench/run.h"'
planted src/plan/plan.c includes '#include "seqbench/new.h"'
planted src/report/csv.c includes '#include "../run/loop.h"'
planted src/cli/cli.h includes '#include "seqbench/file.h"'
planted include/seqbench/units.h includes '#include "seqbench/plan.h"'
planted src/run/loop.c systems '#ifdef __linux__'
planted include/seqbench/run.h systems '#if defined(__FreeBSD__)'
planted src/run/pass.c endings '	exit(1);'
planted src/cli/value.c endings '	perror("open");'
planted src/report/csv.c endings '	fputs("x", stderr);'
planted src/report/csv.c endings '	if (rc < 0) abort ();'
planted src/report/csv.c memories '	static int calls;'
planted src/report/csv.c memories '	static const char *last;'
planted include/seqbench/run.h types 'typedef int rate;'
planted src/base/text.c lengths "/*$(printf '%78s' ' ')*/"
planted src/base/text.c lengths "$(printf '\t\t\t\t\t\t\t\t\t\t/')"
planted src/base/text.c lengths 'int a; '
i=0
while [ $((i += 1)) -le 400 ]; do
	echo '/**/'
done | planted src/base/text.c lengths
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
