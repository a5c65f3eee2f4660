# table.awk -- bench-peers' figures (ROW PEER ROUND FIGURE) beside the bars.
#
#	awk -v figures=FILE -f table.awk bars
#
# Ends with 1 when a bar is missed.

function sort(a, n,	i, j, t) {
	for (i = 2; i <= n; i++) {
		t = a[i]
		for (j = i - 1; j > 0 && a[j] > t; j--)
			a[j + 1] = a[j]
		a[j + 1] = t
	}
}
function quantile(a, n, q,	at, low) {
	at = 1 + (n - 1) * q
	low = int(at)
	return low >= n ? a[n] : a[low] + (at - low) * (a[low + 1] - a[low])
}
# The figures of one peer, sorted, into a; how many.
function take(row, peer, a,	i, n) {
	n = 0
	for (i = 1; i <= rounds; i++)
		if ((row, peer, i) in figure)
			a[++n] = figure[row, peer, i]
	sort(a, n)
	return n
}
# Of the median; q is the quartile on its good side.
function verdict(test, value, bar, q) {
	if (test == "~")
		return ""
	if (test == "<=") {
		value = -value
		bar = -bar
		q = -q
	}
	if (value >= bar)
		return "ok"
	if (value >= bar - 0.02 * (bar < 0 ? -bar : bar))
		return "ok within 2 %"
	if (q >= bar)
		return "too noisy"
	missed = 1
	return "MISSED"
}
BEGIN {
	while ((getline <figures) > 0) {
		if ($4 == "absent")
			absent[$1, $2]
		else if (NF == 4)
			figure[$1, $2, $3] = $4
		asked[$1]
		if ($3 > rounds)
			rounds = $3
	}
	printf "%-19s %-10s %-9s %7s %7s %6s %-11s %5s %s\n", "",
	    "", "peer", "MB/s", "peer", "ratio", " quartiles", "best",
	    " bar"
}
{
	if (!($1 in asked))
		next
	n = take($1, $2, mine)
	m = take($1, $3, peer)
	if (($1, $3) in absent) {
		sub(/-.*/, "", $3)
		printf "%-19s %-10s skipped, %s is not installed\n", $1, $2, $3
		next
	}
	if (n == 0 || (m == 0 && $3 != "-")) {
		printf "%-19s %-10s %-9s no figure\n", $1, $2, $3
		missed = 1
		next
	}
	if ($3 == "-") {
		value = quantile(mine, n, 0.5)
		printf "%-19s %-10s %-9s %7s %7s %6.2f %5.2f-%-5.2f " \
		    "%5.2f %2s %-4s %s\n", $1, $2, "", "", "", value,
		    quantile(mine, n, 0.25), quantile(mine, n, 0.75),
		    mine[1], $4, $5, verdict($4, value, $5,
		    quantile(mine, n, 0.25))
		next
	}
	remark = ""
	for (i = 6; i <= NF; i++)
		remark = remark (i == 6 ? " (" : " ") $i (i == NF ? ")" : "")
	n2 = 0
	for (i = 1; i <= rounds; i++)
		if (($1, $2, i) in figure && ($1, $3, i) in figure)
			ratio[++n2] = figure[$1, $2, i] / figure[$1, $3, i]
	sort(ratio, n2)
	value = quantile(ratio, n2, 0.5)
	printf "%-19s %-10s %-9s %7.0f %7.0f %6.3f %5.3f-%5.3f " \
	    "%5.3f %2s %-4s %s%s\n", $1, $2, $3,
	    quantile(mine, n, 0.5) / 1e6, quantile(peer, m, 0.5) / 1e6,
	    value, quantile(ratio, n2, 0.25),
	    quantile(ratio, n2, 0.75), mine[n] / peer[m], $4, $5,
	    verdict($4, value, $5, quantile(ratio, n2, 0.75)), remark
}
END { exit missed }
