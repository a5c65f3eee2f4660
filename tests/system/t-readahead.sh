#!/bin/sh
# --readahead: a file system on a device with a latency gets faster with the
# window, raw at depth 1 falls behind it; and on every way out the setting is
# what it was.
. "$(dirname "$0")/lib.sh"
need_root
need addpart blkid blockdev jq losetup mkfs.ext4 pgrep setpriv

now() {
	blockdev --getra "$1"
}

# ---- 5 ms a transfer ----

truncate -s 64M "$work/image"
mkfs.ext4 -q -E lazy_itable_init=0,lazy_journal_init=0 "$work/image"
serve_deep --filter=delay file "$work/image" rdelay=5ms
slow=$loop mnt=$work/slow
mkdir "$mnt"
mount "$slow" "$mnt" || skip "no ext4"
undo patiently umount "$mnt"
head -c 8M /dev/urandom >"$mnt/f"
sync -f "$mnt"
before=$(now "$slow")

# Others on the machine may spoil a round.
rise() {
	expect 0 'smallest read-ahead|too few' "$seqbench" \
	    --readahead off,128k,512k,1m,4m --json="$work/json" "$mnt/f"
	jq -e '.cells[4] | .readahead_bytes == 4194304 and
	    .against.verdict == "faster" and .against.ratio > 3' \
	    "$work/json" >"$work/judged"
}
rise || rise || rise || fail "4m is faster than off"
cat "$work/out"
ensure "the setting is as before" [ "$(now "$slow")" = "$before" ]
# Off is a transfer of 64k at a time, 5 ms each: at most 13.1 MB/s.
ensure "without read-ahead a block costs a latency" jq -e '
    .cells[0] | .readahead == "off" and .rate.bytes_per_second <= 13.2e6' \
    "$work/json"
ensure "the device makes larger transfers" jq -e '
    [.cells[] | .samples[0] | .device_read_bytes / .device_transfers] |
    .[0] <= 65536 and .[1] > .[0] and .[2] > .[1]' "$work/json"
ensure "the bytes came from the device" jq -e '
    all(.cells[].device_ratio; . > 0.98 and . < 1.2)' "$work/json"

# Why raw was slower: the window, then depth 1 and 8 of raw.
beside() {
	expect 0 '' "$seqbench" -e buffered,raw -q 1,8 --readahead 1m -s 8m \
	    -f json "$slow"
	jq -r '[.cells[].rate.bytes_per_second / 1e6] | "buffered ra=1m " +
	    "\(.[0]), raw \(.[1]), raw q8 \(.[2]) MB/s"' "$work/out"
	jq -e '[.cells[].rate.bytes_per_second] | .[1] < .[0] / 2 and
	    .[2] > .[1] * 2' "$work/out" >"$work/judged"
}
beside || beside || beside ||
    fail "raw at depth 1 falls behind, and catches up with depth"

# ---- ways out in the middle ----

# leave SIGNAL...: the setting while it is measured, and a second after.
leave() {
	start "$seqbench" --readahead 1m,2m -n 1000 -s 8m "$mnt/f"
	await 20 "[ \$(now '$slow') -eq 2048 ]"
	guardian=$(pgrep -P "$started")
	"$@"
	began=$(date +%s%N)
	await 5 "[ \$(now '$slow') -eq $before ]"
	took=$((($(date +%s%N) - began) / 1000000))
	ended
	echo "$*: status $got, put back after $took ms"
	await 5 "! kill -0 $guardian 2>>'$work/gone'" ||
	    fail "$*: the guardian is left"
}

kill_it() {
	kill -"$1" "$started"
}

kill_group() {
	kill -9 -"$started"
}

for signal in INT TERM HUP KILL SEGV; do
	leave kill_it $signal
done

# Its own group, as a shell with job control gives it one.
run=$seqbench
cat >"$work/grouped" <<END
#!/usr/bin/perl
setpgrp; exec "$run", @ARGV;
END
chmod +x "$work/grouped"
seqbench=$work/grouped
leave kill_group
seqbench=$run

# Stopped, and then killed.
stop_and_kill() {
	kill -STOP "$started"
	kill -9 "$started"
}
leave stop_and_kill

# What somebody else has set since is left.
start "$seqbench" --readahead 1m -n 1000 -s 8m "$mnt/f"
await 20 "[ \$(now '$slow') -eq 2048 ]"
blockdev --setra 640 "$slow"
kill -INT "$started"
ended
ensure "somebody else's value is left" [ "$(now "$slow")" = 640 ]
ensure "and told" grep -q 'somebody else' "$work/out" "$work/err"
start "$seqbench" --readahead 1m -n 1000 -s 8m "$mnt/f"
await 20 "[ \$(now '$slow') -eq 2048 ]"
blockdev --setra 768 "$slow"
kill -9 "$started"
ended
sleep 0.5
ensure "by the guardian, too" [ "$(now "$slow")" = 768 ]
blockdev --setra "$before" "$slow"

# Of two sessions each would put back what the other has set.
start "$seqbench" --readahead 1m -n 1000 -s 8m "$mnt/f"
await 20 "[ \$(now '$slow') -eq 2048 ]"
expect 3 'another session changes it; wait for its end' "$seqbench" -n 1 \
    --readahead off,64k -s 8m "$mnt/f"
