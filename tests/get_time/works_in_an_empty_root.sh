# get_time carries its zone database: it needs nothing but itself, not even /dev or /proc.
set -eu
[ "$(id -u)" = 0 ] || { echo "skipped: chroot needs root"; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
# A sanitized program is not static.
file=$(ldd "$1/get_time" 2>&1 || true)
case $file in *statically*|*"not a dynamic"*) ;; *) echo "skipped: not a static program"; exit 77 ;; esac
cp "$1/get_time" "$dir"
echo '{"timezone":"America/St_Johns"}' | chroot "$dir" /get_time | grep -q '"timezone":"America/St_Johns"'
[ "$(ls -A "$dir")" = get_time ] || { echo "FAILED: something was left in the root"; exit 1; }
