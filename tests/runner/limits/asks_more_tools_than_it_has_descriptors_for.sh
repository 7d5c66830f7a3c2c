# 250 tools are asked what they can do while only 64 descriptors may be open: fewer run at once, and
# none is missed.
. "$(dirname "$0")/../../shell.sh"
set -o pipefail
cd "$dir"
cat > tool << 'END'
#!/bin/sh
echo '{"effects":{"workspace":"read","sandbox":"none"}}'
END
chmod +x tool
{
    printf '{"tools":['
    for number in $(seq 250); do
        [ "$number" = 1 ] || printf ,
        printf \
          '{"name":"t%s","schema":{},"command":["./tool"],"effects":{"workspace":"read","sandbox":"none"}}' "$number"
    done
    printf ']}'
} > tools.json
status=0
(ulimit -n 64 && exec "$1/agentcli" --tools tools.json --capabilities) > out 2> err || status=$?
[ "$status" = 0 ] && [ ! -s err ] && [ "$(wc -l < out)" = 250 ] && ! grep -q warning out && exit
echo "exit status $status, $(wc -l < out) lines, said $(head -3 err)"
exit 1
