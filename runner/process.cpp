#include "runner/process.hpp"

#include "toolkit/error.hpp"
#include "toolkit/file.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>

using Clock = std::chrono::steady_clock;

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

// A call while its keeper lives.
class RunningCall {
public:
    explicit RunningCall(const Call& call)
        : call(call)
        , started(Clock::now())
    {
        Pipe in = make_pipe();
        Pipe out = make_pipe();
        Pipe err = make_pipe();
        Pipe reporting = make_pipe();
        Pipe controlling = make_pipe();
        const KeeperEnds ends {in.read_end.descriptor(), out.write_end.descriptor(),
            err.write_end.descriptor(), reporting.write_end.descriptor(), controlling.read_end.descriptor()};
        keeper = start_keeper(call.launch, ends);
        input = without_waiting(std::move(in.write_end));
        output = without_waiting(std::move(out.read_end));
        errors = without_waiting(std::move(err.read_end));
        report = without_waiting(std::move(reporting.read_end));
        control = std::move(controlling.write_end);
    }

    bool is_finished() const { return !report; }

    // When the call is to end; then, when its keeper must have ended it.
    Clock::time_point deadline() const { return ending ? ended_by : started + call.timeout; }

    // Ends the call for this reason, unless it is ending already.
    void end(End reason)
    {
        if (ending)
            return;
        ending = reason;
        ended_by = Clock::now() + longest_end;
        control.close();
    }

    // A tool may have stopped its keeper, which then can't end anything: what it kept becomes ours to kill.
    void pass_deadline()
    {
        if (ending)
            kill(keeper, SIGKILL);
        else
            end(End::timed_out);
    }

    void watch(std::vector<pollfd>& watched) const
    {
        if (input)
            watched.push_back({input.descriptor(), POLLOUT, 0});
        for (const File* end : {&output, &errors, &report})
            if (*end)
                watched.push_back({end->descriptor(), POLLIN, 0});
    }

    // Does whatever can be done without waiting.
    void step()
    {
        feed();
        drain(output, outcome.output, most_output);
        drain(errors, outcome.errors, most_errors);
        Report message;
        const ssize_t got = read(report.descriptor(), &message, sizeof message);
        if (got < 0 && (errno == EAGAIN || errno == EINTR))
            return;
        // All who could write are gone, and what they wrote last may have come after the first look.
        drain(output, outcome.output, most_output);
        drain(errors, outcome.errors, most_errors);
        waitpid(keeper, nullptr, 0);
        report.close();
        settle(got == sizeof message ? std::optional(message) : std::nullopt);
    }

    Outcome take() { return std::move(outcome); }

private:
    void feed()
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

    void drain(File& end, std::string& text, std::size_t most)
    {
        static constexpr std::size_t step = 64 << 10;
        while (end) {
            const std::size_t size = text.size();
            text.resize(size + step);
            const ssize_t got = read(end.descriptor(), text.data() + size, step);
            text.resize(size + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
            if (got < 0 && (errno == EAGAIN || errno == EINTR))
                return;
            if (got <= 0)
                end.close();
            if (text.size() > most) {
                this->end(End::too_much_output);
                end.close();
            }
        }
    }

    void settle(const std::optional<Report>& message)
    {
        outcome.duration = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - started);
        outcome.all_gone = message && message->all_gone;
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

    const Call& call;
    Clock::time_point started;
    pid_t keeper = -1;
    File input;
    File output;
    File errors;
    File report;
    File control;
    std::size_t fed = 0;
    std::optional<End> ending;
    Clock::time_point ended_by;
    Outcome outcome;
};

using RunningCalls = std::vector<std::unique_ptr<RunningCall>>;

static int milliseconds_until(Clock::time_point when)
{
    if (when == Clock::time_point::max())
        return -1;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(when - Clock::now()).count();
    return static_cast<int>(std::max<std::int64_t>(left, 0));
}

// Waits until something can be done, and does it. Answers whether a call is still under way.
static bool step(const RunningCalls& running, const Interrupt& interrupt)
{
    std::vector<pollfd> watched;
    auto next = Clock::time_point::max();
    for (const auto& call : running) {
        if (call->is_finished())
            continue;
        call->watch(watched);
        next = std::min(next, call->deadline());
    }
    if (watched.empty())
        return false;
    if (interrupt.signal() == 0)
        watched.push_back({interrupt.descriptor(), POLLIN, 0});
    poll(watched.data(), watched.size(), milliseconds_until(next));
    for (const auto& call : running) {
        if (call->is_finished())
            continue;
        if (interrupt.signal() != 0)
            call->end(End::interrupted);
        if (Clock::now() >= call->deadline())
            call->pass_deadline();
        call->step();
    }
    return true;
}

static void start(const std::vector<Call>& calls, RunningCalls& running, const Interrupt& interrupt)
{
    try {
        for (const auto& call : calls)
            running.push_back(std::make_unique<RunningCall>(call));
    } catch (const ToolError&) {
        for (const auto& call : running)
            call->end(End::lost);
        while (step(running, interrupt)) { }
        throw;
    }
}

std::vector<Outcome> run_together(const std::vector<Call>& calls, const Interrupt& interrupt)
{
    signal(SIGPIPE, SIG_IGN); // NOLINT(bugprone-*,cert-*): a tool that doesn't read is told by errno
    // Should a keeper be killed, what it kept becomes ours to kill.
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    RunningCalls running;
    start(calls, running, interrupt);
    while (step(running, interrupt)) { }

    std::vector<Outcome> outcomes;
    bool is_lost = false;
    for (const auto& call : running) {
        outcomes.push_back(call->take());
        is_lost = is_lost || outcomes.back().end == End::lost;
    }
    if (is_lost)
        kill_children({});
    return outcomes;
}
