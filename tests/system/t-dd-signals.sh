#!/bin/sh
# Signals in the dd form, also while it is blocked in a pipe's read or open:
# SIGUSR1 prints statistics and goes on, SIGINT prints them and ends.
. "$(dirname "$0")/lib.sh"
need mkfifo
env --default-signal=INT true 2>"$work/env" || skip "env can't reset signals"

# begin OPERAND...: dd runs in the background as $pid, its messages in
# $work/err.
begin() {
	"$seqbench" dd "$@" 2>"$work/err" &
	pid=$!
}

# A line that matches is there within some seconds.
wait_for() {
	for _ in $(seq 100); do
		grep -q "$1" "$work/err" && return 0
		sleep 0.05
	done
	fail "no line like $1"
	cat "$work/err"
	return 1
}

mkfifo "$work/pipe"

# Blocked in read: two of four kB have come.
begin if="$work/pipe" of=/dev/null bs=1k
exec 3>"$work/pipe"
head -c 2048 /dev/zero >&3
sleep 0.3
kill -USR1 $pid
wait_for '^2+0 records in'
wait_for '^2048 bytes'
head -c 2048 /dev/zero >&3
exec 3>&-
wait $pid || fail "SIGUSR1 ended it"
wait_for '^4+0 records in'

# Blocked in open.
begin if="$work/pipe" of=/dev/null bs=1k
sleep 0.3
kill -USR1 $pid
wait_for '^0+0 records in'
: >"$work/pipe"
wait $pid || fail "SIGUSR1 while opening ended it"

# Many while it runs: no byte is lost.  (They cut reads of /dev/zero short.)
begin if=/dev/zero of="$work/file" bs=64k count=4000 iflag=fullblock
until [ -s "$work/file" ]; do
	sleep 0.01
done
while kill -USR1 $pid 2>"$work/kill"; do
	sleep 0.01
done
wait $pid || fail "many SIGUSR1 ended it"
wait_for '^4000+0 records out'
ensure "every byte is there" test "$(stat -c %s "$work/file")" -eq 262144000

# SIGUSR1 that the parent ignores is answered all the same.
(trap '' USR1
exec "$seqbench" dd if="$work/pipe" of=/dev/null bs=1k 2>"$work/err") &
pid=$!
exec 3>"$work/pipe"
sleep 0.3
kill -USR1 $pid
wait_for '^0+0 records in'
exec 3>&-
wait $pid || fail "SIGUSR1, ignored before, ended it"

# SIGINT: statistics, then death by it.  (A shell without job control has its
# background commands ignore SIGINT.)
env --default-signal=INT "$seqbench" dd if="$work/pipe" of=/dev/null bs=1k \
    2>"$work/err" &
pid=$!
exec 3>"$work/pipe"
head -c 1024 /dev/zero >&3
sleep 0.3
kill -INT $pid
wait $pid
status=$?
exec 3>&-
ensure "SIGINT gives 130, not $status" test $status -eq 130
wait_for '^1+0 records out'

# status=none is obeyed.
begin if="$work/pipe" of=/dev/null status=none
exec 3>"$work/pipe"
sleep 0.3
kill -USR1 $pid
sleep 0.3
exec 3>&-
wait $pid || fail "status=none"
ensure "status=none prints nothing" test ! -s "$work/err"

# An alarm that the parent has set ends it as it ends any dd; our own, which
# comes a second after a signal, does not.
if command -v perl >"$work/tool"; then
	expect 142 '' sh -c 'perl -e "alarm 1; exec @ARGV" "$@"; exit $?' sh \
	    "$seqbench" dd if=/dev/zero of=/dev/null
fi
begin if="$work/pipe" of=/dev/null
exec 3>"$work/pipe"
sleep 0.3
kill -USR1 $pid
sleep 1.2
exec 3>&-
wait $pid || fail "ended by its own alarm"
