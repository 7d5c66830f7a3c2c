# What is made has the modes that the umask asks for, in a directory with set-group-ID, too; what is
# there keeps its own.
. "$(dirname "$0")/../../shell.sh"
mkdir "$dir/workspace"
cd "$dir/workspace"

call() { # TOOL REQUEST
  printf '%s' "$2" | "$bin/$1" > "$dir/out" 2> "$dir/err" || fail "$1 $2: $(cat "$dir/err")"
}
has() { # MODE PATH…
  local path mode=$1 found
  shift
  for path; do
    found=$(stat -c %a "$path")
    [ "$found" = "$mode" ] || fail "umask $(umask): $path is $found, not $mode"
  done
}
patch() { # LINE…
  call apply_patch "$(printf '{"patch":"'; printf '%s\\n' "$@"; printf '"}')"
}
make_all() { # DIRECTORY
  call fs_write_file '{"path":"'"$1"'/a/written","content":"x","makeParents":true}'
  call fs_append_file '{"path":"'"$1"'/appended","content":"x"}'
  call fs_edit '{"path":"'"$1"'/b/edited","oldString":"","newString":"x"}'
  call fs_mkdirp '{"path":"'"$1"'/c/d"}'
  patch '*** Begin Patch' "*** Add File: $1/e/added" +x "*** Add File: $1/e/f/added" \
    +x '*** End Patch'
  patch "diff --git a/$1/run b/$1/run" 'new file mode 100755' '--- /dev/null' "+++ b/$1/run" \
    '@@ -0,0 +1 @@' +x
  patch "diff --git a/$1/run b/$1/copy" 'similarity index 100%' "copy from $1/run" "copy to $1/copy"
}
files="a/written appended b/edited e/added e/f/added"
directories="a b c c/d e e/f"
in_all() { local each; for each in $2; do echo "$1/$each"; done; } # DIRECTORY NAMES

check() { # DIRECTORY FILES DIRECTORIES EXECUTABLES
  make_all "$1"
  has "$2" $(in_all "$1" "$files")
  has "$3" $(in_all "$1" "$directories")
  has "$4" "$1/run" "$1/copy"
}
mkdir -m 755 private usual
mkdir -m 2775 shared
umask 077
check private 600 700 700
umask 022
check usual 644 755 755
umask 002
check shared 664 2775 775

# What exists, and what the request asks for.
umask 077
echo x > old
chmod 664 old
call fs_write_file '{"path":"old","content":"y"}'
has 664 old
patch '*** Begin Patch' '*** Delete File: old' '*** Add File: old' +z '*** End Patch'
has 664 old
call fs_write_file '{"path":"asked","content":"y","createModeOctal":"0644"}'
has 644 asked
call fs_mkdirp '{"path":"wanted/asked","modeOctal":"0755"}'
has 700 wanted
has 755 wanted/asked
