#!/bin/sh
# A signal every 100 us to every thread, by a library that is loaded before
# the program: all is measured, and what is written is what is meant.
. "$(dirname "$0")/lib.sh"
need cc jq cmp
cc -shared -fPIC -o "$work/storm.so" "$(dirname "$0")/storm.c" ||
    skip "cc makes no library"

# in_storm COMMAND...: with more signals than passes, or it was none.
in_storm() {
	rm -f "$work/count"
	expect 0 '' env LD_PRELOAD="$work/storm.so" STORM="$work/count" "$@"
	echo "$(cat "$work/count") signals: $*"
	ensure "a storm" [ "$(cat "$work/count")" -gt 20 ]
}

mkdir "$work/d"
for engine in buffered direct uring aio mmap; do
	in_storm "$seqbench" -e $engine -o read,write -b 16k -s 4m -n 1 \
	    -f json "$work/d"
	ensure "$engine: every pass is whole" jq -e '.status == 0 and
	    ([.cells[].samples[] | select(.error or .bytes != 4194304)] |
	    length) == 0' "$work/out"
done
in_storm "$seqbench" -e direct -j 4 -q 8 -b 16k -s 4m -n 1 -f json "$work/d"
ensure "nothing is left" [ -z "$(ls -A "$work/d")" ]

head -c 8M /dev/urandom >"$work/in"
in_storm "$seqbench" dd if="$work/in" of="$work/out.dd" bs=4k conv=fsync
ensure "dd: the same bytes" cmp "$work/in" "$work/out.dd"
mkfifo "$work/fifo"
(for _ in $(seq 20); do head -c 10000 "$work/in"; sleep 0.05; done) \
    >"$work/fifo" &
in_storm "$seqbench" dd if="$work/fifo" of="$work/out.dd" bs=4k \
    iflag=fullblock
ensure "dd: all of a slow pipe" [ "$(stat -c %s "$work/out.dd")" -eq 200000 ]
