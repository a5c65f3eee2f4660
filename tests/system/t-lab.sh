#!/bin/sh
# The lab makes what it says, says what is missing, and takes all away again:
# also what was made only half, after SIGKILL at any step.
. "$(dirname "$0")/lib.sh"
here=$(cd "$(dirname "$0")/../../scripts" && pwd)
mkdir "$work/scripts" "$work/bin" "$work/tools"
cp "$here/lab" "$here/devices.sh" "$work/scripts" || exit 1
chmod -R a+rX "$work"
lab=$work/scripts/lab
LAB=$work/lab
export LAB
undo 'all_down'

all_down() {
	for up in "$LAB"/*; do
		[ ! -d "$up" ] || "$lab" down "${up##*/}" || return
	done
}

expect 2 'lab run NAME' "$lab"
expect 0 'lab run NAME' "$lab" --help
expect 2 "no kind 'tape'" "$lab" up tape
expect 2 'is no name' "$lab" up rate/../x
expect 2 "can't be set" "$lab" set rate 10MB
expect 0 '' "$lab" list
need_root
need setpriv nbdkit nbdfuse losetup mkfs.ext4 chrt
expect 2 "'10MiBit' is no size" "$lab" run rate 10MiBit -- true
expect 2 "'soon' is no time" "$lab" up delay soon
expect 2 "'0.5ms': at least 1ms" "$lab" up delay 0.5ms

# ---- what is missing is said ----

expect 77 '^lab: rate: not root$' setpriv --reuid 65534 --clear-groups \
    "$lab" up rate
ensure "nothing by an ordinary user" [ ! -e "$LAB/rate" ]
ln -s /usr/bin/* /usr/sbin/* "$work/tools" 2>"$work/twice"
without() {
	mv "$work/tools/$1" "$work/hidden"
	expect 77 "^lab: $2: no $1\$" env PATH="$work/tools" "$lab" up "$2"
	mv "$work/hidden" "$work/tools/$1"
	ensure "nothing without $1" [ ! -e "$LAB/$2" ]
}
without nbdkit rate
without nbdfuse zones
without losetup throttle
without mkfs.ext4 full

# ---- up, and down ----

# What a lab has, or had, a line each.
things() {
	grep -F "$LAB" /proc/self/mountinfo
	grep -sF "$LAB" /sys/block/loop*/loop/backing_file
	grep -slF "$LAB" /proc/[0-9]*/cmdline |
	    while IFS=/ read -r _ _ process _; do
		grep -svx grep "/proc/$process/comm"
	done
	for cgroup in $cgroups; do
		[ ! -e "$cgroup" ] || echo "$cgroup"
	done
	for number in $zrams; do
		[ ! -e "/sys/block/zram$number" ] || echo "zram$number"
	done
	[ ! -d "$LAB" ] || ls "$LAB"
}
cgroups='' zrams=''

# What is found through its directory only.
remember() {
	cgroups="$cgroups $(cat "$LAB/$1/cgroup" 2>"$work/none")"
	zrams="$zrams $(cat "$LAB/$1"/zram.* 2>"$work/none")"
}

nothing_left() {
	things >"$work/left"
	[ ! -s "$work/left" ] || {
		fail "$1"
		cat "$work/left"
	}
}

# up NAME ARG...: sets $device.
up() {
	expect 0 '' "$lab" up "$@"
	device=$(sed 1q "$work/out")
	echo "$1: $(tail -n +2 "$work/out")"
	"$lab" list >"$work/list"
	ensure "$1 is listed" \
	    grep -q "^$1	$device	$(tail -n 1 "$work/out")\$" "$work/list"
}

down() {
	remember "$1"
	expect 0 '' "$lab" down "$1"
	nothing_left "$1 is gone"
	expect 1 "^lab: $1: is not up" "$lab" down "$1"
}

# at_least MS COMMAND...: no load makes it faster.
at_least() {
	least=$1
	shift
	began=$(date +%s%N)
	"$@" >"$work/timed" 2>&1 || fail "$*"
	ms=$((($(date +%s%N) - began) / 1000000))
	ensure "$ms ms, at least $least: $*" [ "$ms" -ge "$least" ]
}

reads() {
	dd if="$device" of=/dev/null bs=64k iflag=direct status=none "$@"
}

up rate 10MB
at_least 400 reads count=80
expect 1 'is there already; lab down rate' "$lab" up rate
down rate

