# shellcheck shell=sh disable=SC2034 # the tests read what it sets
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
seqbench=${SEQBENCH:-$(dirname "$0")/../../seqbench}
seqbench=$(cd "$(dirname "$seqbench")" && pwd)/${seqbench##*/}
work=$(mktemp -d "${TMPDIR:-/tmp}/seqbench-system.XXXXXX") || exit 1
undo_list=
failures=0

# Run COMMAND at the end.  Its words are read again by the shell.
undo() {
	undo_list="$*
$undo_list"
}

# The newest of these has been done already.
undone() {
	undo_list=${undo_list#*
}
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
	[ "$failures" -eq 0 ] || exit 1
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
# its node is $loop and the file $loop_file.  It lies in memory, so that what
# else the machine's disk does is not seen.
make_loop() {
	mount_memory
	loop_file=$(mktemp "$memory/loop.XXXXXX") || exit 1
	truncate -s "$1" "$loop_file" || exit 1
	shift
	loop=$(losetup --find --show "$@" "$loop_file") ||
	    skip "no loop device"
	undo patiently losetup -d "$loop"
	# blockdev --setro by somebody before us stays with the number.
	case $* in
	*--read-only*)	;;
	*)	blockdev --setrw "$loop" ;;
	esac
}

memory=$work/memory
mount_memory() {
	[ ! -e "$memory" ] || return 0
	mkdir "$memory" || exit 1
	mount -t tmpfs none "$memory" || skip "no tmpfs"
	undo patiently umount "$memory"
}

# make_fs TYPE DEVICE DIRECTORY: the directory is made.  Work that ext4
# would do later would be seen in the device's counters.
make_fs() {
	case $1 in
	ext4)	set -- "$@" -E lazy_itable_init=0,lazy_journal_init=0 ;;
	xfs)	set -- "$@" -f ;;
	btrfs)	set -- "$@" -f ;;
	esac
	fs_type=$1 fs_device=$2 fs_directory=$3
	shift 3
	need "mkfs.$fs_type"
	"mkfs.$fs_type" -q "$@" "$fs_device" || exit 1
	mkdir -p "$fs_directory" || exit 1
	mount -t "$fs_type" "$fs_device" "$fs_directory" ||
	    skip "no $fs_type"
	undo patiently umount "$fs_directory"
}

# make_zram SIZE: a device that was never written; its node is $zram.
make_zram() {
	control=/sys/class/zram-control
	[ -e $control/hot_add ] || skip "no zram"
	number=$(cat $control/hot_add) || skip "no zram device"
	undo patiently sh -c "'echo $number >$control/hot_remove'"
	zram=/dev/zram$number
	echo "$1" >"/sys/block/zram$number/disksize" || exit 1
}

# serve NBDKIT ARGUMENT...: $disk is a file of what it serves, through FUSE.
# Killing $server is how to make it fail.
serve() {
	need nbdkit nbdfuse
	[ -c /dev/fuse ] || skip "no /dev/fuse"
	disk=$work/disk
	: >"$disk"
	nbdfuse "$disk" --command nbdkit -s --exit-with-parent "$@" \
	    >"$work/server" 2>&1 &
	server=$!
	undo wait "$server || :"
	undo patiently umount "$disk"
	await 10 "[ -s '$disk' ]" || skip "nbdfuse: $(cat "$work/server")"
}

