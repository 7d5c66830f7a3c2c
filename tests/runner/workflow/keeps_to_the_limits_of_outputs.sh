# Much output does not fail a step whose output is text; parameters that are too long for a variable
# are files; --env-file sets variables of the workflow.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/runs.bash"
needs bash

write() { cat > w.yaml; } # the workflow

write << 'END'
steps:
  - {id: err, run: 'seq 400000 >&2; echo fine'}
  - {id: out, run: 'seq 400000'}
  - id: small
    shell: {command: 'seq 100', max_output_bytes: 100}
  - id: file
    shell:
      command: |
        name=$(sed -n 's/^.*; the whole is in \(.*\)]$/\1/p' <<< "$text")
        tail -n 1 "$name"
      env: {text: "{{ steps.out.output }}"}
  - id: strict
    on_failure: continue
    shell: {command: 'seq 400000', output_limit: fail}
  - id: parsed
    on_failure: continue
    shell: {command: 'seq 400000', parse: lines}
  - id: lines
    shell: {command: 'seq 400000', parse: lines, output_limit: truncate}
result:
  err: "{{ steps.err.output }}"
  last_of_err: "{{ steps.err.stderr | split: '\n' | last }}"
  out: "{{ steps.out.output }}"
  small: "{{ steps.small.output }}"
  file: "{{ steps.file.output }}"
  codes: ["{{ steps.strict.error.code }}", "{{ steps.parsed.error.code }}"]
  lines: "{{ steps.lines.output | last }}"
END
runs 0 -w ./w.yaml
python3 - "$dir/out" << 'END' || fail "the outputs are wrong: $(head -c 3000 "$dir/out")"
import json, re, sys
end = json.load(open(sys.argv[1]))
assert end["err"] == "fine" and end["last_of_err"] == "400000", end["last_of_err"]
assert end["out"].startswith("1\n2\n") and end["out"].endswith("\n400000"), end["out"][-20:]
assert len(end["out"]) <= 66000, len(end["out"])
middle = r"\n\[(\d+) bytes, \d+ newlines left out; the whole is in (\S+)\]\n"
missing = re.search(middle, end["out"])
assert int(missing[1]) > 2000000 and missing[2].startswith(".agentcli/output/"), missing
assert "bytes" in end["small"] and end["small"].endswith("100"), end["small"]
assert end["file"] == "400000", end["file"]
assert end["codes"] == ["TOO_LARGE", "TOO_LARGE"], end["codes"]
assert end["lines"] == "400000"
END

# Parameters.
write << 'END'
parameters: {text: {}, short: {}}
steps:
  - {id: a, run: 'wc -c < "$text_FILE"; echo "${text-unset} $short ${short_FILE-unset}"'}
  - {id: b, shell: {command: 'wc -c', stdin: "{{ params.text }}"}}
  - {id: c, run: 'ls .agentcli/output'}
result: "{{ steps.a.output }} {{ steps.b.output }} {{ steps.c.output }}"
END
python3 -c 'import json; print(json.dumps({"text": "x" * 300000, "short": "s"}))' > params.json
rm -rf .agentcli/output
runs 0 -w ./w.yaml --params params.json
sed -i 's/ *[0-9a-z]*\.param$//' "$dir/out"
prints '300000
unset s unset 300000'
[ -z "$(ls .agentcli/output)" ] || fail "a file was left: $(ls .agentcli/output)"

# --env-file.
cat > vars << 'END'
# a comment
export PLAIN = some value # no comment
QUOTED="two\nlines \$HOME"
SINGLE='$HOME \n'
SEVERAL="a
b"

EMPTY=
PLAIN2=first
PLAIN2=second
OUR_SECRET=hunter2-hunter2
END
write << 'END'
pass_env: [PLAIN, PLAIN2, QUOTED, SINGLE, SEVERAL, EMPTY, OTHER]
secrets: [OUR_SECRET]
env: {X: "{{ env.PLAIN }}", S: "{{ secrets.OUR_SECRET }}"}
steps:
  - {id: a, run: 'echo "$X; $S"'}
result: "{{ steps.a.output }}; {{ env.PLAIN2 }}; {{ env.QUOTED }}; {{ env.SINGLE }};\
  \ {{ env.SEVERAL }}; {{ env.EMPTY }}; {{ env.OTHER }}"
END
PLAIN=lower OTHER=outer runs 0 -w ./w.yaml --env-file vars
prints 'some value # no comment; [redacted]; second; two
lines $HOME; $HOME \n; a
b; ; outer'
refuses() { # TEXT MESSAGE
  printf '%b' "$1" > vars
  runs 2 -w ./w.yaml --env-file vars
  notes "$2"
}
refuses 'A=1\n\nB\n' "vars:3: the line has no '='"
refuses '1A=1\n' "vars:1: '1A' is not the name of a variable"
refuses 'A="x\n' 'vars:1: the value has no closing quote'
refuses 'A="x\ny" z\n' "vars:1: 'z' follows the closing quote"
refuses 'A="\\q"\n' 'vars:1: there is no escape \q'
refuses 'A=\0000\n' 'vars contains NUL or is not UTF-8'
runs 2 -w ./w.yaml --env-file none
notes 'none'
