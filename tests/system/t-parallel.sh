#!/bin/sh
# Two throttled devices at once: each gives what it gives alone, and their
# total the sum.  Two files on one share what it gives.  One that fails leaves
# no figure of the total; a signal ends all.
. "$(dirname "$0")/lib.sh"
need_root
need addpart delpart losetup mkfs.ext4 jq perl
"$seqbench" --help | grep -q -e --parallel || skip "no option --parallel"

fast=20971520 slow=10485760
limit=4

make_loop 128M --direct-io=on
one=$loop
make_loop 128M --direct-io=on
two=$loop
throttle "$one" $fast $fast
throttle "$two" $slow $slow

# figures FILE: of all cells.
figures() {
	jq -r '.targets as $t | .cells[] | [$t[.target].path, .op, .engine,
	    .block_bytes, .rate.bytes_per_second / 1048576,
	    .cpu_seconds_per_gib, .device_ratio] | @tsv' "$1"
}

# near NAME RATE RATE RATE COMMAND...: the two and their total are within 5 %
# of these; a retry is for a machine with other work.
near() {
	name=$1 a=$2 b=$3 sum=$4
	shift 4
	for _ in 1 2 3; do
		"$@" --parallel --quiet --json="$work/json" >"$work/out" 2>&1 ||
		    break
		echo "$name:"
		figures "$work/json"
		jq -e --argjson want "[$a, $b, $sum]" 'all(.cells[];
		    (.rate.bytes_per_second / $want[.target] - 1 | fabs)
		    < 0.05 and .error == null)' "$work/json" \
		    >"$work/said" && return
	done
	cat "$work/out"
	fail "$name"
}

# The time limit ends both at the same time, so that rates add up.
near "two devices, read" $fast $slow $((fast + slow)) \
    "$limited" "$seqbench" -b 64k,1m -n 1 -t $limit -s 128m "$one" "$two"
ensure "the total is known as one" jq -e '.plan.parallel and
    [.targets[].sum_of] == [null, null, 2] and .targets[2].kind == "total"' \
    "$work/json"
ensure "begun within 20 ms" jq -e '[.cells[] | select(.target < 2) |
    {block_bytes, s: .samples[0]}] | group_by(.block_bytes) |
    all(.[]; (.[0].s.start_ns - .[1].s.start_ns | fabs) < 2e7 and
    .[0].s.round == .[1].s.round)' "$work/json"
ensure "bytes add up" jq -e '[.cells[] | {target, block_bytes,
    b: .samples[0].bytes}] | group_by(.block_bytes) |
    all(.[]; .[0].b + .[1].b == .[2].b)' "$work/json"
ensure "the total goes from the first start to the last end" jq -e '
    def finish: .start_ns + .transfer_ns + .flush_ns;
    [.cells[] | {target, block_bytes, s: .samples[0]}] |
    group_by(.block_bytes) | all(.[];
    ([.[0, 1].s.start_ns] | min) == .[2].s.start_ns and
    ([.[0, 1].s | finish] | max) ==
    (.[2].s | finish))' "$work/json"
ensure "CPU only with the total" jq -e 'all(.cells[];
    .target as $t | (.cpu_seconds_per_gib != null) == ($t == 2) and
    all(.samples[]; (.user_ns != null) == ($t == 2)))' "$work/json"
ensure "each device has its own bytes" jq -e 'all(.cells[];
    (.device_ratio - 1 | fabs) < 0.05)' "$work/json"

# Each that is written is named; nothing is written before all are.
expect 3 "^seqbench: $two: to write to this device: --destroy $two$" \
    "$seqbench" --parallel -o write --destroy "$one" "$one" "$two"
expect 2 "^seqbench: --destroy $two: not a TARGET" \
    "$seqbench" -o write --destroy "$one" --destroy "$two" "$one"
