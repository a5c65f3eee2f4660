#!/bin/sh
# A small sweep everywhere: it ends well, says where it was, leaves nothing.
. "$(dirname "$0")/lib.sh"
need_root
need losetup jq

# swept TYPE DEVICE TARGET OPTION...: DEVICE is its node, or null.
swept() {
	type=$1 node=$2 target=$3
	shift 3
	expect 0 '^ *64k READ' "$seqbench" -s 8m -n 2 -b 64k,1m \
	    --json="$work/json" "$@" "$target"
	jq -c '[.targets[0] | .file_system.type, .device.node,
	    .file_system.memory] + [.cells[] | [.op[:1], .engine[:1],
	    (.rate.bytes_per_second / 1e6 | round), .device_ratio,
	    (.flags | map(.[:2]) | join(" "))]]' "$work/json"
	ensure "$type: named in JSON" jq -e --arg type "$type" \
	    --argjson node "$node" '.targets[0] |
	    (.file_system.type // "null") == $type and
	    .device.node == $node' "$work/json"
	ensure "$type: nothing is left" [ "$(find "$target" -mindepth 1 \
	    ! -name lost+found)" = "${present-}" ]
}

# in_directory TYPE DEVICE DIRECTORY OPTION...
in_directory() {
	present=$(find "$3" -mindepth 1 ! -name lost+found)
	swept "$@"
}

for type in ext4 xfs btrfs; do
	if ! command -v mkfs.$type >"$work/tool" ||
	    ! grep -qw $type /proc/filesystems; then
		echo "no $type"
		continue
	fi
	make_loop 320M --direct-io=on
	make_fs $type "$loop" "$work/$type"
	in_directory $type "\"$loop\"" "$work/$type" -e buffered,direct
	ensure "$type: cold" grep -q '^cold: 0 of 2048 pages' "$work/out"
done

mkdir "$work/tmpfs" "$work/ramfs" "$work/overlay"
mount -t tmpfs none "$work/tmpfs" && undo umount "$work/tmpfs"
in_directory tmpfs null "$work/tmpfs"
ensure "tmpfs: memory" grep -q '^memory: ' "$work/out"
ensure "tmpfs: no c" jq -e '.targets[0].file_system.memory and
    all(.cells[]; .flags | contains(["cached"]) | not)' "$work/json"

mount -t ramfs none "$work/ramfs" && undo umount "$work/ramfs"
in_directory ramfs null "$work/ramfs"
ensure "ramfs: memory" grep -q '^memory: ' "$work/out"

if [ -d "$work/ext4" ]; then
	node=$(findmnt -no SOURCE "$work/ext4")
	mkdir "$work/ext4/lower" "$work/ext4/upper" "$work/ext4/work"
	mount -t overlay -o "lowerdir=$work/ext4/lower,upperdir=$work/ext4/\
upper,workdir=$work/ext4/work" none "$work/overlay" && {
		undo umount "$work/overlay"
		in_directory overlay "\"$node\"" "$work/overlay" \
		    -e buffered,direct
		ensure "overlay: cold" grep -q '^cold: 0 of 2048 pages' \
		    "$work/out"
	}
fi

present=
make_zram 64M
swept null "\"$zram\"" "$zram" -e buffered,raw -o read,write --destroy "$zram"

serve pattern 64M
swept fuse null "$disk"
ensure "FUSE: cache said" grep -q 'no page count shows: FUSE' "$work/out"
