#include "agent/calls/running_call.hpp"

#include "toolkit/system/error.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <tuple>
#include <utility>

// More than a keeper takes to kill what it keeps, or to say that it can't.
static constexpr std::chrono::seconds longest_end {8};

struct Pipe {
    File read_end;
    File write_end;
};

static Pipe make_pipe()
{
    std::array<int, 2> ends {};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        throw system_error("cannot make a pipe");
    return {File(ends[0]), File(ends[1])};
}

// Ours, so that neither side can hold up the other; the tool's own end stays as programs expect it.
static File without_waiting(File end)
{
    fcntl(end.descriptor(), F_SETFL, fcntl(end.descriptor(), F_GETFL) | O_NONBLOCK);
    return end;
}

RunningCall::RunningCall(const Call& call, std::size_t index)
    : index(index)
    , call(call)
    , started(Clock::now())
{
    Pipe in = make_pipe();
    Pipe out = make_pipe();
    Pipe err = make_pipe();
    Pipe reporting = make_pipe();
    Pipe controlling = make_pipe();
    const KeeperEnds ends {in.read_end.descriptor(), out.write_end.descriptor(), err.write_end.descriptor(),
        reporting.write_end.descriptor(), controlling.read_end.descriptor()};
    keeper = start_keeper(call.launch, ends);
    input = without_waiting(std::move(in.write_end));
    output = without_waiting(std::move(out.read_end));
    errors = without_waiting(std::move(err.read_end));
    report = without_waiting(std::move(reporting.read_end));
    control = std::move(controlling.write_end);
}

void RunningCall::end(End reason)
{
    if (ending)
        return;
    ending = reason;
    ended_by = Clock::now() + longest_end;
    control.close();
}

void RunningCall::pass_deadline()
{
    if (ending)
        kill(keeper, SIGKILL);
    else
        end(End::timed_out);
}

void RunningCall::watch(std::vector<pollfd>& watched) const
{
    if (input)
        watched.push_back({input.descriptor(), POLLOUT, 0});
    for (const File* end : {&output, &errors, &report})
        if (*end)
            watched.push_back({end->descriptor(), POLLIN, 0});
}

void RunningCall::step()
{
    feed();
    drain_output();
    drain_errors();
    Report message;
    const ssize_t got = read(report.descriptor(), &message, sizeof message);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    // All who could write are gone, and what they wrote last may have come after the first look.
    drain_output();
    drain_errors();
    waitpid(keeper, nullptr, 0);
    report.close();
    settle(got == sizeof message ? std::optional(message) : std::nullopt);
}

void RunningCall::feed()
{
    while (input && fed < call.input.size()) {
        const ssize_t put = write(input.descriptor(), call.input.data() + fed, call.input.size() - fed);
        if (put < 0 && (errno == EAGAIN || errno == EINTR))
            return;
        if (put < 0)
            break; // EPIPE: a tool need not read its request
        fed += static_cast<std::size_t>(put);
    }
    input.close();
}

// Appends what there is without waiting. Returns whether there may be more, now or later.
static bool read_available(File& end, std::string& text, std::size_t most)
{
    static constexpr std::size_t step = 64 << 10;
    while (text.size() <= most) {
        const std::size_t size = text.size();
        text.resize(size + step);
        const ssize_t got = read(end.descriptor(), text.data() + size, step);
        text.resize(size + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
        if (got < 0 && (errno == EAGAIN || errno == EINTR))
            return true;
        if (got <= 0)
            return false;
    }
    return true;
}

void RunningCall::drain_output()
{
    if (output && !read_available(output, outcome.output, most_output))
        output.close();
    if (outcome.output.size() > most_output) {
        end(End::too_much_output);
        output.close();
    }
}

// At most so much at once: whoever writes faster than this reads must not hold up the other calls.
static constexpr std::size_t most_errors_at_once = 1 << 20;

void RunningCall::drain_errors()
{
    if (!errors)
        return;
    std::string piece;
    if (!read_available(errors, piece, most_errors_at_once))
        errors.close();
    outcome.error_bytes += piece.size();
    const std::size_t missing = std::min(most_errors / 2 - outcome.errors.size(), piece.size());
    outcome.errors += piece.substr(0, missing);
    last_errors += piece.substr(missing);
    if (last_errors.size() > most_errors / 2)
        last_errors.erase(0, last_errors.size() - most_errors / 2);
}

// At the ends of lines, or words: half a secret would be none any more.
static void cut_between_words(std::string& before, std::string& behind)
{
    const std::size_t line = before.find_last_of('\n');
    before.resize((line == std::string::npos ? before.find_last_of(" \t") : line) + 1);
    const std::size_t next = behind.find('\n');
    behind.erase(0, next == std::string::npos ? behind.find_first_of(" \t") : next);
}

void RunningCall::settle(const std::optional<Report>& message)
{
    outcome.duration = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - started);
    outcome.all_gone = message && message->all_gone;
    if (outcome.error_bytes > outcome.errors.size() + last_errors.size())
        cut_between_words(outcome.errors, last_errors);
    const std::size_t left_out = outcome.error_bytes - outcome.errors.size() - last_errors.size();
    if (left_out > 0)
        outcome.errors += "\n[" + std::to_string(left_out) + " bytes left out]\n";
    outcome.errors += last_errors;
    is_orphaned = !message;
    if (!message)
        outcome.end = End::lost;
    else if (ending)
        outcome.end = *ending;
    else if (message->start_error != 0)
        std::tie(outcome.end, outcome.status) = std::pair(End::not_started, message->start_error);
    else if (WIFSIGNALED(message->wait_status))
        std::tie(outcome.end, outcome.status) = std::pair(End::killed, WTERMSIG(message->wait_status));
    else
        std::tie(outcome.end, outcome.status) = std::pair(End::exited, WEXITSTATUS(message->wait_status));
}
