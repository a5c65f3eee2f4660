# shellcheck shell=sh disable=SC2034 # who reads this uses what it sets
# devices.sh -- makes devices of known truth and takes them away; read by
# scripts/lab and tests/system/lib.sh, which set $work to a directory of their
# own and define "skip REASON..", which does not return.
#
# How to take a thing away is noted in $work/undo before it is made, by a
# command that is right at any moment, so that also what was killed half way
# can be taken away, by another process: each thing is known by its id or by a
# name that lies in $work.

: "${work:?}"

# Note COMMAND for the end.  Its words are read again by the shell.
undo() {
	echo "$*" >>"$work/undo"
}

# The newest of these has been done already.
undone() {
	sed '$d' "$work/undo" >"$work/undo.new" &&
	    mv "$work/undo.new" "$work/undo"
}

# Newest first, down to the first N that were noted.  What fails stays noted,
# with what it stands on.
take_away_to() {
	while [ -e "$work/undo" ] && [ "$(wc -l <"$work/undo")" -gt "$1" ]; do
		eval "$(tail -n 1 "$work/undo")" || return
		undone
	done
}

take_away() {
	take_away_to 0
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

# wait_for SECONDS CONDITION: looked at ten times a second.
wait_for() {
	for _ in $(seq $((10 * $1))); do
		eval "$2" && return
		sleep 0.1
	done
	return 1
}

mounted() {
	awk -v point="$1" '{ gsub(/\\040/, " ", $5) } $5 == point { exit 1 }' \
	    /proc/self/mountinfo && return 1 || return 0
}

unmount() {
	! mounted "$1" || umount "$1" || fusermount3 -u "$1"
}

# The devices over FILE, also when that answers no more.
loops_of() {
	grep -lsxF "$1" /sys/block/loop*/loop/backing_file |
	    sed 's|^/sys/block/\([^/]*\)/.*|/dev/\1|'
}

# A device in use is detached later, by the kernel.
detach() {
	for found in $(loops_of "$1"); do
		losetup -d "$found"
	done
	[ -z "$(loops_of "$1")" ] || {
		echo "$(loops_of "$1"): in use" >&2
		return 1
	}
}

# attach FILE [LOSETUP OPTION]...: a loop device over it; its node is $loop.
attach() {
	need losetup
	loop_file=$1
	shift
	undo patiently detach "$loop_file"
	loop=$(losetup --find --show "$@" "$loop_file") ||
	    skip "no loop device"
	# blockdev --setro by somebody before us stays with the number.
	case $* in
	*--read-only*)	;;
	*)	blockdev --setrw "$loop" ;;
	esac
}

# make_loop SIZE [LOSETUP OPTION]...: a loop device over a file of zeros;
# its node is $loop and the file $loop_file.  It lies in memory, so that what
# else the machine's disk does is not seen.
make_loop() {
	mount_memory
	loop_file=$(mktemp "$memory/loop.XXXXXX") || exit 1
	truncate -s "$1" "$loop_file" || exit 1
	shift
	attach "$loop_file" "$@"
}

memory=$work/memory
mount_memory() {
	[ ! -e "$memory" ] || return 0
	mkdir "$memory" || exit 1
	undo patiently unmount "$memory"
	mount -t tmpfs none "$memory" || skip "no tmpfs"
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
	undo patiently unmount "$fs_directory"
	mount -t "$fs_type" "$fs_device" "$fs_directory" ||
	    skip "no $fs_type"
}

# make_zram SIZE: a device that was never written; its node is $zram.
make_zram() {
	[ -e /sys/class/zram-control/hot_add ] || skip "no zram"
	number=$(mktemp "$work/zram.XXXXXX") || exit 1
	undo patiently remove_zram "$number"
	cat /sys/class/zram-control/hot_add >"$number" ||
	    skip "no zram device"
	zram=/dev/zram$(cat "$number")
	echo "$1" >"/sys/block/${zram#/dev/}/disksize" || exit 1
}

remove_zram() {
	[ ! -s "$1" ] || cat "$1" >/sys/class/zram-control/hot_remove
}

