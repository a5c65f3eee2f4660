#!/bin/sh
# A signal ends a sweep soon, also in the middle of a slow flush, with the
# table of what was measured, and as the signal would have; SIGUSR1 asks for a
# line and changes nothing.
. "$(dirname "$0")/lib.sh"
need_root
need losetup mkfs.ext4 perl jq
slow=$((4 << 20))

make_loop 192M --direct-io=on
make_fs ext4 "$loop" "$work/mnt"
free_blocks() {
	stat -f -c %f "$work/mnt"
}
# shellcheck disable=SC2034 # await reads it
before=$(free_blocks)

# sweep OPTION...: the device gets slow when a pass has ended.
sweep() {
	throttle "$loop" 0 0
	rm -f "$work/csv"
	start "$limited" "$seqbench" -o write --layout create -s 64m -n 1000 \
	    -t 100 --csv="$work/csv" --json="$work/json" "$@" "$work/mnt"
	await 30 '[ -e "$work/csv" ] && [ "$(wc -l <"$work/csv")" -gt 2 ]'
	throttle "$loop" $slow $slow
}

# Not before it catches that, or it ends by it.
asks() {
	grep -q '^SigCgt:.*[2367abef]..$' "/proc/$started/status" || return
	kill -USR1 "$started"
	sleep 0.1
	tail -n 1 "$work/err" | grep -q "$1"
}

# ends NAME NUMBER: the signal of that name does it.
ends() {
	began=$(date +%s%N)
	kill "-$1" "$started"
	ended
	ms=$((($(date +%s%N) - began) / 1000000))
	echo "SIG$1: gone after $ms ms, with status $got"
	ensure "SIG$1: within 3 s" [ "$ms" -lt 3000 ]
	ensure "SIG$1: ended by it" [ "$by" -eq "$2" ]
	ensure "SIG$1: said" grep "^interrupted by SIG$1: " "$work/out"
	ensure "SIG$1: table" grep -E '^ +1m WRITE +[0-9.]+ +[0-9.]+' "$work/out"
	ensure "SIG$1: JSON" jq -e --arg signal "SIG$1" '.interrupted == $signal
	    and (.cells[0].samples | length > 1)' "$work/json"
	ensure "SIG$1: nothing is left" [ "$(ls "$work/mnt")" = lost+found ]
	await 10 "[ \$(free_blocks) -ge $before ]"
}

sweep -b 1m -e buffered
await 30 'asks flushing'
tail -n 1 "$work/err"
ends INT 2

sweep -b 1m -e direct
await 30 'asks "1m WRITE direct, run .* %, "'
tail -n 1 "$work/err"
ends TERM 15

sweep -b 1m -e direct
await 30 'asks "1m WRITE direct, run .* %, "'
ends HUP 1

# In the laying out, before there is anything to print.
throttle "$loop" $slow $slow
start "$limited" "$seqbench" -s 64m -b 1m "$work/mnt"
await 30 'asks "^lay out: flushing"'
tail -n 1 "$work/err"
began=$(date +%s%N)
kill -INT "$started"
ended
ms=$((($(date +%s%N) - began) / 1000000))
echo "SIGINT in the laying out: gone after $ms ms, with status $got"
ensure "lay-out: within 3 s" [ "$ms" -lt 3000 ]
ensure "lay-out: ended by it" [ "$by" -eq 2 ]
ensure "lay-out: nothing is left" [ "$(ls "$work/mnt")" = lost+found ]

# At any time; before the handlers are there, there is no record either.
for delay in 0.02 0.1 0.3 0.5 0.7 0.9; do
	rm -f "$work/json"
	start "$seqbench" -b 4k,1m -s 8m -n 1000 --json="$work/json" \
	    "$work/mnt"
	sleep $delay
	kill -INT "$started"
	ended
	ensure "after $delay s: ended by it" [ "$by" -eq 2 ]
	ensure "after $delay s: nothing is left" \
	    [ "$(ls "$work/mnt")" = lost+found ]
	[ ! -e "$work/json" ] || ensure "after $delay s: whole JSON" \
	    jq -e '.interrupted == "SIGINT"' "$work/json"
done

# A record longer than a pipe, and a reader slower than all patience.
mkfifo "$work/slow"
(sleep 3 && cat) <"$work/slow" >"$work/record" &
reader=$!
rm -f "$work/csv"
start sh -c 'exec "$@" >"$0"' "$work/slow" "$seqbench" -e null -b 4k -s 4k \
    -n 100000 -f json --csv="$work/csv" "$work/mnt"
await 30 '[ -e "$work/csv" ] && [ "$(wc -l <"$work/csv")" -gt 500 ]'
kill -INT "$started"
ended
wait "$reader"
ensure "slow reader: ended by it" [ "$by" -eq 2 ]
ensure "slow reader: a whole record" jq -e '.interrupted == "SIGINT" and
    (.cells[0].samples | length > 200)' "$work/record"

# Standard output that nobody reads: the first signal can't end it, nor what
# comes with the first, as from timeout(1).
mkfifo "$work/full"
exec 3<>"$work/full"
head -c 65536 /dev/zero >&3
start sh -c 'exec "$@" >"$0"' "$work/full" "$seqbench" -e null -b 4k -s 4k \
    -n 100000 "$work/mnt"
sleep 0.5
kill -INT "$started"
kill -TERM "$started"
kill -INT "$started"
sleep 2
ensure "it still writes" kill -0 "$started"
began=$(date +%s%N)
kill -INT "$started"
ended
echo "second SIGINT: gone after $((($(date +%s%N) - began) / 1000000)) ms"
ensure "second: ended by it" [ "$by" -eq 2 ]
exec 3>&-

# It goes on.
start "$seqbench" -b 1m -s 64m -n 3 -o read "$work/mnt"
await 10 '[ -s "$work/err" ]'
kill -USR1 "$started"
await 10 '[ "$(wc -l <"$work/err")" -eq 2 ]'
ended
ensure "SIGUSR1: goes on" [ "$got" -eq 0 ]
ensure "SIGUSR1: the table is whole" grep -q '^ *1m READ' "$work/out"
