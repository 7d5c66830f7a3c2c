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
#include <sstream>
#include <string_view>
#include <vector>

namespace runner::terminal {

using namespace toolkit;

static std::string browser_variable(const char* name)
{
    const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): nobody sets it
    return std::string(text::stripped(value != nullptr ? value : ""));
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

// Returns the program and its arguments.
static std::vector<std::string> browser_command(const std::string& url)
{
    constexpr std::string_view place_of_url = "%s";
    std::vector<std::string> words;
    bool has_url = false;
    std::istringstream stream(browser_program());
    for (std::string word; stream >> word; words.push_back(word))
        if (const std::size_t at = word.find(place_of_url); at != std::string::npos) {
            word.replace(at, place_of_url.size(), url);
            has_url = true;
        }
    if (!has_url)
        words.push_back(url);
    return words;
}

// Runs in the grandchild, whose exit is not awaited. Returns only on failure.
static void become_browser(const std::vector<char*>& arguments)
{
    system::reset_signals();
    setsid();
    const int nowhere = open("/dev/null", O_RDWR);
    for (int descriptor = 0; descriptor <= 2; ++descriptor)
        dup2(nowhere, descriptor);
    execvp(arguments.front(), arguments.data());
}

// Returns the errno of a failure, or 0.
static int start_detached(const std::vector<std::string>& words)
{
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (const auto& word : words)
        arguments.push_back(const_cast<char*>(word.c_str())); // NOLINT(*-const-cast): of execvp
    arguments.push_back(nullptr);
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
                become_browser(arguments);
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
    const auto words = browser_command(url);
    if (const int error = start_detached(words); error != 0)
        throw system::system_error(
            "cannot start the browser " + text::in_quotes(words.front()), error);
}

}
