#!/bin/sh
# The table, Markdown, CSV and JSON of one session agree, cell for cell.
. "$(dirname "$0")/lib.sh"
need_root
need losetup mkfs.ext4 jq
make_loop 64M
make_fs ext4 "$loop" "$work/mnt"

letters='def letters: map({cached: "c", unchecked: "u", zeros: "z",
    noisy: "n", outlier: "o", drift: "d", short: "s", load: "l",
    fragmented: "f", tool: "x", fell: "t", block: "b", wrong: "v",
    error: "e"}[.]) | join("");'

# What the rows of tables say, from JSON: a column is a name and a value.
rows() {
	jq -r "$letters"'.cells[] | .rate as $r | .samples as $s |
	    (.against // {}) as $a |
	    {"block": {"65536": "64k", "1048576": "1m"}["\(.block_bytes)"],
	    "op": .op | ascii_upcase, "engine": .engine,
	    "run 1": $s[0].bytes_per_second, "run 2": $s[1].bytes_per_second,
	    "run 3": $s[2].bytes_per_second,
	    "min": $r.min, "median": $r.median, "max": $r.max,
	    "MB/s": $r.bytes_per_second,
	    "+-95%": (if $r.runs < 2 then "-" elif $r.ci95[1] == null then "inf"
	    else [$r.bytes_per_second - $r.ci95[0],
	    $r.ci95[1] - $r.bytes_per_second] | max end),
	    "cpu/GiB": .cpu_seconds_per_gib, "dev/app": .device_ratio,
	    "flags": ((if .star then "*" else "" end) + (.flags | letters)),
	    "ratio": $a.ratio,
	    "95 %": ($a.ci95 // [] | map(tostring) | join(" ")),
	    "": $a.verdict} |
	    with_entries(if (.value | type) == "number" and
	    (.key | test("run|min|median|max|MB|95%"))
	    then .value /= 1e6 else . end) |
	    to_entries | map("\(.key)=\(.value // "")") | join("\t")' \
	    "$work/json"
}

# The rows of the Markdown table in the same form.
markdown_rows() {
	awk -F ' *[|] *' '
	    !/^\|/ || /^\|-/ { next }
	    !named++ { for (i = 2; i < NF; i++) name[i] = $i; next }
	    { for (i = 2; i < NF; i++) {
		sub(/^\\/, "", $i)
		printf "%s=%s%s", name[i], $i, (i < NF - 1 ? "\t" : "")
	    }
	    print "" }' "$work/markdown"
}

# Each cell is the value that the JSON has, rounded as it is printed.
compare_values() {
	rows >"$work/expected"
	markdown_rows >"$work/rows"
	awk -F '\t' '
	    function off(printed, value) {
		if (printed == value)
			return 0
		if (printed !~ /^[0-9.]+$/ || value !~ /^[0-9.e+-]+$/)
			return 1
		point = index(printed, ".")
		digits = point ? length(printed) - point : 0
		d = printed - value
		return (d < 0 ? -d : d) > 0.5001 / 10 ^ digits
	    }
	    function check(printed, value, what) {
		cells++
		n = split(printed, p, "-")
		m = split(value, v, " ")
		if (what == "95 %" && n == 2 && m == 2)
			wrong = off(p[1], v[1]) || off(p[2], v[2])
		else
			wrong = off(printed, value)
		if (wrong) {
			printf "row %d, %s: %s is not %s\n", FNR, what,
			    printed, value
			bad = 1
		}
	    }
	    NR == FNR {
		for (i = 1; i <= NF; i++)
			json[FNR, substr($i, 1, index($i, "=") - 1)] = \
			    substr($i, index($i, "=") + 1)
		rows = FNR
		next
	    }
	    { for (i = 1; i <= NF; i++) {
		key = substr($i, 1, index($i, "=") - 1)
		check(substr($i, index($i, "=") + 1), json[FNR, key], key)
	    } }
	    END {
		print cells " cells of " rows " rows are as in JSON"
		exit bad || FNR != rows || !rows
	    }' "$work/expected" "$work/rows" || fail "$*: Markdown and JSON"
}

# The words of the table are those of Markdown, without what does not fit into
# 80 columns and what is not repeated.
compare_words() {
	drop='^engine='
	[ "$variants" -eq 1 ] || drop='^(run .|min|median|max)='
	! grep -q '^block.* engine .* run 1' "$work/out" || drop='^$'
	markdown_rows | awk -F '\t' -v drop="$drop" '{
		for (i = 1; i <= NF; i++) {
			word = substr($i, index($i, "=") + 1)
			sub(/no difference shown/, "none", word)
			sub(/equivalent within .*/, "equiv", word)
			if ($i !~ drop && word != "")
				printf "%s ", word
		}
		print ""
	    }' >"$work/words"
	awk '/^block/ { table = 1; next }
	    table && !/^ / { exit }
	    !table { next }
	    $1 ~ /^(64k|1m)$/ { block = $1; op = $2 }
	    $1 ~ /^(READ|WRITE)$/ { op = $1; $0 = block " " $0 }
	    $1 !~ /^(64k|1m)$/ { $0 = block " " op " " $0 }
	    { $1 = $1; print $0 " " }' "$work/out" >"$work/table"
	diff "$work/words" "$work/table" || fail "$*: table and Markdown"
}

# A CSV row is a sample of the JSON; busy_share is compared as a number.
compare_rows() {
	jq -r "$letters"'.targets as $t | .cells[] as $c | $c.samples[] |
	    [$t[$c.target].path, $t[$c.target].file_system.type,
	    $t[$c.target].device.node, $c.op, $c.engine, $c.issuer,
	    $c.block_bytes, $c.depth, $c.jobs, $c.readahead_bytes, .round,
	    .run, .start_ns, .bytes, .transfer_ns, .flush_ns, .close_ns,
	    .user_ns, .system_ns, (.busy_share | if . == null then null
	    else (. * 10000 | round) end), .cached_bytes, .cache_check,
	    .device_read_bytes, .device_write_bytes, .transfers,
	    .short_transfers, (.latency | .p50_ns, .p90_ns, .p99_ns, .p999_ns,
	    .max_ns),
	    (.bytes_per_second | round), (.flags | letters), null, null,
	    $c.buffer, .buffer_page_bytes, .limit, .bottom_read_bytes,
	    .bottom_write_bytes, .bottom_transfers, $c.readahead,
	    (.verify | .bytes, .ns, .wrong_sectors, .unwritten.sectors,
	    .misplaced.sectors, .stale.sectors, .flipped.sectors,
	    .flipped.bits), null, null, null] | map(. // "" | tostring) |
	    join(",")' "$work/json" | LC_ALL=C sort >"$work/samples"
	awk -F , -v OFS=, 'NR > 1 {
		if ($20 != "")
			$20 = int($20 * 10000 + 0.5)
		print
	    }' "$work/csv" | LC_ALL=C sort >"$work/csv-rows"
	echo "$(wc -l <"$work/csv-rows") rows of CSV"
	diff "$work/samples" "$work/csv-rows" || fail "$*: CSV and JSON"
}

for engines in buffered buffered,direct; do
	variants=$(echo "$engines" | tr , '\n' | wc -l)
	for runs in 1 2 4; do
		rm -f "$work/csv"
		verify=
		[ $runs -ne 2 ] || verify=--verify
		# shellcheck disable=SC2086 # none is none
		expect 0 '' "$seqbench" -e $engines -n $runs -s 8m -b 64k,1m \
		    $verify \
		    --json="$work/json" --csv="$work/csv" \
		    --markdown="$work/markdown" "$work/mnt"
		compare_values "$engines, $runs runs"
		compare_words "$engines, $runs runs"
		compare_rows "$engines, $runs runs"
	done
done
