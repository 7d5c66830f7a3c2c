#include "git_helper.hpp"

#include "toolkit/io/output_queue.hpp"
#include "toolkit/process/descendants.hpp"
#include "toolkit/process/pipe.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/path_names.hpp"
#include "tools/exec/process/supervisor.hpp"
#include "tools/exec/sandbox/permissions.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <vector>

namespace exec::checkpoint {

using namespace toolkit;

// For each command line that it reads, writes the size of the reply, a newline and the reply; "-"
// if git fails. The attributes take precedence over those of the working tree: no filter is run,
// and no byte is converted. `blobs` replaces the shell by git cat-file, which then uses the
// streams.
static constexpr const char* script = R"sh(umask 077
GIT_DIR=$1 GIT_WORK_TREE=$2 HOME=/nonexistent XDG_CONFIG_HOME=/nonexistent LC_ALL=C
GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null GIT_ATTR_NOSYSTEM=1 GIT_TERMINAL_PROMPT=0
export GIT_DIR GIT_WORK_TREE HOME XDG_CONFIG_HOME LC_ALL
export GIT_CONFIG_NOSYSTEM GIT_CONFIG_GLOBAL GIT_ATTR_NOSYSTEM GIT_TERMINAL_PROMPT
reply="$GIT_DIR/reply"
cd "$2" || exit 1
run() {
  git -c core.hooksPath=/dev/null -c core.fsmonitor=false -c core.untrackedCache=false \
    -c core.autocrlf=false -c core.safecrlf=false -c core.attributesFile=/dev/null \
    -c core.excludesFile=/dev/null -c core.fileMode=true -c core.symlinks=true \
    -c core.ignoreCase=false -c core.protectNTFS=false -c core.protectHFS=false \
    -c core.looseCompression=0 -c core.fsync=none -c gc.auto=0 -c submodule.recurse=false \
    "$@" 2> /dev/null
}
say() { if [ "$1" = 0 ]; then wc -c < "$reply" && cat "$reply"; else echo -; fi; }
make() {
  [ -f "$GIT_DIR/HEAD" ] ||
    env -u GIT_DIR -u GIT_WORK_TREE git init -q --bare --template= "$GIT_DIR" > /dev/null 2>&1
  mkdir -p "$GIT_DIR/info"
  [ -f "$GIT_DIR/info/exclude" ] ||
    echo '* -text -eol -crlf -filter -ident -working-tree-encoding' > "$GIT_DIR/info/attributes"
  [ -f "$GIT_DIR/info/exclude" ] || echo /.agentcli/ > "$GIT_DIR/info/exclude"
  rm -rf "$GIT_DIR/objects" "$GIT_DIR/index"
  mkdir "$GIT_DIR/objects" && echo 0 > "$GIT_DIR/bytes"
}
while read -r what one two; do
  case $what in
  begin)
    rm -f "$GIT_DIR/index.lock"
    [ "$(cat "$GIT_DIR/bytes" 2> /dev/null)" -le "$one" ] 2> /dev/null || make
    : > "$reply" && git --version > "$reply" 2> /dev/null
    say $? ;;
  list)
    run ls-files -z -m -o --exclude-standard > "$reply"
    status=$?; [ $status = 0 ] || rm -f "$GIT_DIR/index"; say $status ;;
  files) run ls-files -z > "$reply"; say $? ;;
  drop)
    head -c "$one" | run update-index -z --index-info
    status=$?; : > "$reply"; say $status ;;
  add)
    echo $(($(cat "$GIT_DIR/bytes") + two)) > "$GIT_DIR/bytes"
    if head -c "$one" | run update-index --add --remove --replace -z --stdin; then
      run write-tree > "$reply"; say $?
    else
      rm -f "$GIT_DIR/index"; say 1
    fi ;;
  diff) run diff-tree -r -z --raw --no-renames --no-abbrev "$one" "$two" > "$reply"; say $? ;;
  blobs) exec git cat-file --batch 2> /dev/null ;;
  esac
done
)sh";

static ToolError failure() { return {Code::io_error, "git has failed"}; }

GitHelper::GitHelper(const std::string& directory, const Workspace& workspace)
    : directory(open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC))
{
    if (!this->directory)
        throw system::system_error("cannot open the directory given by --checkpoint");
    start(directory, workspace.root_path());
}

GitHelper::~GitHelper()
{
    // after that, the parent of this process ends it
    static constexpr std::chrono::seconds patience {1};
    to_helper.close();
    from_helper.close();
    if (helper > 0)
        toolkit::process::await_end(helper, Clock::now() + patience, {});
}

