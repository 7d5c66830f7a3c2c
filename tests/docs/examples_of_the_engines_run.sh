# The blocks of docs/engines.md: its shell, its makefile, the job of Slurm as each task of the
# array, the line of cron, and the arguments of Kubernetes and Argo in the root of the image of
# scripts/image.sh, without a home, as nobody. The YAML, INI, Python and JSON can be read.
. "$(dirname "$0")/../shell.sh"
needs python3 make
! is_sanitized || skip 'it is tried with the release build'
page=$source/docs/engines.md
block() { # HEADING LANGUAGE [NUMBER]: without a number the first one
  awk -v heading="$1" -v fence="\`\`\`$2" -v number="${3:-1}" '
    /^#+ / { is_here = $0 ~ "^#+ " heading "$" }
    $0 == "```" { inside = 0 }
    inside { print }
    is_here && $0 == fence && ++count == number { inside = 1 }' "$page" > block
  [ -s block ] || fail "there is no block $2 in $1"
  cat block
}
cd "$dir"
export PATH="$bin:$PATH" HOME=$dir/home XDG_STATE_HOME=$dir/state
unset AGENTCLI_SHARD
begin() { # NAME: a workspace with both workflows
  mkdir "$dir/$1"
  cd "$dir/$1"
  block 'Workflows on engines' yaml 1 > item.yaml
  block 'Workflows on engines' yaml 2 > map.yaml
  rm block
}
has_all() { # the files of all items
  for id in $(seq 1 20); do [ "$(cat "out-$id.txt")" = "item $id" ] || fail "no item $id"; done
  rm out-*
}
as_shell() { bash -euo pipefail "$1" > out 2> err || fail "$1 of $PWD exits with $?"; }

