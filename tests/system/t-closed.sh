#!/bin/sh
# Standard descriptors that are closed when it starts: no file gets their
# numbers, so that a message never lands in a target or in a result file.
. "$(dirname "$0")/lib.sh"
need jq
sweep="-s 1m -b 64k -n 2 -o read,write --overwrite"
head -c 1M /dev/urandom >"$work/file"
cd "$work" || exit 1

# closed STATUS HOW: results are whole, whatever is closed.
closed() {
	rm -f csv json
	# shellcheck disable=SC2086 # words
	eval "'$seqbench' $sweep --json=json --csv=csv file $2"
	got=$?
	ensure "$2: status $got" [ $got -eq "$1" ]
	ensure "$2: JSON" jq -e '.cells | length == 2' json
	ensure "$2: CSV" awk -F , 'NR == 1 { n = NF }
	    NF != n || n < 37 { exit 1 }
	    END { exit NR != 5 }' csv
	ensure "$2: size" [ "$(stat -c %s file)" -eq 1048576 ]
	ensure "$2: no message in the target" \
	    [ "$(grep -ac 'Ctrl-C' file)" -eq 0 ]
}

closed 0 '<&- >out 2>err'
closed 3 '>&- 2>err'
ensure "said" grep -q 'standard output: Bad file descriptor' err
closed 0 '2>&- >out'
closed 3 '>&- 2>&-'
closed 3 '<&- >&- 2>&-'

