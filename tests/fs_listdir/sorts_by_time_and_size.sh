# The last changed first; the largest first.
. "$(dirname "$0")/../shell.sh"
cd "$dir"
mkdir -p w/sub && cd w
printf 12345 > old.c && touch -d '2020-01-01' old.c
printf 1 > sub/new.c
printf 123 > middle.c && touch -d '2021-01-01' middle.c
answer=$(echo '{"pattern":"**/*.c","sort":"modified"}' | "$bin/fs_listdir")
[ "$answer" = '{"paths":["sub/new.c","middle.c","old.c"],"truncated":false}' ] || fail "$answer"
answer=$(echo '{"pattern":"**/*.c","sortBy":"size"}' | "$bin/fs_listdir")
[ "$answer" = '{"paths":["old.c","middle.c","sub/new.c"],"truncated":false}' ] || fail "$answer"