begin xargs
block xargs sh 1 > first
block xargs sh 2 > second
as_shell first
[ "$(sort -n results.txt | tr -d '"' | head -n 1)" = 1 ] || fail 'xargs has other results'
has_all
as_shell second
has_all
begin make
block make make > Makefile
make --silent --jobs 4 --keep-going > out 2> err || fail 'make'
has_all
[ "$(make --jobs 4 | grep -c agentcli)" = 0 ] || fail 'make does it again'
begin slurm
block Slurm bash > job.sh
for shard in 0 1 2 3; do SLURM_ARRAY_TASK_ID=$shard as_shell job.sh; done
has_all
block 'Workflows on engines' sh > together
as_shell together
[ "$(wc -l < results.ndjson)" = 20 ] || fail 'the shards have not all results'
sed 's/^{"index":\([0-9]*\),.*/\1/' results.ndjson | cmp - <(seq 0 19) ||
  fail 'they are not in order'
begin home
mkdir reports
cp map.yaml reports
block cron text > line
[[ $(cat line) =~ ^([^\ ]+\ +){5}(.*)$ ]] || fail 'there is no line of a crontab'
printf '%s\n' "${BASH_REMATCH[2]//\\%/%}" > command
as_shell command
cd reports
has_all
if parallel --version 2> /dev/null | grep -q '^GNU parallel'; then
  begin parallel
  block 'GNU parallel' sh > command
  as_shell command
  has_all
fi
begin pages
block systemd ini 1 > map.service
block systemd ini 2 > map.timer
block Airflow python > task.py
block 'AWS Batch' json > retries.json
python3 -c 'import ast, configparser, json
for name in ("map.service", "map.timer"):
    configparser.ConfigParser(interpolation=None).read_file(open(name))
ast.parse(open("task.py").read())
json.load(open("retries.json"))' || fail 'a block cannot be read'
block systemd ini 1 | sed -n "s/^ExecStart=.*-c '\(.*\)'$/\1/p" |
  sed 's/\$\$/$/g; s/%%/%/g; s|/etc/map/||; s|-w |-w ./|' > command
as_shell command
has_all

# The image, as a container would have it: twice the same bytes, and a root that is read-only.
needs cmake readelf
[ -e /etc/ssl/certs/ca-certificates.crt ] || export AUTHORITIES=/dev/null
for archive in one two; do "$source/scripts/image.sh" "$bin/.." "$dir/$archive.tar"; done
cmp "$dir/one.tar" "$dir/two.tar" || fail 'the images differ'
mkdir "$dir/image" "$dir/root"
tar -x -C "$dir/image" -f "$dir/one.tar"
cat > args.py << 'END'
# IMAGE: checks its hashes and prints its layers. IMAGE ENGINE INDEX: what a page's YAML runs.
import hashlib, json, os, subprocess, sys
def blob(entry):
    path = os.path.join(sys.argv[1], "blobs", *entry["digest"].split(":"))
    data = open(path, "rb").read()
    assert hashlib.sha256(data).hexdigest() == entry["digest"][7:] and len(data) == entry["size"]
    return path
def yaml(name):
    line = json.dumps(open(name).read()) + "\n"
    return json.loads(subprocess.check_output(["yaml_lines"], input=line, text=True))["json"]
if len(sys.argv) == 2:
    manifest = json.load(open(blob(json.load(open(sys.argv[1] + "/index.json"))["manifests"][0])))
    config = json.load(open(blob(manifest["config"])))
    assert config["rootfs"]["diff_ids"] == [layer["digest"] for layer in manifest["layers"]]
    print(*[blob(layer) for layer in manifest["layers"]])
else:
    if sys.argv[2] == "job":
        spec = yaml("job.yaml")["spec"]
        assert spec["completions"] == 4
        assert spec["podFailurePolicy"]["rules"][1]["onExitCodes"]["values"] == [1, 2]
        container, index = spec["template"]["spec"]["containers"][0], "$(JOB_COMPLETION_INDEX)"
    else:
        shard = yaml("argo.yaml")["spec"]["templates"][1]
        assert shard["retryStrategy"]["expression"] == 'lastRetry.exitCode == "75"'
        container, index = shard["container"], "{{inputs.parameters.index}}"
    words = container["command"] + container["args"]
    print("\n".join(word.replace(index, sys.argv[3]) for word in words))
END
block Kubernetes yaml > job.yaml
block 'Argo Workflows' yaml > argo.yaml
for layer in $(python3 args.py "$dir/image"); do tar -x -C "$dir/root" -f "$layer"; done
block 'An image' dockerfile | grep -qx 'COPY map.yaml /workflows/map.yaml' ||
  fail 'the Containerfile adds no workflow'
mkdir -p "$dir/root/workflows" "$dir/root/state" "$dir/root/proc" "$dir/root/dev"
cp map.yaml "$dir/root/workflows"
[ "$(id -u)" = 0 ] || skip 'a container of its own needs root'
touch "$dir/root/dev/null"
for engine in job argo; do
  mkdir "$dir/$engine.work" "$dir/$engine.state"
  chown 65534:65534 "$dir/$engine.work" "$dir/$engine.state"
  for index in 0 1 2 3; do
    python3 args.py "$dir/image" $engine $index > words
    mapfile -t words < words
    unshare --mount --pid --fork bash -euc '
      root=$1 work=$2 state=$3
      shift 3
      mount --bind "$root" "$root"
      mount -o remount,bind,ro "$root"
      mount --bind "$work" "$root/work"
      mount --bind "$state" "$root/state"
      mount -t proc proc "$root/proc"
      mount --bind /dev/null "$root/dev/null"
      exec env -i PATH=/bin "$(command -v unshare)" --root="$root" --wd=/work --setgid 65534 \
        --setuid 65534 "$@"' sh \
      "$dir/root" "$dir/$engine.work" "$dir/$engine.state" "${words[@]}" > out 2> err ||
      fail "shard $index of $engine exits with $?"
  done
  (cd "$dir/$engine.work" && has_all)
done
