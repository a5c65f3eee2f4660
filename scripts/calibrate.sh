# shellcheck shell=sh disable=SC2034,SC2086,SC2317,SC2154
# calibrate.sh -- the rows of scripts/calibrate, which reads this: a function
# row_NAME for each makes its device, measures and takes it away.
#
# "plain" prints a figure of the plain loop, "own" one of seqbench, "path", in
# seconds, what the plain loop took beyond the delay of $half.

# ---- rate ----

row_rate() {
	# The bucket fills up.
	pause=0.2
	for megabytes in 20 60 200; do
		up rate "${megabytes}MB"
		# About 1 s more than the tenth of a second that is a gift.
		bytes=$((megabytes * 1100000 / 1048576 * 1048576))
		truth="$bytes / ($bytes / ${megabytes}e6 - 0.1) / 1e6"
		plain() {
			plain_read direct "$device" 1048576 $bytes
		}
		own() {
			sweep -e raw -b 1m -s $bytes |
			    column bytes_per_second 1e6
		}
		measure "rate ${megabytes}MB, read" MB/s "$truth"
		[ "$megabytes" -ne 60 ] || written
		down rate
	done
}

written() {
	plain() {
		calculate "$bytes / $(plain_dd if=/dev/zero of="$device" \
		    bs=1M count=$((bytes / 1048576)) oflag=direct) / 1e6"
	}
	own() {
		sweep -e raw -b 1m -s $bytes -o write --destroy "$device" |
		    column bytes_per_second 1e6
	}
	measure "rate ${megabytes}MB, written" MB/s "$truth"
}

# ---- delay: block x depth / (delay + path), up to the 10 at a time ----

