#!/bin/sh
# t-verify.sh -- --verify finds what real devices do to data, each kind told
# from the others, and says nothing of those that keep it.
. "$(dirname "$0")/lib.sh"
need_root
need losetup python3

# field EXPRESSION: of the first sample that was verified, from $work/r.json.
field() {
	python3 - "$work/r.json" "$1" <<-'END'
		import json, sys
		cells = json.load(open(sys.argv[1]))["cells"]
		v = [s["verify"] for c in cells for s in c["samples"]
		    if s["verify"]]
		print(eval(sys.argv[2]))
	END
}

# holds EXPRESSION: it is true of them.
holds() {
	[ "$(field "$1")" = True ] || {
		fail "$1"
		field v
	}
}

verify() {
	status=$1 regex=$2
	shift 2
	expect "$status" "$regex" "$seqbench" --quiet --verify \
	    --json="$work/r.json" "$@"
}

# A device that keeps what it is given, by every engine there is.
make_loop 32M
verify 0 'verified: 64.* 0 sectors of 512 bytes wrong' -o write,read -b 1m \
    -s 32m -n 1 --destroy "$loop" "$loop"
verify 0 ' 0 sectors of 512 bytes wrong' -o write,read -b 64k -s 8m -n 2 \
    -e buffered,mmap,raw,uring,aio -q 1,8 -j 1,3 \
    --destroy "$loop" "$loop"
holds 'len(v) > 40 and all(x["wrong_sectors"] == 0 for x in v)'
holds 'all(x["bytes"] == 8 << 20 for x in v[-8:])'

# What another session has written: by its seed, and by no other.
verify 0 '' -o write -b 1m -s 32m -n 1 --seed 77 --destroy "$loop" "$loop"
verify 0 'verified: 32 MiB in 1 pass, 0 sectors' -b 64k -s 32m -n 1 --seed 77 \
    "$loop"
verify 4 'wrong data: never written: 65536 sectors' -b 64k -s 32m -n 1 \
    --seed 78 "$loop"
verify 2 'add the --seed' -b 64k -s 32m -n 1 "$loop"

# A bit, a sector of zeros and a sector of elsewhere, put there by others.
file=$work/file
verify 0 '' -b 64k -s 4m -n 1 --seed 5 -o read --keep "$file"
printf '\377' | dd of="$file" bs=1 seek=$((1048576 + 511)) conv=notrunc \
    status=none
dd if=/dev/zero of="$file" bs=512 seek=4096 count=1 conv=notrunc status=none
dd if="$file" of="$file" bs=512 skip=5 seek=6000 count=3 conv=notrunc \
    status=none
verify 4 'wrong data: flipped bits: 1 sector in 1 pass, the first at offset' \
    -b 64k -s 4m -n 1 --seed 5 "$file"
holds 'v[0]["flipped"]["sectors"] == 1'
holds 'v[0]["flipped"]["first_offset"] == 1 << 20'
holds '0 < v[0]["flipped"]["bits"] <= 8'
holds 'v[0]["unwritten"] == {"sectors": 1, "first_offset": 4096 * 512}'
holds 'v[0]["misplaced"]["sectors"] == 3'
holds 'v[0]["misplaced"]["first_offset"] == 6000 * 512'
holds 'v[0]["misplaced"]["distance"] == (5 - 6000) * 512'
holds 'v[0]["stale"]["sectors"] == 0 and v[0]["wrong_sectors"] == 5'

# serve_bad READ WRITE: a loop device over a disk of 8 MiB, held in $store, of
# which nbdkit reads and writes with these scripts; $loop is its node.
store=$work/store
reads="dd if='$store' iflag=skip_bytes,count_bytes count=\$3 bs=1M status=none"
writes="dd of='$store' conv=notrunc oflag=seek_bytes iflag=fullblock \
    bs=1M status=none"
serve_bad() {
	truncate -s 8M "$store"
	rm -f "$work/seen"
	kept=$(wc -l <"$work/undo")
	serve eval get_size='echo 8388608' can_write='exit 0' \
	    can_flush='exit 0' flush='exit 0' \
	    pread="$1" pwrite="$2"
	loop=$(losetup --find --show --direct-io=on "$disk") ||
	    skip "no loop device"
	undo patiently losetup -d "$loop"
}
end_bad() {
	take_away_to "$kept" || fail "not taken away"
	rm -f "$store"
}
verify_bad() {
	status=$1 regex=$2
	shift 2
	verify "$status" "$regex" -o write -s 8m -n 1 "$@" \
	    --destroy "$loop" "$loop"
}

# A disk of 4 MiB that says it has 8: the upper half lands on the lower.
serve_bad "$reads skip=\$((\$4 % 4194304))" "$writes seek=\$((\$4 % 4194304))"
verify_bad 4 "another offset's: 8192 sectors in 1 pass, the first at offset 0" \
    -b 1m
holds 'v[0]["misplaced"]["distance"] == 4 << 20'
holds 'v[0]["wrong_sectors"] == 8192 and v[0]["bytes"] == 8 << 20'
end_bad

# One that never writes a block, and one that does so the first time only.
drop="if [ \$4 = 2097152 ]; then if [ -e '$work/seen' ]; then \
    cat >'$work/dropped'; exit 0; fi; : >'$work/seen'; fi; $writes seek=\$4"
serve_bad "$reads skip=\$4" "$drop"
verify_bad 4 'stale, of an older pass: 128 sectors in 1 pass, the first at' \
    -b 64k
holds 'v[0]["stale"] == {"sectors": 128, "first_offset": 2 << 20}'
holds 'v[0]["wrong_sectors"] == 128'
end_bad
serve_bad "$reads skip=\$4" "$drop"
: >"$work/seen"
verify_bad 4 'never written: ' -b 64k
holds 'v[0]["unwritten"]["first_offset"] == 2 << 20'
holds 'v[0]["wrong_sectors"] == 128 and v[0]["unwritten"]["sectors"] > 0'
end_bad

# One that takes a block and can't give it back: an error, not wrong data.
serve_bad "if [ \$4 = 6291456 ]; then echo EIO lost >&2; exit 1; fi; \
    $reads skip=\$4" "$writes seek=\$4"
verify_bad 1 'verify at offset 6291456: Input/output error' -b 64k
end_bad
