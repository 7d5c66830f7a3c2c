# Real work runs inside, at both levels; what Landlock alone can't do is said here, and in
# docs/contract/exec.md. What is not installed is left out.
place=/var/tmp
. "$(dirname "$0")/../shell.sh"
mkdir "$dir/workspace" "$dir/home"
export HOME=$dir/home
cd "$dir/workspace"

failures=0
# expect LEVELS SENTENCE OUTPUT: the script on stdin prints OUTPUT at these levels, and not at the
# others.
expect() {
  local script
  script=$(sed 's/\\/\\\\/g; s/"/\\"/g; s/$/\\n/' | tr -d '\n')
  for level in $had; do
    tool=("$bin/exec" --require=namespaces)
    [ $level = landlock ] && tool=("$bin/without_namespaces" clone "$bin/exec")
    printf '{"cmd":"sh","args":["-ec","%s"],"timeoutSec":120}' "$script" > "$dir/request"
    "${tool[@]}" < "$dir/request" > "$dir/answer" 2>&1 || true
    local done=no wanted=no
    case $(cat "$dir/answer") in *'"stdout":"'"$3"'\n"'*) done=yes ;; esac
    case " $1 " in *" $level "*) wanted=yes ;; esac
    [ $done = $wanted ] ||
      { echo "$level, $2: done: $done, wanted: $wanted: $(cat "$dir/answer")" \
      && failures=$((failures + 1)); }
  done
}
installed() { command -v "$1" > /dev/null; }

had="namespaces landlock"
echo '{"cmd":"true"}' | "$bin/exec" --require=namespaces > /dev/null 2>&1 || had=landlock

cat > hello.cpp <<'END'
#include <cstdio>
int main() { std::puts("hello"); }
END
cat > Makefile <<'END'
all: a b c d
a b c d: ; @sleep 0.05; echo made > $@
clean: ; @rm -f a b c d
END

installed g++ && expect "namespaces landlock" "a compiler" hello \
  <<< 'g++ -O0 hello.cpp -o hello && ./hello && rm hello'
installed cmake && installed ninja \
  && expect "namespaces landlock" "a build with cmake and ninja" hello <<'END'
printf 'cmake_minimum_required(VERSION 3.20)\nproject(hello CXX)\nadd_executable(hello hello.cpp)\n' > CMakeLists.txt
cmake -G Ninja -B build > log && ninja -C build >> log && ./build/hello && rm -r build log CMakeLists.txt
END
installed make \
  && expect "namespaces landlock" "make -j" "made" <<< 'make -s -j4 && cat a && make -s clean'
installed git && expect "namespaces landlock" "a commit" "one" <<'END'
rm -rf repository && git init -q repository && cd repository
git config user.name A && git config user.email a@b.c
touch file && git add file && git commit -qm one
git log --format=%s && cd .. && rm -rf repository
END
expect "namespaces landlock" "a file moved across directories" "text" \
  <<< 'mkdir -p x/y && echo text > f && mv f x/y && cat x/y/f && rm -r x'
expect "namespaces landlock" "a gibibyte in a file" "1073741824" \
  <<< 'head -c 1073741824 /dev/zero > f && wc -c < f && rm f'
installed apt-get && expect "namespaces landlock" "apt-get" "apt" \
  <<< 'apt-get --version | head -n 1 | cut -d " " -f 1'
installed ps && expect "namespaces" "a list of processes that is short" "few" \
  <<< '[ $(ps -e | wc -l) -lt 9 ] && echo few'
installed strace && expect "namespaces landlock" "strace" "traced" \
  <<< 'strace -f -o trace sh -c "true" && grep -q execve trace && rm trace && echo traced'
installed script && expect "namespaces" "a terminal of its own" "typed" \
  <<< 'script -qec "test -t 0 && echo yes > typed" /dev/null > /dev/null; rm typed && echo typed'
installed npm \
  && expect "namespaces" "npm test, with a server on the loopback device" "passed" <<'END'
echo '{"name":"a","version":"1.0.0","scripts":{"test":"node test.js"}}' > package.json
cat > test.js <<'JS'
const server = require('http').createServer((request, response) => response.end('passed')).listen(0, '127.0.0.1', () =>
  require('http').get({host: '127.0.0.1', port: server.address().port}, answer => answer.on('data', text => { console.log(String(text)); server.close(); })));
JS
trap 'rm -f package.json test.js' EXIT
npm test --silent
END
if installed python3; then
  expect "namespaces" "a server on the loopback device" "b'hello'" <<'END'
python3 -c '
import asyncio
async def serve(reader, writer):
    writer.write(b"hello"); writer.close()
async def main():
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    print(await reader.read())
asyncio.run(main())'
END
  expect "namespaces" "multiprocessing" "[1, 4, 9]" <<'END'
python3 -c '
import multiprocessing
print(multiprocessing.Pool(2).map(int, ["1", "4", "9"]))'
END
fi
[ "$(ls)" = "$(printf 'Makefile\nhello.cpp')" ] || { echo "left: $(ls)" \
  && failures=$((failures + 1)); }
echo "$failures failures at: $had"
[ $failures = 0 ]