row_delay() {
	first=$before_others
	up_pair delay 40ms 20ms
	for pair in 16-1 64-1 256-1 64-4 16-8 64-8; do
		depth=${pair#*-} block=$((${pair%-*} * 1024))
		at_once=$((block * depth))
		bytes=$((16 * at_once))
		path() {
			beyond 0.020 $at_once "$(plain_read direct "$half" \
			    $block $bytes "$depth")"
		}
		plain() {
			plain_read direct "$device" $block $bytes "$depth"
		}
		own() {
			sweep -e raw -b $block -q "$depth" -s $bytes |
			    column bytes_per_second 1e6
		}
		measure "delay 40ms, ${pair%-*}k x $depth" MB/s \
		    "$at_once / (0.040 + path) / 1e6"
	done
	down_pair delay
}

# ---- read-ahead ----
#
# Off, a block is on its way at a time.  Else the kernel asks for a window
# when the one before it is begun: two are on their way.  The first is waited
# for alone, and before a window of 512k come smaller ones, of 128k and 256k;
# so N windows take (N + 1) / 2 delays, or (N + 2.25) / 2.

row_readahead() {
	first=$before_others
	up_pair delay 20ms 10ms
	was=$(blockdev --getra "$device")
	own() {
		sweep -e buffered -b 64k --readahead "$size" -s $bytes |
		    column bytes_per_second 1e6
	}
	size=off at_once=65536 bytes=$((40 * 65536))
	path() {
		beyond 0.010 $at_once \
		    "$(plain_read direct "$half" 65536 $bytes)"
	}
	plain() {
		plain_read direct "$device" 65536 $bytes
	}
	measure "read-ahead off, 64k" MB/s "65536 / (0.020 + path) / 1e6"
	plain() {
		plain_ahead "$device"
	}
	for windows in 128-82 512-83.25; do
		size=${windows%-*}k
		bytes=$((81 * ${size%k} * 1024))
		at_once=$(calculate "2 * $bytes / ${windows#*-}")
		path() {
			beyond 0.010 $at_once "$(plain_ahead "$half")"
		}
		measure "read-ahead $size" MB/s \
		    "$at_once / (0.020 + path) / 1e6"
	done
	down_pair delay
}

# plain_ahead DEVICE: by read-ahead of $size, set as an administrator does.
plain_ahead() {
	blockdev --setra $((${size%k} * 2)) --flushbufs "$1"
	plain_read cached "$1" 65536 $bytes
	blockdev --setra "$was" "$1"
}

# ---- flush ----

row_flush() {
	up_pair flush 300ms 150ms
	path() {
		calculate "$(plain_dd if=/dev/null of="$half" \
		    conv=fdatasync) - 0.150"
	}
	plain() {
		calculate "$(plain_dd if=/dev/null of="$device" \
		    conv=fdatasync) * 1e3"
	}
	own() {
		sweep -e raw -b 64k -s 64k -o write --destroy "$device" |
		    column flush_ns 1e6
	}
	measure "flush 300ms" ms "300 + 1e3 * path"
	down_pair flush
}

# ---- zones: one step, in the middle ----

row_zones() {
	up_pair zones 30ms,90ms 15ms,45ms
	for part in first-0-0.030 second-512-0.090; do
		delay=${part##*-} skip=${part#*-}
		skip=${skip%-*}
		path() {
			beyond "$delay / 2" 65536 "$(plain_zone "$half")"
		}
		plain() {
			plain_zone "$device"
		}
		# Of eight points none lies across the middle.
		own() {
			points 8 128k | zone_mean $((skip * 65536))
		}
		measure "zones 30ms,90ms: ${part%%-*}" MB/s \
		    "65536 / ($delay + path) / 1e6"
	done
	# A place does not vary as a speed does.
	rounds=$(((rounds + 1) / 2))
	plain() {
		bisect
	}
	own() {
		points 65 64k | step
	}
	measure "zones 30ms,90ms: the step" MiB 32
	down_pair zones
}

# points NUMBER SIZE: their offset, bytes and ns.
points() {
	"$seqbench" zones --quiet -f csv -n "$1" -r 1 -s "$2" -b 64k \
	    "$device" | awk -F, '
	NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
	{ print $at["offset"], $at["bytes"], $at["transfer_ns"] }'
}

# zone_mean OFFSET: MB/s of the points in the half that begins there.
zone_mean() {
	awk -v from="$1" '
	$1 >= from && $1 < from + 33554432 { bytes += $2; ns += $3 }
	END { if (ns) print bytes / ns * 1e3 }'
}

# The MiB in the middle between the points that tell two levels apart best.
step() {
	awk '
	{ offset[NR] = $1; end[NR] = $1 + $2; sum[NR] = sum[NR - 1] + $3 }
	END {
		for (i = 1; i < NR; i++) {
			gap = sum[i] / i - (sum[NR] - sum[i]) / (NR - i)
			told = gap * gap * i * (NR - i)
			if (told > best) {
				best = told
				at = (end[i] + offset[i + 1]) / 2
			}
		}
		if (best)
			print at / 1048576
	}'
}

# plain_zone DEVICE: MB/s of 16 blocks from the block $skip on.
plain_zone() {
	calculate "16 * 65536 / 1e6 / $(plain_dd if="$1" of=/dev/null bs=64k \
	    iflag=direct count=16 skip="$skip")"
}

# The MiB of the first block that takes longer than those before it.
bisect() {
	fast=0 slow=1023
	while [ $((slow - fast)) -gt 1 ]; do
		skip=$(((fast + slow) / 2))
		seconds=$(plain_dd if="$device" of=/dev/null bs=64k \
		    iflag=direct count=1 skip=$skip)
		if [ "$(calculate "$seconds < 0.065")" -eq 1 ]; then
			fast=$skip
		else
			slow=$skip
		fi
	done
	calculate "$slow / 16"
}

# ---- throttle: the rate falls within the pass ----

row_throttle() {
	# What a limit saved up is there again.
	pause=0.2
	up throttle 40MB
	limited=$LAB/throttle/limited
	# Long, and fewer: the limit lets 0.1 s through in a burst.
	rounds=$(((rounds + 1) / 2))
	# As much as the pass of seqbench reads at each.
	for part in 40-100 20-46; do
		rate=${part%-*} bytes=${part#*-}000000
		plain() {
			scripts/lab set throttle "${rate}MB" && sleep 0.2 &&
			    plain_read direct "$device" 65536 "$bytes"
		}
		own() {
			falling
		}
		measure "throttle 40MB to 20MB: $rate" MB/s "$rate"
	done
	down throttle
}

# MB/s of the intervals of about $rate, without the first one and that of the
# change; nothing if the pass is not marked.
falling() {
	scripts/lab set throttle 40MB
	rm -f "$work/log"
	(sleep 2.5 && exec scripts/lab set throttle 20MB) &
	sweep -e raw -b 64k -s 140m --interval 100ms --log="$work/log" \
	    >"$work/csv"
	wait
	awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
	    NR == 2 { exit $at["flags"] !~ /t/ }' "$work/csv" ||
	    { echo "throttle: no flag t" >&2; return; }
	awk -F, -v rate="$rate" '
	NR <= 2 { next }
	{ ns = $11 - $10; speed[NR] = $12 * 1e3 / ns; time[NR] = ns }
	END {
		for (i = 3; i < NR; i++) {
			slow += speed[i] < 30 && speed[i + 1] < 30
			if (slow > 1 ? rate == 20 : !slow && rate == 40 && \
			    (speed[i + 1] >= 30 || speed[i + 2] >= 30)) {
				bytes += speed[i] * time[i]
				all += time[i]
			}
		}
		if (all)
			print bytes / all
	}' "$work/log"
}
