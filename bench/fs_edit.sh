#!/usr/bin/env bash
# fs_edit on a file of 10 MB against sed and perl making the same replacement, in one run; and,
# where nothing matches, its search for the nearest block against tre-agrep's for the best line.
# Needs the release build.
. "$(dirname "$0")/shared.sh"
prepare perl sed jq tre-agrep
needs perl jq
tool=$bin/fs_edit
cd "$dir"

awk -v functions="$(size 67000 40100)" 'BEGIN {
  for (n = 1; n <= functions; ++n) {
    printf "static int configure_%d(struct device *device, unsigned flags)\n{\n", n
    printf "\tif (device->state == STATE_%d)\n\t\treturn -EINVAL;\n\treturn apply(device, flags | %d);\n}\n\n", n, n
  }
}' > original
cp original file

# NAME FIELDS, and for each peer NAME COMMAND: the same edit of `file`, to the same bytes
contest() {
  local name=$1 peers=()
  jq --null-input --compact-output "{path:\"file\"} + $2" > request
  shift 2
  cp original file
  "$tool" < request > answer
  mv file ours
  while [ $# -gt 0 ]; do
    cp original file
    eval "argv=($2)"
    "${argv[@]}"
    cmp file ours
    peers+=(-- "$1" /dev/null /dev/null "${argv[@]}")
    shift 2
  done
  echo "$name: $(jq --raw-output '"\(.replacements) by \(.strategy)"' answer) in $(stat \
    -c %s original) bytes"
  "$programs/turns" "cp original file" -- fs_edit request /dev/null "$tool" "${peers[@]}"
}

contest "exact" '{oldString:"return apply(device, flags | 40000);", newString:"return 0;"}' \
  sed "sed -i 's/return apply(device, flags | 40000);/return 0;/' file" \
  perl "perl -0777 -pi -e 's/\Qreturn apply(device, flags | 40000);\E/return 0;/' file"
contest "flexible" \
  '{oldString:"    if (device->state == STATE_40000)\n        return -EINVAL;\n", newString:"    if (device->state > STATE_40000)\n        return -EBUSY;\n"}' \
  perl "perl -0777 -pi -e 's/([ \t]*)if \(device->state == STATE_40000\)[ \t]*\n([ \t]*)return -EINVAL;[ \t]*\n/\$1if (device->state > STATE_40000)\n\$2return -EBUSY;\n/' file"
contest "replaceAll" '{oldString:"device->state", newString:"device->condition", replaceAll:true}' \
  sed "sed -i s/device-\>state/device-\>condition/g file" \
  perl "perl -pi -e s/device-\>state/device-\>condition/g file"
contest "replaceAll, twice a function" '{oldString:"return", newString:"goto", replaceAll:true}' \
  sed "sed -i s/return/goto/g file" \
  perl "perl -pi -e s/return/goto/g file"
contest "regex" \
  '{oldString:"STATE_(\\d+)", newString:"STATES[\\1]", match:"regex", replaceAll:true}' \
  sed "sed -E -i 's/STATE_([0-9]+)/STATES[\1]/g' file" \
  perl "perl -pi -e 's/STATE_(\d+)/STATES[\$1]/g' file"

# Nothing matches: the line that is nearest must be the one that the peer finds, and the file as it
# was.
cp original file
wrong='static int configure_40000(struct gadget *gadget, unsigned flags)'
jq --null-input --arg line "$wrong" \
  '{path:"file",oldString:($line + "\n{\n\tif (gadget->state != 0)\n"),newString:"x"}' > request
if "$tool" < request 2> answer; then exit 1; fi
cmp file original
echo "NO_MATCH: against an edit that finds nothing"
"$programs/turns" true -- fs_edit request /dev/null "$tool" -- sed /dev/null /dev/null sed \
  -i 's/configure_40000(struct gadget/x/' file
has_peer tre-agrep || exit 0
jq --raw-output .hint answer \
  | grep "^the nearest block is lines $(tre-agrep --best-match --line-number \
  --literal "$wrong" file | cut -d : -f 1) to "
echo "NO_MATCH: the block that is nearest to three lines, against the line that is nearest to one"
ROUNDS=1 "$programs/turns" true -- fs_edit request /dev/null "$tool" \
  -- tre-agrep /dev/null /dev/null tre-agrep --best-match --literal "$wrong" file
