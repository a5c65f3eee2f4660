# seqbench: one file for GNU make and BSD make.
#
#	make			the program
#	make check		unit, engine and command-line tests
#	make lint		module rules, analysers, manual, scripts
#	make install		PREFIX and DESTDIR are honoured
#	make sources OS=freebsd	what builds there, a file a line
#
# Only what both makes know: !=, suffix rules, $(X:.c=.o), $(LIST_$(OS)).

VERSION	= 1.0.0
PREFIX	= /usr/local
BINDIR	= $(PREFIX)/bin
MANDIR	= $(PREFIX)/share/man

OS	!= uname -s | tr A-Z a-z

WARN	= -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes \
	  -Wmissing-prototypes -Wwrite-strings -Wcast-qual -Wvla
DEFS	= -Iinclude $(DEFS_$(OS)) -DVERSION='"$(VERSION)"' $(CPPFLAGS)
DEFS_linux = -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64
# The caller's CFLAGS come last and so win; BSD make always sets some.
FLAGS	= -std=c11 $(WARN) -O2 -g -pthread $(CFLAGS)
LTO	!= echo 'int main(void) { return 0; }' >/tmp/seqbench-lto.$$$$.c; \
	  for f in -flto=auto -flto ''; do \
	    $(CC) $$f -o /tmp/seqbench-lto.$$$$ /tmp/seqbench-lto.$$$$.c \
	      2>/dev/null && break; \
	  done; echo $$f; \
	  rm -f /tmp/seqbench-lto.$$$$ /tmp/seqbench-lto.$$$$.c
LIBS	= -lm

# Tests: the same sources, always under the sanitizers (.to objects).
TEST_CFLAGS = -O1 -g -fno-omit-frame-pointer \
	  -fsanitize=address,undefined -fno-sanitize-recover=all
CHECKED	= -std=c11 $(WARN) -Itests -pthread $(TEST_CFLAGS)

BASE	= src/base/diag.c \
	  src/base/list.c \
	  src/base/pattern.c \
	  src/base/text.c \
	  src/base/units.c
STATS	= src/stats/compare.c \
	  src/stats/rate.c \
	  src/stats/star.c \
	  src/stats/student.c
CLI	= src/cli/command.c \
	  src/cli/help.c \
	  src/cli/options.c \
	  src/cli/parse.c
ENGINE	= src/engine/engine.c \
	  src/engine/null.c \
	  src/engine/sync.c \
	  src/engine/registry_$(OS).c
TARGET	= src/target/flush.c \
	  src/target/holes.c \
	  src/target/layout.c \
	  src/target/look.c \
	  src/target/safety.c \
	  src/target/signature.c \
	  src/target/temporary.c
PLAN	= src/plan/plan.c \
	  src/plan/schedule.c
RUN	= src/run/buffers.c \
	  src/run/cold.c \
	  src/run/loop.c \
	  src/run/pass.c \
	  src/run/result.c \
	  src/run/session.c \
	  src/run/setup.c
REPORT	= src/report/classic.c \
	  src/report/csv.c \
	  src/report/ddline.c \
	  src/report/json.c \
	  src/report/markdown.c \
	  src/report/outfile.c \
	  src/report/plan.c \
	  src/report/progress.c \
	  src/report/report.c \
	  src/report/table.c
DD	= src/dd/buffer.c \
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
	  src/dd/words.c
PLATFORM = src/platform/sys.c \
	  $(PLATFORM_$(OS))
PLATFORM_linux = src/platform/sys_linux.c
PLATFORM_freebsd = src/platform/sys_freebsd.c
MAIN	= src/main.c

# CORE is everything but main() and the system.
CORE	= $(BASE) $(STATS) $(CLI) $(ENGINE) $(TARGET) $(PLAN) $(RUN) $(REPORT) $(DD)
FAKE	= tests/fake/fake.c
UNIT	= tests/unit/main.c
CONFORM	= tests/engine/conformance.c

PROG_O	= $(CORE:.c=.o) $(PLATFORM:.c=.o) $(MAIN:.c=.o)
UNIT_O	= $(CORE:.c=.to) $(FAKE:.c=.to) $(UNIT:.c=.to)
ENGINE_O = $(CORE:.c=.to) $(PLATFORM:.c=.to) $(CONFORM:.c=.to)
SIM_O	= $(CORE:.c=.to) $(FAKE:.c=.to) $(MAIN:.c=.to)

all: seqbench

seqbench: $(PROG_O)
	$(CC) $(FLAGS) $(LTO) $(LDFLAGS) -o $@ $(PROG_O) $(LIBS)

tests/unit/unit: $(UNIT_O)
	$(CC) $(CHECKED) $(LDFLAGS) -o $@ $(UNIT_O) -lcmocka $(LIBS)

tests/engine/engine: $(ENGINE_O)
	$(CC) $(CHECKED) $(LDFLAGS) -o $@ $(ENGINE_O) -lcmocka $(LIBS)

tests/cli/seqbench-sim: $(SIM_O)
	$(CC) $(CHECKED) $(LDFLAGS) -o $@ $(SIM_O) $(LIBS)

.SUFFIXES:
.SUFFIXES: .c .o .to

.c.o:
	$(CC) $(DEFS) $(FLAGS) $(LTO) -MMD -MP -MF $@.d -c -o $@ $<

.c.to:
	$(CC) $(DEFS) $(CHECKED) -MMD -MP -MF $@.d -c -o $@ $<

-include $(PROG_O:=.d) $(UNIT_O:=.d) $(ENGINE_O:=.d) $(SIM_O:=.d)

check: unit engine cli

unit: tests/unit/unit
	./tests/unit/unit

engine: tests/engine/engine
	./tests/engine/engine

cli: tests/cli/seqbench-sim
	sh tests/cli/run.sh

lint:
	scripts/check-modules

sources:
	@for f in $(CORE) $(PLATFORM) $(MAIN); do echo $$f; done

install: seqbench
	mkdir -p $(DESTDIR)$(BINDIR) $(DESTDIR)$(MANDIR)/man1 \
	    $(DESTDIR)$(MANDIR)/man5
	install -m 755 seqbench $(DESTDIR)$(BINDIR)/seqbench
	install -m 644 man/seqbench.1 $(DESTDIR)$(MANDIR)/man1/seqbench.1
	install -m 644 man/seqbench.5 $(DESTDIR)$(MANDIR)/man5/seqbench.5

uninstall:
	rm -f $(DESTDIR)$(BINDIR)/seqbench \
	    $(DESTDIR)$(MANDIR)/man1/seqbench.1 \
	    $(DESTDIR)$(MANDIR)/man5/seqbench.5

clean:
	rm -f seqbench tests/unit/unit tests/engine/engine \
	    tests/cli/seqbench-sim
	find src tests \( -name '*.o' -o -name '*.to' -o -name '*.d' \) \
	    -exec rm -f {} +

.PHONY: all check unit engine cli lint sources install uninstall clean
