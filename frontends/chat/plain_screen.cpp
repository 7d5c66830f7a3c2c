#include "frontends/chat/plain_screen.hpp"

#include "agent/channel/codec.hpp"
#include "frontends/chat/plain_view.hpp"
#include "frontends/screen/keys.hpp"
#include "toolkit/io/line_reader.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"

#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace frontends::chat {

using namespace toolkit;

static volatile sig_atomic_t was_interrupted = 0;

static void note_interrupt(int) { was_interrupted = 1; }

// SIGINT is delivered only while the loop waits.
void on_interrupts()
{
    struct sigaction action { };
    action.sa_handler = note_interrupt;
    sigaction(SIGINT, &action, nullptr);
    sigset_t held;
    sigemptyset(&held);
    sigaddset(&held, SIGINT);
    sigprocmask(SIG_BLOCK, &held, nullptr);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGQUIT, SIG_IGN); // it ends the engine, and then this process
}

namespace {

class PlainScreen {
public:
    PlainScreen(const File& socket, int in, int out)
        : socket(socket)
        , in(in)
        , out(out)
    {
    }

    int run()
    {
        while (!has_ended) {
            print(view.wake(Clock::now()));
            (void)forgets_what_came_early();
            wait();
        }
        write_all(out, view.leave());
        return status;
    }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::size_t least_paste = 32;
    static constexpr std::chrono::milliseconds patience_for_paste {100};

    static bool write_all(int descriptor, std::string_view text)
    {
        const auto wait = [=] {
            pollfd watched {descriptor, POLLOUT, 0};
            ppoll(&watched, 1, nullptr, nullptr);
            return true;
        };
        return system::write_all(descriptor, text, wait) == 0;
    }

    void print(std::string_view text)
    {
        if (!write_all(out, text))
            leave(1);
    }

    void leave(int with)
    {
        has_ended = true;
        status = with;
    }

    void say(const std::optional<channel::ScreenMessage>& message)
    {
        if (message && !write_all(socket.descriptor(), channel::encode(*message) + "\n"))
            leave(1);
    }

    void take(const PlainView::Typed& typed)
    {
        if (typed.forgets_input)
            forget_typed();
        print(typed.shown);
        if (typed.quits)
            status = 128 + SIGINT;
        say(typed.said);
    }

    void forget_typed()
    {
        lines.clear();
        ioctl(in, TCFLSH, TCIFLUSH);
    }

    // Discards what was typed before the question could be read.
    bool forgets_what_came_early()
    {
        const bool is_time = view.has_become_readable(Clock::now());
        if (is_time && !view.is_editing())
            forget_typed();
        return is_time;
    }

    void wait()
    {
        const auto next = view.next_wake();
        const auto left = std::max(Clock::duration(0), next - Clock::now());
        const timespec time {std::chrono::duration_cast<std::chrono::seconds>(left).count(),
            std::chrono::duration_cast<std::chrono::nanoseconds>(left % std::chrono::seconds(1))
                .count()};
        std::array<pollfd, 2> watched {{{socket.descriptor(), POLLIN, 0},
            {has_input && !view.is_editing() ? in : -1, POLLIN, 0}}};
        sigset_t none;
        sigemptyset(&none);
        const int count = ppoll(watched.data(), watched.size(),
            next == PlainView::Time::max() ? nullptr : &time, &none);
        if (was_interrupted != 0) {
            was_interrupted = 0;
            take(view.interrupt(Clock::now()));
        }
        if (count <= 0)
            return;
        if (watched[0].revents != 0)
            on_engine();
        if (watched[1].revents != 0)
            on_operator();
    }

    // Appends the available input. Returns false at the end of input.
    static bool read_into(std::string& text, int descriptor)
    {
        std::array<char, 64 << 10> buffer {};
        const ssize_t got = read(descriptor, buffer.data(), buffer.size());
        if (got <= 0)
            return got < 0 && (errno == EINTR || errno == EAGAIN);
        text.append(buffer.data(), static_cast<std::size_t>(got));
        return true;
    }

    bool more_comes(std::chrono::milliseconds patience = patience_for_paste) const
    {
        const timespec time {0, std::chrono::nanoseconds(patience).count()};
        pollfd watched {in, POLLIN, 0};
        return ppoll(&watched, 1, &time, nullptr) > 0;
    }

    // A terminal delivers one line at a time: several lines at the same time were not typed.
    bool is_paste()
    {
        while (more_comes(std::chrono::milliseconds(0)) && lines.size() < screen::max_paste
            && read_into(lines, in)) { }
        const std::size_t end = lines.find('\n');
        const bool is_much
            = lines.size() >= least_paste || (view.is_asking() && end != std::string::npos);
        return is_much && end + 1 < lines.size();
    }

    void on_engine()
    {
        if (events.read_some(socket.descriptor()) == io::LineReader::Arrival::end)
            return leave(status);
        while (!events.empty()) {
            const std::string shown = view.show(events.take().text, Clock::now());
            if (view.has_new_question()) // input after the question was shown is kept
                forget_typed();
            print(shown);
            say(view.take_said());
        }
    }

    // The end of input ends the chat.
    void on_operator()
    {
        if (forgets_what_came_early())
            return;
        if (!read_into(lines, in)) {
            has_input = false;
            print(view.leave());
            return say(channel::Quit {});
        }
        if (is_paste()) {
            while (more_comes() && read_into(lines, in)) { }
            return take(view.paste(std::exchange(lines, {})));
        }
        for (std::size_t end = 0; (end = lines.find('\n')) != std::string::npos;) {
            const std::string line = lines.substr(0, end);
            lines.erase(0, end + 1);
            take(view.type(line, Clock::now()));
        }
    }

    const File& socket;
    int in;
    int out;
    PlainView view;
    io::LineReader events {std::string::npos}; // from the engine, which is trusted
    std::string lines;
    bool has_input = true;
    bool has_ended = false;
    int status = 0;
};

}

int run_plain_screen(const File& socket, int in, int out)
{
    return PlainScreen(socket, in, out).run();
}

}
