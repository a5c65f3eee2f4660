#!/bin/sh
# A quota that is used up in the middle of a run: what was measured is printed,
# the rest says why, and nothing is left.
. "$(dirname "$0")/lib.sh"
need_root
need losetup mkfs.btrfs btrfs perl jq

make_loop 256M
make_fs btrfs "$loop" "$work/mnt"
btrfs quota enable "$work/mnt" 2>"$work/quota" ||
    skip "no quota: $(cat "$work/quota")"
ensure "a subvolume" btrfs subvolume create "$work/mnt/home"
limit_home() {
	ensure "a limit of $1" btrfs qgroup limit "$1" "$work/mnt/home"
	sync -f "$work/mnt"
}

# The whole run has no room.
limit_home 4M
for engine in buffered direct mmap; do
	expect 3 'Disk quota exceeded' "$seqbench" -e $engine -b 64k -s 16m \
	    -n 2 "$work/mnt/home"
	grep '^seqbench: ' "$work/err"
done

# It gets full while it runs.
limit_home 64M
start "$seqbench" -o write --layout create -b 64k -s 16m -n 1000 \
    --csv="$work/csv" --json="$work/json" "$work/mnt/home"
await 30 '[ -e "$work/csv" ] && [ "$(wc -l <"$work/csv")" -gt 2 ]'
limit_home 1M
ended
grep '^64k WRITE .*Disk quota exceeded$' "$work/out" || fail "not said"
ensure "status 1, not $got" [ "$got" -eq 1 ]
ensure "in JSON" jq -e '.status == 1 and (.cells[0] | .rate.runs > 0 and
    .error.errno == "EDQUOT" and (.flags | index("error")))' "$work/json"
ensure "nothing is left" [ -z "$(ls -A "$work/mnt/home")" ]

# dd names the file, and counts what got in.
limit_home 4M
expect 1 "error writing '.*/home/f': Disk quota exceeded" \
    "$seqbench" dd if=/dev/zero of="$work/mnt/home/f" bs=64k count=256
sed -n '1,4p' "$work/err"
