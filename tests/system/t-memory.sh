#!/bin/sh
# A block for which there is no memory is a row that says so; the others are
# measured, and nothing is killed.
. "$(dirname "$0")/lib.sh"
need_root
need jq

mkdir "$work/d"
truncate -s 1G "$work/file"

# row_refused REGEX: the row of 1g, and not that of 1m.
row_refused() {
	sed -n "s/.*\\($1\\)/\\1/p" "$work/out"
	ensure "1g says why" grep -Eq "^1g .*: $1" "$work/out"
	ensure "1m is measured" jq -e 'all(.cells[];
	    if .block_bytes == 1048576 then .rate.bytes_per_second > 0
	    else .error != null and (.samples | length) == 0 end)' \
	    "$work/json"
}

expect 3 '' sh -c 'ulimit -v 400000 && exec "$@"' sh \
    "$seqbench" -b 1m,1g -n 1 -t 1 -e buffered,direct --allow-holes \
    --json="$work/json" "$work/file"
row_refused 'buffer of 1.0 GiB: Cannot allocate memory'

if [ -e /sys/fs/cgroup/memory/memory.limit_in_bytes ]; then
	make_cgroup /sys/fs/cgroup/memory
	echo 200M >"$cgroup/memory.limit_in_bytes"
elif grep -qsw memory /sys/fs/cgroup/cgroup.controllers; then
	enable_controller memory
	make_cgroup /sys/fs/cgroup
	echo 200M >"$cgroup/memory.max"
else
	skip "no memory controller"
fi
expect 3 '' "$limited" "$seqbench" -b 1m,1g -n 1 -t 1 --allow-holes \
    -e buffered,direct --json="$work/json" "$work/file"
row_refused 'needs 1.0 GiB of memory for buffers; .* MiB is available'

# No file is laid out for cells that can't run.
expect 3 'nothing was measured' "$limited" "$seqbench" -b 1g -n 1 -s 1g \
    --json="$work/json" "$work/d"
ensure "no pass is announced" [ "$(grep -c passes "$work/err")" -eq 0 ]
ensure "no time is spent" jq -e '.cells | length == 2 and
    all(.[]; .samples == [])' "$work/json"
ensure "nothing is left" [ -z "$(ls -A "$work/d")" ]
