# seqbench: one file for GNU make and BSD make.
#
#	make			the program
#	make check		unit, engine and command-line tests
#	make fuzz		the fuzzers (see scripts/fuzz); needs clang
#	make lint		module rules, analysers, manual, scripts
#	make calibrate		beside devices of known truth (root, minutes)
#	make install		PREFIX and DESTDIR are honoured
#	make sources OS=freebsd	what builds there, a file a line
#
# Only what both makes know: !=, suffix rules, $(X:.c=.o), $(LIST_$(OS)).

VERSION	= 1.0.0
PREFIX	= /usr/local
BINDIR	= $(PREFIX)/bin
MANDIR	= $(PREFIX)/share/man

OS	!= uname -s | tr A-Z a-z

WARN	= -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
	  -Wmissing-prototypes -Wwrite-strings -Wcast-qual -Wvla
DEFS	= -Iinclude $(DEFS_$(OS)) -DVERSION='"$(VERSION)"' $(CPPFLAGS)
DEFS_linux = -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -DSTYLE_SYSTEM=STYLE_GNU
DEFS_freebsd = -DSTYLE_SYSTEM=STYLE_BSD
# Where FreeBSD's packages put cmocka.
CMOCKA_freebsd = -I/usr/local/include -L/usr/local/lib
# Off the path that is measured, so they cost nothing there.
HARDEN	= -U_FORTIFY_SOURCE $(KNOWN) -fstack-protector-strong -fPIE
HARDEN_LD = -pie -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack
# What compiler, C library and processor all know.
KNOWN	!= known() { $(CC) -U_FORTIFY_SOURCE -O2 -Werror "$$1" \
	      -include stdio.h -fsyntax-only -x c /dev/null 2>/dev/null && \
	      echo "$$1"; }; \
	  known -D_FORTIFY_SOURCE=3 || known -D_FORTIFY_SOURCE=2; \
	  known -fstack-clash-protection; known -fcf-protection; true
# The caller's CFLAGS come last and so win; BSD make always sets some.
FLAGS	= -std=c11 $(WARN) -O2 -g -pthread $(HARDEN) $(LTO) $(CFLAGS)
# The first that compiler and linker both know.
LTO	!= d=$$(mktemp -d) && echo 'int main(void) { return 0; }' >$$d/a.c && \
	  for f in -flto=auto -flto ''; do \
	    $(CC) $$f -o $$d/a $$d/a.c 2>$$d/log && break; \
	  done; echo $$f; rm -rf "$$d"
LIBS	= -lm

# Tests: the same sources, always under the sanitizers (.to objects).
TEST_CFLAGS = -O1 -g -fno-omit-frame-pointer \
	  -fsanitize=address,undefined -fno-sanitize-recover=all
# libFuzzer is clang's (.fo objects).
FUZZ_CC	= clang
CHECKED	= -std=c11 $(WARN) -Itests $(CMOCKA_$(OS)) -pthread $(CFLAGS) \
	  $(TEST_CFLAGS)

BASE	= src/base/diag.c \
	  src/base/human.c \
	  src/base/list.c \
	  src/base/map.c \
	  src/base/meter.c \
	  src/base/pattern.c \
	  src/base/text.c \
	  src/base/units.c \
	  src/base/verify.c
STATS	= src/stats/cliff.c \
	  src/stats/compare.c \
	  src/stats/latency.c \
	  src/stats/limit.c \
	  src/stats/moments.c \
	  src/stats/rate.c \
	  src/stats/series.c \
	  src/stats/star.c \
	  src/stats/student.c
CLI	= src/cli/help.c \
	  src/cli/options.c \
	  src/cli/parse.c \
	  src/cli/value.c \
	  src/cli/value_destroy.c \
	  src/cli/value_list.c \
	  src/cli/value_number.c \
	  src/cli/value_readahead.c \
	  src/cli/words.c \
	  src/cli/zones.c
ENGINE	= src/engine/engine.c \
	  src/engine/engines.c \
	  src/engine/mmap.c \
	  src/engine/null.c \
	  src/engine/stream.c \
	  src/engine/sync.c \
	  $(ENGINE_$(OS))
ENGINE_linux = src/engine/aio_linux.c \
	  src/engine/reason_linux.c \
	  src/engine/registry_linux.c \
	  src/engine/uring.c \
	  src/engine/uring_ring.c \
	  src/engine/vec.c
ENGINE_freebsd = src/engine/aio_freebsd.c \
	  src/engine/registry_freebsd.c
