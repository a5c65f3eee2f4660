#!/bin/sh
# run.sh [NAME...] -- the tests on the real system, t-NAME.sh each; most need
# root.
set -u
here=$(cd "$(dirname "$0")" && pwd) || exit 1
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
trap 'exit 1' HUP INT TERM
passed=0 failed=0 skipped=0

if [ $# -eq 0 ]; then
	set -- "$here"/t-*.sh
	[ -e "$1" ] || shift
fi
for name; do
	name=${name##*/}
	name=${name#t-}
	name=${name%.sh}
	sh "$here/t-$name.sh" >"$log" 2>&1
	case $? in
	0)	passed=$((passed + 1))
		echo "ok $name" ;;
	77)	skipped=$((skipped + 1))
		echo "skip $name ($(sed -n 's/^skip: //p' "$log"))" ;;
	*)	failed=$((failed + 1))
		echo "FAIL $name"
		sed 's/^/    /' "$log" ;;
	esac
done
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ]
