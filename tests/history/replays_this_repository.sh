# The newest commits of this repository, as patches in every form, lead to the trees that they made.
. "$(dirname "$0")/../shell.sh"
set -o pipefail
here=$(dirname "$0")
if ! git -C "$here" rev-parse HEAD > /dev/null 2>&1 || ! command -v perl > /dev/null; then
    echo "skipped: this is no git repository, or there is no perl"
    exit 77
fi
perl "$here/replay.pl" "$1/apply_patch" "$(git -C "$here" rev-parse --show-toplevel)" 30