// Returns the directories of PATH that are outside the workspace. In the workspace a command could
// place a git of its own.
static std::string path_outside(const std::string& root)
{
    const char* const path = std::getenv("PATH"); // NOLINT(concurrency-mt-unsafe): one thread here
    const std::string all = path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin";
    std::string outside;
    for (std::size_t at = 0; at <= all.size();) {
        const std::size_t end = std::min(all.find(':', at), all.size());
        const std::string directory = all.substr(at, end - at);
        const std::string real = sandbox::real_path(directory);
        if (directory.starts_with('/') && !real.empty() && !text::strip_root(real, root))
            outside += (outside.empty() ? "" : ":") + directory;
        at = end + 1;
    }
    return outside;
}

// The sandbox is the one of a launched command (tools/exec/launch), which ends with this process.
void GitHelper::start(const std::string& directory, const std::string& root)
{
    toolkit::process::Pipe in = toolkit::process::make_pipe();
    toolkit::process::Pipe out = toolkit::process::make_pipe();
    std::vector<std::string> words {"exec", "--root=" + root, "--policy=read-only", "--network=off",
        "--write=" + directory, "--", "/bin/sh", "-c", script, "sh", directory, root};
    std::string variable = "PATH=" + path_outside(root);
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const std::array<char*, 2> environment {variable.data(), nullptr};
    helper = fork();
    if (helper < 0)
        throw system::system_error("cannot start git");
    if (helper == 0) {
        const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
        dup2(in.to_read.descriptor(), STDIN_FILENO);
        dup2(out.to_write.descriptor(), STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
        close_range(STDERR_FILENO + 1, ~0U, 0);
        if (chdir(root.c_str()) == 0)
            execve("/proc/self/exe", arguments.data(), environment.data());
        _exit(127);
    }
    to_helper = std::move(in.to_write);
    from_helper = std::move(out.to_read);
    toolkit::process::never_block(to_helper);
    toolkit::process::never_block(from_helper);
}

GitHelper::Lock::Lock(const GitHelper& helper, Clock::time_point deadline)
    : descriptor(helper.directory.descriptor())
{
    static constexpr useconds_t between_tries = 10'000;
    while (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        if (Clock::now() >= deadline || exec::process::is_told_to_end())
            throw ToolError(Code::timed_out, "another call uses the checkpoints");
        usleep(between_tries);
    }
}

GitHelper::Lock::~Lock() { flock(descriptor, LOCK_UN); }

// Waits in short steps, since signals are blocked.
static void wait_for(int descriptor, short events, GitHelper::Clock::time_point deadline)
{
    static constexpr std::chrono::milliseconds step {50};
    while (system::wait_for(descriptor, events, step) == 0)
        if (GitHelper::Clock::now() >= deadline || exec::process::is_told_to_end())
            throw ToolError(Code::timed_out, "git has not answered in time");
}

void GitHelper::send(std::string_view bytes, Clock::time_point deadline)
{
    while (!bytes.empty()) {
        wait_for(to_helper.descriptor(), POLLOUT, deadline);
        if (io::write_some(to_helper.descriptor(), bytes) != 0)
            throw failure();
    }
}

void GitHelper::receive_more(Clock::time_point deadline)
{
    std::array<char, 64 << 10> bytes; // NOLINT: read into
    wait_for(from_helper.descriptor(), POLLIN, deadline);
    const ssize_t count = read(from_helper.descriptor(), bytes.data(), bytes.size());
    if (count > 0)
        received.append(bytes.data(), static_cast<std::size_t>(count));
    else if (count == 0 || (errno != EAGAIN && errno != EINTR))
        throw failure();
}

std::string GitHelper::receive(std::size_t count, Clock::time_point deadline)
{
    while (received.size() < count)
        receive_more(deadline);
    std::string bytes = received.substr(0, count);
    received.erase(0, count);
    return bytes;
}

std::string GitHelper::receive_line(Clock::time_point deadline)
{
    static constexpr std::size_t max_line = 1000;
    std::size_t end = 0;
    while ((end = received.find('\n')) == std::string::npos && received.size() < max_line)
        receive_more(deadline);
    if (end == std::string::npos)
        throw failure();
    std::string line = receive(end + 1, deadline);
    line.pop_back();
    return line;
}

// Parses a size. Throws IO_ERROR unless it is a number of at most 64 MiB.
static std::size_t size_in(std::string_view text)
{
    static constexpr std::size_t max_reply = 64 << 20;
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    std::size_t size = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
    if (error != std::errc() || end != text.data() + text.size() || size > max_reply)
        throw failure();
    return size;
}

std::string GitHelper::ask(
    const std::string& line, std::string_view input, Clock::time_point deadline)
{
    send(line + "\n", deadline);
    send(input, deadline);
    return line == "blobs" ? std::string() : receive(size_in(receive_line(deadline)), deadline);
}

std::string GitHelper::blob(const std::string& id, Clock::time_point deadline)
{
    send(id + "\n", deadline);
    const std::string head = receive_line(deadline); // ID blob SIZE
    if (!head.starts_with(id + " blob "))
        throw failure();
    std::string content = receive(size_in(head.substr(id.size() + 6)), deadline);
    receive(1, deadline);
    return content;
}

}
