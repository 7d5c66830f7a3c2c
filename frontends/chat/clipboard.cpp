#include "frontends/chat/clipboard.hpp"

#include "agent/calls/manifest.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/system/interrupt.hpp"
#include "toolkit/system/own_process.hpp"
#include "toolkit/text/image.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <string_view>

namespace frontends::chat {

using namespace toolkit;
using namespace std::chrono_literals;

namespace {

// A program that prints the content of the clipboard. It gets only the variables that it needs to
// reach the display, and no key.
class ClipboardReader {
public:
    ClipboardReader(
        const std::vector<std::string>& words, int other, system::Watch::Clock::time_point deadline)
        : other(other)
        , deadline(deadline)
    {
        std::array<int, 2> ends {};
        if (pipe2(ends.data(), O_CLOEXEC) != 0)
            throw system::system_error("cannot start " + words.front());
        output = File(ends[0]);
        const File to_write(ends[1]);
        child = fork();
        if (child < 0)
            throw system::system_error("cannot start " + words.front());
        if (child == 0)
            become(words, to_write);
    }
    ClipboardReader(const ClipboardReader&) = delete;
    ClipboardReader& operator=(const ClipboardReader&) = delete;
    ~ClipboardReader()
    {
        kill(-child, SIGKILL); // including its child processes
        kill(child, SIGKILL);
        while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) { }
    }

    // Returns the output. Throws if it is too large or takes too long.
    std::string all()
    {
        std::string text;
        std::array<char, 64 << 10> buffer {};
        for (;;) {
            wait_for_output();
            const ssize_t got = ::read(output.descriptor(), buffer.data(), buffer.size());
            if (got < 0 && errno == EINTR)
                continue;
            if (got <= 0)
                return text;
            text.append(buffer.data(), static_cast<std::size_t>(got));
            if (text.size() > text::max_image_bytes)
                throw ToolError(
                    Code::too_large, "the image in the clipboard has more than 3.75 MB");
        }
    }

private:
    [[noreturn]] static void become(const std::vector<std::string>& words, const File& to_write)
    {
        system::reset_signals();
        setpgid(0, 0);
        const int nowhere = open("/dev/null", O_RDWR);
        dup2(nowhere, STDIN_FILENO);
        dup2(to_write.descriptor(), STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
        std::vector<std::string> variables;
        for (const char* name :
            {"PATH", "HOME", "DISPLAY", "XAUTHORITY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR"})
            if (const std::string value = system::environment_variable(name); !value.empty())
                variables.push_back(std::string(name) + "=" + value);
        const auto pointers = [](const std::vector<std::string>& texts) {
            std::vector<char*> all;
            all.reserve(texts.size() + 1);
            for (const std::string& one : texts)
                all.push_back(const_cast<char*>(one.c_str())); // NOLINT(*-const-cast): of execve
            all.push_back(nullptr);
            return all;
        };
        execve(words.front().c_str(), pointers(words).data(), pointers(variables).data());
        _exit(127);
    }

    void wait_for_output() const
    {
        for (;;) {
            system::Watch watch;
            watch.readable(output.descriptor());
            watch.readable(other);
            watch.until(deadline);
            watch.wait();
            if (watch.is_ready(output.descriptor()))
                return;
            if (watch.is_ready(other))
                throw ToolError(Code::io_error, "the clipboard was not read: interrupted");
            if (system::Watch::Clock::now() >= deadline)
                throw ToolError(Code::io_error, "the clipboard was not read within 3 s");
        }
    }

    int other;
    system::Watch::Clock::time_point deadline;
    pid_t child = -1;
    File output;
};

}

// The programs that read a clipboard, with the arguments that list its types, and those that
// precede a type.
struct ClipboardProgram {
    std::vector<std::string> lists;
    std::vector<std::string> reads;
};

static ClipboardProgram program_of_clipboard()
{
    const bool has_wayland = !system::environment_variable("WAYLAND_DISPLAY").empty();
    const bool has_x = !system::environment_variable("DISPLAY").empty();
    if (!has_wayland && !has_x)
        throw ToolError(Code::unsupported,
            "no clipboard: neither WAYLAND_DISPLAY nor DISPLAY is set; @FILE sends an image");
    if (const auto path = calls::find_program("wl-paste", {}); has_wayland && !path.empty())
        return {{path, "--list-types"}, {path, "--type"}};
    if (const auto path = calls::find_program("xclip", {}); has_x && !path.empty())
        return {{path, "-selection", "clipboard", "-o", "-t", "TARGETS"},
            {path, "-selection", "clipboard", "-o", "-t"}};
    throw ToolError(Code::unsupported,
        "no wl-paste or xclip: install one of them to paste images; @FILE sends one");
}

// Returns the first of the types that models take; empty if the list has none.
static std::string type_in(std::string_view list)
{
    for (const std::string_view type : {"image/png", "image/jpeg", "image/gif", "image/webp"})
        for (std::size_t at = list.find(type); at != std::string_view::npos;
             at = list.find(type, at + 1)) {
            const std::size_t end = at + type.size();
            const bool is_line = (at == 0 || list[at - 1] == '\n')
                && (end == list.size() || list[end] == '\n' || list[end] == '\r');
            if (is_line)
                return std::string(type);
        }
    return {};
}

static std::string bytes_of_clipboard(int other)
{
    const auto deadline = system::Watch::Clock::now() + 3s;
    ClipboardProgram program = program_of_clipboard();
    const std::string type = type_in(ClipboardReader(program.lists, other, deadline).all());
    if (type.empty())
        return {};
    program.reads.push_back(type);
    return ClipboardReader(program.reads, other, deadline).all();
}

std::string ClipboardImages::read(int other)
{
    static constexpr std::size_t max_kept = 20;
    const model::SharedImage image = model::image_of_bytes(bytes_of_clipboard(other));
    if (!image)
        throw ToolError(Code::not_found, "no image in the clipboard");
    const std::string end = "." + image->type.substr(image->type.find('/') + 1);
    std::string name;
    std::error_code error;
    do
        name = "clipboard-" + std::to_string(++count) + end;
    while (std::filesystem::exists(std::filesystem::path(workspace) / name, error));
    images.emplace_back(name, image);
    if (images.size() > max_kept)
        images.erase(images.begin());
    return name;
}

model::SharedImage ClipboardImages::find(const std::string& name) const
{
    const auto found = std::find_if(
        images.begin(), images.end(), [&](const auto& one) { return one.first == name; });
    return found == images.end() ? nullptr : found->second;
}

}
