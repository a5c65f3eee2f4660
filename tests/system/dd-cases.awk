# dd-cases -- seeded operand sets for t-dd-diff.sh: how the two ends are
# connected, the operands, those that only seqbench gets and those that dd gets
# for them, parted by tabs.  Same seed, same cases, in every awk.
# -v seed=N -v cases=N -v kinds=WORDS -v direct=0|1 -v dontcache=0|1

function random(n) {
	seed = (seed * 16807) % 2147483647
	return seed % n
}

function one_of(list,	word, n) {
	n = split(list, word, " ")
	return word[random(n) + 1]
}

function some_of(list, most,	set, i, word) {
	set = ""
	for (i = random(most + 1); i > 0; i--) {
		word = one_of(list)
		set = set (set == "" ? "" : ",") word
	}
	return set
}

function add(name, value) {
	if (value != "" && value != "-")
		operands = operands " " name "=" value
}

function sizes() {
	if (random(8) == 0)
		return one_of("1 0 3w 1c -1 1x 2x512 0x4 00x4 1kD 1KiB 1q +7")
	return one_of("7 100 512 512 1000 1k 4k 4k 1kB 3x512 1b 64k 1M 5000")
}

function blocks() {
	if (random(6) == 0)
		return one_of("10B 1000B 1kB 2KiB 70000B 1Bx30 0B 3kBx2")
	return one_of("- - - 0 1 1 2 3 5 20 300 1x2")
}

# How seqbench reads a share of them; a blank stands for none.
function own_of(kind) {
	# Past the cache a dd that passes over every error may find no end.
	if (!direct || kind == "trickle" || operands ~ /noerror/ ||
	    random(3) != 0)
		return " \t "
	if (dontcache && kind != "fromdev" && operands !~ /iflag=[^ ]*direct/ &&
	    random(6) == 0)
		return "engine=dontcache\t "
	if (random(4) == 0)
		return one_of("engine=uring engine=aio engine=direct") \
		    "\tiflag=direct"
	return one_of("engine=direct engine=uring engine=aio iflag=direct") \
	    " " one_of("depth=2 depth=4 depth=4 depth=9") "\tiflag=direct"
}

function case_of(kind) {
	operands = ""
	if (random(3) != 0)
		add("bs", sizes())
	if (random(3) == 0)
		add("ibs", sizes())
	if (random(3) == 0)
		add("obs", sizes())
	add("count", blocks())
	if (random(3) == 0)
		add(one_of("skip iseek"), blocks())
	if (random(3) == 0)
		add(one_of("seek oseek"), blocks())
	if (random(2) == 0)
		# GNU loses its statistics when a seek and then a flush fail.
		add("conv", some_of("notrunc notrunc sync sync noerror" \
		    (kind == "pipe" ? "" : " fsync fdatasync") \
		    " sparse sparse excl nocreat", 3))
	if (random(3) == 0)
		add("iflag", some_of("fullblock fullblock count_bytes sync" \
		    " skip_bytes noatime nocache directory" \
		    (kind == "trickle" ? "" : " nonblock") \
		    (direct ? " direct" : ""), 2))
	if (random(3) == 0)
		add("oflag", some_of("append seek_bytes seek_bytes dsync sync" \
		    " nocache nonblock nofollow" \
		    (direct ? " direct direct" : ""), 2))
	if (random(5) == 0)
		add("status", one_of("none noxfer noxfer"))
	if (random(40) == 0)
		operands = operands " " one_of("foo=1 bar conv=nothing" \
		    " iflag=what oflag=fullblock status=loud count= bs=")
	print kind "\t " operands "\t" own_of(kind)
}

BEGIN {
	for (i = 0; i < cases; i++)
		case_of(one_of(kinds))
}
