#!/bin/sh
# Read errors in the middle, with and without conv=noerror: the statistics
# are those of what was read, and GNU dd's where that is here.
. "$(dirname "$0")/lib.sh"
mkdir "$work/bin"
ln -s "$seqbench" "$work/bin/dd"

# plain FILE: without time and rate.
plain() {
	sed 's/ copied,.*/ copied/' "$1"
}

# alike OWN OPERAND...: both dds give the same status, words and bytes, this
# one with the words of OWN besides.
alike() {
	own=$1
	shift
	for who in bin theirs; do
		[ $who = bin ] || own=
		# shellcheck disable=SC2086 # words
		PATH=$work/$who:$PATH dd if="$disk" of="$work/$who.out" \
		    iflag=direct "$@" $own 2>"$work/$who.err"
		echo "status $?" >>"$work/$who.err"
		plain "$work/$who.err" >"$work/$who.plain"
	done
	diff "$work/theirs.plain" "$work/bin.plain" ||
	    fail "other words than dd: $*"
	ensure "other bytes than dd: $*" cmp "$work/theirs.out" \
	    "$work/bin.out"
}

# One bad stretch of 64 KiB at 1 MiB.
# shellcheck disable=SC2016 # nbdkit's shell expands it
serve eval get_size='echo 2M' pread='
	if [ $4 -lt $((1048576 + 65536)) ] && [ $(($4 + $3)) -gt 1048576 ]
	then
		echo EIO bad sector >&2
		exit 1
	fi
	head -c $3 /dev/zero | tr "\0" x'
PATH=$work/bin:$PATH expect 1 "error reading '.*disk': Input/output error" \
    dd if="$disk" of=/dev/null bs=64k iflag=direct
plain "$work/err" >"$work/plain"
ensure "statistics after the error" grep -q '^16+0 records out' "$work/plain"
ensure "bytes after the error" grep -q '^1048576 bytes' "$work/plain"
PATH=$work/bin:$PATH expect 0 '^31\+0 records out' \
    dd if="$disk" of="$work/out" bs=64k iflag=direct conv=noerror
PATH=$work/bin:$PATH expect 0 '^32\+0 records out' \
    dd if="$disk" of="$work/out" bs=64k iflag=direct conv=noerror,sync
ensure "the bad stretch is zeros" test \
    "$(tr -d x <"$work/out" | tr -d '\0' | wc -c)" -eq 0
ensure "and only that" test "$(tr -d x <"$work/out" | wc -c)" -eq 65536
if /usr/bin/dd --version 2>&1 | grep -q 'coreutils) 9\.'; then
	mkdir "$work/theirs"
	ln -s /usr/bin/dd "$work/theirs/dd"
	for bs in 4k 64k 128k 1M; do
		alike '' bs=$bs
		alike '' bs=$bs conv=noerror
		alike '' bs=$bs conv=noerror,sync
		alike '' ibs=$bs obs=10k conv=noerror,sync
	done
	for bs in 32k 128k; do
		alike depth=4 bs=$bs
		alike 'engine=aio depth=3' bs=$bs conv=noerror
		alike depth=9 bs=$bs conv=noerror,sync
		alike engine=uring ibs=$bs obs=10k conv=noerror,sync
	done
fi

# Errors that come and go, while it runs.
serve --filter=error pattern 16M error-pread-rate=100% \
    error-file="$work/trigger"
(sleep 0.7 && : >"$work/trigger" && sleep 0.5 && rm "$work/trigger") &
trigger=$!
expect 0 'error reading' "$seqbench" dd if="$disk" of="$work/out" bs=64k \
    iflag=direct speed=8M conv=noerror,sync
wait $trigger
ensure "every block has its place" \
    test "$(stat -c %s "$work/out")" -eq 16777216
