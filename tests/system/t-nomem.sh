#!/bin/sh
# Every allocation of the program and of libc failing once: a documented
# status, JSON that parses, and the same bytes, or the reason.
. "$(dirname "$0")/lib.sh"
need cc jq cmp
cc -shared -fPIC -o "$work/nomem.so" "$(dirname "$0")/nomem.c" ||
    skip "cc makes no library"

# each CHECK COMMAND...: with the 1st, 2nd, 3rd... failing until none is left.
each() {
	check=$1 n=0
	shift
	while :; do
		n=$((n + 1))
		rm -f "$work/seen"
		timeout 20 env NOMEM=$n NOMEM_SEEN="$work/seen" \
		    LD_PRELOAD="$work/nomem.so" "$@" >"$work/out" 2>"$work/err" </dev/null
		got=$?
		[ -e "$work/seen" ] || break
		case $got in
		0)	$check || fail "allocation $n of $*: $check" ;;
		1|3)	grep -q 'annot allocate\|exhausted\|memory' \
			    "$work/err" || fail "allocation $n of $*: silent" ;;
		*)	fail "allocation $n of $*: status $got" ;;
		esac
	done
	echo "$((n - 1)) allocations failed: $*"
	ensure "some" [ "$n" -gt 1 ]
}

head -c 256k /dev/urandom >"$work/in"
same() { cmp "$work/in" "$work/copy"; }
parses() { jq -e . "$work/out" >"$work/parsed"; }
says() { [ -s "$work/out" ]; }
each same "$seqbench" dd if="$work/in" of="$work/copy" bs=64k
each parses "$seqbench" info -f json "$work/in"
each says "$seqbench" info "$work/in"
