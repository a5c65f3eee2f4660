#!/bin/sh
# hardening.sh PROGRAM -- it has what the Makefile's HARDEN asks for, as
# readelf sees it; and a program built without has none of that.
set -u
program=$1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
passed=0 failed=0

count() {
	if [ "$1" -eq 0 ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAIL $2"
	fi
}

pie() {
	readelf -hW "$1" | grep -q 'Type: *DYN'
}

relro() {
	readelf -lW "$1" | grep -q GNU_RELRO
}

bind_now() {
	readelf -dW "$1" | grep -q 'FLAGS_1.*NOW'
}

no_text_relocation() {
	! readelf -dW "$1" | grep -q TEXTREL
}

no_executable_stack() {
	readelf -lW "$1" | grep -q 'GNU_STACK.* RW  *0x'
}

stack_protector() {
	readelf -sW "$1" | grep -q '__stack_chk_fail'
}

fortified() {
	readelf -sW "$1" | grep -q '__[a-z]*printf_chk'
}

for rule in pie relro bind_now no_text_relocation no_executable_stack \
    stack_protector fortified; do
	$rule "$program"
	count $? "$program: $rule"
done

echo 'int printf(const char *, ...); int main(int argc, char *argv[]) {
	char text[64]; return printf("%s%d", argv[0], argc + text[argc]); }' \
    >"$work/bare.c"
${CC:-cc} -w -U_FORTIFY_SOURCE -fno-stack-protector -fno-pie -no-pie \
    -Wl,-z,norelro -Wl,-z,lazy -Wl,-z,execstack -o "$work/bare" \
    "$work/bare.c" || exit 1
for rule in pie relro bind_now no_executable_stack stack_protector \
    fortified; do
	! $rule "$work/bare"
	count $? "a program without: $rule"
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
