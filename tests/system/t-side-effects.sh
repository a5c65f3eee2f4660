#!/bin/sh
# What is read is only read, and --dry-run does nothing: by what strace sees
# and by what is there afterwards.
. "$(dirname "$0")/lib.sh"
need_root
need losetup mkfs.ext4 strace sha256sum

make_loop 64M
disk=$loop disk_file=$loop_file
head -c 64M /dev/urandom >"$disk"
sync "$disk"
make_loop 64M
make_fs ext4 "$loop" "$work/mnt"
file=$work/mnt/file
head -c 8M /dev/urandom >"$file"
sync -f "$file"

state() {
	sha256sum "$disk_file" "$file"
	find "$work/mnt" -printf '%p %s %m %i %t %c\n'
	stat -f -c %f "$work/mnt"
}

# traced NAME COMMAND...: it changes nothing, nor opens anything to do so.
changing=$(echo creat mkdir mkdirat unlink unlinkat rename renameat renameat2 \
    link linkat symlink symlinkat truncate ftruncate fallocate chmod fchmod \
    fchmodat utimensat mount pwrite64 pwritev pwritev2 | tr ' ' '|')
traced() {
	name=$1
	shift
	expect 0 '' strace -f -o "$work/trace" \
	    -e "trace=open,openat,$(echo "$changing" | tr '|' ,)" "$@"
	! grep -E "^[0-9]+ +(($changing)\\(|open.*O_(WRONLY|RDWR|CREAT|TRUNC|\
TMPFILE))" "$work/trace" || fail "$name"
	echo "$name: $(grep -c O_RDONLY "$work/trace") opens to read," \
	    "$(grep -c O_PATH "$work/trace") to look"
}

state >"$work/before"
for target in "$disk" "$file"; do
	traced "reading ${target##*/}" "$seqbench" -s 8m -n 2 -b 4k,1m \
	    -e buffered,direct "$target"
	ensure "$target was read direct" grep -q 'O_RDONLY.*O_DIRECT' \
	    "$work/trace"
done
state >"$work/after"
ensure "unchanged by reading" cmp "$work/before" "$work/after"

for words in "$work/mnt" "-o write --overwrite $file" \
    "-o write --destroy $disk $disk" "--create $work/mnt/none" \
    "--json=$work/mnt/json --csv=$work/mnt/csv $file"; do
	# shellcheck disable=SC2086 # words
	traced "--dry-run $words" "$seqbench" --dry-run -s 8m $words
done
state >"$work/after"
ensure "unchanged by --dry-run" cmp "$work/before" "$work/after"
