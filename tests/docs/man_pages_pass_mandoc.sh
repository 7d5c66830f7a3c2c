# mandoc reports nothing of the manual pages, not even their style, and shows the same text as of
# the pages that agentcli prints.
. "$(dirname "$0")/../shell.sh"
needs mandoc
pages=$bin/../share/man/man1
[ "$(ls "$pages" | wc -l)" -gt 15 ] || fail 'pages are missing'
cd "$dir"
mandoc -T lint -W style "$pages"/*.1 > out 2>&1 || true
[ ! -s out ] || fail 'mandoc complains'
text() { mandoc -T utf8 -O width=78 | sed '1d; $d'; } # without the lines of title and date
"$bin/agentcli" generate man | text > printed
text < "$pages/agentcli.1" | diff printed - > out || fail 'the page says something else'