addpart "$one" 1 2048 65536
await 10 "[ -e ${one}p1 ]"
expect 2 "^seqbench: $one and ${one}p1: one device, or one on the other" \
    "$seqbench" --parallel -o write -s 1m --destroy "$one" \
    --destroy "${one}p1" "$one" "${one}p1"
delpart "$one" 1
near "two devices, written" $fast $slow $((fast + slow)) \
    "$limited" "$seqbench" -o write -b 1m -n 1 -t $limit -s 128m \
    --destroy "$one" --destroy "$two" "$one" "$two"
ensure "both are named to repeat it" grep -q "^repeat: seqbench --parallel .* \
--destroy $one --destroy $two $one $two$" "$work/out"

# Of unequal ones with the same size the slow one says how long it takes, and
# that is to the end of its flush.
make_fs ext4 "$one" "$work/one"
make_fs ext4 "$two" "$work/two"
near "two file systems, written" $fast $slow $((2 * slow)) \
    "$limited" "$seqbench" -o write -e direct -b 1m -n 1 -s 40m -t 60 \
    "$work/one" "$work/two"
ensure "nothing is left" [ "$(ls "$work/one"; ls "$work/two")" = \
    "$(echo lost+found; echo lost+found)" ]

# Two files on one device share it; neither takes the other for foreign load
# of the device, and the device's bytes count once.
make_loop 192M --direct-io=on
make_fs ext4 "$loop" "$work/mnt"
for name in a b; do
	head -c 64M /dev/urandom >"$work/mnt/$name" || exit 1
done
sync -f "$work/mnt"
throttle "$loop" $fast $fast
near "two files of one device, read" $((fast / 2)) $((fast / 2)) $fast \
    "$limited" "$seqbench" -e direct -b 1m -n 2 -s 40m -t 60 \
    "$work/mnt/a" "$work/mnt/b"
ensure "no foreign load" jq -e 'all(.cells[] | select(.target < 2);
    .flags | index("load") | not)' "$work/json"
ensure "device bytes of both with each, and once in the total" jq -e '
    [.cells[].device_ratio] | .[0] > 1.7 and .[1] > 1.7 and
    (.[2] - 1 | fabs) < 0.05' "$work/json"

# A file that ends early while it is read: the other goes on to its end, the
# total has no figure of that run, and there is no run after it.
head -c 64M /dev/urandom >"$work/mnt/b" || exit 1
sync -f "$work/mnt"
start "$limited" "$seqbench" --parallel -e direct -b 1m -n 4 -s 64m -t 60 \
    --json="$work/json" --csv="$work/csv" "$work/mnt/a" "$work/mnt/b"
await 60 '[ -e "$work/csv" ] && [ "$(wc -l <"$work/csv")" -gt 3 ]'
sleep 1
truncate -s 1M "$work/mnt/b"
ended
ensure "failed: status" [ "$got" -eq 1 ]
ensure "failed: said" jq -e --arg b "$work/mnt/b: read at offset " \
    '.cells[2].error.text | startswith($b) and endswith(": it has shrunk")' \
    "$work/json"
ensure "failed: marked" jq -e '[.cells[] | {n: (.samples | length),
    failed: ([.samples[] | select(.error != null)] | length),
    good: .rate.runs}] ==
    [{n: 2, failed: 0, good: 2}, {n: 2, failed: 1, good: 1},
    {n: 2, failed: 1, good: 1}]' "$work/json"
ensure "failed: in the CSV" [ "$(grep -c '^total,.*has shrunk' "$work/csv")" \
    -eq 1 ]

# One whose set-up fails: the other is measured, and there is no total.
truncate -s 8M "$work/mnt/holes"
expect 3 "^seqbench: total: 1m READ direct: $work/mnt/holes: could not be set up$" \
    "$limited" "$seqbench" --parallel -e direct -b 1m -n 1 -s 4m \
    --json="$work/json" "$work/mnt/a" "$work/mnt/holes"
ensure "not set up: the other is measured" jq -e \
    '[.cells[].rate.runs] == [1, 0, 0]' "$work/json"

