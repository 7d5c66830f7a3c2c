# One thread and many answer the same bytes, whatever is asked, and whatever the limit.
. "$(dirname "$0")/../shell.sh"
cd "$dir"
for one in 0 1 2 3 4 5 6 7; do
    for two in 0 1 2 3 4 5 6 7; do
        mkdir -p "tree/$one/d$two"
        for name in a b c d e; do
          printf 'one needle\ntwo\nneedle %s\n' "$two$name" > "tree/$one/d$two/$name"
        done
    done
    for number in $(seq 60); do echo "needle $number" > "tree/$one/file$number"; done
    head -c 100000 /dev/zero > "tree/$one/binary"
    echo needle >> "tree/$one/binary"
done

for limit in 1 10 100 1039 10000; do
    for mode in matches files count; do
        for pattern in needle 'ne{2}dle [0-9]'; do
            request="{\"pattern\":\"$pattern\",\"mode\":\"$mode\",\"maxResults\":$limit}"
            for threads in 1 3 16; do
                echo "$request" | "$bin/fs_search" --root tree --threads "$threads" \
                  --max-file-bytes 50000 > "answer$threads"
                if ! cmp -s answer1 "answer$threads"; then
                    echo "with $threads threads another answer to $request"
                    exit 1
                fi
            done
        done
    done
done
grep -q '"skipped":8' answer1
