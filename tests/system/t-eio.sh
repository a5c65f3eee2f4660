#!/bin/sh
# A device on which transfers or flushes fail from some moment on: the pass in
# which that is seen has failed, with the offset where there is one, the passes
# before it count, and a write that fails only when it is flushed is no
# success.
. "$(dirname "$0")/lib.sh"
need_root
need losetup perl jq

bad=$work/bad trouble=$((640 << 10))
# What is read is not zeros; what is written is forgotten.  Errors come when
# $bad is there: of transfers from $trouble on, or of flushes.
# shellcheck disable=SC2016 # nbdkit's shell expands it
serve eval get_size='echo 4M' can_write=true can_flush=true \
    pread='[ ! -e '"$bad"'.read ] || [ $(($4 + $3)) -le '"$trouble"' ] || {
	    echo EIO bad sector >&2
	    exit 1
	}
	head -c "$3" /dev/zero | tr "\0" x' \
    pwrite='cat >/dev/null
	[ ! -e '"$bad"'.write ] || [ $(($4 + $3)) -le '"$trouble"' ] || {
	    echo EIO bad sector >&2
	    exit 1
	}' \
    flush='[ ! -e '"$bad"'.flush ] || {
	    echo EIO bad cache >&2
	    exit 1
	}'
attach "$disk" --direct-io=on

# fails WHAT OP ENGINE OPTION...: WHAT begins to fail after some passes.
fails() {
	broken=$1 op=$2 engine=$3
	shift 3
	[ "$op" = read ] || set -- "$@" --destroy "$loop"
	rm -f "$work/csv" "$work/json"
	began=$(date +%s%N)
	start "$seqbench" -o "$op" -e "$engine" -b 16k -s 1m -n 1000 -t 60 \
	    --csv="$work/csv" --json="$work/json" "$@" "$loop"
	await 20 '[ -e "$work/csv" ] && [ "$(wc -l <"$work/csv")" -gt 2 ]'
	: >"$bad.$broken"
	ended
	rm "$bad.$broken"
	echo "$broken fails, $op $engine $*: status $got," \
	    "$((($(date +%s%N) - began) / 1000000)) ms"
	title=$(echo "$op" | tr '[:lower:]' '[:upper:]')
	grep "^16k $title $engine.*: .*Input/output error\$" "$work/out" ||
	    fail "$broken, $op, $engine: not said"
	ensure "$broken, $op, $engine: status 1, not $got" [ "$got" -eq 1 ]
	ensure "$broken, $op, $engine: in JSON" jq -e '.status == 1 and
	    (.cells[0] | .rate.runs >= 2 and (.flags | index("error")) and
	    .error.errno == "EIO" and
	    ([.samples[].error | select(.)] | length) == 1)' "$work/json"
	ensure "$broken, $op, $engine: the last row is marked" awk -F , '
	    { marked = $0 ~ /Input\/output error/; n += marked }
	    END { exit n != 1 || !marked }' "$work/csv"
}

# at OPERATOR OP OFFSET: what the message names.
at() {
	jq -c '.cells[0].error' "$work/json"
	ensure "offset $1 $3" jq -e ".cells[0].error |
	    .op == \"$2\" and .offset $1 $3" "$work/json"
}

# There from the start: it is at the first byte that can't be read.
: >"$bad.read"
for engine in raw buffered mmap; do
	expect 1 '^16k READ .*: read at offset '$trouble': Input/output error$' \
	    "$seqbench" -e $engine -b 16k -s 1m --json="$work/json" "$loop"
	at '==' read $trouble
done
expect 1 'Input/output error' "$seqbench" zones -f json -b 16k -n 8 -r 1 "$loop"
ensure "zones: the points before it are measured" jq -e '.status == 1 and
    ([.. | objects | select(.error.errno? == "EIO")] | length) > 0' \
    "$work/out"
rm "$bad.read"

for engine in raw buffered mmap; do
	fails read read $engine
	at '>=' read $trouble
done
for engine in uring aio; do
	fails read read $engine -q 32
	at '>=' read $trouble
done

fails write write raw
at '>=' write $trouble
for engine in uring aio; do
	fails write write $engine -q 32
	at '>=' write $trouble
done
for engine in buffered mmap; do
	fails write write $engine
	at '==' flush null
	fails write write "$engine" -y none
	at '==' flush null
done
fails write write raw -y dsync
at '>=' write $trouble

for engine in raw buffered uring; do
	fails flush write $engine
	at '==' flush null
done
fails flush write raw -y 8
at '%' flush '131072 == 0'

# dd says so in its own words; without conv=fsync nobody asks.
: >"$bad.flush"
expect 1 "fsync failed for '$loop': Input/output error" \
    "$seqbench" dd if=/dev/zero of="$loop" bs=16k count=16 conv=fsync
: >"$bad.write"
expect 1 "error writing '$loop': Input/output error" \
    "$seqbench" dd if=/dev/zero of="$loop" bs=16k count=128 oflag=direct
ensure "dd counts what it wrote" grep -q '^40+0 records out' "$work/err"
