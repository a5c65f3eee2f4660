#!/bin/sh
# In a directory where everybody may write, another user lays links and
# renames as fast as it can while root measures there.  What root writes
# never goes elsewhere: not what it makes, not a result, not to a target that
# it did not look at.  How often the other one is in time is left to chance;
# root tries a number of times.
. "$(dirname "$0")/lib.sh"
need_root
need setpriv perl cc
as_other="setpriv --reuid 65534 --regid 65534 --clear-groups"
sweep="-b 64k -s 64k -n 1 --quiet"
chmod 755 "$work"
# In memory, so that no pass waits for a disk to come to rest.
mount_memory
chmod 755 "$memory"
cc -D_GNU_SOURCE -o "$work/forbid" "$(dirname "$0")/forbid.c" || exit 1
head -c 64K /dev/urandom >"$memory/target"

# What root must not touch: a file that a result could replace, a secret, a
# directory that could gain a file.
mkdir "$memory/victim"
: >"$memory/victim/empty"
head -c 64K /dev/urandom >"$memory/victim/secret"
chmod 755 "$memory/victim"
chmod 600 "$memory/victim/secret"
cksum "$memory/victim/"* >"$work/before"
ls -lA --time-style=full-iso "$memory/victim" >>"$work/before"
untouched() {
	cksum "$memory/victim/"* >"$work/after"
	ls -lA --time-style=full-iso "$memory/victim" >>"$work/after"
	ensure "untouched: $1" cmp "$work/before" "$work/after"
}

# place NAME MODE: $place, where all may write.
place() {
	place=$memory/$1
	mkdir "$place"
	chmod "$2" "$place"
}

# attack PERL: again and again in $place, until defended.
attack() {
	# shellcheck disable=SC2086 # words
	$as_other perl -e 'chdir shift or die; my $victim = shift;
		my $act = eval "sub { $ARGV[0] }" or die $@;
		for (my $i = 0;; $i++) { $act->($i, $victim) }' \
	    "$place" "$memory/victim" "$1" &
	attacker=$!
	undo kill "$attacker"
}

defended() {
	kill "$attacker"
	wait "$attacker" 2>"$work/terminated"
	undone
}

# tries NUMBER REGEX COMMAND...: it succeeds, or says what matches.
tries() {
	number=$1 regex=$2 succeeded=0
	shift 2
	for _ in $(seq "$number"); do
		if timeout --foreground -k 5 60 "$@" </dev/null \
		    >"$work/out" 2>"$work/err"; then
			succeeded=$((succeeded + 1))
		elif ! grep -Eq "$regex" "$work/err"; then
			fail "$*"
			cat "$work/err"
		fi
	done
	echo "$place: $succeeded of $number succeeded"
}

# ---- what is made and unlinked, without O_TMPFILE ----

swap='my ($i, $victim) = @_;
	for my $name (glob ".seqbench*") {
		rename $name, "away$i" or next;
		$i % 2 ? symlink $victim, $name : mkdir $name, 0777;
		rename "$name/data", "kept$i" for 1 .. 20;
	}'
for mode in 777 1777; do
	place "made-$mode" $mode
	attack "$swap"
	# shellcheck disable=SC2086 # words
	tries 30 'others rename what is made there|resource busy' \
	    "$work/forbid" tmpfile 95 "$seqbench" $sweep "$place"
	defended
	untouched "made, mode $mode"
	[ $mode = 777 ] || ensure "sticky: always" [ "$succeeded" -eq 30 ]
	ensure "nothing was written to what has a name" \
	    [ -z "$(find "$place" -type f -size +0)" ]
done

# ---- results ----

lay='my ($i, $victim) = @_;
	for my $name ("csv", "json", "log") {
		my $kind = ($i + length $name) % 6;
		unlink $name;
		symlink "$victim/empty", $name if $kind == 0;
		symlink "$victim/new", $name if $kind == 1;
		link "$victim/empty", $name if $kind == 2;
		open my $f, ">", $name if $kind == 3;
		symlink "$victim/secret", $name if $kind == 4;
	}'
for mode in 777 1777; do
	place "results-$mode" $mode
	attack "$lay"
	# shellcheck disable=SC2016,SC2086 # its own words; words
	tries 30 '/(csv|json|log): ' sh -c 'rm -f "$0"/* && exec "$@"' \
	    "$place" "$seqbench" $sweep --csv="$place/csv" \
	    --json="$place/json" --log="$place/log" "$memory/target"
	defended
	untouched "results, mode $mode"
done

# The same, at rest: each has its sentence.
place still 777
ln -s "$memory/victim/empty" "$place/link"
ln -s "$memory/victim/new" "$place/dangling"
chown -h 65534 "$place/link" "$place/dangling"
ln "$memory/victim/empty" "$place/hard"
for kind in json csv markdown log; do
	# shellcheck disable=SC2086 # words
	{
		expect 3 "a symbolic link where others may lay one" \
		    "$seqbench" $sweep --$kind="$place/link" "$memory/target"
		expect 3 "a symbolic link where others may lay one" \
		    "$seqbench" $sweep --$kind="$place/dangling" \
		    "$memory/target"
	}
done
# shellcheck disable=SC2086 # words
expect 3 'has another name, a hard link' "$seqbench" $sweep \
    --csv="$place/hard" "$memory/target"
rm "$place/hard"
untouched "links at rest"

# ---- the target ----

# A file to be kept is put where nothing is, or nowhere.
take='my ($i, $victim) = @_;
	unlink "kept";
	symlink $i % 3 ? "$victim/secret" : "$victim/new", "kept" if $i % 2;'
for mode in 777 1777; do
	place "kept-$mode" $mode
	attack "$take"
	# shellcheck disable=SC2016,SC2086 # its own words; words
	tries 20 'kept: |--keep: ' sh -c 'rm -f "$0" && exec "$@"' \
	    "$place/kept" "$seqbench" $sweep -o read --keep "$place/kept"
	defended
	untouched "--keep, mode $mode"
done

# What is written over is what was looked at: here, never a device.
make_loop 1M
cksum "$loop" >"$work/loop-before"
turn="my (\$i) = @_;
	symlink '$loop', 'new';
	rename 'new', 'target';
	open my \$f, '>', 'new';
	truncate \$f, 65536;
	rename 'new', 'target';"
place over 777
attack "$turn"
# shellcheck disable=SC2086 # words
tries 20 'target: ' "$seqbench" $sweep -o write --overwrite "$place/target"
defended
cksum "$loop" >"$work/loop-after"
ensure "the device is as it was" cmp "$work/loop-before" "$work/loop-after"
