#!/bin/sh
# On a device that gives 20 MiB/s read and takes 10 MiB/s written, these are
# the rates, whatever the engine and block, on the node and on a file, also
# when the file was in the cache just before.
. "$(dirname "$0")/lib.sh"
need_root
need losetup mkfs.ext4 jq fincore

reads=20971520 writes=10485760
# The throttle lets 0.1 s more pass at the start: 2.5 % of these.
read_size=80m write_size=40m

make_loop 80M --direct-io=on
device=$loop
make_loop 128M --direct-io=on
make_fs ext4 "$loop" "$work/mnt"
file=$work/mnt/file
head -c 80M /dev/urandom >"$file" || exit 1
sync -f "$file" || exit 1
[ "$(fincore -bno res "$file")" -eq $((80 << 20)) ] ||
    skip "the file does not stay in the cache"
throttle "$device" $reads $writes
throttle "$loop" $reads $writes

# measure NAME RATE OPTION...: a retry is for a machine with other work.
measure() {
	name=$1 rate=$2
	shift 2
	for _ in 1 2 3; do
		cat "$file" >"$work/cached"
		"$limited" "$seqbench" -n 1 --quiet \
		    --json="$work/$name.json" "$@" >"$work/$name.out" 2>&1 ||
		    break
		jq -r --arg name "$name" --argjson rate "$rate" '.cells[] |
		    [$name, .engine, .block_bytes, .rate.bytes_per_second,
		    100 * .rate.bytes_per_second / $rate, .device_ratio] |
		    @tsv' "$work/$name.json"
		jq -e --argjson rate "$rate" 'all(.cells[];
		    (.rate.bytes_per_second / $rate - 1 | fabs) < 0.05 and
		    (.device_ratio - 1 | fabs) < 0.02 and .error == null)' \
		    "$work/$name.json" >"$work/$name.said" && return
	done
	cat "$work/$name.out"
	return 1
}

on_file() {
	measure file-read $reads -e buffered,direct,raw -b 64k -s $read_size \
	    "$file" &&
	    measure file-write $writes -e buffered,direct -b 1m \
	    -s $write_size -o write --overwrite "$file"
}

on_device() {
	measure device-read $reads -e buffered,raw -b 1m -s $read_size \
	    "$device" &&
	    measure device-write $writes -e buffered,raw -b 64k \
	    -s $write_size -o write --destroy "$device" "$device"
}

on_file &
one=$!
on_device &
other=$!
wait "$one" || fail "file on ext4"
wait "$other" || fail "device"