TARGET	= src/target/below.c \
	  src/target/compare.c \
	  src/target/facts.c \
	  src/target/flush.c \
	  src/target/holes.c \
	  src/target/layout.c \
	  src/target/look.c \
	  src/target/missing.c \
	  src/target/place.c \
	  src/target/refusal.c \
	  src/target/safety.c \
	  src/target/signature.c \
	  src/target/temporary.c
PLAN	= src/plan/cells.c \
	  src/plan/plan.c \
	  src/plan/queue.c \
	  src/plan/range.c \
	  src/plan/readahead.c \
	  src/plan/request.c \
	  src/plan/schedule.c \
	  src/plan/total.c \
	  src/plan/variants.c \
	  src/plan/verify.c \
	  src/plan/zones.c
RUN	= src/run/below.c \
	  src/run/bottoms.c \
	  src/run/buffers.c \
	  src/run/ceiling.c \
	  src/run/cold.c \
	  src/run/counts.c \
	  src/run/course.c \
	  src/run/coursestep.c \
	  src/run/crew.c \
	  src/run/crewgate.c \
	  src/run/facts.c \
	  src/run/flags.c \
	  src/run/ledger.c \
	  src/run/loop.c \
	  src/run/pass.c \
	  src/run/passlook.c \
	  src/run/passopen.c \
	  src/run/passready.c \
	  src/run/passverify.c \
	  src/run/queue.c \
	  src/run/readahead.c \
	  src/run/result.c \
	  src/run/session.c \
	  src/run/settle.c \
	  src/run/setup.c \
	  src/run/setuplayout.c \
	  src/run/setupprobe.c \
	  src/run/shared.c \
	  src/run/site.c \
	  src/run/step.c \
	  src/run/summary.c \
	  src/run/total.c \
	  src/run/verifier.c
REPORT	= src/report/bar.c \
	  src/report/before.c \
	  src/report/classic.c \
	  src/report/columns.c \
	  src/report/csv.c \
	  src/report/csvrow.c \
	  src/report/ddform.c \
	  src/report/ddline.c \
	  src/report/details.c \
	  src/report/footer.c \
	  src/report/footerrepeat.c \
	  src/report/footerstars.c \
	  src/report/footertruth.c \
	  src/report/grid.c \
	  src/report/header.c \
	  src/report/headerconditions.c \
	  src/report/headernotes.c \
	  src/report/headerstack.c \
	  src/report/info.c \
	  src/report/json.c \
	  src/report/jsoncell.c \
	  src/report/jsonlayers.c \
	  src/report/jsonsample.c \
	  src/report/jsontarget.c \
	  src/report/jsonverify.c \
	  src/report/jsonwriter.c \
	  src/report/layerfacts.c \
	  src/report/log.c \
	  src/report/outcheck.c \
	  src/report/outfile.c \
	  src/report/outplace.c \
	  src/report/page.c \
	  src/report/passes.c \
	  src/report/plan.c \
	  src/report/progress.c \
	  src/report/progressline.c \
	  src/report/report.c \
	  src/report/rows.c \
	  src/report/table.c \
	  src/report/troubles.c \
	  src/report/words.c \
	  src/report/wrong.c \
	  src/report/zones.c \
	  src/report/zonescsv.c \
	  src/report/zonesum.c
DD	= src/dd/ahead.c \
	  src/dd/buffer.c \
	  src/dd/cache.c \
	  src/dd/copy.c \
	  src/dd/dd.c \
	  src/dd/help.c \
	  src/dd/io.c \
	  src/dd/number.c \
	  src/dd/open.c \
	  src/dd/operands.c \
	  src/dd/position.c \
	  src/dd/say.c \
	  src/dd/settle.c \
	  src/dd/words.c
PLATFORM = src/platform/cpu.c \
	  src/platform/extents.c \
	  src/platform/fs.c \
	  src/platform/layers.c \
	  src/platform/look.c src/platform/owner.c \
	  src/platform/sys.c \
	  src/platform/unnamed.c \
	  $(PLATFORM_$(OS))
