# A Slurm of one node, with its own configuration, key and sockets in a directory, runs a workflow
# as an array of shards, while tasks are killed and requeued: see engines.bash.
. "$(dirname "$0")/../../shell.sh"
PATH=$PATH:/usr/sbin
needs bash python3 slurmctld slurmd munged sbatch
needs_root slurmd
. "$(dirname "$0")/runs.bash"
. "$source/tests/runner/workflow/engines.bash"
shards=${AGENTCLI_SHARDS:-4}
engine=$dir/slurm
mkdir -p "$engine/state" "$engine/spool"
chmod 755 "$dir"
head -c 64 /dev/urandom > "$engine/key"
chmod 600 "$engine/key"
port=$((20000 + RANDOM % 10000))
cat > "$engine/slurm.conf" << END
ClusterName=test
SlurmctldHost=localhost(127.0.0.1)
SlurmUser=root
SlurmctldPort=$port
SlurmdPort=$((port + 1))
AuthType=auth/munge
AuthInfo=socket=$engine/munge,cred_expire=5
StateSaveLocation=$engine/state
SlurmdSpoolDir=$engine/spool
SlurmctldPidFile=$engine/slurmctld.pid
SlurmdPidFile=$engine/slurmd.pid
SlurmctldLogFile=$engine/slurmctld.log
SlurmdLogFile=$engine/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
RequeueExit=75
SchedulerParameters=sched_interval=1,batch_sched_delay=0
ReturnToService=2
KillWait=10
NodeName=localhost NodeAddr=127.0.0.1 CPUs=4 State=UNKNOWN
PartitionName=all Nodes=localhost Default=YES MaxTime=INFINITE State=UP
END
export SLURM_CONF=$engine/slurm.conf
end_daemon() { # PID_FILE
  [ -s "$1" ] || return 0
  local process
  process=$(cat "$1")
  kill "$process" 2> /dev/null
  for _ in $(seq 100); do kill -0 "$process" 2> /dev/null || return 0; sleep 0.05; done
  kill -9 "$process"
}
at_end 'for one in munged slurmctld slurmd; do end_daemon "$engine/$one.pid"; done'
munged --force --socket="$engine/munge" --key-file="$engine/key" --pid-file="$engine/munged.pid" \
  --log-file="$engine/munged.log" --seed-file="$engine/seed" --num-threads=2 2> "$dir/err" ||
  skip "munged does not start: $(cat "$dir/err")"
slurmctld -c
slurmd -N localhost || skip "slurmd does not start: $(tail -n 3 "$engine/slurmd.log")"
for _ in $(seq 200); do ! sinfo -h -o %t 2> /dev/null | grep -q idle || break; sleep 0.1; done
sinfo -h -o %t | grep -q idle || skip "the node is not ready: $(tail -n 3 "$engine/slurmctld.log")"

cat > map.yaml << 'END'
parameters: {count: {type: int, required: true}}
steps:
  - id: each
    foreach:
      items: "{{ (1..params.count) }}"
      shard: true
      collect: false
      parallel: 2
      steps:
        - {id: before, run: 'sleep 0.02'}
        - {id: paid, shell: {command: 'echo "$i" >> once.log', env: {i: "{{ index }}"}}, once: true}
        - {id: after, exec: 'echo item{{ index }}'}
result: "{{ steps.each.output.count }}"
END
cat > job.sh << END
#!/bin/bash
export AGENTCLI_SHARD=\$SLURM_ARRAY_TASK_ID/$shards
"$bin/agentcli" --tools "$dir/tools.json" -w ./map.yaml --batch --grace 5s \\
  --state "$state" --run-id "map-\$SLURM_ARRAY_TASK_ID" --param count=$items
status=\$?
[ \$status -le 128 ] || status=75 # killed
exit \$status
END
job=$(sbatch --parsable --requeue --array="0-$((shards - 1))" --output="$dir/task-%a.out" \
  --open-mode=append job.sh)
kill_at_random "$kills" > killed &
killer=$!
for _ in $(seq 6000); do
  open=$(squeue -h -o %T | wc -l)
  [ "$open" != 0 ] || break
  if [ $((RANDOM % 10)) = 0 ] && kill -0 $killer 2> /dev/null; then
    scontrol requeue "${job}_$((RANDOM % shards))" 2> /dev/null && echo requeued >> killed || true
  fi
  sleep 0.2
done
[ "$open" = 0 ] || fail "the job has not ended: $(squeue)"
kill $killer 2> /dev/null || true
wait $killer || true
for ((shard = 0; shard < shards; shard++)); do # killed, or uncertain
  AGENTCLI_SHARD=$shard/$shards finish_run -w ./map.yaml --state "$state" --run-id "map-$shard" \
    --param "count=$items"
done
cat "$state"/map-*/results-each-*-of-"$shards".ndjson > lines
sed 's/^{"index":\([0-9]*\),.*/\1/' lines > indices
[ "$(grep -c '"status":"ok"' lines)" = "$items" ] || fail 'an item has failed'
check_items indices
sort killed | uniq -c
