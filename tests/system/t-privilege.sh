#!/bin/sh
# As an ordinary user: what can work does, the rest says what it needs; with
# another's rights it does not start.
. "$(dirname "$0")/lib.sh"
need_root
need setpriv losetup mkfs.ext4 stat cc strace
user="setpriv --reuid 65534 --regid 65534 --clear-groups"
sweep="-b 64k -s 1m -n 1 --quiet"
cp "$seqbench" "$work/seqbench"
seqbench=$work/seqbench
chmod 755 "$work"

make_loop 64M
device=$loop
make_loop 64M
make_fs ext4 "$loop" "$work/mnt"
chmod 755 "$work/memory"
d=$work/mnt/own
mkdir "$d"
chown 65534:65534 "$d"
head -c 1M /dev/urandom >"$work/mnt/readable"
head -c 1M /dev/urandom >"$work/mnt/secret"
chmod 600 "$work/mnt/secret"
mkdir "$work/mnt/theirs"
cc -D_GNU_SOURCE -o "$work/forbid" "$(dirname "$0")/forbid.c" || exit 1
cd "$d" || exit 1
undo cd /

# as_user STATUS REGEX ARGUMENT...
as_user() {
	status=$1 regex=$2
	shift 2
	# shellcheck disable=SC2086 # words
	expect "$status" "$regex" $user "$seqbench" "$@"
}

# limited SETTING STATUS REGEX ARGUMENT...: after what the shell does.
limited() {
	setting=$1 status=$2 regex=$3
	shift 3
	# shellcheck disable=SC2086 # words
	expect "$status" "$regex" $user sh -c "$setting; "'exec "$0" "$@"' \
	    "$seqbench" "$@"
}

# shellcheck disable=SC2086 # words
{
	# ---- what works ----
	for engine in buffered direct mmap uring,aio,direct null; do
		as_user 0 '64k READ' $sweep -e $engine "$d"
	done
	as_user 0 '64k READ.* u' $sweep "$work/mnt/readable"
	as_user 0 'cold could not be checked' $sweep "$work/mnt/readable"
	as_user 0 '64k WRITE' $sweep -o write --create "$d/none"
	as_user 0 '64k READ' $sweep -o read --keep "$d/kept"
	ensure "kept 0600" [ "$(stat -c '%a %u' "$d/kept")" = "600 65534" ]
	as_user 0 '64k WRITE' $sweep -o write --overwrite "$d/kept"
	as_user 0 'secret: file of' info "$work/mnt/secret" "$device"
	as_user 0 'records out' "if=$d/kept" "of=$d/copy"
	as_user 0 'uring' engines
	rm "$d/kept" "$d/copy"

	# ---- what says what it needs ----
	chown root:disk "$device"
	chmod 660 "$device"
	for form in "$sweep" "zones"; do
		as_user 3 "$device: can't be opened for reading: Permission \
denied; run as root or as a member of group disk\$" $form "$device"
	done
	expect 0 '64k READ' setpriv --reuid 65534 --regid 65534 --groups disk \
	    "$seqbench" $sweep "$device"
	chown root:root "$device"
	chmod 600 "$device"
	as_user 3 'Permission denied; run as root' $sweep "$device"
	as_user 3 'secret: .*Permission denied; run as root' $sweep \
	    "$work/mnt/secret"
	as_user 3 'theirs: no file can be made there: Permission denied; run' \
	    $sweep "$work/mnt/theirs"
	as_user 3 'the device below: Permission denied; run as root' \
	    $sweep -e raw "$work/mnt/readable"
	as_user 3 "can't be opened for writing: Permission denied; run as" \
	    $sweep -o write --overwrite "$work/mnt/readable"
	as_user 3 'needs root|as root' $sweep --readahead 128k,512k \
	    "$work/mnt/readable"
	as_user 3 'no file can be made beside it: Permission denied' \
	    $sweep --json="$work/mnt/theirs/f" "$d"
	as_user 3 'secret: Permission denied' $sweep \
	    --csv="$work/mnt/secret" "$d"

	# ---- with little ----
	limited 'ulimit -l 0' 3 'locked memory limit \(ulimit -l\) is 0 KiB' \
	    $sweep -e uring,buffered -q 4 "$d"
	for files in 4 5 6; do
		limited "ulimit -n $files" 3 'Too many open files' \
		    $sweep "$d"
	done
	limited 'ulimit -n 12' 0 '64k READ' $sweep "$d"
	limited 'ulimit -v 60000' 3 'Cannot allocate memory' -b 64m -s 64m \
	    -n 1 --quiet "$work/mnt/readable" -e null
	limited 'unset HOME LANG TERM PATH' 0 '64k READ' $sweep "$d"
	limited 'umask 0777' 0 '64k READ' $sweep "$d"
	limited 'umask 0777' 0 '64k READ' $sweep -o read --keep "$d/kept"
	ensure "0600 with umask 0777" [ "$(stat -c %a "$d/kept")" = 600 ]
	rm "$d/kept"
	limited 'umask 0' 0 '64k READ' $sweep --keep "$d/kept"
	ensure "0600 with umask 0" [ "$(stat -c %a "$d/kept")" = 600 ]
	rm "$d/kept"
	limited 'umask 027' 0 '' $sweep --json=j --csv=c --log=l "$d"
	ensure "results as umask has it" \
	    [ "$(stat -c %a "$d/j" "$d/c" "$d/l" | sort -u)" = 640 ]
	chmod 664 "$d/j"
	limited 'umask 077' 0 '' $sweep --json=j --csv=c "$d"
	ensure "what is replaced keeps its mode" \
	    [ "$(stat -c %a "$d/j")" = 664 ]
	rm "$d/j" "$d/c" "$d/l"
	limited 'chmod 0 .' 0 '64k READ' $sweep "$work/mnt/readable"
	chmod 755 "$d"
	limited 'chmod 333 .' 0 '64k READ' $sweep --json=j .
	limited 'chmod 111 .' 3 'no file can be made there: Permission' \
	    $sweep .
	chmod 755 "$d"
	rm "$d/j"

	# Without O_TMPFILE: the same modes, and nothing is left.
	for mask in 0 022 0777; do
		# shellcheck disable=SC2016 # its own words
		expect 0 '64k READ' $user sh -c 'umask $0; exec "$@"' $mask \
		    "$work/forbid" tmpfile 95 "$seqbench" $sweep "$d"
	done
	ensure "nothing is left" [ -z "$(ls -A "$d")" ]
	expect 0 '64k READ' strace -f -o "$work/trace" "$work/forbid" \
	    tmpfile 95 "$seqbench" $sweep "$d"
	ensure "made in a directory of its own" \
	    grep -Eq 'mkdirat\(.*, "\.seqbench[0-9a-f]*", 0700\) += 0' \
	    "$work/trace"

	# ---- with another's rights ----
	for bits in 4755 2755 6755; do
		cp "$work/seqbench" "$work/given"
		chmod $bits "$work/given"
		expect 3 "set-(user|group)-ID: refusing to run" $user \
		    "$work/given" $sweep "$d"
		expect 1 "set-(user|group)-ID: refusing to run" $user \
		    "$work/given" "if=$work/mnt/secret"
		ensure "nothing is given away" [ ! -s "$work/out" ]
	done
	expect 0 '64k READ' "$work/given" $sweep "$d"
}
