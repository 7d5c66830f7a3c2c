#include "runner/terminal/editor.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/system/interrupt.hpp"
#include "toolkit/text/text.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdlib>

namespace runner::terminal {

using namespace toolkit;

static constexpr std::size_t max_edited_bytes = 15 << 20; // fits in a line of the channel

static std::string variable_of_editor(const char* name)
{
    const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): nobody sets it
    return value != nullptr ? value : "";
}

static std::string command_of_editor()
{
    const std::string visual = variable_of_editor("VISUAL");
    const std::string command = visual.empty() ? variable_of_editor("EDITOR") : visual;
    if (command.empty())
        throw ToolError(Code::not_found, "there is no editor: neither VISUAL nor EDITOR is set",
            "for example: export EDITOR=vi");
    return command + " \"$1\"";
}

namespace {

// Removed by the destructor.
class TemporaryFile {
public:
    explicit TemporaryFile(const std::string& text)
        : path(directory() + "/agentcli-XXXXXX.md")
        , file(mkostemps(path.data(), 3, O_CLOEXEC))
    {
        if (!file)
            throw system::system_error("cannot make a file for the editor");
        system::write_whole(file, path, text);
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    ~TemporaryFile() { unlink(path.c_str()); }

    const std::string& name() const { return path; }

private:
    static std::string directory()
    {
        for (const char* name : {"XDG_RUNTIME_DIR", "TMPDIR"})
            if (std::string place = variable_of_editor(name); place.starts_with('/'))
                return place;
        return "/tmp";
    }

    std::string path;
    File file;
};

}

static pid_t start_editor(const std::string& command, const std::string& path)
{
    const pid_t child = fork();
    if (child < 0)
        throw system::system_error("cannot start the editor");
    if (child > 0)
        return child;
    system::reset_signals();
    execl("/bin/sh", "sh", "-c", command.c_str(), "sh", path.c_str(), nullptr);
    _exit(127);
}

// If the editor is stopped, stops the whole job; otherwise the operator could not continue it.
static int wait_for_end(pid_t editor, const std::function<void()>& suspend)
{
    int status = 0;
    for (;;) {
        if (waitpid(editor, &status, WUNTRACED) < 0) {
            if (errno != EINTR)
                throw system::system_error("cannot wait for the editor");
        } else if (WIFSTOPPED(status)) {
            suspend();
            kill(editor, SIGCONT);
        } else {
            return status;
        }
    }
}

std::string edited(const std::string& text, const std::function<void()>& suspend)
{
    const std::string command = command_of_editor();
    const TemporaryFile file(text);
    const int status = wait_for_end(start_editor(command, file.name()), suspend);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        throw ToolError(Code::io_error, "the editor has failed; the draft is as it was");
    const File left(
        open(file.name().c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)); // it may be another file now
    if (!left)
        throw system::system_error("cannot read what the editor has left");
    std::string result = system::read_whole(left, "what the editor has left", max_edited_bytes);
    if (!text::is_utf8(result))
        throw ToolError(Code::bad_request, "what the editor has left is not UTF-8");
    return result;
}

}
