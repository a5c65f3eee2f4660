#!/bin/sh
# SIGKILL in the middle of a sweep leaves no file, loses no space, and tears no
# result file.
. "$(dirname "$0")/lib.sh"
need_root
need losetup mkfs.ext4

free_blocks() {
	stat -f -c %f "$work/mnt"
}

names() {
	find "$work/mnt" ! -name lost+found | LC_ALL=C sort
}

make_loop 128M --direct-io=on
make_fs ext4 "$loop" "$work/mnt"
mkdir "$work/results"
sync -f "$work/mnt"
before=$(free_blocks) names_before=$(names)
# shellcheck disable=SC2034 # await reads it
half=$((before - (8 << 20) / $(stat -f -c %S "$work/mnt")))

for op in read write; do
	rm -f "$work/results/csv"
	start "$seqbench" -o $op -e direct -b 4k -s 32m -n 1000 \
	    --csv="$work/results/csv" --json="$work/results/json" "$work/mnt"
	# Some passes have ended, and the file of the next is there.
	await 30 '[ "$(wc -l <"$work/results/csv")" -gt 2 ]'
	await 30 "[ \$(free_blocks) -lt $half ]"
	during=$(free_blocks)
	kill -9 "$started"
	ended
	ensure "$op: ended by SIGKILL" [ "$by" -eq 9 ]
	began=$(date +%s%N)
	await 10 "[ \$(free_blocks) -ge $before ]"
	echo "$op: free before $before, during $during, after $(free_blocks)" \
	    "blocks, $((($(date +%s%N) - began) / 1000000)) ms later"
	ensure "$op: no file is left" [ "$(names)" = "$names_before" ]
	ensure "$op: only the CSV is left" [ "$(ls -A "$work/results")" = csv ]
	ensure "$op: the CSV's rows are whole" awk -F , '
	    NR == 1 { n = NF }
	    NF != n { exit 1 }' "$work/results/csv"
done