PLATFORM_linux = src/platform/cache_linux.c \
	  src/platform/cgroup_linux.c \
	  src/platform/chunks_linux.c \
	  src/platform/counters_linux.c \
	  src/platform/device_linux.c \
	  src/platform/extents_linux.c \
	  src/platform/fiemap_linux.c \
	  src/platform/fs_linux.c \
	  src/platform/host_linux.c \
	  src/platform/iolimit_linux.c \
	  src/platform/layer_linux.c \
	  src/platform/layers_linux.c \
	  src/platform/look_linux.c \
	  src/platform/loop_linux.c \
	  src/platform/map_linux.c \
	  src/platform/memory_linux.c \
	  src/platform/mounts_linux.c \
	  src/platform/queue_linux.c \
	  src/platform/readahead_linux.c \
	  src/platform/sys_linux.c \
	  src/platform/sysfs_linux.c \
	  src/platform/temporary_linux.c \
	  src/platform/users_linux.c
PLATFORM_freebsd = src/platform/cache_freebsd.c \
	  src/platform/counters_freebsd.c \
	  src/platform/device_freebsd.c \
	  src/platform/extents_freebsd.c \
	  src/platform/fs_freebsd.c \
	  src/platform/host_freebsd.c \
	  src/platform/layers_freebsd.c \
	  src/platform/look_freebsd.c \
	  src/platform/map_freebsd.c \
	  src/platform/memory_freebsd.c \
	  src/platform/queue_freebsd.c \
	  src/platform/readahead_freebsd.c \
	  src/platform/sys_freebsd.c \
	  src/platform/sysctl_freebsd.c \
	  src/platform/temporary_freebsd.c \
	  src/platform/users_freebsd.c
# STORY is the program but for main().
STORY	= src/command.c \
	  src/consent.c \
	  src/guardian.c \
	  src/info.c \
	  src/output.c \
	  src/signals.c \
	  src/sweep.c \
	  src/targets.c
MAIN	= $(STORY) src/main.c

# CORE is everything but main() and the system.
CORE	= $(BASE) $(STATS) $(CLI) $(ENGINE) $(TARGET) $(PLAN) $(RUN) $(REPORT) \
	  $(DD)
# The tree of layers is only memory, and the same for the fake.
FAKE	= src/platform/layers.c \
	  tests/fake/aio.c \
	  tests/fake/calls.c \
	  tests/fake/clock.c \
	  tests/fake/content.c \
	  tests/fake/facts.c \
	  tests/fake/memory.c \
	  tests/fake/names.c \
	  tests/fake/objects.c \
	  tests/fake/pages.c \
	  tests/fake/place.c \
	  tests/fake/queue.c \
	  tests/fake/readahead.c \
	  tests/fake/script.c \
	  tests/fake/store.c \
	  tests/fake/transfer.c \
	  tests/fake/world.c
REAL	= tests/engine/child.c \
	  tests/engine/conformance.c \
	  tests/engine/faulty.c \
	  tests/engine/loop.c \
	  tests/engine/main.c \
	  tests/engine/mover.c \
	  tests/engine/scratch.c \
	  tests/engine/target_lab.c \
	  tests/engine/test_cache.c \
	  tests/engine/test_devices.c \
	  tests/engine/test_faults.c \
	  tests/engine/test_host.c \
	  tests/engine/test_issuers.c \
	  tests/engine/test_layers.c \
	  tests/engine/test_layout.c \
	  tests/engine/test_map.c \
	  tests/engine/test_platform.c \
	  tests/engine/test_target.c \
	  tests/engine/test_target_write.c \
	  tests/engine/test_unnamed.c \
	  tests/engine/test_users.c
FAULT	= $(STORY) \
	  tests/fault/json.c \
	  tests/fault/main.c \
	  tests/fault/memory.c
# Whatever is asked for, no result file is made.
FUZZED	= $(CORE:src/report/outfile.c=tests/fuzz/outfile.c) $(FAKE) \
	  $(STORY) \
	  tests/fault/json.c \
	  tests/fuzz/csv.c \
	  tests/fuzz/fuzz_lists.c \
	  tests/fuzz/fuzz_operands.c \
	  tests/fuzz/fuzz_options.c \
	  tests/fuzz/fuzz_run.c \
	  tests/fuzz/fuzz_sizes.c \
	  tests/fuzz/targets.c
# tests/fault/memory.c makes these fail.
WRAP	= -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=strdup \
	  -Wl,--wrap=strndup,--wrap=asprintf,--wrap=vasprintf \
	  -Wl,--wrap=open_memstream,--wrap=fopen,--wrap=fdopen