# serve_deep NBDKIT ARGUMENT...: a loop device over what nbdkit serves, by many
# connections, so that its delays overlap, and before what else runs here;
# its node is $loop.
serve_deep() {
	need nbdkit nbdfuse chrt
	[ -c /dev/fuse ] || skip "no /dev/fuse"
	deep=$(mktemp -d "$work/deep.XXXXXX") || exit 1
	: >"$deep/disk"
	chrt -f 1 nbdkit -f -t 32 -U "$deep/socket" "$@" \
	    >"$deep/server" 2>&1 &
	undo end_server $!
	await 10 "[ -S '$deep/socket' ]" ||
	    skip "nbdkit: $(cat "$deep/server")"
	chrt -f 1 nbdfuse -C 16 "$deep/disk" --unix "$deep/socket" \
	    >"$deep/client" 2>&1 &
	undo wait "$! || :"
	undo patiently umount "$deep/disk"
	await 10 "[ -s '$deep/disk' ]" ||
	    skip "nbdfuse: $(cat "$deep/client")"
	widen_fuse "$deep/disk" "$deep"
	loop=$(losetup --find --show --direct-io=on "$deep/disk") ||
	    skip "no loop device"
	undo patiently losetup -d "$loop"
	# A block is a transfer, of a latency of its own.
	echo 2 >"/sys/block/${loop#/dev/}/queue/nomerges"
}

end_server() {
	kill "$1" 2>"$work/end_server"
	wait "$1"
	:
}

# widen_fuse MOUNT DIRECTORY: more than 12 transfers in flight.
widen_fuse() {
	number=$(awk -v point="$1" \
	    '$5 == point { sub("0:", "", $3); print $3 }' /proc/self/mountinfo)
	mkdir "$2/control"
	mount -t fusectl none "$2/control" || return
	echo 64 >"$2/control/$number/max_background"
	echo 64 >"$2/control/$number/congestion_threshold"
	umount "$2/control"
}

# throttle DEVICE READ WRITE: commands started by "$limited" get no more
# bytes a second from the device, nor from others throttled before; 0 is no
# limit.
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
	[ -z "$cgroup" ] || return 0
	cgroup=$(mktemp -d "$1/seqbench.XXXXXX") || skip "no cgroup"
	undo patiently rmdir "$cgroup"
	limited=$cgroup_runner
	cat >"$limited" <<-END
		#!/bin/sh
		echo \$\$ >"$cgroup/cgroup.procs" && exec "\$@"
	END
	chmod +x "$limited"
}
cgroup=
cgroup_runner=$work/limited

fail() {
	echo "failed: $*"
	failures=$((failures + 1))
}

# ensure WHAT COMMAND...: the command succeeds; only then is what it prints
# of no interest.
ensure() {
	what=$1
	shift
	"$@" >"$work/ensured" || {
		fail "$what"
		cat "$work/ensured"
	}
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

# start COMMAND...: in the background, its id in $started, with the signals that a
# terminal would give it and the shell would not; prints to $work/out and err.
# "ended" waits for it: its status is $got, the signal that killed it $by.
# perl is there where sh can't say by which signal a command ended.
start() {
	need perl
	rm -f "$work/pid" "$work/by"
	perl -e 'my ($dir, @command) = @ARGV;
		my $pid = fork // die;
		if ($pid == 0) {
			$SIG{$_} = "DEFAULT" for qw(INT QUIT HUP TERM);
			exec @command or die;
		}
		sub say_it { open my $f, ">", "$dir/$_[0].new" or die;
			print $f "$_[1]\n"; close $f;
			rename "$dir/$_[0].new", "$dir/$_[0]" }
		say_it("pid", $pid);
		waitpid $pid, 0;
		say_it("by", $? & 127);
		exit($? & 127 ? 128 + ($? & 127) : $? >> 8)' \
	    "$work" "$@" >"$work/out" 2>"$work/err" </dev/null &
	starter=$!
	await 10 "[ -e '$work/pid' ]" || exit 1
	started=$(cat "$work/pid")
}

ended() {
	wait "$starter"
	got=$? by=$(cat "$work/by") started=
}

started=
undo_list='[ -z "$started" ] || kill -9 "$started"
'

# await SECONDS CONDITION: looked at ten times a second.
await() {
	for _ in $(seq $((10 * $1))); do
		eval "$2" && return
		sleep 0.1
	done
	fail "$1 s went by without: $2"
	return 1
}

[ -x "$seqbench" ] || {
	echo "$seqbench is missing: run make first"
	exit 1
}
