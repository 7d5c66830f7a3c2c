# `agentcli redact` copies stdin to stdout without the secrets, wherever a chunk ends, byte for byte
# else, and in memory that does not grow with the text, also where that is one line.
. "$(dirname "$0")/../../shell.sh"
cd "$dir"
redact() { env -i APP_TOKEN=hunter22 "$bin/agentcli" redact "$@"; }

[ "$(printf 'a hunter22 b aHVudGVyMjI= c\n' | redact)" = 'a [redacted] b [redacted]I= c' ] \
  || fail 'a value is not taken out'
[ "$( (printf 'x hun'; sleep 0.05; printf 'ter22 y') | redact)" = 'x [redacted] y' ] \
  || fail 'a value in two chunks is not taken out'
[ "$( (printf 'postgres://app:mysecretpass1@db/x '; sleep 0.05; echo today) | redact)" = \
  'postgres://app:[redacted]@db/x today' ] || fail 'a password is shown when the input pauses'
[ "$( (printf 'see postgres://app:mysecre'; sleep 0.05; echo 'tpass1@db/x today') \
  | redact)" = 'see postgres://app:[redacted]@db/x today' ] \
  || fail 'a part of a password is shown when the input pauses'
[ "$(printf 'acct-7 k' | redact --redact 'acct-[0-9]+')" = '[redacted] k' ] \
  || fail 'a pattern is not obeyed'
[ -z "$(redact < /dev/null)" ] || fail 'nothing becomes something'
head -c 100000 /dev/urandom > bytes
redact < bytes | cmp - bytes || fail 'bytes are changed'

# Sanitizers take memory of their own.
! is_sanitized || exit 0
head -c 40000000 /dev/zero | tr '\0' x > line
[ "$( (ulimit -v 60000; redact --redact 'acct-[0-9]+' < line) | wc -c)" = 40000000 ] \
  || fail 'a long line takes much memory'
