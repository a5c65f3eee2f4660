#!/bin/sh
# A flush that takes 16 s, and SIGINT in the middle of it.  One fdatasync(2)
# can't be left before the device has answered, so the program ends when it has;
# then with the table and by the signal.  What is written back piece by piece
# (t-interrupt.sh) is left within a second.
. "$(dirname "$0")/lib.sh"
need_root
need losetup perl jq
delay=16

# shellcheck disable=SC2016 # nbdkit's shell expands it
serve eval get_size='echo 4M' can_write=true can_flush=true \
    pread='head -c "$3" /dev/zero' pwrite='cat >/dev/null' \
    flush='[ ! -e '"$work/slow"' ] || { : >'"$work/began"'
	    sleep '$delay'
	}'
attach "$disk" --direct-io=on
start "$seqbench" -o write -e raw -b 64k -s 1m -n 1000 -t 60 \
    --csv="$work/csv" --json="$work/json" --destroy "$loop" "$loop"
await 30 '[ -e "$work/csv" ] && [ "$(wc -l <"$work/csv")" -gt 2 ]'
: >"$work/slow"
await 10 '[ -e "$work/began" ]'
rm "$work/slow"
sleep 0.3
tail -n 1 "$work/err"
began=$(date +%s%N)
kill -INT "$started"
ended
ms=$((($(date +%s%N) - began) / 1000000))
echo "SIGINT in a flush of $delay s: gone after $ms ms, by signal $by"
ensure "not longer than the flush" [ "$ms" -lt $((1000 * (delay + 5))) ]
ensure "ended by it" [ "$by" -eq 2 ]
ensure "said" grep '^interrupted by SIGINT: ' "$work/out"
ensure "table" grep -E '^ *64k WRITE ' "$work/out"
ensure "JSON" jq -e '.interrupted == "SIGINT" and .status == 130 and
    (.cells[0].samples | length > 1)' "$work/json"
