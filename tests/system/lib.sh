# shellcheck shell=sh
# lib.sh -- what the tests on the real system share; read by each t-*.sh:
#
#	. "$(dirname "$0")/lib.sh"
#	need_root
#	need losetup mkfs.ext4
#	make_loop 64M --direct-io=on
#	make_fs ext4 "$loop" "$work/mnt"
#	expect 0 'READ' "$seqbench" -s 16m "$work/mnt"
#
# Everything made is taken away at the end, by its own id, newest first, on
# every way out.  A test goes on after a failure and ends with 1; 77 means
# skipped, for the reason on the line "skip: ..".
set -u
seqbench=${SEQBENCH:-$(cd "$(dirname "$0")/../.." && pwd)/seqbench}
work=$(mktemp -d "${TMPDIR:-/tmp}/seqbench-system.XXXXXX") || exit 1
undo_list=
failures=0

# Run COMMAND at the end.  Its words are read again by the shell.
undo() {
	undo_list="$*
$undo_list"
}

clean_up() {
	status=$?
	trap '' HUP INT TERM
	while [ -n "$undo_list" ]; do
		command=${undo_list%%
*}
		undo_list=${undo_list#*
}
		eval "$command" || {
			echo "left behind: $command"
			status=1
		}
	done
	rm -rf "$work"
	[ "$status" -ne 0 ] || [ "$failures" -eq 0 ] || status=1
	exit "$status"
}
trap clean_up EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

skip() {
	echo "skip: $*"
	exit 77
}

need() {
	for tool; do
		command -v "$tool" >"$work/tool" || skip "no $tool"
	done
}

need_root() {
	[ "$(id -u)" -eq 0 ] || skip "not root"
}

# What was just released may be busy a moment longer.
patiently() {
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		"$@" 2>"$work/patiently" && return 0
		sleep 0.3
	done
	cat "$work/patiently"
	return 1
}

# make_loop SIZE [LOSETUP OPTION]...: a loop device over a file of zeros;
# its node is $loop and the file $loop_file.
make_loop() {
	loop_file=$(mktemp "$work/loop.XXXXXX") || exit 1
	truncate -s "$1" "$loop_file" || exit 1
	shift
	loop=$(losetup --find --show "$@" "$loop_file") ||
	    skip "no loop device"
	undo patiently losetup -d "$loop"
}

# make_fs TYPE DEVICE DIRECTORY: the directory is made.  Work that ext4
# would do later would be seen in the device's counters.
make_fs() {
	case $1 in
	ext4)	set -- "$@" -E lazy_itable_init=0,lazy_journal_init=0 ;;
	xfs)	set -- "$@" -f ;;
	btrfs)	set -- "$@" -f ;;
	esac
	type=$1 device=$2 directory=$3
	shift 3
	need "mkfs.$type"
	"mkfs.$type" -q "$@" "$device" || exit 1
	mkdir -p "$directory" || exit 1
	mount -t "$type" "$device" "$directory" || skip "no $type"
	undo patiently umount "$directory"
}

# throttle DEVICE READ WRITE: commands started by "$limited" get no more
# bytes a second from the device; 0 is no limit.
throttle() {
	number=$(cat "/sys/class/block/${1##*/}/dev") || exit 1
	if [ -e /sys/fs/cgroup/blkio/blkio.throttle.read_bps_device ]; then
		make_cgroup /sys/fs/cgroup/blkio
		echo "$number $2" >"$cgroup/blkio.throttle.read_bps_device"
		echo "$number $3" >"$cgroup/blkio.throttle.write_bps_device"
	elif grep -qsw io /sys/fs/cgroup/cgroup.controllers; then
		# Without memory, write-back is nobody's.
		enable_controller io
		enable_controller memory
		make_cgroup /sys/fs/cgroup
		echo "$number rbps=$(limit "$2") wbps=$(limit "$3")" \
		    >"$cgroup/io.max"
	else
		skip "no blkio or io controller"
	fi || skip "the cgroup takes no limit"
}

limit() {
	[ "$1" -eq 0 ] && echo max || echo "$1"
}

enable_controller() {
	control=/sys/fs/cgroup/cgroup.subtree_control
	grep -qw "$1" $control && return
	echo "+$1" >$control || skip "no $1 controller"
	undo "echo -$1 >$control"
}

make_cgroup() {
	cgroup=$(mktemp -d "$1/seqbench.XXXXXX") || skip "no cgroup"
	undo patiently rmdir "$cgroup"
	limited=$cgroup_runner
	cat >"$limited" <<-END
		#!/bin/sh
		echo \$\$ >"$cgroup/cgroup.procs" && exec "\$@"
	END
	chmod +x "$limited"
}
cgroup_runner=$work/limited

fail() {
	echo "failed: $*"
	failures=$((failures + 1))
}

# ensure WHAT COMMAND...: the command succeeds.
ensure() {
	what=$1
	shift
	"$@" || fail "$what"
}

# expect STATUS REGEX COMMAND...: it ends like that within $seconds, and a
# line of what it prints matches, if REGEX is not empty; $work/out and
# $work/err keep that.
seconds=120
expect() {
	status=$1 regex=$2
	shift 2
	timeout --foreground -k 5 "$seconds" "$@" >"$work/out" 2>"$work/err" \
	    </dev/null
	got=$?
	if [ "$got" -eq "$status" ]; then
		[ -n "$regex" ] || return 0
		cat "$work/out" "$work/err" | grep -Eqe "$regex" && return
	fi
	fail "$*"
	echo "status $got, expected $status and a line like: $regex"
	sed 's/^/out: /' "$work/out"
	sed 's/^/err: /' "$work/err"
}

[ -x "$seqbench" ] || {
	echo "$seqbench is missing: run make first"
	exit 1
}
