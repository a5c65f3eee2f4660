#!/bin/sh
# Where there is little of a system: no /sys, no /proc, a root with nothing
# but the program, a directory that is gone.  What can be measured is, and
# the rest is refused in one line that says why.
. "$(dirname "$0")/lib.sh"
need_root
need unshare chroot ldd mount
size='-s 1m -b 64k -n 1'
mkdir "$work/d" "$work/gone"
head -c 1M /dev/urandom >"$work/file"
unshare -m true 2>"$work/unshared" || skip "no mount namespaces"

# without DIRECTORY STATUS REGEX ARGUMENT...
without() {
	hidden=$1 status=$2 regex=$3
	shift 3
	# shellcheck disable=SC2016 # its own words
	expect "$status" "$regex" unshare -m sh -c 'mount -t tmpfs none "$0" &&
	    exec "$@"' "$hidden" "$seqbench" "$@"
}

# shellcheck disable=SC2086 # words
{
	without /sys 0 '64k READ' $size "$work/d"
	for target in "$work/d" "$work/file" /dev/zero; do
		without /proc 3 "$target:.* is /proc mounted\\?" $size \
		    "$target"
		ensure "one line" [ "$(grep -c '^seqbench: ' \
		    "$work/err")" -eq 1 ]
	done
	without /proc 3 'is /proc mounted' $size --create "$work/none"
	without /proc 0 'records out' dd if="$work/file" of="$work/copy"
	ensure "copied" cmp "$work/file" "$work/copy"
}

# A root with the program in it.
root=$work/root
mkdir "$root"
cp "$seqbench" "$root/seqbench"
ldd "$seqbench" | grep -o '/[^ ]*' | while read -r library; do
	mkdir -p "$root${library%/*}"
	cp -L "$library" "$root$library"
done
cp "$work/file" "$root/file"
# shellcheck disable=SC2086 # words
expect 3 '/file:.* is /proc mounted' chroot "$root" /seqbench $size /file
expect 0 'records out' chroot "$root" /seqbench if=/file of=/copy bs=64k
ensure "copied" cmp "$root/file" "$root/copy"
mkdir "$root/proc"
# shellcheck disable=SC2016,SC2086 # its own words; words
expect 0 '64k READ' unshare -m sh -c 'mount -t proc proc "$0/proc" &&
    exec chroot "$0" "$@"' "$root" /seqbench $size /file
ensure "no directory of its own" [ ! -e "$root/dev" ]

# Closed there, where there is no /dev/null.
# shellcheck disable=SC2086 # words
(chroot "$root" /seqbench $size --csv=/csv / >&- 2>&- <&-)
ensure "closed, without /proc: 3" [ $? -eq 3 ]

cd "$work/gone" || exit 1
rmdir "$work/gone"
# shellcheck disable=SC2086 # words
{
	expect 3 '\.: no file can be made there: it has been removed' \
	    "$seqbench" $size .
	expect 3 'x: no file can be made there: it has been removed' \
	    "$seqbench" $size --create x
}