up rate-slow 1MB
up delay 20ms
at_least 200 reads count=10
expect 0 '' "$lab" down rate-slow
down delay

up zones 5ms,50ms
at_least 50 reads count=10
at_least 500 reads count=10 skip=600
down zones

up flush 300ms
at_least 300 dd if=/dev/urandom of="$device" bs=4k count=1 conv=fdatasync
down flush

up error
expect 0 '' dd if="$device" of=/dev/null bs=64k count=1 iflag=direct
expect 0 '' "$lab" set error on
expect 1 'Input/output error' dd if="$device" of=/dev/null bs=64k count=1 \
    iflag=direct
expect 0 '' "$lab" set error off
expect 0 '' dd if="$device" of=/dev/null bs=64k count=1 iflag=direct
down error

up full 16M
expect 1 'No space left on device' dd if=/dev/zero of="$device/file" bs=64k
down full

up fast 64M
expect 0 '' dd if=/dev/urandom of="$device" bs=64k count=16
down fast

up throttle 10MB,5MB
at_least 400 "$LAB/throttle/limited" dd if="$device" of=/dev/null bs=64k \
    iflag=direct count=80
expect 0 '' "$lab" set throttle 20MB
ensure "the limit is another" grep -q '20000000 written' "$LAB/throttle/truth"
grep -h . "$(cat "$LAB/throttle/cgroup")"/*io*.throttle.*bps_device \
    "$(cat "$LAB/throttle/cgroup")/io.max" >"$work/limits" 2>"$work/none"
ensure "and the kernel's" grep -q 20000000 "$work/limits"
down throttle

# One that is in use stays as it is.
up delay 1ms
exec 5<"$device"
expect 1 'still there' "$lab" down delay
at_least 1 reads count=1
exec 5<&-
down delay

# ---- run ----

expect 7 '^/dev/loop' "$lab" run delay 1ms -- sh -c 'echo "$1"; exit 7' sh {}
nothing_left "run, a command that fails"
expect 0 '^1.0 records in' "$lab" run fast 16M -- dd if={} of=/dev/null \
    bs=64k count=1
nothing_left "run, a command that fails"
expect 0 'seqbench' "$lab" run throttle 1MB -- cat /proc/self/cgroup
nothing_left "run in a cgroup"

# ---- a failure, a signal, SIGKILL, after each step ----

# shim TOOL ACTION: after TOOL, or before what does not end.
shim() {
	real=$(command -v "$1")
	{
		echo '#!/bin/sh'
		case $1 in
		setsid)	echo "$2; exec $real \"\$@\"" ;;
		*)	echo "$real \"\$@\"; status=\$?; $2; exit \$status" ;;
		esac
	} >"$work/bin/$1"
	chmod +x "$work/bin/$1"
}

# half STATUS KIND TOOL ACTION: up ends like that; what there is then goes.
half() {
	rm -f "$work/bin"/*
	shim "$3" "$4"
	sh -c 'echo $$ >"$0"; PATH=$1:$PATH; shift; exec "$@"' "$work/lab.pid" \
	    "$work/bin" "$lab" up "$2" >"$work/out" 2>"$work/err" </dev/null
	got=$?
	ensure "$2, $3, $4: status $got" [ "$got" -eq "$1" ]
	[ ! -d "$LAB/$2" ] || {
		remember "$2"
		"$lab" list >"$work/list"
		ensure "listed as half" grep -q "^$2	-	made only half" \
		    "$work/list"
		expect 0 '' "$lab" down "$2"
	}
	nothing_left "$2, $3, $4"
	steps=$((steps + 1))
}

steps=0 by_id="read -r id <$work/lab.pid"
for step in delay-setsid delay-mount delay-losetup delay-mktemp delay-blockdev \
    zones-mount zones-head zones-setsid full-mkfs.ext4 full-mount \
    full-blockdev fast-cat fast-mktemp throttle-losetup throttle-mkdir \
    throttle-chmod; do
	half 137 "${step%-*}" "${step#*-}" "$by_id; kill -9 \$id"
	half 143 "${step%-*}" "${step#*-}" "$by_id; kill -TERM \$id"
	ensure "$step: nothing but by SIGKILL stays" [ ! -e "$LAB/${step%-*}" ]
done
half 77 throttle losetup 'exit 1'
half 77 delay chrt 'exit 1'
echo "$steps times ended in the middle"
