# Without a build, scripts/package.sh installs what the build needs, configures and builds before it
# calls cpack; a build that is there is brought up to date. The programs that it calls are fakes.
. "$(dirname "$0")/../shell.sh"
mkdir -p "$dir/clone/scripts" "$dir/fakes"
cp "$source"/scripts/package{,s}.sh "$dir/clone/scripts"
printf '#!/bin/sh\necho "sbom $1" >> "$LOG"\n' > "$dir/clone/scripts/sbom.sh"
chmod +x "$dir/clone/scripts/sbom.sh"
touch "$dir/clone/CHANGELOG.md"
cat > "$dir/fakes/cmake" <<'END'
#!/bin/sh
echo "cmake $*" >> "$LOG"
case $1 in --preset) mkdir -p "$4" && touch "$4/CPackConfig.cmake" ;; esac
END
cat > "$dir/fakes/cpack" <<'END'
#!/bin/sh
echo "cpack $*" >> "$LOG"
[ -f "$2" ] && mkdir -p "$4" && echo a package > "$4/made.deb"
END
printf '#!/bin/sh\nprintf installed\n' > "$dir/fakes/dpkg-query"
printf '#!/bin/sh\nexit 1\n' > "$dir/fakes/apt-cache"
printf '#!/bin/sh\necho "apt-get $*" >> "$LOG"\n' > "$dir/fakes/apt-get"
chmod +x "$dir/fakes"/*
export LOG=$dir/log
make_packages() {
  : > "$LOG"
  PATH=$dir/fakes:$PATH "$dir/clone/scripts/package.sh" "$@" > "$dir/out" 2>&1 \
    || { cat "$dir/out"; fail 'package.sh'; }
}
called() { # LINE…
  printf '%s\n' "$@" | diff - "$LOG" || fail 'other programs are called'
}
build='cmake --build build/release --target product'
sbom='sbom build/release'
pack='cpack --config build/release/CPackConfig.cmake -B build/packages'
make_packages
called 'cmake --preset release -B build/release' "$build" "$sbom" "$pack"
grep -q ' made.deb$' "$dir/clone/build/packages/SHA256SUMS" || fail 'there are no sums'
make_packages
called "$build" "$sbom" "$pack"
make_packages build/other out -V
called 'cmake --preset release -B build/other' 'cmake --build build/other --target product' \
  'sbom build/other' 'cpack --config build/other/CPackConfig.cmake -B out -V'

# Without a package that the build needs, it is asked of apt first.
rm -r "$dir/clone/build"
sed -i 's/installed/unknown/' "$dir/fakes/dpkg-query"
printf '#!/bin/sh\nexec "$@"\n' > "$dir/fakes/sudo"
chmod +x "$dir/fakes/sudo"
make_packages
grep -qE '^apt-get install .* cmake .* libre2-dev ' "$LOG" || fail 'nothing is installed'
