# git is the oracle: what fs_search finds in a generated repository is what git check-ignore does
# not name. A name stands for "any name of these letters"; rules and paths come from a generator
# that always begins alike.
. "$(dirname "$0")/../shell.sh"
export HOME=$dir/home XDG_CONFIG_HOME=$dir/home/.config GIT_CONFIG_NOSYSTEM=1
mkdir -p "$XDG_CONFIG_HOME/git"

seed=1
next() { # sets $random, from 0 to $1 - 1
    seed=$(((seed * 1103515245 + 12345) % 2147483648))
    random=$((seed / 65536 % $1))
}

pieces=('a' 'b' 'ab' '*' '?' 'a*' '*b' '*a*' '**' '[ab]' '[!a]' '[a-b]*' '\a' 'b?' '[[:alpha:]]' \
  '[]a]' 'a**' '***' '[^b]b' '[')
rule() {
    local text=''
    next 6; [ "$random" = 0 ] && text='!'
    next 4; [ "$random" = 0 ] && text=$text/
    next 3
    local names=$((random + 1))
    while [ "$names" -gt 0 ]; do
        next ${#pieces[@]}; text=$text${pieces[$random]}
        names=$((names - 1))
        [ "$names" -gt 0 ] && text=$text/
    done
    next 5; [ "$random" = 0 ] && text=$text/
    next 8; [ "$random" = 0 ] && text="$text  "
    next 9; [ "$random" = 0 ] && text=$text$'\r'
    printf '%s\n' "$text"
}
rules() { local count=$1; while [ "$count" -gt 0 ]; do rule; count=$((count - 1)); done; }

for round in 1 2 3 4 5 6 7 8; do
    root=$dir/$round
    git init -q "$root"
    for one in a b ab ba c; do
        for two in a b ab aab c; do
            mkdir -p "$root/$one/$two"
            for name in a b ab bab c; do echo x > "$root/$one/$two/$name.f"
              echo x > "$root/$one/$two/$name"; done
        done
    done
    rules 2 > "$root/.gitignore"
    rules 2 > "$root/a/.gitignore"
    rules 1 > "$root/ab/a/.gitignore"
    rules 1 > "$root/.git/info/exclude"
    rules 1 > "$XDG_CONFIG_HOME/git/ignore"

    (cd "$root" && git ls-files --others --exclude-standard -z) | tr '\0' '\n' \
      | grep -v '\.gitignore$' | LC_ALL=C sort > "$dir/expected" || true
    echo '{"query":"x","mode":"files","maxResults":10000}' | "$bin/fs_search" --root "$root" |
        sed 's/^{"files":\[//; s/\].*//' | tr ',' '\n' | tr -d '"' | grep . \
        | LC_ALL=C sort > "$dir/actual" || true
    if ! diff "$dir/expected" "$dir/actual" > "$dir/difference"; then
        echo "round $round differs from git (< git, > fs_search):"
        head -20 "$dir/difference"
        cat -A "$root/.gitignore" "$root/a/.gitignore" "$root/ab/a/.gitignore" \
          "$root/.git/info/exclude" "$XDG_CONFIG_HOME/git/ignore"
        exit 1
    fi
done
