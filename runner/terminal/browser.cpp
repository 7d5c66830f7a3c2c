#include "runner/terminal/browser.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/system/interrupt.hpp"
#include "toolkit/text/text.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>

namespace runner::terminal {

using namespace toolkit;

static std::string browser_variable(const char* name)
{
    const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): nobody sets it
    return value != nullptr ? value : "";
}

static std::string browser_program()
{
    const std::string chosen = browser_variable("BROWSER");
    const bool has_display
        = !browser_variable("DISPLAY").empty() || !browser_variable("WAYLAND_DISPLAY").empty();
    if (chosen.empty() && (!has_display || !browser_variable("SSH_CONNECTION").empty()))
        throw ToolError(Code::unsupported, "no browser can be started here",
            "open the address yourself, or set BROWSER to a program");
    return chosen.empty() ? "xdg-open" : chosen;
}

// Runs in the grandchild, which nobody waits for. Returns only if that fails.
static void become_browser(const std::string& program, const std::string& url)
{
    system::reset_signals();
    setsid();
    const int nowhere = open("/dev/null", O_RDWR);
    for (int descriptor = 0; descriptor <= 2; ++descriptor)
        dup2(nowhere, descriptor);
    execlp(program.c_str(), program.c_str(), url.c_str(), nullptr);
}

// Ends with the errno of a failure, or 0.
static int start_detached(const std::string& program, const std::string& url)
{
    std::array<int, 2> ends {};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        return errno;
    const File reading(ends[0]);
    File writing(ends[1]);
    const pid_t child = fork();
    if (child < 0)
        return errno;
    if (child == 0) {
        const pid_t browser = fork();
        if (browser <= 0) {
            if (browser == 0)
                become_browser(program, url);
            const int error = errno;
            (void)!write(writing.descriptor(), &error, sizeof error);
        }
        _exit(0);
    }
    writing = File();
    while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) { }
    int error = 0;
    while (read(reading.descriptor(), &error, sizeof error) < 0 && errno == EINTR) { }
    return error;
}

void open_in_browser(const std::string& url)
{
    const std::string program = browser_program();
    if (const int error = start_detached(program, url); error != 0)
        throw system::system_error("cannot start the browser " + text::in_quotes(program), error);
}

}
