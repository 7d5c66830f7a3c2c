# get_time carries its zone database: it needs nothing but itself, not even /dev or /proc.
. "$(dirname "$0")/../shell.sh"
needs_root chroot
# A sanitized program is not static.
file=$(ldd "$1/get_time" 2>&1 || true)
case $file in *statically*|*"not a dynamic"*) ;; *) echo "skipped: not a static program"
exit 77 ;; esac
cp "$1/get_time" "$dir"
echo '{"timezone":"America/St_Johns"}' | chroot "$dir" /get_time \
  | grep -q '"timezone":"America/St_Johns"'
[ "$(ls -A "$dir")" = get_time ] || { echo "FAILED: something was left in the root"; exit 1; }
