#!/bin/sh
# A result file never replaces what is not one: not a target, a directory, a
# device, nor somebody's photograph; CSV is appended to.
. "$(dirname "$0")/lib.sh"
need_root
need losetup jq sha256sum

d=$work/d
mkdir "$d"
target=$work/target
head -c 1M /dev/urandom >"$target"
sweep="-b 64k -n 2 --quiet"

# refused PATH REGEX: as each kind of result file.
refused() {
	for kind in json csv markdown; do
		# shellcheck disable=SC2086 # words
		expect 3 "^seqbench: $1: $2\$" "$seqbench" $sweep \
		    --$kind="$1" "$target"
		ensure "one line" [ "$(wc -l <"$work/err")" -eq 1 ]
		ensure "nothing measured" [ ! -s "$work/out" ]
	done
	cat "$work/err"
}

make_loop 1M
head -c 1M /dev/urandom >"$loop"
{
	printf '\377\330\377\340\000\020JFIF'
	head -c 100K /dev/urandom
} >"$d/photo.jpg"
ln "$target" "$d/hard"
ln -s "$target" "$d/soft"
ln -s nowhere "$d/dangling"
sync "$loop"
cksum "$d/photo.jpg" "$target" "$loop" >"$work/before"

refused "$d" 'is a directory'
refused "$target" 'is a target: refusing to write results over it'
refused "$d/hard" 'is a target: refusing to write results over it'
refused "$d/soft" 'is a target: refusing to write results over it'
refused "$d/dangling" 'symbolic link to nothing'
refused "$d/photo.jpg" 'not empty and not .* by seqbench: refusing to .*'
refused "$d/none/file" 'No such file or directory'
refused "$loop" 'is a block device: refusing to write results over it'
refused "/dev/seqbench-typo.$$" 'nothing is created on the file system of /dev'

# With no room for it, the one that is there stays.
cksum "$d/photo.jpg" "$target" "$loop" >"$work/after"
ensure "unchanged" cmp "$work/before" "$work/after"
ensure "nothing is left" [ "$(ls -A "$d")" = "dangling
hard
photo.jpg
soft" ]

# Twice: JSON is replaced, CSV gains.
for rows in 2 4; do
	# shellcheck disable=SC2086 # words
	expect 0 '^ *64k READ' "$seqbench" $sweep --json="$d/json" \
	    --csv="$d/csv" --markdown="$d/markdown" "$target"
	ensure "JSON" jq -e '.cells | length == 1' "$d/json"
	ensure "CSV: $rows rows" awk -F , -v rows=$rows '
	    NR == 1 { n = NF; if ($1 != "target") exit 1 }
	    NF != n { exit 1 }
	    END { exit NR != rows + 1 }' "$d/csv"
	ensure "Markdown" [ "$(grep -c '^| *64k' "$d/markdown")" -eq 1 ]
done

# One kind does not replace another, and an empty file is nobody's.
# shellcheck disable=SC2086 # words
expect 3 'not json by seqbench' "$seqbench" $sweep --json="$d/csv" "$target"
: >"$d/empty"
# shellcheck disable=SC2086 # words
expect 0 '' "$seqbench" $sweep --json="$d/empty" "$target"
ensure "JSON in it" jq -e '.status == 0' "$d/empty"
