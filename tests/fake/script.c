/* script -- which call fails, and how; read from text or set by a test. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fake/world.h"

static const char *const call_names[FAKE_CALLS] = {
	"open", "close", "fstat", "read", "write", "pread", "pwrite", "lseek",
	"ftruncate", "fsync", "fdatasync", "fcntl", "allocate", "write_out",
	"syncfs", "map", "look", "reopen", "path", "temporary", "link",
	"device_bytes", "alignment", "resident", "drop", "drop_range",
	"extents", "setting", "submit", "reap", "any", "sleep",
};

static const struct {
	const char	*name;
	int		 code;
} errors[] = {
	{ "EACCES", EACCES }, { "EAGAIN", EAGAIN }, { "EBADF", EBADF },
	{ "EBUSY", EBUSY }, { "EFBIG", EFBIG }, { "EINTR", EINTR },
	{ "EINVAL", EINVAL }, { "EIO", EIO }, { "EMFILE", EMFILE },
	{ "ENODEV", ENODEV }, { "ENOENT", ENOENT }, { "ENOMEM", ENOMEM },
	{ "ENOSPC", ENOSPC }, { "ENOSYS", ENOSYS }, { "ENOTSUP", ENOTSUP },
	{ "ENXIO", ENXIO }, { "EOPNOTSUPP", EOPNOTSUPP }, { "EPERM", EPERM },
	{ "EROFS", EROFS }, { "EDQUOT", EDQUOT },
};

static const struct {
	const char	*name;
	enum fake_action action;
} actions[] = {
	{ "short:", FAKE_SHORT }, { "delay:", FAKE_DELAY },
	{ "signal:", FAKE_SIGNAL }, { "shrink:", FAKE_SHRINK },
};

static int	number_parse(const char *text, char **end, uint64_t *out);
static int	action_parse(struct fake_rule *r, const char *text);
static int	rule_parse(struct fake_rule *r, const char *word);
static int	word_parse(struct fake_script *s, const char *word);
static bool	applies(const struct fake_rule *r, enum fake_call call);

static int
number_parse(const char *text, char **end, uint64_t *out)
{
	if (*text < '0' || *text > '9')
		return -EINVAL;
	*out = strtoull(text, end, 10);
	return 0;
}

static int
action_parse(struct fake_rule *r, const char *text)
{
	char *end;

	for (size_t i = 0; i < sizeof(errors) / sizeof(errors[0]); i++) {
		if (strcmp(text, errors[i].name) == 0) {
			r->action = FAKE_ERROR;
			r->value = (uint64_t)errors[i].code;
			return 0;
		}
	}
	for (size_t i = 0; i < sizeof(actions) / sizeof(actions[0]); i++) {
		size_t len = strlen(actions[i].name);

		if (strncmp(text, actions[i].name, len) != 0)
			continue;
		r->action = actions[i].action;
		if (number_parse(text + len, &end, &r->value) < 0)
			return -EINVAL;
		return *end == '\0' ? 0 : -EINVAL;
	}
	return -EINVAL;
}

/* CALL:N=ACTION or CALL:N+=ACTION */
static int
rule_parse(struct fake_rule *r, const char *word)
{
	const char *colon = strchr(word, ':');
	char *end;

	*r = (struct fake_rule){ .call = FAKE_CALLS };
	if (colon == NULL || number_parse(colon + 1, &end, &r->nth) < 0)
		return -EINVAL;
	for (int i = 0; i < FAKE_CALLS; i++) {
		if (strlen(call_names[i]) == (size_t)(colon - word) &&
		    strncmp(call_names[i], word, (size_t)(colon - word)) == 0)
			r->call = (enum fake_call)i;
	}
	if (*end == '+') {
		r->from_then_on = true;
		end++;
	}
	if (r->call == FAKE_CALLS || r->nth == 0 || *end != '=')
		return -EINVAL;
	return action_parse(r, end + 1);
}

static int
word_parse(struct fake_script *s, const char *word)
{
	const struct {
		const char	*text;
		bool		*flag;
	} flags[] = {
		{ "owner=other", &s->owner_other },
		{ "drop=never", &s->drop_never },
		{ "counters=off", &s->counters_off },
		{ "map=pieces", &s->map_pieces },
		{ "map=wrong", &s->map_wrong },
		{ "node=other", &s->node_other },
		{ "setting=denied", &s->setting_denied },
		{ "input=file", &s->input_file },
		{ "aio=on", &s->aio },
		{ "store=on", &s->store },
	};
	const struct {
		const char	*name;
		uint64_t	*value;
	} numbers[] = {
		{ "free=", &s->free_bytes },
		{ "memory=", &s->memory_bytes },
		{ "wrap=", &s->wrap_bytes },
		{ "lost=", &s->lost_offset },
		{ "stale=", &s->stale_offset },
		{ "flip=", &s->flip_offset },
	};
	char *end;

	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
		if (strcmp(word, flags[i].text) == 0) {
			*flags[i].flag = true;
			return 0;
		}
	}
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		size_t len = strlen(numbers[i].name);

		if (strncmp(word, numbers[i].name, len) != 0)
			continue;
		if (number_parse(word + len, &end, numbers[i].value) < 0)
			return -EINVAL;
		return *end == '\0' ? 0 : -EINVAL;
	}
	if (s->rules == FAKE_RULES)
		return -EINVAL;
	return rule_parse(&s->rule[s->rules++], word);
}

int
fake_script_parse(struct fake_script *script, const char *text)
{
	struct fake_script s = { 0 };
	char word[64];

	for (;;) {
		size_t len;

		text += strspn(text, ", ");
		if (*text == '\0')
			break;
		len = strcspn(text, ", ");
		if (len >= sizeof(word))
			return -EINVAL;
		snprintf(word, sizeof(word), "%.*s", (int)len, text);
		if (word_parse(&s, word) < 0)
			return -EINVAL;
		text += len;
	}
	*script = s;
	return 0;
}

static bool
applies(const struct fake_rule *r, enum fake_call call)
{
	uint64_t n = fake_calls(r->call);

	if (r->call != call && (r->call != FAKE_ANY || call == FAKE_SLEEP))
		return false;
	return r->from_then_on ? n >= r->nth : n == r->nth;
}

int
fake_enter(enum fake_call call, struct object *o, size_t *len)
{
	struct world *w = fake_world();
	int error = 0;

	w->calls[call]++;
	if (call != FAKE_SLEEP)
		w->calls[FAKE_ANY]++;
	if (len == NULL && call != FAKE_SLEEP)
		fake_pass(CALL_NS, CALL_NS);
	for (size_t i = 0; i < w->script.rules; i++) {
		const struct fake_rule *r = &w->script.rule[i];

		if (!applies(r, call))
			continue;
		switch (r->action) {
		case FAKE_ERROR:
			error = -(int)r->value;
			break;
		case FAKE_SHORT:
			if (len != NULL && *len > r->value)
				*len = (size_t)r->value;
			break;
		case FAKE_DELAY:
			fake_pass(r->value, 0);
			break;
		case FAKE_SIGNAL:
			raise((int)r->value);
			break;
		case FAKE_SHRINK:
			if (o != NULL)
				fake_resize(o, r->value);
			break;
		}
	}
	if (error != 0 && len != NULL)
		fake_pass(CALL_NS, CALL_NS);
	return error;
}

uint64_t
fake_calls(enum fake_call call)
{
	return fake_world()->calls[call];
}
