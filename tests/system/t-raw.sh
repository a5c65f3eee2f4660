#!/bin/sh
# Raw on files and directories: the same bytes as through ext4, xfs and btrfs,
# wherever they lie; what has no such place, or is not still, is refused.
. "$(dirname "$0")/lib.sh"
need_root
need losetup jq cmp setpriv unshare
chmod 711 "$work"

# raw_ok OPTION... TARGET: measured and compared on $loop, once where no -n
# is given.
raw_ok() {
	expect 0 "^  *raw reads $loop, [0-9]+ extents?: [0-9]+ blocks? compared" \
	    "$seqbench" -n 1 --json="$work/json" "$@"
	ensure "$type: all cells have figures ($*)" jq -e --arg node "$loop" '
	    (.targets[0].raw | .node == $node and .extents > 0 and
	    .compared_blocks >= .extents) and all(.cells[]; .error == null and
	    all(.samples[]; .bytes > 0 and .error == null))' "$work/json"
}

# dev_app OPTION... TARGET: and the device moved what was asked for.
dev_app() {
	raw_ok "$@"
	jq -c '[.targets[0].file_system.type, .targets[0].raw] +
	    [.cells[] | [.engine, .block_bytes, .device_ratio]]' "$work/json"
	ensure "$type: dev/app is 1" jq -e 'all(.cells[]; .op == "write" or
	    (.device_ratio > 0.98 and .device_ratio < 1.05))' "$work/json"
}

