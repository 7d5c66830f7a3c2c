#include "runner/servers/callback.hpp"

#include "agent/oauth/authorization.hpp"
#include "agent/oauth/encoding.hpp"
#include "toolkit/system/error.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace runner::servers {

using namespace agent;
using namespace std::chrono_literals;

namespace {

http::HttpLimits limits_of_callback()
{
    http::HttpLimits limits;
    limits.connections = limits.newcomers = 16;
    limits.request = {8 << 10, 1};
    limits.head_time = limits.body_time = limits.idle_time = 5s;
    return limits;
}

http::Address loopback_address(int port)
{
    return {http::Address::Kind::ipv4, "127.0.0.1", static_cast<std::uint16_t>(port)};
}

http::HttpResponse page(int status, const std::string& sentence)
{
    return {status,
        {{"Content-Type", "text/html; charset=utf-8"}, {"Cache-Control", "no-store"},
            {"Content-Security-Policy", "default-src 'none'"}, {"Referrer-Policy", "no-referrer"},
            {"X-Content-Type-Options", "nosniff"}, {"Connection", "close"}},
        "<!doctype html><title>agentcli</title><p>" + sentence + "</p>\n"};
}

std::string environment_value(const char* name)
{
    const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): nobody sets it
    return value == nullptr ? "" : value;
}

std::vector<std::string> browser_command(const std::string& url)
{
    constexpr std::string_view place_of_url = "%s";
    const std::string browser = environment_value("BROWSER");
    std::vector<std::string> words;
    bool has_url = false;
    for (std::string word : oauth::words_of(browser.empty() ? "xdg-open" : browser)) {
        const std::size_t at = word.find(place_of_url);
        has_url = has_url || at != std::string::npos;
        if (at != std::string::npos)
            word.replace(at, place_of_url.size(), url);
        words.push_back(std::move(word));
    }
    if (!has_url)
        words.push_back(url);
    return words;
}

bool has_display()
{
    if (!environment_value("BROWSER").empty())
        return true;
    return (!environment_value("DISPLAY").empty() || !environment_value("WAYLAND_DISPLAY").empty())
        && environment_value("SSH_CONNECTION").empty();
}

// In a grandchild, which init inherits. A failure of exec closes the pipe with a byte in it.
[[noreturn]] void run_browser(const std::vector<std::string>& words, int report)
{
    setsid();
    if (fork() != 0)
        _exit(0);
    system::reset_signals();
    const int nothing = open("/dev/null", O_RDWR);
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        dup2(nothing, descriptor);
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (const auto& word : words)
        arguments.push_back(const_cast<char*>(word.c_str())); // NOLINT(*-const-cast): of execvp
    arguments.push_back(nullptr);
    execvp(arguments.front(), arguments.data());
    [[maybe_unused]] const ssize_t put = write(report, "!", 1);
    _exit(127);
}

}

bool open_in_browser(const std::string& url)
{
    int ends[2] {};
    if (!has_display() || pipe2(ends, O_CLOEXEC) != 0)
        return false;
    const File report(ends[0]);
    File other_end(ends[1]);
    const auto words = browser_command(url);
    const pid_t child = fork();
    if (child == 0)
        run_browser(words, other_end.descriptor());
    other_end.close();
    if (child < 0)
        return false;
    while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) { }
    char failure = 0;
    return system::wait_for(report.descriptor(), POLLIN, 5s) != 0
        && read(report.descriptor(), &failure, 1) == 0;
}

Callback::Callback(int port, Take take)
    : take_query(std::move(take))
    , listener(loopback_address(port))
    , server(
          listener, http::Admission({.address = listener.address()}), limits_of_callback(), *this)
{
}

std::string Callback::redirect_uri() const
{
    return "http://127.0.0.1:" + std::to_string(listener.address().port) + "/callback";
}

std::optional<http::HttpResponse> Callback::public_answer(const http::HttpHead& /*head*/)
{
    return std::nullopt;
}

std::optional<http::HttpResponse> Callback::refusal(const http::HttpHead& head)
{
    if (head.method != "GET")
        return page(405, "Only GET is answered here.");
    if (!oauth::callback_query(head.target))
        return page(404, "There is nothing here.");
    return std::nullopt;
}

void Callback::take(http::Exchange exchange, http::HttpRequest request)
{
    const auto query = oauth::callback_query(request.head.target);
    const bool is_over = query && take_query(*query);
    server.answer(exchange,
        is_over ? page(200, "You can close this page and return to agentcli.")
                : page(400, "This is not the sign-in that agentcli waits for."));
}

void Callback::lost(http::Exchange /*exchange*/) { }

std::vector<std::string> PastedLines::take()
{
    constexpr std::size_t max_line = 64 << 10;
    std::vector<std::string> lines;
    char bytes[4096] {};
    while (is_open && system::is_readable(STDIN_FILENO)) {
        const ssize_t count = read(STDIN_FILENO, bytes, sizeof bytes);
        if (count <= 0) {
            is_open = count < 0 && (errno == EINTR || errno == EAGAIN);
            break;
        }
        buffer.append(bytes, static_cast<std::size_t>(count));
        for (std::size_t end = 0; (end = buffer.find('\n')) != std::string::npos;) {
            lines.push_back(buffer.substr(0, end));
            buffer.erase(0, end + 1);
        }
        is_open = buffer.size() <= max_line;
    }
    if (!is_open && !buffer.empty())
        lines.push_back(std::exchange(buffer, {}));
    return lines;
}

void PastedLines::watch(system::Watch& watch) const
{
    if (is_open)
        watch.readable(STDIN_FILENO);
}

}
