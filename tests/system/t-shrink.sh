#!/bin/sh
# A target that shrinks or vanishes while it is measured: the row says where
# and why, the others go on, and nothing is written beyond the end.
. "$(dirname "$0")/lib.sh"
need_root
need losetup mkfs.ext4 perl jq

make_loop 96M --direct-io=on
disk=$loop
make_fs ext4 "$disk" "$work/mnt"
file=$work/mnt/file
throttle "$disk" $((16 << 20)) 0

# shrinks ENGINE: the file, under its reader.
shrinks() {
	head -c 32M /dev/urandom >"$file"
	sync -f "$file"
	start "$limited" "$seqbench" -b 64k -n 3 -e "$1" --json="$work/json" \
	    "$file"
	await 10 '[ -s "$work/err" ]'
	sleep 0.3
	truncate -s 8M "$file"
	ended
	ensure "$1: status 1" [ "$got" -eq 1 ]
	grep "^64k READ $1: read at offset [0-9]*: .*it has shrunk\$" \
	    "$work/out" || fail "$1: not said"
	ensure "$1: one line" [ "$(grep -c '^seqbench: ' "$work/err")" -eq 1 ]
	ensure "$1: in JSON" jq -e '.cells[0].error | .op == "read" and
	    .offset >= 8388608 and (.text | test("shrunk"))' "$work/json"
}
shrinks buffered
shrinks direct

# Shorter than it was, a file is not written, for that would extend it.
head -c 8M /dev/urandom >"$file"
rm -f "$work/csv"
start "$seqbench" -b 1m -n 1000 -o write --overwrite --csv="$work/csv" "$file"
await 30 '[ -e "$work/csv" ] && [ "$(wc -l <"$work/csv")" -gt 2 ]'
until grep -q shrunk "$work/csv" || ! kill -0 "$started"; do
	truncate -s 1M "$file"
	sleep 0.02
done 2>"$work/gone"
ended
ensure "written: status 1" [ "$got" -eq 1 ]
ensure "written: not extended" [ "$(stat -c %s "$file")" -eq $((1 << 20)) ]
grep '^1m WRITE buffered: write at offset 1048576: .*it has shrunk$' \
    "$work/out" || fail "written: not said"

# A loop device whose file shrinks gives I/O errors.
make_loop 32M --direct-io=on
head -c 32M /dev/urandom >"$loop"
sync "$loop"
throttle "$loop" $((16 << 20)) 0
start "$limited" "$seqbench" -b 64k -n 2 -e raw --json="$work/json" "$loop"
await 10 '[ -s "$work/err" ]'
sleep 0.3
truncate -s 8M "$loop_file"
ended
ensure "loop: status 1" [ "$got" -eq 1 ]
grep '^64k READ raw: read at offset .*: Input/output error$' "$work/out" ||
    fail "loop: not said"
ensure "loop: in JSON" jq -e '.cells[0].error.errno == "EIO"' "$work/json"

# Removed, it is measured to the end: it is still there for who has it open.
head -c 16M /dev/urandom >"$file"
sync -f "$file"
start "$limited" "$seqbench" -b 64k -n 2 "$file"
await 10 '[ -s "$work/err" ]'
rm "$file"
ended
ensure "removed: status 0" [ "$got" -eq 0 ]
ensure "removed: measured" grep -q '^ *64k READ' "$work/out"

# A directory too, in which nothing can be made any more.
mkdir "$work/mnt/d"
start "$seqbench" -b 64k -s 8m -n 1000 -o write --layout create \
    --csv="$work/directory.csv" --json="$work/json" "$work/mnt/d"
await 30 '[ -e "$work/directory.csv" ] && [ "$(wc -l <"$work/directory.csv")" -gt 2 ]'
rmdir "$work/mnt/d"
ended
ensure "directory: status 3" [ "$got" -eq 3 ]
grep '^64k WRITE buffered: .*: it has been removed$' "$work/out" ||
    fail "directory: not said"
ensure "directory: passes before" jq -e '.cells[0].rate.runs > 0' "$work/json"

# A server that dies.
serve --filter=rate pattern 64M rate=128M burstiness=0.1
start "$seqbench" -b 64k -n 2 -s 32m --json="$work/json" "$disk"
await 10 '[ -s "$work/err" ]'
sleep 0.3
kill -9 "$server"
ended
ensure "server: status 1" [ "$got" -eq 1 ]
grep '^64k READ buffered: ' "$work/out" || fail "server: not said"
ensure "server: in JSON" jq -e '.cells[0].error.errno != null' "$work/json"
