#include "frontends/screen/run.hpp"

#include "frontends/screen/keys.hpp"
#include "frontends/screen/markdown_tree.hpp"
#include "frontends/screen/region.hpp"
#include "frontends/screen/screen.hpp"
#include "frontends/screen/terminal_modes.hpp"
#include "toolkit/io/line_reader.hpp"
#include "toolkit/io/output_queue.hpp"

#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <climits>
#include <csignal>
#include <optional>
#include <string>
#include <utility>

namespace frontends::screen {

using namespace std::chrono_literals;

static constexpr Moment between_updates = 33ms;
static constexpr std::size_t max_waiting = 16 << 20;
static constexpr std::size_t max_at_once = 256; // for a terminal that may block

namespace {

// The event loop: terminal, socket, signals, clock.
class Loop {
public:
    Loop(int terminal, int socket, const Settings& settings);
    int run();

private:
    void wait();
    std::optional<Moment> deadline();
    void take_terminal();
    void take_socket();
    void take_signals();
    void settle();
    // key: draws immediately; last: draws in any case, for the last update.
    enum class DrawPriority { none, key, last };
    void draw(DrawPriority hurry);
    void flush_terminal();
    void flush_socket();
    void flush_all();
    void enter_terminal();
    void leave_terminal();

    int terminal;
    int socket;
    const Settings& settings;
    Platform& machine;
    std::string buffer; // for one read; reused for each key
    Screen screen;
    KeyParser keys;
    Resizing resizing;
    LiveRegion region;
    io::OutputQueue out; // for the terminal
    io::OutputQueue lines_out; // for the engine
    io::LineReader lines_in {16 << 20}; // from the engine
    bool has_terminal = false; // the screen owns the terminal now
    bool is_dirty = true;
    bool is_urgent = true; // draw a key immediately
    Moment last_draw {-1000};
    bool is_over = false;
    int signal = 0;
};

}

Loop::Loop(int terminal, int socket, const Settings& settings)
    : terminal(terminal)
    , socket(socket)
    , settings(settings)
    , machine(settings.machine)
    , buffer(64 << 10, '\0')
    , resizing(size_of_terminal(terminal))
    , region(screen.palette())
{
    screen.resize(size_of_terminal(terminal));
}

void Loop::enter_terminal()
{
    set_raw(terminal, settings.at_start);
    out.add("\033[?2004h");
    if (!has_terminal && screen.has_title())
        out.add(screen.notices().title());
    if (!has_terminal && screen.has_keyboard())
        out.add(std::string(push_keyboard));
    keys.reset();
    region.restart();
    has_terminal = is_dirty = is_urgent = true;
}

// Writes all finished lines before another program gets the terminal.
void Loop::leave_terminal()
{
    flush_all();
    draw(DrawPriority::last);
    out.add(region.take_back() + "\033[?2004l");
    if (screen.has_keyboard())
        out.add(std::string(pop_keyboard));
    if (screen.has_title())
        out.add(Notices::old_title());
    flush_all();
    restore(terminal, settings.at_start);
    has_terminal = false;
}

void Loop::flush_terminal()
{
    bool is_allowed = true;
    const auto write_piece = [&](std::string_view bytes) -> ssize_t {
        if (!std::exchange(is_allowed, !settings.may_block)) {
            errno = EAGAIN;
            return -1;
        }
        const std::size_t most = settings.may_block ? max_at_once : bytes.size();
        return machine.write(terminal, bytes.data(), std::min(most, bytes.size()));
    };
    is_over = out.write_by(write_piece).error != 0 || is_over;
}

// Writes what is pending. Discards the rest if the terminal does not accept it within 2 s.
void Loop::flush_all()
{
    const Moment until = machine.now() + 2s;
    flush_terminal();
    while (!out.empty() && !is_over && machine.now() < until) {
        std::vector<pollfd> watched {{terminal, POLLOUT, 0}};
        machine.wait(watched, until);
        flush_terminal();
    }
    out.clear();
}

void Loop::flush_socket()
{
    const auto write_piece
        = [&](std::string_view bytes) { return machine.write(socket, bytes.data(), bytes.size()); };
    is_over = lines_out.write_by(write_piece).error == EPIPE || is_over;
}

// Draws an update, unless the terminal does not accept output; finished text waits then.
void Loop::draw(DrawPriority hurry)
{
    const Moment now = machine.now();
    if (!has_terminal || !out.empty()
        || (hurry == DrawPriority::none && now - last_draw < between_updates))
        return;
    const Size size = size_of_terminal(terminal);
    auto say = resizing.look(size, now, screen.has_finished());
    if (say == Resizing::Say::wait && hurry == DrawPriority::last)
        say = Resizing::Say::draw_roughly;
    if (say == Resizing::Say::wait)
        return;
    screen.resize(size);
    // If it is not known whether the terminal has wrapped the rows again (tmux does, xterm does
    // not), a stray row may stay: clearing too many would remove finished lines.
    if (say == Resizing::Say::redraw && screen.knows_reflow())
        region.rewrapped(size.columns);
    else if (say != Resizing::Say::draw || screen.wants_redraw())
        region.count_rows_as_one();
    const Lines finished = screen.take_finished([&] { return machine.now(); });
    out.add(region.update(finished, screen.view(now)));
    out.add(screen.take_notices());
    last_draw = now;
    is_dirty = is_urgent = false;
    flush_terminal();
}

std::optional<Moment> Loop::deadline()
{
    const Moment now = machine.now();
    std::optional<Moment> next = keys.deadline();
    const auto add = [&](std::optional<Moment> moment) {
        if (moment)
            next = std::min(next.value_or(*moment), *moment);
    };
    add(screen.deadline(now));
    if (has_terminal && out.empty()) {
        add(resizing.deadline(screen.has_finished()));
        if (is_dirty && !resizing.deadline(false))
            add(last_draw + between_updates);
    }
    return next;
}

void Loop::wait()
{
    const bool takes_events = screen.waiting_bytes() < max_waiting;
    std::vector<pollfd> watched {
        {socket,
            static_cast<short>((takes_events ? POLLIN : 0) | (lines_out.empty() ? 0 : POLLOUT)), 0},
        {has_terminal || !out.empty() ? terminal : -1,
            static_cast<short>((has_terminal ? POLLIN : 0) | (out.empty() ? 0 : POLLOUT)), 0},
        {settings.signals, POLLIN, 0}};
    machine.wait(watched, deadline());
    if (watched[2].revents != 0)
        take_signals();
    if ((watched[1].revents & (POLLIN | POLLHUP | POLLERR)) != 0 && has_terminal)
        take_terminal();
    if ((watched[1].revents & POLLOUT) != 0)
        flush_terminal();
    if ((watched[0].revents & POLLOUT) != 0)
        flush_socket();
    if ((watched[0].revents & (POLLIN | POLLHUP | POLLERR)) != 0)
        take_socket();
}

void Loop::take_terminal()
{
    const ssize_t got = machine.read(terminal, buffer.data(), buffer.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (got <= 0) {
        is_over = true;
        return;
    }
    const Moment now = machine.now();
    for (const Key& key : keys.feed({buffer.data(), static_cast<std::size_t>(got)}, now))
        screen.press(key, now);
    is_dirty = is_urgent = true;
}

void Loop::take_socket()
{
    const ssize_t got = machine.read(socket, buffer.data(), buffer.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (got <= 0) {
        is_over = true;
        return;
    }
    if (!has_terminal && screen.owner() == Screen::Owner::screen)
        enter_terminal(); // the first line
    lines_in.add({buffer.data(), static_cast<std::size_t>(got)});
    const auto owner = screen.owner();
    while (!lines_in.empty())
        if (const auto line = lines_in.take(); !line.is_too_long)
            screen.on_line(line.text, machine.now());
    is_dirty = true;
    if (owner != Screen::Owner::screen && screen.owner() == Screen::Owner::screen)
        enter_terminal();
}

void Loop::take_signals()
{
    signalfd_siginfo info {};
    if (machine.read(settings.signals, reinterpret_cast<char*>(&info), sizeof info) != sizeof info)
        return;
    is_dirty = true;
    switch (static_cast<int>(info.ssi_signo)) {
    case SIGWINCH: return;
    case SIGCONT: // after a stop from outside
        if (has_terminal && !is_raw(terminal, settings.at_start))
            enter_terminal();
        return; // otherwise no other program had the terminal, and it is unchanged
    case SIGTSTP:
        screen.press({Key::control, "z", 0}, machine.now());
        is_urgent = true;
        return;
    default: signal = static_cast<int>(info.ssi_signo); is_over = true;
    }
}

// Applies what keys and events have changed: sends messages, and draws if it is time to.
void Loop::settle()
{
    const Moment now = machine.now();
    const std::vector<Key> late = keys.tick(now);
    for (const Key& key : late)
        screen.press(key, now);
    is_urgent = is_urgent || !late.empty();
    screen.tick(now);
    if (has_terminal && screen.owner() != Screen::Owner::screen)
        leave_terminal();
    for (const std::string& message : screen.take_messages())
        lines_out.add(message + "\n");
    flush_socket();
    const auto next = screen.deadline(last_draw);
    const bool is_due = next && now >= *next;
    if (is_dirty || is_due || is_urgent || resizing.deadline(false))
        draw(is_urgent || is_due ? DrawPriority::key : DrawPriority::none);
}

int Loop::run()
{
    if (!settings.waits_for_engine)
        enter_terminal();
    while (!is_over) {
        settle();
        if (!is_over)
            wait();
    }
    screen.end();
    if (has_terminal) {
        // Without its engine the process may be in the background.
        std::signal(SIGTTOU, SIG_IGN); // NOLINT(cert-err33-c): there is no other way to end
        is_over = false;
        leave_terminal();
    }
    return signal == 0 ? screen.exit_status() : 128 + signal;
}

sigset_t signals_of_screen()
{
    sigset_t signals;
    sigemptyset(&signals);
    for (const int signal : {SIGWINCH, SIGCONT, SIGTSTP, SIGTERM, SIGHUP, SIGINT, SIGQUIT})
        sigaddset(&signals, signal);
    return signals;
}

int run(int terminal, int socket, const Settings& settings)
{
    prepare_markdown();
    return Loop(terminal, socket, settings).run();
}

namespace {

class SystemMachine : public Platform {
public:
    Moment now() override
    {
        return std::chrono::duration_cast<Moment>(
            std::chrono::steady_clock::now().time_since_epoch());
    }

    void wait(std::vector<pollfd>& watched, std::optional<Moment> until) override
    {
        int patience = -1;
        if (until)
            patience
                = static_cast<int>(std::clamp<Moment::rep>((*until - now()).count(), 0, INT_MAX));
        if (poll(watched.data(), watched.size(), patience) <= 0)
            for (pollfd& one : watched)
                one.revents = 0;
    }

    ssize_t read(int descriptor, char* into, std::size_t most) override
    {
        return ::read(descriptor, into, most);
    }

    ssize_t write(int descriptor, const char* bytes, std::size_t size) override
    {
        return ::write(descriptor, bytes, size);
    }
};

}

Platform& system_machine()
{
    static SystemMachine machine;
    return machine;
}

}
