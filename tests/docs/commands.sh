# Runs what README.md, docs/ and examples/ show: in a block marked `console`, lines that begin with
# "$ " are typed in one after another, in a fresh directory a page, and must print what stands
# beneath them. "…" stands for anything on a line. No page shows commands in another form.
# The README begins with the files of its picture (docs/pictures/chat.case). An "export" holds for
# the commands after it. In place of a local server of models, at 127.0.0.1:8080 or :11434, there is
# local_model.pl, and llama-server is a program that starts nothing. /usr/share/agentcli is that of
# the build. A block of docs/tutorial.md after a line that ends with "`FILE`:" is written to that
# file. A block of yaml that begins with "# FILE" is written to that file; those of
# docs/workflows.md all do, and are checked.
. "$(dirname "$0")/../shell.sh"
mkdir "$dir/programs"
printf '#!/bin/sh\n' > "$dir/programs/llama-server"
chmod +x "$dir/programs/llama-server"
export PATH="$dir/programs:$bin:$PATH"

exec {output}< <(exec perl "$source/tests/docs/local_model.pl")
at_end "kill $!"
read -r port <&"$output"

matches() { # EXPECTED-FILE ACTUAL-FILE
  perl -e 'local $/; open A, $ARGV[0]; open B, $ARGV[1]; my $e = <A> // ""; my $a = <B> // "";
    my $p = join "[^\n]*", map { quotemeta } split /…/, $e, -1; exit($a =~ /\A$p\z/ ? 0 : 1)' "$1" \
      "$2"
}

check() { # PAGE COMMAND: compares what it prints with $dir/expected
  [ -n "$2" ] || return 0
  status=0
  [[ $2 != 'export '* ]] || echo "$2" >> "$dir/exports"
  (cd "$dir/workspace" \
    && bash -c "$(echo "$2" | cat "$dir/exports" - \
    | sed -E "s/127\.0\.0\.1:(8080|11434)/127.0.0.1:$port/g; s|/usr(/share/agentcli/)|$bin/..\1|g")" > "$dir/actual" 2>&1 < /dev/null) || status=$?
  matches "$dir/expected" "$dir/actual" || { echo "FAILED: $1: $2"; cat "$dir/actual"; exit 1; }
  count=$((count + 1))
}

begin_file() { # PAGE LINE: the first line of a block of yaml
  file=''
  case $2 in
    '# '*.yaml) file=$dir/workspace/${2#\# }; mkdir -p "$(dirname "$file")"; : > "$file" ;;
    *) case $1 in */docs/workflows.md) echo "FAILED: $1 has a file without a name: $2"
    exit 1 ;; esac ;;
  esac
}

end_file() { # PAGE
  [ -n "$file" ] || return 0
  (cd "$dir/workspace" && agentcli workflow check --model m "$file") \
    || { echo "FAILED: $1: $file"; exit 1; }
  count=$((count + 1))
}

name_file() { # LINE: sets $named, the file that the next block is written to
  named=${1%'`:'}
  named=${named##*'`'}
  mkdir -p "$(dirname "$dir/workspace/$named")"
  : > "$dir/workspace/$named"
}

begin_block() { # PAGE LANGUAGE: sets $inside
  inside=skipped
  [ "$2" != yaml ] || inside=first
  [ -z "$named" ] || inside=named
  case $2 in
    sh | bash | shell) # run by examples_of_{fetch_url,the_engines,the_host,the_server}_run.sh
      case $1 in */docs/engines.md | */docs/fetch-url.md | */docs/host.md \
        | */docs/http.md) ;; *) echo "FAILED: $1 shows commands that no test runs"
        exit 1 ;; esac ;;
  esac
}

files_of_the_picture() {
  awk -v place="$dir/workspace/" '/^-- / { file = "" } file { print > file }
    /^-- before\// { file = place substr($2, 8) }' "$source/docs/pictures/chat.case"
}

run_page() { # PAGE
  local inside='' command='' line file='' named=''
  rm -rf "$dir/workspace"; mkdir "$dir/workspace"; : > "$dir/exports"
  [ "$1" != "$source/README.md" ] || files_of_the_picture
  while IFS= read -r line; do
    case $inside:$line in
      ':```console') inside=console ;;
      'console:```') check "$1" "$command"; command=''; inside='' ;;
      'console:$ '*) check "$1" "$command"; command=${line#\$ }; : > "$dir/expected" ;;
      console:*) printf '%s\n' "$line" >> "$dir/expected" ;;
      named:'```') inside=''; named='' ;;
      named:*) printf '%s\n' "$line" >> "$dir/workspace/$named" ;;
      :*'`:') named=''; [[ $1 != */docs/tutorial.md ]] || name_file "$line" ;;
      ':```'[a-z]*) begin_block "$1" "${line#'```'}" ;;
      yaml:'```' | first:'```') end_file "$1"; inside='' ;;
      first:*) inside=yaml; begin_file "$1" "$line" ;;
      yaml:*) [ -z "$file" ] || printf '%s\n' "$line" >> "$file" ;;
      skipped:'```') inside='' ;;
    esac
  done < "$1"
}

count=0
for page in "$source/README.md" $(find "$source/docs" "$source/examples" -name '*.md' | sort); do
  if grep -q '^\$ .*| jq' "$page" && ! command -v jq > /dev/null; then
    echo "skipped, since there is no jq: $page"; continue
  fi
  if [[ $page = */docs/tutorial.md ]] && ! command -v python3 > /dev/null; then
    echo "skipped, since there is no python3: $page"; continue
  fi
  run_page "$page"
done
for tool in "$source"/tools/*/; do
  tool=$(basename "$tool")
  grep -q "^\\$ .*| \(env \)\?$tool\b" "$source/docs/contract.md" "$source/docs/contract/$tool.md" \
    2> /dev/null || { echo "FAILED: docs/contract has no example of $tool"; exit 1; }
  # The example of --help is one of these, which have run.
  example=$("$bin/$tool" --help | sed -n '/^Example:$/,/^$/s/^  //p')
  page=$(cat "$source/docs/contract.md" "$source/docs/contract/$tool.md" 2> /dev/null || :)
  [ -n "$example" ] && [[ $'\n'$page$'\n' = *$'\n'"$example"$'\n'* ]] \
    || { echo "FAILED: the example of $tool --help is not in docs/contract"; exit 1; }
done
echo "$count commands ran"
[ "$count" -gt 0 ]
