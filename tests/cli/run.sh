#!/bin/sh
# run.sh [-u] [NAME...] -- run the cases in an empty directory each, and
# compare what they print, how they end and what they leave there.
#
#	NAME.args	what follows the program's name, quoted for sh
#	NAME.env	optional, read by sh before: SEQBENCH_FAKE (see
#			tests/fake/fake.h), PROGRAM to run it by another name,
#			commands that make files
#	NAME.out	standard output, then each file left behind
#	NAME.err	standard error
#	NAME.exit	exit status
#
# -u writes the last three anew: read them before they are committed.
set -u
here=$(cd "$(dirname "$0")" && pwd) || exit 1
cases=$here/cases
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
export LC_ALL=C TZ=UTC TERM=dumb
unset NO_COLOR COLUMNS SEQBENCH_FAKE
update=false
passed=0 failed=0
# Who starts a command in the background may have it ignore signals.
reset=
env --default-signal true 2>"$scratch/log" && reset='env --default-signal'

run_case() {
	rm -rf "${scratch:?}/bin" "$scratch/work"
	mkdir "$scratch/bin" "$scratch/work"
	exec 3>&2 2>"$scratch/shell"	# its own word on signals
	(
		cd "$scratch/work" || exit
		PROGRAM=seqbench
		set -a
		# shellcheck source=/dev/null
		[ ! -f "$cases/$1.env" ] || . "$cases/$1.env"
		set +a
		eval "set -- $(cat "$cases/$1.args")"
		ln -s "$here/seqbench-sim" "$scratch/bin/$PROGRAM"
		# shellcheck disable=SC2086
		PATH=$scratch/bin:$PATH exec $reset "$PROGRAM" "$@"
	) </dev/null >"$scratch/out" 2>"$scratch/err"
	echo $? >"$scratch/exit"
	exec 2>&3 3>&-
	(cd "$scratch/work" && find . -type f | sort | while read -r file; do
		printf '==> %s <==\n' "$file"
		cat "$file"
	done) >>"$scratch/out"
}

check_case() {
	for part in exit err out; do
		if $update; then
			cp "$scratch/$part" "$cases/$1.$part"
		elif [ ! -f "$cases/$1.$part" ]; then
			echo "$1: no $1.$part; run.sh -u makes it"
			return 1
		fi
		diff -a -u "$cases/$1.$part" "$scratch/$part" || return 1
	done
	case $1 in
	json*)	! command -v jq >"$scratch/jq" || jq -e . "$scratch/out" \
		    >"$scratch/jq" ;;
	esac
}

if [ "${1-}" = -u ]; then
	update=true
	shift
fi
if [ $# -eq 0 ]; then
	cd "$cases" || exit 1
	set -- *.args
fi
for name; do
	name=${name%.args}
	run_case "$name"
	if check_case "$name"; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAIL $name"
	fi
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
