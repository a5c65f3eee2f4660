#!/bin/sh
# The word for what held a pass back, each on a device that is made so.
. "$(dirname "$0")/lib.sh"
need_root
need chrt jq losetup
"$seqbench" --help | grep -q -e --depth || skip "no option --depth"

# says WORD WHAT COMMAND...: one pass in five says so; the others may have
# been held back by whatever else runs here.
says() {
	word=$1 what=$2
	shift 2
	expect 0 '' "$@" -n 5 -t 0.5 -f json
	words=$(jq -r '.cells[].samples[].limit' "$work/out" | tr '\n' ' ')
	echo "$word: $what: $words"
	case " $words" in
	*" $word "*) ;;
	*)	fail "$what: $words, not $word"
		jq -c '.cells[].samples[]' "$work/out" ;;
	esac
}

make_loop 64M --direct-io=on
throttle "$loop" 20971520 0
says throttle "a device limited to 20 MiB/s" \
    "$limited" "$seqbench" -e raw -b 64k -s 32m "$loop"

make_loop 256M --direct-io=on
make_fs ext4 "$loop" "$work/ext4"
says cache "a file that was read before" \
    "$seqbench" -o read -c warm -b 1m -s 64m "$work/ext4"
says cache "what is written but not flushed" \
    "$seqbench" -o write -y none -b 1m -s 16m "$work/ext4"

# Others are not let in between; or if they are, it is not to be seen.
mount_memory
expect 0 '' chrt -f 1 "$seqbench" -o read -b 4k -s 256m -n 5 -f json \
    "$memory"
jq -r '.cells[].samples[] |
    select((.user_ns + .system_ns) / .transfer_ns >= 0.9) | .limit' \
    "$work/out" >"$work/words"
echo "cpu: tmpfs by 4k: $(tr '\n' ' ' <"$work/words")"
[ -s "$work/words" ] || echo "cpu: not told, others used the CPUs"
! grep -qvx cpu "$work/words" || fail "tmpfs by 4k: not cpu"

serve_deep --filter=delay memory 64M rdelay=2ms
says depth "2 ms a transfer, and no other meanwhile" \
    "$seqbench" -e raw -b 64k "$loop"
serve_deep --filter=noparallel --filter=delay memory 64M rdelay=2ms \
    serialize=all-requests
says device "2 ms a transfer, and seven that wait for it" \
    "$seqbench" -e raw -q 8 -b 64k "$loop"