# By another way: what is at the address in the record is the file's.
at_address() {
	address=$(jq '[.cells[] | select(.engine == "raw")][0].samples[0]
	    .extent_address' "$work/json")
	blockdev --flushbufs "$loop"
	ensure "$type: the file begins at $address" cmp -n 65536 \
	    -i "0:$address" "$1" "$loop"
}

refused() {
	regex=$1
	shift
	expect 3 "READ raw: .*$regex" "$seqbench" -s 64k -b 64k -n 1 \
	    -e buffered,raw -o read --allow-holes "$@"
}

# Backwards and durable one by one, so that hardly two are neighbours; ext4
# is too clever for that, and gets no other room than holes.
fragmented() {
	pieces=$dir/pieces
	[ $type = ext4 ] && no_room && return
	for i in $(seq 63 -1 0); do
		dd if="$big" of="$pieces" bs=64k count=1 skip="$i" seek="$i" \
		    conv=notrunc,fsync status=none || exit 1
	done
}

no_room() {
	make_loop 64M --direct-io=on
	make_fs ext4 "$loop" "$work/holes"
	pieces=$work/holes/pieces
	fallocate -l 16M "$work/holes/lace" || exit 1
	for size in 8M 1M 128K 16K 4K; do
		while fallocate -l $size "$work/holes/full.$size.$((n += 1))"
		do :; done 2>"$work/full"
	done
	for i in $(seq 0 64); do
		fallocate -p -o $((i << 17)) -l 64K "$work/holes/lace"
	done
	dd if="$big" of="$pieces" bs=64k count=64 conv=fsync status=none ||
	    exit 1
}
n=0

files_on() {
	file=$dir/odd
	head -c 1000003 /dev/urandom >"$file"
	raw_ok -e raw -b 1m "$file"
	ensure "$type: bytes of the file, not of the sector" jq -e '
	    all(.cells[].samples[]; .bytes == 1000003)' "$work/json"
	raw_ok -e raw,direct -b 4k,64k -q 1,8 -j 2 --offset 64k -s 32m "$big"

	whole=$loop
	fragmented
	raw_ok -e buffered,raw -b 64k,1m "$pieces"
	jq -c '.targets[0].raw' "$work/json"
	ensure "$type: pieces are flagged" jq -e '.targets[0].raw.extents > 4 and
	    all(.cells[]; .flags | contains(["fragmented"]))' "$work/json"
	at_address "$pieces"
	loop=$whole

	# Our own write passes may move it in between.
	head -c 8M "$big" >"$dir/written"
	raw_ok -n 2 -e raw,buffered -b 64k -o read,write --overwrite \
	    "$dir/written"

	truncate -s 1M "$dir/hole"
	refused 'a hole' "$dir/hole"
	fallocate -l 1M "$dir/reserved" &&
	    refused 'never written' "$dir/reserved"
	if cp --reflink=always "$big" "$dir/shared" 2>"$work/reflink"; then
		sync -f "$dir/shared"
		raw_ok -e buffered,raw -b 64k -s 16m "$dir/shared"
	fi
}

untouched() {
	expect 2 'raw engine never writes' "$seqbench" -e raw -o write \
	    --overwrite "$big"
	expect 2 'raw engine never writes' "$seqbench" -e raw -o write "$dir"
	expect 2 '' "$seqbench" -e raw -o write --destroy "$loop" "$big"
	expect 0 'WRITE raw left out' "$seqbench" -e buffered,raw -s 16m -n 1 \
	    -b 1m -o read,write "$dir"
	expect 0 'WRITE raw left out' "$seqbench" -e raw -s 16m -n 1 -b 1m \
	    -l overwrite "$dir"
	sync -f "$big"
	echo 1 >/proc/sys/vm/drop_caches
	ensure "$type: the file is what it was" cmp "$data" "$big"
}

have() {
	command -v "mkfs.$1" >"$work/tool" && grep -qw "$1" /proc/filesystems &&
	    return
	echo "no $1"
	return 1
}

# More than a block group of btrfs takes.
mount_memory
data=$memory/data
head -c 264M /dev/urandom >"$data" || exit 1

for type in ext4 xfs btrfs; do
	have $type || continue
	make_loop 600M --direct-io=on
	dir=$work/$type big=$work/$type/big
	make_fs $type "$loop" "$dir"
	cp "$data" "$big" || exit 1
	dev_app -n 2 -e buffered,direct,raw -b 64k,1m "$big"
	at_address "$big"
	dev_app -e buffered,raw -s 64m -b 1m "$dir"
	files_on
	untouched
	[ $type = ext4 ] && ext4=$loop
	mount -o remount,ro "$dir" && raw_ok -e buffered,raw -s 8m -b 64k \
	    "$big"
	mount -o remount,rw "$dir"
	truncate -s 32M "$big"
	sync -f "$dir"
	fstrim "$dir"
done

if have ext4; then
	make_loop 32M --direct-io=on
	mkfs.ext4 -q -O inline_data "$loop" && mkdir "$work/small" &&
	    mount "$loop" "$work/small" 2>"$work/mount" && {
		undo patiently umount "$work/small"
		head -c 50 /dev/urandom >"$work/small/inline"
		refused 'stored inline' "$work/small/inline"
	}
fi

if [ -d "$work/btrfs" ]; then
	type=btrfs dir=$work/btrfs
	head -c 1000 /dev/urandom >"$dir/inline"
	refused 'stored inline' "$dir/inline"
	touch "$dir/packed"
	if chattr +c "$dir/packed" 2>"$work/chattr"; then
		yes 'the same again' | head -c 1M >"$dir/packed"
		refused 'compressed' "$dir/packed"
	fi
	make_loop 300M --direct-io=on
	mkfs.btrfs -qf -d dup -m dup "$loop" >"$work/mkfs" 2>&1 && mkdir "$work/dup" &&
	    mount "$loop" "$work/dup" && {
		undo patiently umount "$work/dup"
		head -c 64M "$work/btrfs/big" >"$work/dup/file"
		raw_ok -e buffered,raw -b 1m "$work/dup/file"
		at_address "$work/dup/file"
	}
	make_loop 200M --direct-io=on
	one=$loop
	make_loop 200M --direct-io=on
	mkfs.btrfs -qf -d single -m raid1 "$one" "$loop" >"$work/mkfs" 2>&1 &&
	    mkdir "$work/two" && mount "$one" "$work/two" && {
		undo patiently umount "$work/two"
		head -c 1M /dev/urandom >"$work/two/file"
		refused 'several devices' "$work/two/file"
	}
fi

if [ -d "$work/xfs" ]; then
	make_loop 400M
	one=$loop
	make_loop 300M
	mkdir "$work/rt"
	if mkfs.xfs -qf -d rtinherit=1 -r "rtdev=$loop" "$one" \
	    >"$work/mkfs" 2>&1 &&
	    mount -o "rtdev=$loop" "$one" "$work/rt" 2>"$work/mount"; then
		undo patiently umount "$work/rt"
		head -c 1M /dev/urandom >"$work/rt/file"
		refused 'real-time' "$work/rt/file"
	else
		echo "no real-time xfs"
	fi
fi

# ---- who may not, and what is not there ----

cp "$seqbench" "$work/copy"
chmod 755 "$work/copy"
as_nobody() {
	status=$1 regex=$2
	shift 2
	expect "$status" "$regex" setpriv --reuid 65534 --regid 65534 \
	    --clear-groups "$work/copy" -s 1m -b 64k -n 1 -e buffered,raw "$@"
}
if [ -d "$work/ext4" ]; then
	loop=$ext4
	mode=$(stat -c %a "$loop")
	undo chmod "$mode" "$loop"
	chmod 600 "$loop"
	as_nobody 3 "raw: $loop, the device below: Permission denied; run as" \
	    "$work/ext4/big"
	chmod 604 "$loop"
	as_nobody 0 "raw reads $loop" "$work/ext4/big"
	chmod "$mode" "$loop"

	# Another device under the name of this one.
	make_loop 1M
	expect 3 "raw: $ext4: is not the device below" unshare -m sh -c \
	    "mount --bind $loop $ext4 && exec '$seqbench' -s 1m -n 1 -b 64k \
	    -e buffered,raw '$work/ext4/big'"

	mkdir "$work/ext4/lower" "$work/ext4/upper" "$work/ext4/work" \
	    "$work/overlay"
	cp "$work/ext4/odd" "$work/ext4/lower/file"
	mount -t overlay -o "lowerdir=$work/ext4/lower,upperdir=$work/ext4/\
upper,workdir=$work/ext4/work" none "$work/overlay" && {
		undo umount "$work/overlay"
		refused 'overlay does not tell' "$work/overlay/file"
	}
fi
if [ -d "$work/btrfs" ]; then
	loop=$(findmnt -no SOURCE "$work/btrfs")
	mode=$(stat -c %a "$loop")
	undo chmod "$mode" "$loop"
	chmod 604 "$loop"
	as_nobody 3 'raw: btrfs tells only root' "$work/btrfs/big"
	chmod "$mode" "$loop"
fi
head -c 1M /dev/urandom >"$memory/file"
refused 'lies in memory' "$memory/file"

# ---- a file that changes meanwhile ----

changing() {
	while :; do
		dd if="$work/block" of="$1" bs=64k count=1 conv=notrunc,fsync \
		    status=none
		sleep 0.05
	done
}
for type in ext4 btrfs; do
	[ -d "$work/$type" ] || continue
	head -c 64K /dev/urandom >"$work/block"
	throttle "$(findmnt -no SOURCE "$work/$type")" 8388608 0
	changing "$work/$type/big" &
	changer=$!
	undo kill "$changer"
	expect 1 'READ raw: the file changed while it was measured' \
	    "$limited" "$seqbench" -e raw -s 4m -b 64k -n 2 "$work/$type/big"
	kill "$changer"
	{ wait "$changer"; } 2>"$work/waited"
	undone
done

serve pattern 64M
refused 'no block device of this machine below fuse' "$disk"