expect 0 '' "$seqbench" -n 1 -b 1m --readahead off,default -s 2m "$mnt/f"
kill -INT "$started"
ended
ensure "two sessions: the setting is as before" [ "$(now "$slow")" = "$before" ]

# A pipe to standard output ends with seqbench, not with its guardian; 64k at
# 5 ms each, so that it is still at it when the guardian is looked at.
"$seqbench" --readahead 1m -n 1 -s 4m "$mnt/f" | cat >"$work/out"
ensure "a reader of its output gets the end" grep -q ^repeat "$work/out"

# The device goes away: an error.
start "$seqbench" --readahead 1m -n 1000 -s 8m "$mnt/f"
await 20 "[ \$(now '$slow') -eq 2048 ]"
guardian=$(pgrep -P "$started")
ensure "the guardian has the session's and the setting's descriptor" \
    [ "$(find "/proc/$guardian/fd" -mindepth 1 | wc -l)" -eq 2 ]
ensure "and a session of its own" \
    [ "$(awk '{ print $6 }' "/proc/$guardian/stat")" -eq "$guardian" ]
truncate -s 0 "$work/image"
ended
ensure "an I/O error" [ "$got" -eq 1 ]
ensure "after an error the setting is as before" \
    [ "$(now "$slow")" = "$before" ]
truncate -s 64M "$work/image"

# ---- who may, and where there is one ----

make_loop 256M --direct-io=on
make_fs ext4 "$loop" "$work/ext4"
chmod 1777 "$work/ext4"
chmod 711 "$work"
before=$(now "$loop")
cp "$seqbench" "$work/ext4/seqbench"
user="setpriv --reuid 65534 --regid 65534 --clear-groups"
# shellcheck disable=SC2086
expect 3 'ra=1m: .*may not be set: Permission denied; run as root' $user \
    "$work/ext4/seqbench" --readahead off,default,1m -s 16m -n 1 -f json \
    "$work/ext4"
ensure "off and default are for everybody" jq -e '
    [.cells[] | .samples | length] == [1, 1, 0]' "$work/out"
expect 2 'tmpfs: lies in memory, where nothing is read ahead' \
    "$seqbench" --readahead off,1m "$memory"
expect 2 'stream: nothing is read ahead' sh -c \
    "echo x | '$seqbench' --readahead off -"
expect 2 'the engine direct reads nothing ahead' \
    "$seqbench" --readahead off -e direct "$work/ext4"
expect 0 'sets: /sys/class/bdi/.*, the read-ahead of the whole disk' \
    "$seqbench" --readahead 1m --dry-run "$work/ext4"
ensure "a dry run sets nothing" [ "$(now "$loop")" = "$before" ]

# A block above the value is read as a whole.
expect 0 'b: a block above the read-ahead' "$seqbench" --readahead 128k,0 \
    -b 64k,1m -s 64m -n 1 --json="$work/json" "$work/ext4"
ensure "0 is page by page, 1m in one go" jq -e '
    [.cells[] | {block: .block_bytes, ra: .readahead_bytes,
    kib: (.samples[0] | .device_read_bytes / .device_transfers / 1024),
    b: (.flags | index("block") != null)}] |
    all(.[]; if .ra == 0 then .kib < 5 and (.b | not)
    elif .block == 1048576 then .kib > 256 and .b
    else .kib > 100 and .kib < 140 and (.b | not) end)' "$work/json"

# ---- a partition changes its disk ----

make_loop 64M
part=${loop}p1 before=$(now "$loop")
addpart "$loop" 1 2048 65536 || skip "no partitions"
undo patiently delpart "$loop" 1
start "$seqbench" --readahead 3m -n 1000 -s 8m "$part"
await 20 "[ \$(now '$loop') -eq 6144 ]"
ensure "the partition is changed with it" [ "$(now "$part")" -eq 6144 ]
kill -INT "$started"
ended
ensure "disk and partition are as before" \
    [ "$(now "$loop"),$(now "$part")" = "$before,$before" ]

# ---- btrfs has its own ----

make_loop 256M --direct-io=on
make_fs btrfs "$loop" "$work/btrfs"
bdi=/sys/fs/btrfs/$(blkid -o value -s UUID "$loop")/bdi/read_ahead_kb
before=$(cat "$bdi") disk=$(now "$loop")
start "$seqbench" --readahead 1m -n 1000 -s 32m "$work/btrfs"
await 20 "[ \$(cat $bdi) -eq 1024 ]"
ensure "the device below is left" [ "$(now "$loop")" = "$disk" ]
kill -9 "$started"
ended
await 5 "[ \$(cat $bdi) -eq $before ]"

# ---- FUSE has one for each mount ----

serve memory 64M
bdi=/sys/class/bdi/$(awk -v point="$disk" \
    '$5 == point { print $3 }' /proc/self/mountinfo)/read_ahead_kb
before=$(cat "$bdi")
start "$seqbench" --readahead 256k -b 64k -n 1000 -s 8m "$disk"
await 20 "[ \$(cat $bdi) -eq 256 ]"
kill -9 "$started"
ended
await 5 "[ \$(cat $bdi) -eq $before ]"
