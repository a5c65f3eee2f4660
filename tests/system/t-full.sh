#!/bin/sh
# The disk fills up, or a file may not grow, in the middle: what was measured
# is printed, the rest says why, nothing is left.
. "$(dirname "$0")/lib.sh"
need_root
need losetup mkfs.ext4 perl jq

make_loop 128M
make_fs ext4 "$loop" "$work/mnt"
free_blocks() {
	stat -f -c %f "$work/mnt"
}
before=$(free_blocks)

start "$seqbench" -o write --layout create -b 64k -s 32m -n 1000 \
    --csv="$work/csv" --json="$work/json" "$work/mnt"
await 30 '[ -e "$work/csv" ] && [ "$(wc -l <"$work/csv")" -gt 2 ]'
until grep -q 'No space' "$work/csv" || ! kill -0 "$started"; do
	head -c 128M /dev/zero >"$work/mnt/filler"
done 2>"$work/filled"
ended
cat "$work/out"
ensure "status 1" [ "$got" -eq 1 ]
ensure "said" grep -q 'WRITE.*: No space left on device$' "$work/out"
ensure "passes before it" jq -e '.cells[0] | .error.errno == "ENOSPC" and
    .rate.runs > 0' "$work/json"
rm "$work/mnt/filler"
ensure "no space is lost" [ "$(free_blocks)" -ge "$before" ]

# RLIMIT_FSIZE: the program is not killed by SIGXFSZ.
limited() {
	kib=$1
	shift
	# shellcheck disable=SC2016 # its own words
	expect 3 'File too large' sh -c 'ulimit -f "$1"; shift
	    "$@" >/dev/null 2>"$0"; status=$?; cat "$0" 2>&1; exit $status' \
	    "$work/said" "$kib" "$seqbench" "$@" "$work/mnt"
	grep '^seqbench: ' "$work/said"
	ensure "one line" [ "$(grep -c '^seqbench: ' "$work/said")" -eq 1 ]
}
limited 8 -b 64k -s 8m -n 1
limited 2 -b 4k -s 4k -n 20 -e null --csv="$work/rows"
ensure "whole rows" awk -F , 'NR == 1 { n = NF } NF != n { exit 1 }
    END { exit NR < 2 }' "$work/rows"
limited 2 -b 4k -s 4k -n 20 -e null --json="$work/none"
ensure "no torn record" [ ! -e "$work/none" ]
ensure "nothing is left" [ "$(ls "$work/mnt")" = lost+found ]
