#!/bin/sh
# The dd form against GNU dd where no operand set gets to: limits, closed and
# full outputs, links, offsets beyond any file, options among the operands.
# Each line is a command in a directory of its own; exit status, output and
# messages must be equal, but for time and rate.  $ahead is iflag=direct for
# dd, and for seqbench several blocks in flight as well.
. "$(dirname "$0")/lib.sh"
DD=${DD:-/usr/bin/dd}
LC_ALL=C
export LC_ALL
"$DD" --version 2>&1 | grep -q 'coreutils) 9\.' || skip "$DD is not GNU dd 9"
path=$PATH
mkdir "$work/ours" "$work/theirs"
cp "$seqbench" "$work/ours/dd" && cp "$DD" "$work/theirs/dd" || exit 1
head -c 100003 /dev/urandom >"$work/in"

# run WHO COMMAND
run() {
	rm -rf "$work/place"
	mkdir "$work/place"
	cd "$work/place" || exit 1
	cp "$work/in" in
	cp "$work/in" there
	ln -s in link
	ln -s nowhere dangling
	ahead=iflag=direct
	[ "$1" = theirs ] || ahead="engine=direct depth=4"
	export ahead
	PATH=$work/$1:$path timeout 20 sh -c "$2" </dev/null >"$work/out" 2>"$work/err"
	status=$?
	{
		echo "status $status"
		cat "$work/out"
		sed 's/copied, .*/copied/' "$work/err"
		for file in *; do
			[ -f "$file" ] && cksum "$file"
		done
	} >"$work/$1.all"
	cd "$work" || exit 1
}

while read -r command; do
	run theirs "$command"
	run ours "$command"
	diff -a "$work/theirs.all" "$work/ours.all" >"$work/diff" && continue
	fail "$command"
	cat "$work/diff"
done <<'END'
dd 2>&- if=in of=x bs=64k
dd if=in of=x 2>/dev/full
dd if=in of=x status=none 2>/dev/full
dd --version >/dev/full
dd --help >/dev/full
dd if=in bs=64k >/dev/full
dd if=in of=/dev/full bs=64k conv=fsync
dd if=in of=/dev/full count=0
dd if=in -- of=x
dd -- if=in of=x
dd --foo
dd ''
dd =
dd of= if=in
dd if=in of=link bs=64k
dd if=in of=in bs=64k
dd if=in of=in bs=64k conv=notrunc
dd if=link of=x iflag=nofollow
dd if=in of=link oflag=nofollow
dd if=in of=dangling
dd if=in of=dangling conv=excl
dd if=in of=x conv=excl,nocreat
dd if=in of=x/
dd if=in/ of=x
dd if=. of=x
dd if=in of=.
dd if=in of=none/x
dd if=in of=x bs=8E
dd if=in of=x bs=9223372036854775807
dd if=in of=x bs=9223372036854775806
dd if=in of=x count=18446744073709551616
dd if=in of=x count=9223372036854775807 bs=2
dd if=in of=there skip=9223372036854775807 bs=2
dd if=in of=there skip=9223372036854775807 bs=1
cat in | dd of=there skip=9223372036854775807 bs=1k
dd if=in of=there seek=9223372036854775807 bs=1
dd if=in of=there seek=9223372036854775807 bs=2
dd if=in of=there seek=9223372036854775807 bs=2 conv=notrunc
dd if=in of=x bs=1k count=1 seek=1T
dd if=in of=x bs=1 count=1 seek=7E
dd if=/proc/self/mem of=x count=1
dd if=in of=x ibs=1M obs=3 count=1
ulimit -f 10; dd if=in of=x seek=100
trap '' XFSZ; ulimit -f 10; dd if=in of=x bs=1k
trap '' XFSZ; ulimit -f 10; dd if=in of=x seek=100
ulimit -v 100000; dd if=in of=x bs=1G
ulimit -v 100000; dd if=in of=x bs=1G count=0
(dd bs=10 skip=1 count=0; cat | head -c 10) <in
(dd if=in bs=10 count=1; dd if=in bs=10 count=1 seek=1) >x
(dd bs=4k count=3 $ahead; dd bs=4k count=1 $ahead; dd bs=4k $ahead) <in >x
(dd bs=4k count=3 skip=2 $ahead >/dev/full; dd bs=4k count=1 $ahead) <in >x
(dd bs=4k skip=99 $ahead; dd bs=4k count=1 $ahead) <in >x
dd if=in of=in bs=4k $ahead
ulimit -f 10; dd if=in of=x bs=4k $ahead
(printf abc; sleep .2; printf def) | dd bs=6 count=1
(printf ab; sleep .2; printf cdef) | dd bs=3 skip=1
END
