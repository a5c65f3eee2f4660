#!/bin/sh
# The dd form on a 10 MiB loop device: its end, its users, and what is no
# device at all.
. "$(dirname "$0")/lib.sh"
need_root
need losetup
ln -s "$seqbench" "$work/dd"
dd=$work/dd

# says TEXT: standard error of the last command, but for time and rate.
says() {
	printf '%s\n' "$@" >"$work/expected"
	sed 's/ copied,.*/ copied/' "$work/err" |
	    diff "$work/expected" - || fail "other words"
}

make_loop 10M
expect 0 '' "$dd" if="$loop" of=/dev/null bs=3M count=100
says '3+1 records in' '3+1 records out' \
    '10485760 bytes (10 MB, 10 MiB) copied'
expect 0 '' "$dd" if="$loop" of=/dev/null bs=3M count=100 iflag=direct
says '3+1 records in' '3+1 records out' \
    '10485760 bytes (10 MB, 10 MiB) copied'
expect 1 '' "$dd" if=/dev/zero of="$loop" bs=3M count=100
says "dd: error writing '$loop': No space left on device" \
    '4+0 records in' '3+0 records out' \
    '10485760 bytes (10 MB, 10 MiB) copied'
expect 1 '' "$dd" if="$loop" of=/dev/null bs=3M skip=4
says "dd: $loop: cannot skip: Invalid argument" \
    '0+0 records in' '0+0 records out' '0 bytes copied'
expect 1 '' "$dd" if=/dev/zero of="$loop" bs=3M seek=4 count=1
says "dd: $loop: cannot seek: Invalid argument" \
    '0+0 records in' '0+0 records out' '0 bytes copied'

# The last block, shorter than the others, past the cache.
head -c 10000 /dev/urandom >"$work/data"
expect 0 '' "$dd" if="$work/data" of="$loop" bs=4k oflag=direct
says '2+1 records in' '2+1 records out' '10000 bytes (10 kB, 9.8 KiB) copied'
ensure "the data is there" cmp -n 10000 "$work/data" "$loop"

# A device in use is refused, and says by whom.
make_fs ext4 "$loop" "$work/mnt"
expect 1 'busy: mounted on' "$dd" if=/dev/zero of="$loop" count=1
ensure "it is still whole" ls "$work/mnt/lost+found"

typo=/dev/seqbench-no-such-device
expect 1 'no file is created under /dev' "$dd" if=/dev/zero of=$typo count=1
ln -s $typo "$work/link"
expect 1 'no file is created under /dev' "$dd" if=/dev/zero \
    of="$work/link" count=1
ensure "nothing is made" test ! -e $typo
