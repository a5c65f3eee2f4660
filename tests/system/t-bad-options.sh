#!/bin/sh
# A command line that makes no sense: one line that names the option and what
# would have been right, status 2, nothing touched.
. "$(dirname "$0")/lib.sh"
mkdir "$work/d"

# usage REGEX OPTION...
usage() {
	regex=$1
	shift
	expect 2 "^seqbench: $regex\$" "$seqbench" "$@" "$work/d"
	ensure "$*: one line" [ "$(wc -l <"$work/err")" -eq 1 ]
	ensure "$*: nothing printed" [ ! -s "$work/out" ]
	cat "$work/err"
}

usage '-b 4q: not a size; .*' -b 4q
usage '-b 4kk: not a size; .*' -b 4kk
usage '-b 0x10: .*' -b 0x10
usage "-b '': an empty item; .*" -b ''
usage '-b ,: an empty item; .*' -b ,
usage '-b 4k,: an empty item; .*' -b 4k,
usage '-b 0: .*' -b 0
usage '-b 0: a block has .*' -b 4k,0
usage '-b 3g: too large: a transfer is at most .* bytes.*' -b 3g
usage '-b -4k: not a size; .*' -b -4k
usage '-b 1m-4k: .*' -b 1m-4k
usage '-b 1-1g/0: .*' -b 1-1g/0
usage '-s -1: not a size; .*' -s -1
usage '-s 0: .*' -s 0
usage '-s 8388608t: too large: .*' -s 8388608t
usage '-s 99999999999999999999: too large: .*' -s 99999999999999999999
usage '-s 99999999999x99999999999: too large: .*' -s 99999999999x99999999999
usage '-s 1e9: .*' -s 1e9
usage '-s nan: not a size; .*' -s nan
usage '-n 0: .*' -n 0
usage '-n -3: .*' -n -3
usage '-n 5..2: .*' -n 5..2
usage '-n 18446744073709551617: .*' -n 18446744073709551617
usage '-t 0: .*' -t 0
usage '-t -1: .*' -t -1
usage '-t 1e999: .*' -t 1e999
usage '-t 99999999999999h: .*' -t 99999999999999h
usage '-p nan: .*' -p nan
usage '-p -2: .*' -p -2
usage '--engine warp: .*buffered, direct, raw.*null.*' -e warp
usage "-e '': .*" -e ''
usage '-o fly: .*' -o fly
usage '-c lukewarm: .*' -c lukewarm
usage '-y 0: .*' -y 0
usage '-d compress=101: .*' -d compress=101
usage '--format png: .*table, .*' -f png
usage "--json '': .*" --json=
usage '--offset 4k: .*' --offset 4k
usage '--nonsense: .*' --nonsense
usage '--destroy /dev/null: .*' --destroy /dev/null

expect 2 '^usage: ' "$seqbench"
expect 2 'no TARGET' "$seqbench" --
ensure "nothing is left" [ -z "$(ls -A "$work/d")" ]
