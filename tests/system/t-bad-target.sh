#!/bin/sh
# What can't be measured: one line that names the object and the reason, the
# documented status, nothing left.
. "$(dirname "$0")/lib.sh"
need_root
need losetup mkfs.ext4 setpriv chattr jq
as_other='setpriv --reuid 65534 --regid 65534 --clear-groups'
size='-s 8m -n 1 -b 64k,1m'

# refused TARGET REGEX OPTION...: with status 3.
user=
refused() {
	target=$1 regex=$2
	shift 2
	# shellcheck disable=SC2086 # words
	expect 3 "^seqbench: ($target: )?$regex\$" $user "$seqbench" $size "$@" \
	    "$target"
	ensure "$target: one line" [ "$(grep -c '^seqbench: ' "$work/err")" -eq 1 ]
	sed -n 's/^seqbench: //p' "$work/err"
}

# ---- names of nothing ----

d=$work/d
mkdir "$d"
refused "$d/none" 'no such file or directory; --create .*'
refused "$d/none/x" "its directory $d/none: No such file .*" --create
ln -s nowhere "$d/link"
refused "$d/link" 'a symbolic link to what is not there' --create
typo=/dev/seqbench-typo.$$
for option in '' --create --keep; do
	# shellcheck disable=SC2086 # an option, or none
	refused "$typo" 'no such device or file, and nothing is created on .* /dev' $option
	ensure "$typo is not there" [ ! -e "$typo" ]
done
refused /dev 'nothing is created on the file system of /dev; .*'
refused '' "'': .*"
refused /dev/tty 'a character device that seqbench does not open .*'

# ---- no permission ----

chmod 755 "$work"
mkdir -m 700 "$work/private"
mkdir -m 755 "$work/others"
head -c 8M /dev/urandom >"$work/others/file"
chmod 600 "$work/others/file"
user=$as_other
refused "$work/private" '.*: Permission denied; run as root or .*'
refused "$work/private/none" '.*Permission denied'
refused "$work/others" '.*: Permission denied; run as root or .*'
refused "$work/others/file" '.*: Permission denied; run as root or .*'
chmod 644 "$work/others/file"
refused "$work/others/file" '.*: Permission denied; run as root or .*' \
    -o write --overwrite
user=

# ---- read-only, full, immutable ----

make_loop 64M
make_fs ext4 "$loop" "$work/mnt"
mnt=$work/mnt
head -c 8M /dev/urandom >"$mnt/file"
mount -o remount,ro "$mnt"
refused "$mnt" '.*: Read-only file system; .*'
refused "$mnt/none" '.*: Read-only file system; .*' --create
refused "$mnt/file" '.*: Read-only file system; .*' -o write --overwrite
# shellcheck disable=SC2086 # words
expect 0 '64k READ' "$seqbench" $size "$mnt/file"
mount -o remount,rw "$mnt"

chattr +i "$mnt/file"
undo chattr -i "$mnt/file"
refused "$mnt/file" 'marked immutable or append-only; chattr .*' -o write \
    --overwrite
mkdir "$mnt/closed"
for flag in i a; do
	chattr +$flag "$mnt/closed"
	refused "$mnt/closed" 'the directory is marked immutable .*'
	chattr -$flag "$mnt/closed"
done

refused "$mnt" 'needs .* GiB, but only .* MiB is free; make room.*' -s 1g
head -c 64M /dev/zero >"$mnt/filler" 2>"$work/filled"
refused "$mnt" 'needs .* MiB, but only 0 B is free; make room.*'
rm "$mnt/filler"
ensure "nothing is left" [ "$(ls "$mnt")" = "closed
file
lost+found" ]

make_loop 32M --read-only
refused "$loop" 'the device is read-only' -o write --destroy "$loop"

# ---- too short ----

: >"$d/empty"
refused "$d/empty" 'empty: nothing to measure'
printf abc >"$d/short"
for engine in buffered direct; do
	expect 0 '64k READ' "$seqbench" -n 1 -b 64k,1m -e $engine -f table \
	    --json="$work/json" "$d/short"
	ensure "no inf, no nan" [ "$(grep -Ec '\<(inf|nan)' "$work/out")" -eq 0 ]
	ensure "its bytes" jq -e 'all(.cells[]; .samples[0].bytes == 3 and
	    .rate.bytes_per_second > 0)' "$work/json"
done

# ---- direct I/O is not to be had: the other rows are measured ----

mount -t ramfs none "$d" || skip "no ramfs"
undo umount "$d"
# shellcheck disable=SC2086 # words
expect 3 'direct I/O' "$seqbench" $size -e buffered,direct \
    --json="$work/json" "$d"
ensure "rows of buffered" jq -e 'all(.cells[] | select(.engine == "buffered");
    .rate.bytes_per_second > 0 and .error == null)' "$work/json"
ensure "no rows of direct" jq -e 'all(.cells[] | select(.engine == "direct");
    (.samples | length) == 0 and (.error.text | test("direct I/O")))' \
    "$work/json"
ensure "nothing is left" [ -z "$(ls -A "$d")" ]
