# The runner and the six tools that most work is done with, stripped, are under 26.2 MB together;
# under 30 beside the OpenSSL and RE2 of Debian 13.
. "$(dirname "$0")/../shell.sh"
! is_sanitized || skip 'it is tried with the release build'
for program in agentcli get_time fs_read_file fs_write_file fs_search exec apply_patch; do
  strip -o "$dir/$program" "$bin/$program"
done
ls -l "$dir"
total=$(cat "$dir"/* | wc -c)
echo "$total bytes in $(ls "$dir" | wc -l) programs"
most=30000000
if grep -qx 'VERSION_ID="12"' /etc/os-release; then most=26200000; fi
[ "$total" -lt $most ]
