#!/bin/sh
# Any name is a target, and each format gives it back: the JSON and CSV as it
# is, the table on one line, "repeat:" as words for a shell.
. "$(dirname "$0")/lib.sh"
need jq

cd "$work" || exit 1
LC_ALL=C
export LC_ALL
nl='
'

# measured NAME
measured() {
	name=$1
	head -c 64K /dev/zero | tr '\0' '\252' >"./$name"
	rm -f json csv
	expect 0 '^ *64k READ' "$seqbench" -n 1 -b 64k --json=json --csv=csv \
	    -- "$name"
	ensure "$name: title" [ "$(grep -c '^seqbench 1' out)" -eq 1 ]
	ensure "$name: no control characters" \
	    [ "$(tr -d '\n[:print:]\200-\377' <out | wc -c)" -eq 0 ]
	# A dot keeps the newline at its end.
	jq -j '.targets[0] | (.path_hex // "") as $hex |
	    if $hex != "" then $hex else .path end' json >path
	printf %s "$name" >as-it-is
	if jq -e '.targets[0].path_hex' json >said; then
		od -An -v -tx1 as-it-is | tr -d ' \n' >as-hex
		mv as-hex as-it-is
	fi
	ensure "$name: JSON" cmp path as-it-is
	fields "$name"

	# What the shell makes of "repeat:" is the same target.
	sed -n '/^repeat: /,$ { s/^repeat: seqbench //; p; }' out >words
	eval "set -- $(cat words)"
	for last; do :; done
	ensure "$name: repeat" [ "$last" = "$name" ]
	sed 's/.*--seed [0-9]* /repeat: /' words
	rm "./$name"
}

# fields NAME: the CSV has as many in its row as in its header, and the first
# is the name, by RFC 4180.
fields() {
	awk -v RS='\001' '{
		n = 0; quoted = 0; field = ""
		for (i = 1; i <= length($0); i++) {
			c = substr($0, i, 1)
			if (c == "\"" && quoted && substr($0, i + 1, 1) == c) {
				field = field c
				i++
			} else if (c == "\"")
				quoted = !quoted
			else if (quoted || (c != "," && c != "\n"))
				field = field c
			else {
				n++
				if (rows == 1 && n == 1)
					printf "%s", field >"csv-name"
				field = ""
				if (c == "\n") {
					count[rows++] = n
					n = 0
				}
			}
		}
	}
	END { exit !(rows == 2 && count[0] == count[1]) }' csv ||
	    fail "$1: CSV columns"
	printf %s "$1" >name
	ensure "$1: CSV" cmp csv-name name
}

measured 'with blanks  two'
measured ' at both ends '
measured '-b'
measured '--json=x'
measured "new${nl}line"
measured "at the end$nl"
measured 'quotes "double", '\'single\'', and `back`'
measured 'a,b,,c'
measured '$HOME $(false) \n %s * ? [a] !'
measured "$(printf 'tab\tescape\033[31m bell\007 delete\177')"
measured "$(printf 'not UTF-8: \377 caf\351')"
measured "$(printf 'UTF-8: caf\303\251 \342\202\254')"
measured '#'
measured '~'
measured "$(printf '%0255d' 0)"

# What would be an operand or a command is a target by its path.
for name in if=x info dd; do
	head -c 64K /dev/zero | tr '\0' '\252' >"$name"
	expect 0 '64k READ' "$seqbench" -n 1 -b 64k "./$name"
done
