#!/bin/sh
# The dd form against GNU dd: for hundreds of seeded operand sets the exit
# status, the output bytes and everything printed must be equal, but for time
# and rate.  A share of them seqbench reads by another engine and with several
# blocks in flight, which must not show.  DD is the dd, DD_SEED and DD_CASES choose the sets; loop devices
# take part for root.
. "$(dirname "$0")/lib.sh"
here=$(cd "$(dirname "$0")" && pwd)
DD=${DD:-/usr/bin/dd}
LC_ALL=C
export LC_ALL
"$DD" --version 2>&1 | grep -q 'coreutils) 9\.' || skip "$DD is not GNU dd 9"

# Both found as "dd" in PATH, so that messages begin alike.
path=$PATH
mkdir "$work/ours" "$work/theirs"
cp "$seqbench" "$work/ours/dd" && cp "$DD" "$work/theirs/dd" || exit 1

# Odd length, with holes that conv=sparse can find.
{
	head -c 10000 /dev/urandom
	head -c 9000 /dev/zero
	head -c 4096 /dev/urandom
	head -c 8191 /dev/zero
} >"$work/in"
head -c 40000 /dev/urandom >"$work/before"
head -c 1048576 /dev/urandom >"$work/disk"
loop=
[ "$(id -u)" -ne 0 ] || make_loop 1M

# Short writes: the reader gets each of them alone, unless it is slow.
trickle() {
	for n in 700 1000 4096 100; do
		head -c $n "$work/in"
		sleep 0.05
	done
}

# who kind operands -> $work/who.{out,err,status}
run() {
	out=$work/$1.out err=$work/$1.err PATH=$work/$1:$path
	kind=$2
	shift 2
	case $kind in
	fresh) rm -f "$work/file" ;;
	*) cp "$work/before" "$work/file" ;;
	esac
	case $kind in
	file|fresh)
		dd if="$work/in" of="$work/file" "$@" 2>"$err" ;;
	redirect)
		dd <"$work/in" 1<>"$work/file" "$@" 2>"$err" ;;
	trickle)
		trickle 2>/dev/null | {
			dd of="$work/file" "$@" 2>"$err"
			echo $? >"$err.status"
		} ;;
	pipe)
		{
			dd if="$work/in" "$@" 2>"$err"
			echo $? >"$err.status"
		} | cat >"$work/file" ;;
	shared)
		# what stays unread is for the next reader
		{
			dd of="$work/file" "$@" 2>"$err"
			echo $? >"$err.status"
			cat >>"$work/file" 2>"$work/cat"	# left O_DIRECT
		} <"$work/in" ;;
	fromdev)
		dd if="$loop" of="$work/file" "$@" 2>"$err" ;;
	todev)
		cat "$work/disk" >"$loop"
		dd if="$work/in" of="$loop" "$@" 2>"$err" ;;
	esac
	status=$?
	case $kind in
	trickle|pipe|shared) status=$(cat "$err.status") ;;
	esac
	[ "$kind" != todev ] || cat "$loop" >"$work/file"
	if [ -e "$work/file" ]; then
		mv "$work/file" "$out"
	else
		echo "no output" >"$out"
	fi
	echo "status $status" >>"$err"
	sed 's/copied, .*/copied/' "$err" >"$err.plain"
}

same() {
	cmp -s "$work/ours.out" "$work/theirs.out" &&
	    cmp -s "$work/ours.err.plain" "$work/theirs.err.plain"
}

kinds='file file file fresh fresh redirect pipe shared trickle'
[ -z "$loop" ] || kinds="$kinds fromdev todev"
dontcache=1
"$seqbench" if="$work/in" of=/dev/null engine=dontcache 2>"$work/err" ||
    dontcache=0
awk -v seed="${DD_SEED:-4711}" -v cases="${DD_CASES:-400}" -v direct=1 \
    -v dontcache=$dontcache \
    -v kinds="$kinds" -f "$here/dd-cases.awk" >"$work/cases"

bad=0 n=0 ahead=0
tab=$(printf '\t')
while IFS=$tab read -r kind operands own for_them; do
	n=$((n + 1))
	[ "$own" = " " ] || ahead=$((ahead + 1))
	for _ in 1 2 3; do
		# shellcheck disable=SC2086 # operands are words
		run theirs "$kind" $operands $for_them </dev/null
		# shellcheck disable=SC2086
		run ours "$kind" $operands $own </dev/null
		same && break
		[ "$kind" = trickle ] || break
	done
	same && continue
	bad=$((bad + 1))
	echo "case $n differs: $kind:$operands $own"
	diff "$work/theirs.err.plain" "$work/ours.err.plain"
	cmp "$work/theirs.out" "$work/ours.out"
done <"$work/cases"
echo "$n operand sets, $ahead of them read by own operands, $bad differ"
[ $bad -eq 0 ]
