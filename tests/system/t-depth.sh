#!/bin/sh
# Several transfers in flight: what they bring on a device with a known
# latency, and what the program does where they are kept from it.
. "$(dirname "$0")/lib.sh"
need_root
need cc chrt fio jq losetup setpriv
"$seqbench" --help | grep -q -e --depth || skip "no option --depth"

# ensure_json WHAT FILTER: it is true of what was printed.
ensure_json() {
	jq -e "$2" "$work/out" >"$work/jq" || {
		fail "$1: $2"
		jq -c '.cells[] | del(.samples[].series)' "$work/out"
	}
}

# ---- 2 ms a transfer, as many at a time as there are ----

depths="1 4 16"

# Lines "WHO DEPTH MB/s", more of them with each round; before what else runs
# here.
measure_depths() {
	for depth in $depths; do
		chrt -f 1 fio --name=peer --filename="$loop" --direct=1 --rw=read \
		    --bs=16k --ioengine=io_uring --iodepth="$depth" \
		    --runtime=500ms --time_based --output-format=json |
		    jq -r "\"fio $depth \(.jobs[0].read.bw_bytes / 1e6)\""
	done
	expect 0 '' chrt -f 1 "$seqbench" -e raw -q 1,4,16 -b 16k -s 64m \
	    -t 0.5 -n 2 -f json "$loop" >&2
	jq -r '.cells[] | "seqbench \(.depth) \(.rate.max / 1e6)"' "$work/out"
}

# The best of each, as a table; 1: seqbench falls short where fio does not,
# 2: and so does fio, because the machine is busy.
judge_depths() {
	awk '
	$3 > best[$1, $2] { best[$1, $2] = $3 }
	END {
		print "depth  MB/s  16k x depth / 2 ms     fio"
		for (d = 1; d <= 16; d *= 4) {
			truth = 16384 * d / 2000
			own = best["seqbench", d]
			fio = best["fio", d]
			printf "%5d %5.1f %21.1f %5.1f\n", d, own, truth, fio
			short = own < 0.75 * truth || own <= last
			bad = bad || own > 1.02 * truth || short && \
			    fio >= 0.75 * truth && own < 0.9 * fio
			busy = busy || short
			last = own
		}
		exit bad ? 1 : busy ? 2 : 0
	}' "$1"
}

serve_deep --filter=delay memory 64M rdelay=2ms
for round in 1 2 3; do
	measure_depths >>"$work/rates"
	judge_depths "$work/rates" >"$work/table"
	verdict=$?
	[ "$verdict" -ne 0 ] || break
done
cat "$work/table"
echo "after $round rounds"
[ "$verdict" -ne 1 ] || fail "less in flight than asked for"
[ "$verdict" -ne 2 ] || echo "not told up to the end: fio falls short, too"
ensure_json "the depth is kept" \
    'all(.cells[]; .depth as $q | any(.samples[]; .in_flight >= 0.95 * $q))'

# ---- forbidden by a filter ----

make_loop 256M --direct-io=on
make_fs ext4 "$loop" "$work/ext4"
cc -D_GNU_SOURCE -o "$work/forbid" "$(dirname "$0")/forbid.c" || exit 1
for number in 1 38; do		# EPERM, ENOSYS
	expect 3 '' "$work/forbid" io_uring $number "$seqbench" \
	    -e uring,direct,aio,buffered -q 4 -b 64k -s 16m -n 1 -f json \
	    "$work/ext4"
	jq -r '.cells[] | "\(.op) \(.engine) by \(.issuer), depth \(.depth): " +
	    (.error.text // "measured")' "$work/out"
	ensure_json "who is forbidden says why, the others are measured" \
	    'all(.cells[]; if .engine == "uring" then .samples == [] and
	    (.error.text | test("seccomp")) else (.samples | length) == 1 and
	    .error == null and .issuer != "uring" end)'
done

# ---- no memory to be locked ----

cp "$seqbench" "$work/seqbench"
chmod 755 "$work"
chown 65534 "$work/ext4"
expect 0 '' sh -c 'ulimit -l 64 && exec "$@"' sh \
    setpriv --reuid 65534 --regid 65534 --clear-groups \
    "$work/seqbench" -e uring -q 8 -b 64k -s 16m -n 1 -f json "$work/ext4"
jq -r '.cells[] | "\(.op) with 64 KiB of locked memory: \(.queue)"' \
    "$work/out"
ensure_json "a buffer that can't be registered" 'all(.cells[]; .error == null
    and (.queue | test("registered file, buffer: locked memory limit")))'

# ---- moved by the kernel's threads ----

mount_memory
expect 0 '' "$seqbench" -e uring,direct -q 8 -j 1,2 -b 128k -s 256m -n 3 \
    -f json "$memory"
jq -r --argjson cpus "$(nproc --all)" '
    def s: . / 1e7 | round / 100;
    .cells[] | .engine as $e | .op as $o | .jobs as $j | .samples[] |
    "\($o) \($e) jobs \($j): CPU \(.user_ns + .system_ns | s) s, " +
    "system \(.busy_share * $cpus * (.transfer_ns + .flush_ns) | s) s, " +
    "kernel workers: \(.kernel_workers)"' "$work/out"
ensure_json "its own CPU is no more than the system's" \
    "all(.cells[].samples[]; (.user_ns + .system_ns) / 1e9 <=
    .busy_share * $(nproc --all) * .transfer_ns / 1e9 + 0.1)"
ensure_json "the kernel's threads are told of" \
    'all(.cells[]; all(.samples[]; .kernel_workers))'
expect 0 '' "$seqbench" -e uring,direct -b 128k -s 256m -n 3 -f json \
    "$memory"
ensure_json "and not where there are none" 'all(.cells[];
    .issuer == "uring" or all(.samples[]; .kernel_workers | not))'
ensure_json "their CPU is counted" '[.cells[] | select(.op == "read")] |
    map({(.engine): .cpu_seconds_per_gib}) | add | .uring >= .direct / 2'
serve_deep --filter=delay memory 64M rdelay=2ms
expect 0 '' "$seqbench" -e uring -q 8 -j 1,2 -b 64k -s 64m -n 2 -f json "$loop"
ensure_json "nor where the device takes what it is given" \
    'all(.cells[].samples[]; .kernel_workers | not)'
