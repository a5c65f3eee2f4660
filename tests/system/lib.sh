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
# What makes devices and takes them away is in scripts/devices.sh.
#
# Everything made is taken away at the end, by its own id, newest first, on
# every way out.  A test goes on after a failure and ends with 1; 77 means
# skipped, for the reason on the line "skip: ..".
set -u
seqbench=${SEQBENCH:-$(dirname "$0")/../../seqbench}
seqbench=$(cd "$(dirname "$seqbench")" && pwd)/${seqbench##*/}
work=$(mktemp -d "${TMPDIR:-/tmp}/seqbench-system.XXXXXX") || exit 1
failures=0
# The devices.
. "$(dirname "$0")/../../scripts/devices.sh"

clean_up() {
	status=$?
	trap '' HUP INT TERM
	until take_away; do
		echo "left behind: $(tail -n 1 "$work/undo")"
		undone
		status=1
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
undo '[ -z "$started" ] || kill -9 "$started"'

# await SECONDS CONDITION
await() {
	wait_for "$@" && return
	fail "$1 s went by without: $2"
	return 1
}

[ -x "$seqbench" ] || {
	echo "$seqbench is missing: run make first"
	exit 1
}