# serve NBDKIT ARGUMENT...: $disk is a file of what it serves, through FUSE,
# over one connection.  Killing $server is how to make it fail.
serve() {
	serve_by 1 '' "$@"
}

# serve_deep NBDKIT ARGUMENT...: a loop device over what nbdkit serves, by many
# connections, so that its delays overlap, 10 at a time; its node is $loop.  It
# wakes up before what else runs here, so that a delay is as long as it says:
# only for what does little but sleep, others would take the CPUs from all.
serve_deep() {
	need chrt
	serve_loop 'chrt -f 1' "$@"
}

# serve_loop PREFIX NBDKIT ARGUMENT...
serve_loop() {
	serve_by 16 "$@"
	widen_fuse "$disk"
	attach "$disk" --direct-io=on
	# A block is a transfer, of a latency of its own.
	echo 2 >"/sys/block/${loop#/dev/}/queue/nomerges"
}

# serve_by CONNECTIONS PREFIX NBDKIT ARGUMENT...
serve_by() {
	need nbdkit nbdfuse setsid
	[ -c /dev/fuse ] || skip "no /dev/fuse"
	connections=$1 prefix=$2
	shift 2
	served=$(mktemp -d "$work/served.XXXXXX") || exit 1
	disk=$served/disk
	: >"$disk"
	undo end_server "$served/nbdkit"
	# Not -f, with which it ends when this shell does.
	# shellcheck disable=SC2086 # the prefix is words
	setsid -w $prefix nbdkit -P "$served/nbdkit.pid" -t 32 \
	    -U "$served/socket" "$@" >"$served/nbdkit.log" 2>&1 </dev/null ||
	    skip "nbdkit: $(cat "$served/nbdkit.log")"
	undo end_server "$served/nbdfuse"
	# shellcheck disable=SC2086 # the prefix is words
	setsid $prefix sh -c 'echo $$ >"$0.pid" && exec "$@"' \
	    "$served/nbdfuse" nbdfuse -C "$connections" "$disk" \
	    --unix "$served/socket" >"$served/nbdfuse.log" 2>&1 </dev/null &
	undo patiently unmount "$disk"
	wait_for 10 "[ -s '$disk' ]" ||
	    skip "nbdfuse: $(cat "$served/nbdfuse.log")"
	server=$(cat "$served/nbdfuse.pid")
}

# What has just been started says its id in a moment.
end_server() {
	[ -e "$1.log" ] && wait_for 2 "[ -s '$1.pid' ]" || return 0
	! runs "$(cat "$1.pid")" || kill "$(cat "$1.pid")"
	wait_for 10 "! runs $(cat "$1.pid")"
}

# As what it was: not a process that has got the same id since.
runs() {
	tr '\0' ' ' 2>/dev/null <"/proc/$1/cmdline" | grep -qF "$work"
}

# widen_fuse MOUNT: more than 12 transfers in flight.
widen_fuse() {
	number=$(awk -v point="$1" \
	    '$5 == point { sub("0:", "", $3); print $3 }' /proc/self/mountinfo)
	mkdir "$served/control"
	undo patiently unmount "$served/control"
	mount -t fusectl none "$served/control" || return
	echo 64 >"$served/control/$number/max_background"
	echo 64 >"$served/control/$number/congestion_threshold"
	umount "$served/control"
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
	undo "echo -$1 >$control"
	echo "+$1" >$control || skip "no $1 controller"
}

# The same as before, if there is one.
limited=$work/limited
make_cgroup() {
	if [ -s "$work/cgroup" ]; then
		cgroup=$(cat "$work/cgroup")
		return
	fi
	cgroup=$(mktemp -u "$1/seqbench.XXXXXX")
	undo patiently remove_cgroup "$cgroup"
	mkdir "$cgroup" || skip "no cgroup"
	echo "$cgroup" >"$work/cgroup"
	cat >"$limited" <<-END
		#!/bin/sh
		echo \$\$ >"$cgroup/cgroup.procs" && exec "\$@"
	END
	chmod +x "$limited"
}

remove_cgroup() {
	[ ! -d "$1" ] || rmdir "$1"
}
