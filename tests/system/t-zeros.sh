#!/bin/sh
# What was never written, or was trimmed, is not a measurement of the medium:
# a device's row is marked z, a file is refused with the way out.
. "$(dirname "$0")/lib.sh"
need_root
need losetup mkfs.ext4 jq fallocate blkdiscard

# marked STATE TARGET OPTION...: each cell has the flag z, or none has.
marked() {
	state=$1 target=$2
	shift 2
	expect 0 '' "$seqbench" -b 64k,1m -n 1 --json="$work/json" "$@" \
	    "$target"
	jq -c --arg t "${target##*/}" '.cells[] |
	    [$t, .engine, .block_bytes, .flags]' "$work/json"
	ensure "$target $*: zeros $state" jq -e --argjson state "$state" \
	    'all(.cells[]; (.flags | contains(["zeros"])) == $state)' \
	    "$work/json"
	[ "$state" = false ] || grep -q '^z: only zeros or ones read' \
	    "$work/out" || fail "$target: no word about z"
}

# refused PERCENT FILE: as unwritten, with the way out; then marked.
refused() {
	expect 3 "^seqbench: $2: $1 % of it is unwritten .*: refusing to \
measure that; write it first, or --allow-holes\$" "$seqbench" "$2"
	grep '^seqbench: ' "$work/err"
}

make_zram 64M
marked true "$zram" -e buffered,raw
head -c 64M /dev/urandom >"$zram"
marked false "$zram" -e buffered,raw

make_loop 96M --direct-io=on
marked true "$loop" -e buffered,raw
make_fs ext4 "$loop" "$work/mnt"
cd "$work/mnt" || exit 1

truncate -s 16M sparse
refused 100 sparse
marked true sparse -e buffered,direct --allow-holes

fallocate -l 16M preallocated
refused 100 preallocated
marked true preallocated -e buffered,direct --allow-holes

# A file system that trims: its free space reads as zeros.
head -c 16M /dev/urandom >trimmed
marked false trimmed -e buffered,direct
fallocate -p -l 16M trimmed
refused 100 trimmed
marked true trimmed -e buffered,direct --allow-holes

# A quarter is too much to be silent about, 0.4 % is not.
head -c 16M /dev/urandom >quarter
fallocate -p -o 4M -l 4M quarter
refused 25 quarter
head -c 16M /dev/urandom >little
fallocate -p -o 4M -l 64K little
expect 0 'little: 65536 of 16777216 bytes are unwritten' \
    "$seqbench" -b 1m -n 1 little
grep little: "$work/out"

# An erased medium may also read as ones.
head -c 16M /dev/zero | tr '\0' '\377' >ones
marked true ones

cd "$work" || exit 1
patiently umount "$work/mnt" && undone
head -c 96M /dev/urandom >"$loop"
marked false "$loop"
blkdiscard -f "$loop" 2>"$work/discard" || skip "no discard: $(cat "$work/discard")"
marked true "$loop"
