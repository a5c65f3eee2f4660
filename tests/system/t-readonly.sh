#!/bin/sh
# A file system that becomes read-only between two passes, as ext4 does after
# an error: the passes before it are printed, the rest says why.
. "$(dirname "$0")/lib.sh"
need_root
need losetup mkfs.ext4 perl jq

make_loop 96M --direct-io=on
make_fs ext4 "$loop" "$work/mnt"

# goes_read_only OPTION...: the kernel refuses it while a file is open for
# writing, so there is a pause where a pass sleeps.
goes_read_only() {
	rm -f "$work/csv" "$work/json"
	start "$seqbench" -o write -b 64k -s 8m -n 1000 --csv="$work/csv" \
	    --json="$work/json" "$@" "$work/mnt"
	await 30 '[ -e "$work/csv" ] && [ "$(wc -l <"$work/csv")" -gt 2 ]'
	echo 1 >"/sys/fs/ext4/${loop#/dev/}/trigger_fs_error" ||
	    skip "no trigger_fs_error"
	ended
	grep "^64k WRITE .*\(Read-only file system\|Input/output error\)\$" \
	    "$work/out" || fail "$*: not said"
	jq -c '.status, .cells[0].error' "$work/json"
	ensure "$*: status 1 or 3, not $got" expr "$got" : "[13]$"
	ensure "$*: in JSON" jq -e --argjson got "$got" '.status == $got and
	    (.cells[0] | .rate.runs > 1 and (.flags | index("error")))' \
	    "$work/json"
}

# ext4 becomes so by errors=remount-ro and an error of its own.
again() {
	umount "$work/mnt" && mount -t ext4 -o errors=remount-ro "$loop" \
	    "$work/mnt" || exit 1
}
again
goes_read_only --layout create
umount "$work/mnt"
mkfs.ext4 -q -F "$loop"
mount -t ext4 -o errors=remount-ro "$loop" "$work/mnt"
goes_read_only --layout overwrite -e direct
expect 1 'Read-only file system' \
    "$seqbench" dd if=/dev/zero of="$work/mnt/f" count=1
