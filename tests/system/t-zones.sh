#!/bin/sh
# zones: a device whose second half is slow shows one step, a region that
# can't be read is marked and the rest is measured; nothing is written.
. "$(dirname "$0")/lib.sh"
need_root
need losetup nbdkit setpriv jq
nbdkit sh --dump-plugin >"$work/plugin" 2>&1 || skip "no sh plugin of nbdkit"

mount_memory
head -c 64M /dev/urandom >"$memory/data"
sum() {
	sha256sum <"$memory/data"
}
before=$(sum)

# The second half waits, [16m, 17m) fails while the file "bad" is there.
cat >"$work/disk.sh" <<-END
	case \$1 in
	get_size)
		echo $((64 << 20)) ;;
	pread)
		if [ -e "$work/bad" ] && [ \$4 -lt $((17 << 20)) ] &&
		    [ \$((\$4 + \$3)) -gt $((16 << 20)) ]; then
			echo "EIO a bad spot" >&2
			exit 1
		fi
		[ \$4 -lt $((32 << 20)) ] || sleep 0.2
		dd if="$memory/data" bs=\$3 count=1 skip=\$4 \\
		    iflag=skip_bytes,fullblock status=none ;;
	*)
		exit 2 ;;
	esac
END
chmod +x "$work/disk.sh"
serve sh "$work/disk.sh"
slow=$(losetup --find --show --direct-io=on "$disk") || skip "no loop device"
undo patiently losetup -d "$slow"

# rates: of each point, from the record.
rates() {
	jq -r '.cells | sort_by(.point)[] |
	    .rate.bytes_per_second // "none"' "$work/json"
}

# 256k that waits twice for 0.2 s can't be faster than 0.66 MB/s, however
# slow the rest is; that the other half is faster, a busy machine may hide.
bound=660000
is_step() {
	rates | awk -v bound=$bound '
		NR < 5 && $1 <= bound || NR > 5 && $1 > bound { wrong = 1 }
		END { exit wrong || NR != 9 }'
}
for _ in 1 2 3; do
	expect 0 'raw, 9 points of 256 KiB' "$seqbench" zones -n 9 -s 256k \
	    -b 128k -r 2 --json="$work/json" --csv="$work/csv" "$slow"
	is_step && break
done
ensure "one step, at the middle" is_step
cat "$work/out"
ensure "the ends first, then what lies between, and back" [ "$(
    tail -n 18 "$work/csv" | cut -d , -f 2 | tr '\n' ' ')" = \
    '1 9 5 3 7 2 6 4 8 8 4 6 2 7 3 5 9 1 ' ]

# A bad spot: marked, and the others are measured.
: >"$work/bad"
expect 1 'read error at' "$seqbench" zones -n 9 -s 256k -b 128k -r 1 \
    --json="$work/json" "$slow"
cat "$work/out"
rm "$work/bad"
ensure "one point failed" [ "$(rates | grep -c none)" -eq 1 ]
ensure "where it is bad" jq -e '[.cells[] | select(.error != null)] |
    length == 1 and .[0].point == 3 and .[0].error.errno == "EIO" and
    (.[0].error.offset | . >= 16711680 and . < 17825792)' "$work/json"
ensure "said once" [ "$(grep -c '^seqbench: ' "$work/err")" -eq 1 ]

# A signal: what there is is printed, the rest is marked.
start "$seqbench" zones -n 9 -s 256k -b 128k -r 9 --json="$work/json" "$slow"
sleep 2
kill -INT "$started"
ended
ensure "ended by SIGINT" [ "$by" -eq 2 ]
ensure "said" grep '^interrupted by SIGINT: ' "$work/out"
ensure "some points at least" jq -e '[.cells[] | select(.samples | length >
    0)] | length > 0' "$work/json"
ensure "whole record" jq -e '.interrupted == "SIGINT"' "$work/json"

ensure "nothing was written" [ "$(sum)" = "$before" ]

# Devices that can't be written, and files: each has two ends.
make_loop 16M --read-only --direct-io=on
expect 0 '^ +15\.50 ' "$seqbench" zones -n 3 -s 512k -r 1 "$loop"
grep '^z: only zeros' "$work/out" || fail "zeros: not said"

make_loop 64M --direct-io=on
make_fs ext4 "$loop" "$work/mnt"
head -c 8000001 /dev/urandom >"$work/mnt/file"
expect 0 'direct, 33 points of' "$seqbench" zones --json="$work/json" -r 1 \
    "$work/mnt/file"
ensure "the last point ends with the last sector" jq -e '.cells |
    max_by(.offset) | .offset + .samples[0].bytes | . <= 8000001 and
    . > 8000001 - 4096' "$work/json"
ensure "points do not overlap" jq -e '.cells | sort_by(.offset) |
    [range(1; length) as $i | .[$i].offset >= .[$i - 1].offset +
    .[$i - 1].samples[0].bytes] | all' "$work/json"

# Many points, and as many runs as it takes, but no more than are allowed.
expect 0 'direct, 100 points of 4 KiB' "$seqbench" zones -n 100 -s 4k -r 1 \
    --json="$work/json" "$work/mnt/file"
ensure "each point has its run" jq -e '[.cells[].samples | length] |
    length == 100 and all(. == 1)' "$work/json"
expect 0 'direct, 4 points of 64 KiB, .* 5 to 7 runs' "$seqbench" zones -n 4 \
    -s 64k -r 5..7 -p 0.01 --json="$work/json" "$work/mnt/file"
ensure "from 5 to 7 runs of each" jq -e '.cells |
    all((.samples | length) as $n | $n >= 5 and $n <= 7)' "$work/json"

# Half a file that was never written.
truncate -s 16M "$work/mnt/holes"
head -c 8M /dev/urandom >"$work/mnt/half"
dd if="$work/mnt/half" of="$work/mnt/holes" bs=1M conv=notrunc status=none
expect 0 '^z: only zeros' "$seqbench" zones -n 4 -s 1m -r 1 \
    --json="$work/json" "$work/mnt/holes"
ensure "the later half is zeros" jq -e '[.cells | sort_by(.offset)[].flags |
    any(. == "zeros")] == [false, false, true, true]' "$work/json"

# What has no zones.
refused() {
	expect "$@"
	ensure "$*: one line" [ "$(wc -l <"$work/err")" -eq 1 ]
}
mkfifo "$work/fifo"
: >"$work/mnt/empty"
echo tiny >"$work/mnt/tiny"
refused 2 'stream: zones are those of' "$seqbench" zones "$work/fifo"
refused 2 'directory: zones are those of' "$seqbench" zones "$work/mnt"
refused 2 'sink: zones are those of' "$seqbench" zones /dev/null
refused 3 'in memory .tmpfs.' "$seqbench" zones "$memory/data"
refused 3 'empty' "$seqbench" zones "$work/mnt/empty"
refused 3 'too small for two points' "$seqbench" zones "$work/mnt/tiny"
refused 3 'no such file or directory$' "$seqbench" zones "$work/mnt/none"
refused 2 'only 4 of 2m fit into' "$seqbench" zones -n 5 -s 2m \
    "$work/mnt/half"
refused 2 'give one value' "$seqbench" zones -b 4k,8k "$loop"
chmod 755 "$work"
cp "$seqbench" "$work/seqbench"
refused 3 'ermission' setpriv --reuid=65534 --clear-groups \
    "$work/seqbench" zones "$loop"
chmod 644 "$work/mnt/file"
expect 0 'direct, 4 points' setpriv --reuid=65534 --clear-groups \
    "$work/seqbench" zones -n 4 -r 1 "$work/mnt/file"
