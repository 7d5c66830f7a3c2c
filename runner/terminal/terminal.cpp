#include "runner/terminal/terminal.hpp"

#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace runner::terminal {

static constexpr std::size_t max_line = 64 << 10;
static constexpr char interrupt_key = 3;
static constexpr char escape_key = 27;

static bool is_set(const char* name)
{
    const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): nobody sets it
    return value != nullptr && *value != '\0';
}

bool is_dumb_terminal()
{
    const char* kind = std::getenv("TERM"); // NOLINT(concurrency-mt-unsafe): nobody sets it
    return kind != nullptr && std::string_view(kind) == "dumb";
}

bool has_reverse_video() { return is_set("TERM") && !is_dumb_terminal(); }

Colour colour_of_terminals()
{
    return is_set("NO_COLOR") || is_dumb_terminal() ? Colour::off : Colour::on;
}

std::optional<Terminal> Terminal::find()
{
    File file(open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK));
    if (!file)
        return {};
    return Terminal(std::move(file));
}

void Terminal::print(std::string_view text, system::Cancel& cancel) const
{
    const auto wait = [&] {
        system::Watch watch;
        watch.writable(file.descriptor());
        watch.readable(cancel.descriptor());
        watch.wait();
        cancel.check();
        return true;
    };
    if (const int error = system::write_all(file.descriptor(), text, wait); error != 0)
        throw system::system_error("cannot write to the terminal", error);
}

Terminal::Size Terminal::size() const
{
    winsize size {};
    ioctl(file.descriptor(), TIOCGWINSZ, &size);
    return {size.ws_col > 0 ? size.ws_col : 80U, size.ws_row > 0 ? size.ws_row : 24U};
}

std::optional<std::string> Terminal::ask(std::string_view question, system::Cancel& cancel) const
{
    return read_answer(question, cancel, {});
}

std::optional<std::string> Terminal::read_answer(
    std::string_view question, system::Cancel& cancel, std::string_view end_keys) const
{
    // An answer must not be typed before the question was shown.
    tcflush(file.descriptor(), TCIFLUSH);
    print(question, cancel);
    std::string line;
    std::array<char, 4096> buffer {};
    for (;;) {
        system::Watch watch;
        watch.readable(file.descriptor());
        watch.readable(cancel.descriptor());
        if (last_moment)
            watch.until(*last_moment);
        watch.wait();
        cancel.check();
        if (last_moment && system::Watch::Clock::now() >= *last_moment)
            return {};
        const ssize_t got = read(file.descriptor(), buffer.data(), buffer.size());
        if (got < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (got <= 0)
            return {};
        line.append(buffer.data(), static_cast<std::size_t>(got));
        // A terminal that another program has left in raw mode sends a carriage return.
        if (line.ends_with('\n') || line.ends_with('\r')) {
            line.pop_back();
            return line;
        }
        if (!line.empty() && end_keys.find(line.back()) != std::string_view::npos)
            return {};
        if (line.size() > max_line)
            throw ToolError(Code::too_large, "what was typed is longer than 64 KiB");
    }
}

namespace {

enum class Keys { send_signals, end_line };

// Turns the echo of the terminal off during its lifetime.
class HiddenInput {
public:
    HiddenInput(int descriptor, Keys keys)
        : descriptor(descriptor)
    {
        is_changed = tcgetattr(descriptor, &before) == 0;
        if (!is_changed)
            return;
        termios hidden = before;
        hidden.c_lflag &= ~static_cast<tcflag_t>(ECHO);
        hidden.c_lflag |= ECHONL;
        if (keys == Keys::end_line) {
            hidden.c_lflag &= ~static_cast<tcflag_t>(ISIG);
            hidden.c_cc[VEOL] = interrupt_key;
            hidden.c_cc[VEOL2] = escape_key;
        }
        tcsetattr(descriptor, TCSANOW, &hidden);
    }
    HiddenInput(const HiddenInput&) = delete;
    HiddenInput& operator=(const HiddenInput&) = delete;
    ~HiddenInput()
    {
        if (is_changed)
            tcsetattr(descriptor, TCSANOW, &before);
    }

private:
    int descriptor;
    bool is_changed;
    termios before {};
};

}

std::optional<std::string> Terminal::ask_hidden(
    std::string_view question, system::Cancel& cancel) const
{
    const HiddenInput hidden(file.descriptor(), Keys::send_signals);
    return ask(question, cancel);
}

std::optional<std::string> Terminal::ask_secret(
    std::string_view question, system::Cancel& cancel) const
{
    static constexpr std::array<char, 2> end_keys {interrupt_key, escape_key};
    const HiddenInput hidden(file.descriptor(), Keys::end_line);
    auto line = read_answer(question, cancel, {end_keys.data(), end_keys.size()});
    if (!line)
        print("\n", cancel);
    return line;
}

}
