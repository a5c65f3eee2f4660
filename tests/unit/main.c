/* main -- runs every group of unit tests. */

#include <stddef.h>

int	test_ahead(void);
int	test_below(void);
int	test_buffers(void);
int	test_classic(void);
int	test_cliff(void);
int	test_cold(void);
int	test_command(void);
int	test_consent(void);
int	test_compare(void);
int	test_counts(void);
int	test_course(void);
int	test_csv(void);
int	test_dd(void);
int	test_ddform(void);
int	test_ddline(void);
int	test_details(void);
int	test_diag(void);
int	test_facts(void);
int	test_fake(void);
int	test_flags(void);
int	test_footer(void);
int	test_header(void);
int	test_help(void);
int	test_human(void);
int	test_info(void);
int	test_json(void);
int	test_jsoncell(void);
int	test_jsonwriter(void);
int	test_latency(void);
int	test_layout(void);
int	test_ledger(void);
int	test_limit(void);
int	test_list(void);
int	test_look(void);
int	test_loop(void);
int	test_map(void);
int	test_markdown(void);
int	test_number(void);
int	test_operands(void);
int	test_outfile(void);
int	test_parse(void);
int	test_pass(void);
int	test_pattern(void);
int	test_plan(void);
int	test_plan_text(void);
int	test_plan_total(void);
int	test_progress(void);
int	test_progressline(void);
int	test_queue(void);
int	test_range(void);
int	test_rate(void);
int	test_readahead(void);
int	test_reason(void);
int	test_refusal(void);
int	test_registry(void);
int	test_result(void);
int	test_safety(void);
int	test_schedule(void);
int	test_series(void);
int	test_session(void);
int	test_settle(void);
int	test_shared(void);
int	test_signature(void);
int	test_site(void);
int	test_star(void);
int	test_student(void);
int	test_summary(void);
int	test_table(void);
int	test_text(void);
int	test_total(void);
int	test_units(void);
int	test_value(void);
int	test_value_destroy(void);
int	test_value_list(void);
int	test_value_number(void);
int	test_value_readahead(void);
int	test_variants(void);
int	test_verify(void);
int	test_words(void);
int	test_zones(void);
int	test_zonesum(void);

static int (*const groups[])(void) = {
	test_ahead,
	test_below,
	test_buffers,
	test_classic,
	test_cliff,
	test_cold,
	test_command,
	test_consent,
	test_compare,
	test_counts,
	test_course,
	test_csv,
	test_dd,
	test_ddform,
	test_ddline,
	test_details,
	test_diag,
	test_facts,
	test_fake,
	test_flags,
	test_footer,
	test_header,
	test_help,
	test_human,
	test_info,
	test_json,
	test_jsoncell,
	test_jsonwriter,
	test_latency,
	test_layout,
	test_ledger,
	test_limit,
	test_list,
	test_look,
	test_loop,
	test_map,
	test_markdown,
	test_number,
	test_operands,
	test_outfile,
	test_parse,
	test_pass,
	test_pattern,
	test_plan,
	test_plan_text,
	test_plan_total,
	test_progress,
	test_progressline,
	test_queue,
	test_range,
	test_rate,
	test_readahead,
	test_reason,
	test_refusal,
	test_registry,
	test_result,
	test_safety,
	test_schedule,
	test_series,
	test_session,
	test_settle,
	test_shared,
	test_signature,
	test_site,
	test_star,
	test_student,
	test_summary,
	test_table,
	test_text,
	test_total,
	test_units,
	test_value,
	test_value_destroy,
	test_value_list,
	test_value_number,
	test_value_readahead,
	test_variants,
	test_verify,
	test_words,
	test_zones,
	test_zonesum,
};

int
main(void)
{
	int failed = 0;

	for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
		failed |= groups[i]();
	return failed != 0;
}
