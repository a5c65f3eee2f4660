#!/bin/sh
# The layers of a target, down to the disks: what "info" prints, what stands
# in the header and in JSON, and what the devices at the bottom moved.
. "$(dirname "$0")/lib.sh"
need_root
need losetup jq addpart delpart setpriv unshare

# layers TARGET FILTER: jq's FILTER is true of its layers.
layers() {
	"$seqbench" info -f json "$1" >"$work/layers" &&
	    jq -e ".targets[0].layers | $2" "$work/layers" >"$work/jq" && return
	fail "layers of $1: $2"
	jq -c '.targets[0].layers[] | [.depth, .name, .kind, .bottom]' \
	    "$work/layers"
}

# A loop device: itself, and below it the file system of its file.
make_loop 320M --partscan
name=${loop#/dev/}
expect 0 "^  $loop: loop, backed by $loop_file,\$" \
    "$seqbench" info "$loop"
layers "$loop" "(.[0] | .name == \"$name\" and .kind == \"loop\" and .bottom and
    .direct_io != null and .bytes == 335544320 and .depth == 0) and
    (.[1] | .kind == \"file system\" and (.bottom | not) and .depth == 1)"
ensure "what lies below a loop is not counted" \
    jq -e '[.targets[0].layers[] | select(.bottom)] | length == 1' \
    "$work/layers"

# A partition of it.
addpart "$loop" 1 2048 204800 || skip "no partitions of loop devices"
undo delpart "$loop" 1
if await 5 "[ -b '${loop}p1' ]"; then
	layers "${loop}p1" "(.[0] | .kind == \"partition\" and
	    .name == \"${name}p1\" and .start_bytes == 1048576 and
	    .misaligned_bytes == null) and
	    (.[1] | .name == \"$name\" and .bottom)"
	expect 0 "^    $loop: loop" "$seqbench" info "${loop}p1"
	expect 0 '^  device of 100 MiB' \
	    "$seqbench" -b 1m -s 8m -n 1 --json="$work/json" "${loop}p1"
	ensure "a partition is counted by its disk" jq -e '.cells[0] |
	    .bottom_ratio > 0.99 and .bottom_ratio < 1.2' "$work/json"
fi

# btrfs on two devices: both, mirrored, counted together.
if command -v mkfs.btrfs >"$work/tool" && grep -qw btrfs /proc/filesystems
then
	make_loop 256M --direct-io=on
	one=$loop
	make_loop 256M --direct-io=on
	two=$loop
	mkdir "$work/btrfs"
	mkfs.btrfs -q -f -m raid1 -d raid1 "$one" "$two" || exit 1
	mount -t btrfs -o "device=$one,device=$two" "$one" "$work/btrfs" ||
	    skip "no btrfs mount"
	undo patiently umount "$work/btrfs"
	layers "$work/btrfs" "[.[] | select(.bottom) | .node] ==
	    ([\"$one\", \"$two\"] | sort)"
	expect 0 '^  layers: loop[0-9]+, loop[0-9]+ on tmpfs$' \
	    "$seqbench" -b 1m -s 16m -n 1 --json="$work/json" "$work/btrfs"
	ensure "said to be two" grep -q 'on 2 devices: dev/app' "$work/out"
	jq -c '.cells[] | [.op, .device_ratio, .bottom_ratio]' "$work/json"
	ensure "a mirror is read once" jq -e '.cells[] | select(.op == "read") |
	    .bottom_ratio > 0.99 and .bottom_ratio < 1.25' "$work/json"
	ensure "a mirror is written twice" jq -e '.cells[] |
	    select(.op == "write") | .bottom_ratio > 1.99 and
	    .device_ratio == .bottom_ratio' "$work/json"
else
	echo "no btrfs"
fi

# dm: linear over a loop device.
if command -v dmsetup >"$work/tool" &&
    dmsetup version >"$work/dmsetup" 2>&1; then
	make_loop 64M --direct-io=on
	mapped=seqbench-$$
	echo "0 131072 linear $loop 0" | dmsetup create "$mapped" || exit 1
	undo patiently dmsetup remove "$mapped"
	layers "/dev/mapper/$mapped" "(.[0] | .kind == \"dm\" and
	    .label == \"$mapped\") and (.[1] | .node == \"$loop\" and .bottom)"
else
	echo "no device mapper"
fi

# md: a mirror of two loop devices.
if command -v mdadm >"$work/tool" && grep -qw md /proc/devices; then
	make_loop 64M --direct-io=on
	one=$loop
	make_loop 64M --direct-io=on
	mdadm --build /dev/md/seqbench$$ --level=1 --raid-devices=2 \
	    --assume-clean "$one" "$loop" >"$work/mdadm" 2>&1 &&
	    undo patiently mdadm --stop /dev/md/seqbench$$ &&
	    layers "/dev/md/seqbench$$" '.[0].type == "raid1" and
	    ([.[] | select(.bottom)] | length == 2)'
else
	echo "no md"
fi

# Memory; and zram, which compresses.
mkdir "$work/tmpfs"
mount -t tmpfs none "$work/tmpfs" && undo umount "$work/tmpfs"
layers "$work/tmpfs" 'length == 1 and .[0].name == "tmpfs"'
expect 0 '^  tmpfs: file system' "$seqbench" info "$work/tmpfs"
if [ -e /sys/class/zram-control/hot_add ]; then
	make_zram 16M
	layers "$zram" '.[0] | .kind == "zram" and .algorithm != null and
	    .bottom and .bytes == 16777216'
fi

# Nobody's right to open a device is needed, nor root's to look.
chmod 755 "$work"
make_loop 16M --direct-io=on
chmod 600 "$loop"
expect 0 "^  $loop: loop" setpriv --reuid=65534 --regid=65534 --clear-groups \
    "$seqbench" info "$loop"
"$seqbench" info "$work/tmpfs" >"$work/root"
expect 0 '' setpriv --reuid=65534 --regid=65534 --clear-groups \
    "$seqbench" info "$work/tmpfs"
ensure "the same for everybody" cmp "$work/root" "$work/out"

# Without /sys, or /proc, there is less, and no error.
expect 0 "^$loop: device" unshare -m sh -c \
    'mount -t tmpfs none /sys && exec "$0" info "$1"' "$seqbench" "$loop"
expect 0 '^  [a-z0-9]+: file system' unshare -m sh -c \
    'mount -t tmpfs none /sys && exec "$0" info "$1"' "$seqbench" "$work"
expect 0 '^/: directory' unshare -m sh -c \
    'mount -t tmpfs none /proc && exec "$0" info /' "$seqbench"
expect 0 '1m READ' unshare -m sh -c \
    'mount -t tmpfs none /sys && exec "$0" -b 1m -s 4m -n 1 -o read "$1"' \
    "$seqbench" "$loop"

# Bad input.
expect 3 "^seqbench: $work/gone: can't be looked at: No such file" \
    "$seqbench" info "$work/gone"
mkfifo "$work/fifo"
expect 0 'fifo: stream' "$seqbench" info "$work/fifo"
expect 2 'needs a TARGET' "$seqbench" info