UNIT	= src/command.c \
	  src/consent.c \
	  tests/unit/main.c \
	  tests/unit/test_command.c \
	  tests/unit/test_consent.c \
	  tests/unit/base/test_diag.c \
	  tests/unit/base/test_human.c \
	  tests/unit/base/test_list.c \
	  tests/unit/base/test_map.c \
	  tests/unit/base/test_pattern.c \
	  tests/unit/base/test_text.c \
	  tests/unit/base/test_units.c \
	  tests/unit/base/test_verify.c \
	  tests/unit/cli/test_help.c \
	  tests/unit/cli/test_parse.c \
	  tests/unit/cli/test_value.c \
	  tests/unit/cli/test_value_destroy.c \
	  tests/unit/cli/test_value_list.c \
	  tests/unit/cli/test_value_number.c \
	  tests/unit/cli/test_value_readahead.c \
	  tests/unit/cli/test_words.c \
	  tests/unit/dd/lab.c \
	  tests/unit/dd/test_ahead.c \
	  tests/unit/dd/test_dd.c \
	  tests/unit/dd/test_number.c \
	  tests/unit/dd/test_operands.c \
	  tests/unit/engine/test_reason.c \
	  tests/unit/engine/test_registry.c \
	  tests/unit/fake/test_fake.c \
	  tests/unit/plan/test_plan.c \
	  tests/unit/plan/test_plan_total.c \
	  tests/unit/plan/test_range.c \
	  tests/unit/plan/test_schedule.c \
	  tests/unit/plan/test_variants.c \
	  tests/unit/plan/test_zones.c \
	  tests/unit/report/sample_result.c \
	  tests/unit/report/session.c \
	  tests/unit/report/test_classic.c \
	  tests/unit/report/test_csv.c \
	  tests/unit/report/test_ddform.c \
	  tests/unit/report/test_ddline.c \
	  tests/unit/report/test_details.c \
	  tests/unit/report/test_footer.c \
	  tests/unit/report/test_header.c \
	  tests/unit/report/test_info.c \
	  tests/unit/report/test_json.c \
	  tests/unit/report/test_jsoncell.c \
	  tests/unit/report/test_jsonwriter.c \
	  tests/unit/report/test_markdown.c \
	  tests/unit/report/test_outfile.c \
	  tests/unit/report/test_plan_text.c \
	  tests/unit/report/test_progress.c \
	  tests/unit/report/test_progressline.c \
	  tests/unit/report/test_table.c \
	  tests/unit/report/test_zonesum.c \
	  tests/unit/run/lab.c \
	  tests/unit/run/test_buffers.c \
	  tests/unit/run/test_cold.c \
	  tests/unit/run/test_counts.c \
	  tests/unit/run/test_course.c \
	  tests/unit/run/test_facts.c \
	  tests/unit/run/test_flags.c \
	  tests/unit/run/test_ledger.c \
	  tests/unit/run/test_loop.c \
	  tests/unit/run/test_pass.c \
	  tests/unit/run/test_queue.c \
	  tests/unit/run/test_readahead.c \
	  tests/unit/run/test_result.c \
	  tests/unit/run/test_session.c \
	  tests/unit/run/test_settle.c \
	  tests/unit/run/test_shared.c \
	  tests/unit/run/test_site.c \
	  tests/unit/run/test_summary.c \
	  tests/unit/run/test_total.c \
	  tests/unit/stats/test_cliff.c \
	  tests/unit/stats/test_compare.c \
	  tests/unit/stats/test_latency.c \
	  tests/unit/stats/test_limit.c \
	  tests/unit/stats/test_rate.c \
	  tests/unit/stats/test_series.c \
	  tests/unit/stats/test_star.c \
	  tests/unit/stats/test_student.c \
	  tests/unit/target/test_below.c \
	  tests/unit/target/test_layout.c \
	  tests/unit/target/test_look.c \
	  tests/unit/target/test_refusal.c \
	  tests/unit/target/test_safety.c \
	  tests/unit/target/test_signature.c

PROG_O	= $(CORE:.c=.o) $(PLATFORM:.c=.o) $(MAIN:.c=.o)
UNIT_O	= $(CORE:.c=.to) $(FAKE:.c=.to) $(UNIT:.c=.to)
ENGINE_O = $(CORE:.c=.to) $(PLATFORM:.c=.to) $(REAL:.c=.to)
SIM_O	= $(CORE:.c=.to) $(FAKE:.c=.to) $(MAIN:.c=.to)
FAULT_O	= $(CORE:.c=.to) $(FAKE:.c=.to) $(FAULT:.c=.to)
FUZZ_O	= $(FUZZED:.c=.fo) tests/fuzz/libfuzzer.fo
REPLAY_O = $(FUZZED:.c=.to) tests/fuzz/replay.to
OBJECTS	= $(PROG_O) $(UNIT_O) $(ENGINE_O) $(SIM_O) $(FAULT_O) $(FUZZ_O) \
	  $(REPLAY_O)

