#!/bin/sh
# A device that somebody uses, or that carries something, is not written: the
# refusal says who or what, and what to do.
. "$(dirname "$0")/lib.sh"
need_root
need losetup mkfs.ext4 mkswap swapon unshare addpart sha256sum

sum() {
	sha256sum "$1" | cut -d ' ' -f 1
}

# refused FILE REGEX TARGET OPTION...: and nothing of FILE is changed.
refused() {
	file=$1 regex=$2 target=$3
	shift 3
	sync -f "$file"
	before=$(sum "$file")
	expect 3 "^seqbench: $target: $regex\$" \
	    "$seqbench" -o write -s 8m -n 1 -b 1m "$@" "$target"
	ensure "nothing on standard output" [ ! -s "$work/out" ]
	ensure "one line" [ "$(wc -l <"$work/err")" -eq 1 ]
	ensure "$target: unchanged" [ "$(sum "$file")" = "$before" ]
	cat "$work/err"
}

# Until the very end, a device must also be asked for by its own name.
make_loop 32M
head -c 32M /dev/urandom >"$loop"
to_write="to write to this device: --destroy $loop"
refused "$loop_file" "backs .*" "$loop_file" --overwrite
refused "$loop_file" "$to_write" "$loop"
refused "$loop_file" "$to_write" "$loop" --destroy "$loop_file"
refused "$loop_file" "$to_write" "$loop" --destroy /dev/null

make_loop 32M
make_fs ext4 "$loop" "$work/mnt"
refused "$loop_file" \
    "mounted on $work/mnt: refusing to write; unmount it first" \
    "$loop" --destroy "$loop" --lose ext4
refused "$loop_file" \
    "backs $loop: refusing to write; detach that first" \
    "$loop_file" --overwrite

make_loop 32M
lower=$loop lower_file=$loop_file
loop=$(losetup --find --show "$lower") || skip "no loop on a loop"
undo patiently losetup -d "$loop"
make_fs ext4 "$loop" "$work/upper"
refused "$lower_file" \
    "backs $loop: refusing to write; detach that first" \
    "$lower" --destroy "$lower" --lose ext4

make_loop 32M
mkfs.ext4 -q "$loop"
mkdir "$work/hidden"
unshare -m sh -c 'mount "$0" "$1" && echo >"$2" && exec sleep 1000' \
    "$loop" "$work/hidden" "$work/is-hidden" &
holder=$!
undo kill "$holder"
await 10 '[ -e "$work/is-hidden" ]'
refused "$loop_file" "mounted on $work/hidden in the mount namespace of \
process $holder \(sleep\): refusing to write; unmount it there first: nsenter .*" \
    "$loop" --destroy "$loop" --lose ext4

make_loop 32M
addpart "$loop" 1 2048 32768 || skip "no partitions on loop devices"
undo patiently delpart "$loop" 1
make_fs ext4 "${loop}p1" "$work/part"
refused "$loop_file" "its partition ${loop##*/}p1 is mounted on $work/part: \
refusing to write; unmount it first" "$loop" --destroy "$loop"

make_loop 32M
mkswap -q "$loop"
swapon "$loop" || skip "no swap"
undo patiently swapoff "$loop"
refused "$loop_file" \
    "active swap: refusing to write; swapoff it first" \
    "$loop" --destroy "$loop" --lose swap

make_loop 32M
mkfs.ext4 -q "$loop"
line="--destroy $loop --lose ext4"
refused "$loop_file" "carries ext4; to overwrite it: $line" "$loop"
refused "$loop_file" "carries ext4; to overwrite it: $line" "$loop" \
    --destroy "$loop"
refused "$loop_file" "carries ext4, not xfs; to overwrite it: $line" \
    "$loop" --destroy "$loop" --lose xfs
# The line that it gave to type does it.
before=$(sum "$loop_file")
# shellcheck disable=SC2086 # words
expect 0 '1m WRITE' "$seqbench" -o write -s 8m -n 1 -b 1m $line "$loop"
ensure "$loop: written" [ "$(sum "$loop_file")" != "$before" ]

head -c 1M /dev/urandom >"$work/file"
refused "$work/file" \
    "exists; to write over it \(never beyond its end\): --overwrite" \
    "$work/file"