# A signal in the second run.
head -c 64M /dev/urandom >"$work/mnt/b" || exit 1
sync -f "$work/mnt"
rm -f "$work/csv"
start "$limited" "$seqbench" --parallel -e direct -j 2 -b 1m -n 9 -s 32m \
    -t 60 --json="$work/json" --csv="$work/csv" "$work/mnt/a" "$work/mnt/b"
await 60 '[ -e "$work/csv" ] && [ "$(wc -l <"$work/csv")" -gt 3 ]'
sleep 0.5
kill -INT "$started"
ended
ensure "SIGINT: ended by it" [ "$by" -eq 2 ]
ensure "SIGINT: said of each" [ \
    "$(grep -c '^interrupted by SIGINT: 1 of 9 passes' "$work/out")" -eq 3 ]
ensure "SIGINT: one run of each" jq -e '[.cells[].samples | length] ==
    [1, 1, 1] and .interrupted == "SIGINT"' "$work/json"
ensure "the line to repeat it" grep -q "^repeat: seqbench --parallel .* \
$work/mnt/a $work/mnt/b$" "$work/out"

# ---- with what else there is ----

# Read-ahead of two files on one device is one setting, put back once.
setting=/sys/class/bdi/$(cat "/sys/class/block/${loop#/dev/}/dev")/read_ahead_kb
before=$(cat "$setting")
expect 0 '' "$limited" "$seqbench" --parallel --readahead 64k,default,1m \
    -b 64k -n 2 -s 4m -t 60 --json="$work/json" "$work/mnt/a" "$work/mnt/b"
ensure "read-ahead: put back" [ "$(cat "$setting")" = "$before" ]
ensure "read-ahead: nobody else set it" jq -e '.warnings == []' "$work/json"
ensure "read-ahead: all measured" jq -e '[.cells[] | .rate.runs] ==
    [2, 2, 2, 2, 2, 2, 2, 2, 2]' "$work/json"

# Below two files, through the device: its bytes count once.
expect 0 '' "$limited" "$seqbench" --parallel -e raw -b 1m -n 1 -s 16m -t 60 \
    --json="$work/json" "$work/mnt/a" "$work/mnt/b"
ensure "raw: both were compared" jq -e '[.targets[] |
    .raw.compared_blocks // 0 | . > 0] == [true, true, false]' "$work/json"
ensure "raw: disks at the bottom, once" jq -e '
    [.cells[].bottom_ratio] | .[0] > 1.7 and .[1] > 1.7 and
    (.[2] - 1 | fabs) < 0.05' "$work/json"
ensure "raw: no foreign load" jq -e 'all(.cells[] | select(.target < 2);
    .flags | index("load") | not)' "$work/json"
ensure "raw: the total lies on one disk" jq -e \
    '[.targets[2].layers[].node] == ["'"$loop"'"]' "$work/json"

# Each is read back; wrong data of one is in the total too.
expect 0 'verified: .* 0 sectors of 512 bytes wrong' "$limited" "$seqbench" \
    --parallel --verify --seed 7 -o write --overwrite -e direct -j 2 -b 1m \
    -n 2 -s 16m -t 60 "$work/mnt/a" "$work/mnt/b"
dd if=/dev/zero of="$work/mnt/b" bs=512 seek=4096 count=3 conv=notrunc \
    status=none
expect 4 'wrong data: never written: 3 sectors in 1 pass' "$limited" \
    "$seqbench" --parallel --verify --seed 7 -o read -e direct -j 2 -b 1m \
    -n 1 -s 16m -t 60 --json="$work/json" "$work/mnt/a" "$work/mnt/b"
ensure "wrong data: marked" jq -e '[.cells[] | .flags | index("wrong") != null]
    == [false, true, true] and
    [.cells[].samples[0].verify.wrong_sectors] == [0, 3, null]' "$work/json"

[ "$failures" -eq 0 ]
