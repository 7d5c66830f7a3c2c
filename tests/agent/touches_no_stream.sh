# The library of agent/ is for any program: no object of it refers to the streams of the process, to
# printf or to main, and no source to descriptors 0 to 2 by name, to argv of main or to getopt.
. "$(dirname "$0")/../shell.sh"
needs nm
library=$bin/../libagent.a
[ -e "$library" ] || fail 'there is no libagent.a'

nm -A --undefined-only "$library" > "$dir/symbols" 2> /dev/null
[ "$(wc -l < "$dir/symbols")" -gt 100 ] || fail 'the library refers to nothing'
streams='stdin|stdout|stderr|_ZSt[0-9]w?(cin|cout|cerr|clog)|_ZNSt8ios_base4Init.*'
printing='_*v?f?printf(_chk)?|puts|putchar|fputs|fputc|perror|getchar|gets|scanf|getline'
process='main|getopt.*|isatty|_*environ|program_invocation.*'
if grep -E " U ($streams|$printing|$process)(@.*)?$" "$dir/symbols"; then
  fail 'the library refers to what belongs to the program'
fi
if nm -A --defined-only "$library" 2> /dev/null | grep -E ' T main$'; then
  fail 'the library is a program'
fi

cd "$source"
if grep -rnE 'STD(IN|OUT|ERR)_FILENO|<iostream>|\bargc\b' agent; then
  fail 'a source knows what belongs to the program'
fi
exit 0
