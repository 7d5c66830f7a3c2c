# What a failure does: the exit status, tries, fallbacks, final steps, timeouts; and what is refused
# before the first step.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/runs.bash"
needs bash

write() { cat > w.yaml; } # the workflow

write << 'END'
steps: [{run: exit 9}, {run: touch later}]
finally: [{id: z, run: 'echo "final" > final; exit 3'}]
END
runs 9 -w ./w.yaml
[ ! -e later ] && [ -e final ] || fail 'a later step has run, or no final one'
runs 9 -w ./w.yaml --json
grep -q '"exitReason":"failed","exitStatus":9' "$dir/out" || fail 'the object does not say why'

write << 'END'
steps: [{id: t, run: 'sleep 20 & sleep 20', timeout_seconds: 0.2}]
finally: [{set: {status: "{{ workflow.status }}"}}]
END
runs 124 -w ./w.yaml --json
grep -q '"exitReason":"timed-out"' "$dir/out" || fail 'a timeout is not told'
write << 'END'
limits: {seconds: 0.3}
steps: [{run: sleep 20}]
finally: [{id: z, run: touch late}]
END
runs 5 -w ./w.yaml
[ -e late ] || fail 'the final steps have not run after the time was over'
write << 'END'
limits: {tool_calls: 1}
steps: [{run: 'true'}, {run: touch second}]
END
runs 4 -w ./w.yaml
[ ! -e second ] || fail 'there were more calls than the limit'

write << 'END'
steps:
  - id: r
    run: 'echo x >> tries; [ "$(wc -l < tries)" = 3 ]'
    retry: {max: 5, when: result.exit_code == 1, backoff: {base_ms: 1, jitter_ms: 0}}
  - id: no
    run: exit 4
    retry: {max: 5, when: result.exit_code == 1, backoff: {base_ms: 1}}
    on_failure: continue
  - {id: fb, run: exit 4, fallback: [{run: 'echo instead'}]}
result: >-
  {{ steps.r.attempts }} {{ steps.no.attempts }} {{ steps.no.error.message }},
  {{ steps.fb.output }}
END
runs 0 -w ./w.yaml
prints '3 1 the command has ended with status 4, instead'

write << 'END'
steps:
  - {id: big, run: 'head -c 200000 /dev/zero | tr "\0" x'}
  - {id: more, run: 'head -c 200 /dev/zero', max_output_bytes: 100}
END
runs 2 -w ./w.yaml # max_output_bytes is a field of shell
write << 'END'
steps:
  - {id: big, run: 'head -c 200000 /dev/zero | tr "\0" x'}
  - id: more
    shell: {command: 'head -c 200 /dev/zero', max_output_bytes: 100, output_limit: fail}
    on_failure: continue
result: "{{ steps.big.output.size }} {{ steps.more.error.code }}"
END
runs 0 -w ./w.yaml
prints '200000 TOO_LARGE'

write << 'END'
steps:
  - {run: touch first}
  - {tool: {name: fs_reed_file, args: {}}}
  - {tool: {name: fs_read_file, args: {path: 5}}}
END
runs 2 -w ./w.yaml
[ ! -e first ] || fail 'a step was run although another one cannot be'

notes "the manifest has no tool 'fs_reed_file'; did you mean 'fs_read_file'?"

write << 'END'
steps: [{id: q, ask: {message: 'who?'}}]
END
runs 7 -w ./w.yaml
write << 'END'
parameters: {v: {default: '-rf'}}
steps: [{exec: 'echo {{ params.v }}'}]
END
runs 1 -w ./w.yaml
notes 'would be read as an option'
runs 0 -w ./w.yaml --v x

# Another try of a foreach repeats the items that failed.
write << 'END'
steps:
  - id: each
    foreach:
      items: [1, 2]
      steps:
        - shell:
            command: 'echo $i >> items; test $i = 1 || test "$(wc -l < items)" = 3'
            env: {i: "{{ item }}"}
    retry: {max: 2, backoff: {base_ms: 1, jitter_ms: 0}}
result: "{{ steps.each.attempts }} {{ steps.each.output.ok }}"
END
runs 0 -w ./w.yaml
prints '2 2'
[ "$(tr '\n' ' ' < items)" = '1 2 2 ' ] || fail "the items were $(cat items)"