all: seqbench

seqbench: $(PROG_O)
	$(CC) $(FLAGS) $(HARDEN_LD) $(LDFLAGS) -o $@ $(PROG_O) $(LIBS)

tests/unit/unit: $(UNIT_O)
	$(CC) $(CHECKED) $(LDFLAGS) -o $@ $(UNIT_O) -lcmocka $(LIBS)

tests/engine/engine: $(ENGINE_O)
	$(CC) $(CHECKED) $(LDFLAGS) -o $@ $(ENGINE_O) -lcmocka $(LIBS)

tests/cli/seqbench-sim: $(SIM_O)
	$(CC) $(CHECKED) $(LDFLAGS) -o $@ $(SIM_O) $(LIBS)

tests/fault/fault: $(FAULT_O)
	$(CC) $(CHECKED) $(LDFLAGS) $(WRAP) -o $@ $(FAULT_O) $(LIBS)

tests/fuzz/fuzz: $(FUZZ_O)
	$(FUZZ_CC) $(CHECKED) -fsanitize=fuzzer -o $@ $(FUZZ_O) $(LIBS)

tests/fuzz/replay: $(REPLAY_O)
	$(CC) $(CHECKED) $(LDFLAGS) -o $@ $(REPLAY_O) $(LIBS)

.SUFFIXES:
.SUFFIXES: .c .o .to .fo

.c.o:
	$(CC) $(DEFS) $(FLAGS) -MMD -MP -MF $@.d -c -o $@ $<

.c.to:
	$(CC) $(DEFS) $(CHECKED) -MMD -MP -MF $@.d -c -o $@ $<

.c.fo:
	$(FUZZ_CC) $(DEFS) $(CHECKED) -fsanitize=fuzzer-no-link \
	    -MMD -MP -MF $@.d -c -o $@ $<

# A change of flags shows nowhere else.
$(OBJECTS): Makefile

# BSD make wants this on one line.
-include $(OBJECTS:=.d)

check: unit engine cli replay

unit: tests/unit/unit
	./tests/unit/unit

engine: tests/engine/engine
	./tests/engine/engine

cli: tests/cli/seqbench-sim tests/fault/fault
	sh tests/cli/run.sh
	./tests/fault/fault

replay: tests/fuzz/replay
	./tests/fuzz/replay tests/fuzz/corpus

fuzz: tests/fuzz/fuzz
	scripts/fuzz
calibrate: seqbench
	scripts/calibrate

lint: seqbench
	scripts/check-modules
	sh tests/scripts/check-modules.sh
	@for f in $(CORE) $(PLATFORM) $(MAIN); do echo $$f; done | \
	    scripts/analyse $(DEFS)
	shellcheck .ci/run scripts/* tests/*/*.sh
	mandoc -T lint -W warning man/seqbench.1 man/seqbench.5
	scripts/check-manual

sources:
	@for f in $(CORE) $(PLATFORM) $(MAIN); do echo $$f; done

install: seqbench
	mkdir -p "$(DESTDIR)$(BINDIR)" "$(DESTDIR)$(MANDIR)/man1" \
	    "$(DESTDIR)$(MANDIR)/man5"
	install -m 755 seqbench "$(DESTDIR)$(BINDIR)/seqbench"
	install -m 644 man/seqbench.1 "$(DESTDIR)$(MANDIR)/man1/seqbench.1"
	install -m 644 man/seqbench.5 "$(DESTDIR)$(MANDIR)/man5/seqbench.5"

uninstall:
	rm -f "$(DESTDIR)$(BINDIR)/seqbench" \
	    "$(DESTDIR)$(MANDIR)/man1/seqbench.1" \
	    "$(DESTDIR)$(MANDIR)/man5/seqbench.5"

clean:
	rm -f seqbench tests/unit/unit tests/engine/engine \
	    tests/cli/seqbench-sim tests/fault/fault tests/fuzz/fuzz \
	    tests/fuzz/replay
	find src tests \( -name '*.o' -o -name '*.[ft]o' -o -name '*.d' \) \
	    -exec rm -f {} +

.PHONY: all check unit engine cli replay fuzz calibrate lint sources install \
	uninstall clean
