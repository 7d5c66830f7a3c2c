# What no program can be given is refused before it is looked for along it, or compared with every
# name there is.
. "$(dirname "$0")/../shell.sh"
cd "$dir"
repeat() { head -c "$2" /dev/zero | tr '\0' "$1"; }

# expect SENTENCE: the request in ./request is refused as too large.
expect() {
    "$bin/exec" < request > answer 2> error && { echo "FAILED: $1 is accepted"; exit 1; }
    grep -q '"code":"TOO_LARGE"' error || { echo "FAILED: $1: $(head -c 300 error)"; exit 1; }
}

printf '{"cmd":"nosuchprogram","env":{"PATH":"%s"}}' "$(repeat : 300000)" > request
expect "a PATH of many directories"
printf '{"cmd":"%s"}' "$(repeat x 3000000)" > request
expect "a name of megabytes"
