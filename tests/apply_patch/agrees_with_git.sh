# What git diff writes, apply_patch applies: to the bytes and modes of the tree that the diff leads
# to, which are those that git apply comes to. Trees and edits come from a seeded generator, so that
# every run is the same one.
. "$(dirname "$0")/../shell.sh"
set -o pipefail
tool=$1/apply_patch
export HOME=$dir GIT_CONFIG_NOSYSTEM=1 LC_ALL=C
umask 022

# Lines of a small alphabet, so that contexts repeat. kind: lf, crlf, mixed, or open (no newline at
# the end).
generate() { # seed lines kind
    awk -v seed="$1" -v lines="$2" -v kind="$3" 'BEGIN {
        srand(seed)
        for (n = 1; n <= lines; ++n) {
            text = rand() < 0.4 ? "}" : rand() < 0.2 ? "" : \
                "\tword " int(rand() * 40) " \"quoted\" \\ caf\303\251"
            end = kind == "crlf" || (kind == "mixed" && rand() < 0.5) ? "\r\n" : "\n"
            printf "%s%s", text, kind == "open" && n == lines ? "" : end
        }
    }'
}

# Removes, changes and puts in lines here and there, and now and then the newline at the end.
edit() { # seed file
    awk -v seed="$1" 'BEGIN { srand(seed) }
    { lines[NR] = $0 }
    END {
        for (n = 1; n <= NR; ++n) {
            dice = rand()
            if (dice < 0.05) continue
            if (dice < 0.10) lines[n] = "changed " int(rand() * 9)
            if (dice > 0.95) printf "}\n"
            if (dice > 0.98) printf "new\r\nlines\n"
            printf "%s%s", lines[n], n == NR && rand() < 0.3 ? "" : "\n"
        }
    }' "$2" > "$2.new"
    cat "$2.new" > "$2"
    rm "$2.new"
}

json_string() { sed 's/\\/\\\\/g; s/"/\\"/g; s/\t/\\t/g; s/\r/\\r/g' "$1" \
  | awk '{ printf "%s\\n", $0 }'; }

git_in() { git --git-dir="$dir/git" --work-tree="$dir/$1" "${@:2}"; }

tree_of() { git_in "$1" add -A && git_in "$1" write-tree; }

make_trees() { # seed: the trees $dir/old and $dir/new
    rm -rf "$dir/old" "$dir/new"
    mkdir -p "$dir/old/src/deep" "$dir/old/docs"
    local number=0 kind
    for kind in lf crlf mixed open lf lf; do
        number=$((number + 1))
        generate "$1$number" $((number * 25)) $kind > "$dir/old/src/$kind $number.txt"
    done
    generate "$1"7 30 lf > "$dir/old/src/deep/café \"x\".c"
    generate "$1"8 20 lf > "$dir/old/docs/tab	name"
    generate "$1"9 60 lf > "$dir/old/docs/moves.md"
    generate "$1"10 60 open > "$dir/old/docs/copied.md"
    generate "$1"11 9 lf > "$dir/old/docs/leaves.md"
    : > "$dir/old/docs/empty"
    cp -a "$dir/old" "$dir/new"
    cd "$dir/new"
    for number in src/*.txt src/deep/* docs/tab* docs/moves.md; do
        [ $(($1 % 3)) -eq 0 ] && [ "$number" = docs/moves.md ] || edit "$1${#number}" "$number"
    done
    mkdir -p new/folder
    mv docs/moves.md "new/folder/moved here.md"
    cp docs/copied.md docs/copy.md
    [ $(($1 % 2)) -eq 0 ] && edit "$1"12 docs/copy.md
    rm docs/leaves.md
    [ $(($1 % 2)) -eq 0 ] && rm docs/empty
    : > new/empty
    generate "$1"13 12 crlf > new/script.sh
    chmod 755 new/script.sh
    chmod 755 docs/copied.md "src/lf 1.txt"
}

listing() { (cd "$1" && find . -type d -empty -delete \
  && find . -type f -printf '%m %p\n' -exec sha256sum {} + | sort); }

check() { # seed, then the options of git diff
    local strip=1
    [[ " $* " != *" --no-prefix "* ]] || strip=0
    git_in old diff --no-color "${@:2}" "$before" "$after" > diff.patch
    rm -rf ours theirs
    cp -a old ours
    cp -a old theirs
    (cd theirs && git apply -p$strip --unidiff-zero --whitespace=nowarn ../diff.patch)
    printf '{"unifiedDiff":"%s"}' "$(json_string diff.patch)" > request
    if ! "$tool" --root ours < request > answer 2> error; then
        echo "seed $1, git diff ${*:2}: $(cat error)"
        exit 1
    fi
    if ! diff <(listing new) <(listing ours); then
        echo "seed $1, git diff ${*:2}: another tree than the one that the diff leads to"
        exit 1
    fi
    # Without context git apply 2.39 takes the newline off the wrong line where the last one goes.
    if [[ $2 != -U0 ]] && ! diff <(listing theirs) <(listing ours); then
        echo "seed $1, git diff ${*:2}: another tree than git's"
        exit 1
    fi
}

git init -q --bare "$dir/git"
checked=0
for seed in $(seq 1 10); do
    make_trees "$seed"
    cd "$dir"
    before=$(tree_of old)
    after=$(tree_of new)
    git_in old config core.quotePath "$([ $((seed % 2)) -eq 0 ] && echo true || echo false)"
    for options in '-M -C --find-copies-harder' '-U0 -M' '-U1 --no-renames' '--no-prefix -U5' \
        '-U8 --inter-hunk-context=3 -B -M' '--src-prefix=i/ --dst-prefix=w/'; do
        read -r -a words <<< "$options"
        check "$seed" "${words[@]}"
        checked=$((checked + 1))
    done
done
echo "$checked diffs applied as git does"
