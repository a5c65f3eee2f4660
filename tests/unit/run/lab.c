/* lab -- a session on the fake system, made from a command line. */
#include "lab.h"

#include <string.h>

#include "../../../src/run/step.h"

enum { ARGS_MAX = 24 };

void
lab_make(struct lab *l, const char *script, const char *line)
{
	char *argv[ARGS_MAX] = { NULL }, *save = NULL;
	struct fake_script s = { .rules = 0 };
	const struct plan_world world = { 1, issuer_usable };
	int argc = 0;

	*l = (struct lab){ .meter = METER_INIT };
	assert_int_equal(fake_script_parse(&s, script), 0);
	fake_reset(&s);
	snprintf(l->text, sizeof l->text, "seqbench %s", line);
	for (char *w = strtok_r(l->text, " ", &save); w != NULL;
	    w = strtok_r(NULL, " ", &save))
		argv[argc++] = w;
	assert_int_equal(options_parse(&l->options, &sweep_options, argc, argv, 1,
	    &l->diag), 0);
	assert_true(l->options.targets <= LAB_TARGETS);
	for (size_t i = 0; i < l->options.targets; i++) {
		assert_int_equal(target_look(&l->target[i],
		    l->options.target[i], true, &l->diag), 0);
		target_look_below(&l->target[i]);
	}
	assert_int_equal(plan_make(&l->plan, &l->options, l->target,
	    l->options.targets, &world, &l->result.warnings, &l->diag), 0);
	assert_int_equal(result_init(&l->result, &l->plan), 0);
	l->control = (struct control){ &l->stop, &l->meter, 0 };
	l->session = (struct session){
		.plan = &l->plan,
		.control = &l->control,
		.result = &l->result,
	};
}

int
lab_site(struct lab *l, struct site *site)
{
	return site_open(site, &l->session, 0, &l->diag);
}

int
lab_pass(struct lab *l, struct site *site, size_t cell, uint64_t run,
    uint64_t size, struct sample *out)
{
	struct pass pass;
	struct step step = { .session = &l->session, .pass = &pass, .n = 1 };
	int rc;

	pass_init(&pass, site, cell, run, size, out);
	rc = step_run(&step);
	return rc < 0 ? rc : pass.rc;
}

void
lab_done(struct lab *l)
{
	result_release(&l->result);
	plan_release(&l->plan);
	for (size_t i = 0; i < l->options.targets; i++)
		target_release(&l->target[i]);
	options_release(&l->options);
	assert_int_equal(fake_open_descriptors(), 0);
	assert_int_equal(fake_mappings(), 0);
}
