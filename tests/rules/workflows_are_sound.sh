# The workflows are YAML with the parts that GitHub requires, call scripts and presets that exist,
# and run the parts of scripts/test.sh: those of `all` in four jobs, `nightly` by a schedule.
. "$(dirname "$0")/../shell.sh"
needs python3
python3 -c 'import yaml' 2> /dev/null || skip 'there is no python3-yaml'
cd "$source"

python3 - > "$dir/out" << 'END' || { cat "$dir/out"; fail 'a workflow cannot be read'; }
import glob, json, os, re, subprocess, yaml

def complain(path, text):
    print(f"{path}: {text}")

def check_command(path, command):
    for script in re.findall(r"(?:^|\s)(\.?/?scripts/\S+\.sh)", command):
        if not os.access(script, os.R_OK if script.startswith("scripts") else os.X_OK):
            complain(path, f"there is no {script}")
    presets = json.load(open("CMakePresets.json"))
    names = {preset["name"] for kind in presets if kind.endswith("Presets")
             for preset in presets[kind]}
    for preset in re.findall(r"--preset (\S+)", command):
        if preset not in names:
            complain(path, f"there is no preset {preset}")
    plain = re.sub(r"\$\{\{.*?\}\}", "X", command)
    if subprocess.run(["bash", "-n"], input=plain, text=True).returncode:
        complain(path, f"not a script: {command}")

paths = glob.glob(".github/workflows/*.yml")
for path in paths:
    workflow = yaml.safe_load(open(path))
    if not {"name", True, "permissions", "jobs"} <= workflow.keys():  # `on` is true in YAML 1.1
        complain(path, "it lacks name, on, permissions or jobs")
    for name, job in workflow["jobs"].items():
        if not {"runs-on", "steps"} <= job.keys():
            complain(path, f"{name} lacks runs-on or steps")
        if job.get("needs", name) not in workflow["jobs"]:
            complain(path, f"{name} needs {job['needs']}, which is no job")
        for step in job["steps"]:
            if ("run" in step) == ("uses" in step):
                complain(path, f"a step of {name} has not one of run and uses")
            if "uses" in step and not re.fullmatch(r"actions/[\w-]+@v\d+", step["uses"]):
                complain(path, f"{step['uses']} is no action of a fixed version")
            check_command(path, step.get("run", ""))

ci = yaml.safe_load(open(".github/workflows/ci.yml"))["jobs"]
jobs = ci["test"]["strategy"]["matrix"]["parts"]
ours = sorted(part for job in jobs for part in job.split())
script = open("scripts/test.sh").read()
known = sorted(re.search(r"^all=\((.*)\)$", script, re.M).group(1).split())
if ours != known:
    complain("ci.yml", f"runs {ours}, and scripts/test.sh has {known}")
if not any("scripts/test.sh nightly" in step.get("run", "") for step in ci["nightly"]["steps"]):
    complain("ci.yml", "nothing runs the nightly parts")
if len(jobs) != 4 or len(paths) < 2:
    complain("ci.yml", "there are not four jobs")
END
[ ! -s "$dir/out" ] || { cd "$dir"; fail 'the workflows are wrong'; }
