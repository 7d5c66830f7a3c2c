#include "runner/terminal/status_line.hpp"

#include "runner/terminal/terminal.hpp"
#include "toolkit/system/cancel.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <system_error>
#include <utility>

namespace runner::terminal {

// Never blocks: if the operator stops output with Ctrl-S, the run must continue, and signals are
// blocked here. A status that can't be shown is ignored.
static void write_to_terminal(std::string_view text)
{
    if ((system::wait_for(STDERR_FILENO, POLLOUT, std::chrono::milliseconds(0)) & POLLOUT) == 0)
        return;
    [[maybe_unused]] const ssize_t put = write(STDERR_FILENO, text.data(), text.size());
}

static std::size_t width_of_terminal()
{
    winsize size {};
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

// Returns the first `characters` characters of `text`, which is UTF-8.
static std::string_view beginning_of(std::string_view text, std::size_t characters)
{
    std::size_t end = 0;
    for (; end < text.size(); ++end)
        if ((static_cast<unsigned char>(text[end]) & 0xc0U) != 0x80 && characters-- == 0)
            break;
    return text.substr(0, end);
}

// Cuts the line, since a line that is wider than the terminal can't be erased.
void StatusLine::draw()
{
    const std::string seconds = " · " + std::to_string(shown.count()) + " s";
    const std::size_t width = width_of_terminal();
    const std::size_t room = width > seconds.size() ? width - seconds.size() : 0;
    const std::string line = std::string(beginning_of(text, room)) + seconds;
    const bool is_plain = colour_of_terminals() == Colour::off;
    write_to_terminal("\r\x1b[K" + (is_plain ? line : "\x1b[2m" + line + "\x1b[0m"));
}

void StatusLine::count()
{
    std::unique_lock lock(mutex);
    while (!is_ending) {
        if (!is_shown) {
            changed.wait(lock);
            continue;
        }
        changed.wait_until(lock, begin + shown + std::chrono::seconds(1));
        const auto now = std::chrono::duration_cast<std::chrono::seconds>(
            std::chrono::steady_clock::now() - begin);
        if (!is_shown || is_ending || now <= shown)
            continue;
        shown = now;
        draw();
    }
}

void StatusLine::show(std::string wanted)
{
    if (wanted.empty()) {
        hide();
        text.clear(); // show_again() has nothing to show
        return;
    }
    const std::lock_guard lock(mutex);
    text = std::move(wanted);
    begin = std::chrono::steady_clock::now();
    shown = {};
    is_shown = true;
    draw();
    changed.notify_one();
    try {
        if (!counter.joinable())
            counter = std::thread([this] {
                try {
                    count();
                } catch (const std::exception&) { // without memory, the seconds are not updated
                }
            });
    } catch (const std::system_error&) { // without a thread, the seconds are not updated
    }
}

void StatusLine::hide()
{
    const std::lock_guard lock(mutex);
    if (std::exchange(is_shown, false))
        write_to_terminal("\r\x1b[K");
}

void StatusLine::show_again()
{
    if (!text.empty())
        show(std::exchange(text, {}));
}

StatusLine::~StatusLine()
{
    hide();
    {
        const std::lock_guard lock(mutex);
        is_ending = true;
    }
    changed.notify_one();
    if (counter.joinable())
        counter.join();
}

}
