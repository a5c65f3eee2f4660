#!/bin/sh
# A file that another process holds in memory can't be made cold: the row says
# so.  Who does not own it can't know: the row says that.
. "$(dirname "$0")/lib.sh"
need_root
need losetup mkfs.ext4 jq setpriv "${CC:-cc}"

cat >"$work/hold.c" <<'END'
#include <sys/mman.h>

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

int
main(int argc, char *argv[])
{
	int fd = open(argv[argc - 2], O_RDONLY);
	size_t size = strtoul(argv[argc - 1], NULL, 10);
	void *p = mmap(NULL, size, PROT_READ, MAP_SHARED, fd, 0);

	if (p == MAP_FAILED || mlock(p, size) < 0)
		return 1;
	write(STDOUT_FILENO, "held\n", 5);
	return pause();
}
END
"${CC:-cc}" -o "$work/hold" "$work/hold.c" 2>"$work/err" || skip "no compiler"

make_loop 64M
make_fs ext4 "$loop" "$work/mnt"
file=$work/mnt/file
head -c 16M /dev/urandom >"$file" || exit 1
json=$work/shared/json
mkdir -m 777 "$work/shared"
chmod 755 "$work" "$work/mnt"
chmod 644 "$file"

# reads FLAGS CHECK CACHED: the buffered cells have this.
reads() {
	jq -c '.cells[] | [.engine, .flags, .device_ratio,
	    (.samples[0] | .cache_check, .cached_bytes)]' "$json"
	ensure "$*" jq -e --argjson flags "$1" --arg check "$2" \
	    --argjson cached "$3" '[.cells[] | select(.engine == "buffered")] |
	    length > 0 and all(.[]; (.flags | contains($flags)) and
	    all(.samples[]; .cache_check == $check and
	    .cached_bytes == $cached))' "$json"
}
sweep() {
	rm -f "$json"
	# shellcheck disable=SC2086 # no user, or words
	expect 0 "$1" $user "$seqbench" -b 64k,1m -n 1 -e buffered,direct \
	    --json="$json" "$file"
}
as_other='setpriv --reuid 65534 --regid 65534 --clear-groups'

user=
sweep '^cold: 0 of 4096 pages cached; device read 1\.00 x'
reads '[]' cold 0

"$work/hold" "$file" $((16 << 20)) >"$work/held" &
holder=$!
undo kill "$holder"
await 10 '[ -s "$work/held" ]'

sweep '^c: part came from a cache'
reads '["cached"]' resident $((16 << 20))
ensure "not cold is said" grep -q '^not cold: 4096 of 4096 pages' "$work/out"
ensure "direct is not from the cache" jq -e 'all(.cells[];
    .engine == "buffered" or ((.flags | contains(["cached"]) | not) and
    .device_ratio == 1))' "$json"

user=$as_other
sweep '^u: cold could not be checked'
reads '["cached", "unchecked"]' unknown null
ensure "that is said" grep -q '^cold not checked: ' "$work/out"

kill "$holder"
wait "$holder"
undone
# Now it is cold, by the device's count, but that is not known beforehand.
sweep '^u: cold could not be checked; decided by device bytes, 1\.00 x'
reads '["unchecked"]' unknown null
