#include "frontends/mcp/terminal_prompter.hpp"

#include "agent/calls/supervised_tool.hpp"
#include "runner/terminal/approval_text.hpp"
#include "runner/terminal/pages.hpp"
#include "runner/terminal/terminal.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

namespace frontends::mcp {

using namespace runner;

using terminal::Verdict;

TerminalPrompter::~TerminalPrompter() { end_child(SIGKILL); }

// Refuses a question that is too large before it is queued.
std::optional<calls::Decision> TerminalPrompter::put(
    calls::CallId call, const CallQuestion& question)
{
    terminal::rows_of_question(question.call, question.trial.shown,
        {terminal::least_columns, terminal::Colour::off}, redaction);
    waiting.push_back({call, question, Clock::now() + time});
    show_next();
    return std::nullopt;
}

// Sends a letter for the answer, followed by the reason of a refusal.
static std::string written(const std::optional<Verdict>& verdict)
{
    if (!verdict)
        return "";
    switch (verdict->word) {
    case Verdict::Word::yes: return "y";
    case Verdict::Word::always: return "a";
    default: return "n" + verdict->reason;
    }
}

static CallAnswer answer_in(const std::string& text)
{
    const std::string reason = text.empty() ? "" : text.substr(1);
    switch (text.empty() ? '\0' : text.front()) {
    case 'y': return {CallAnswer::Word::yes, {}, "yes (terminal)"};
    case 'a': return {CallAnswer::Word::always, {}, "always (terminal)"};
    case 'n': {
        const std::string words = reason.empty() ? "" : ": " + reason;
        return {CallAnswer::Word::no, "the operator said no" + words, "no (terminal)" + words};
    }
    default: return {CallAnswer::Word::no, "the operator said nothing", "no answer (terminal)"};
    }
}

static std::string errno_text() { return system::system_error("the terminal").message; }

// Runs in the child, which has none of the server's descriptors: no connection of a client, no pipe
// of a tool.
static std::string ask_on_terminal(
    const CallQuestion& question, const redaction::Redaction& redaction)
{
    system::Cancel cancel;
    const auto terminal = terminal::Terminal::find();
    if (!terminal)
        return "";
    const auto rows = [&](std::size_t columns) {
        return terminal::rows_of_question(question.call, question.trial.shown,
            {columns, terminal::colour_of_terminals()}, redaction);
    };
    return written(terminal::show_and_ask(*terminal,
        {question.notice + terminal::heading_of(question.call), rows,
            "run it? y(es), n(o) and why, a(lways this very call)", true},
        cancel));
}

[[noreturn]] static void live_as_child(
    int answers, const CallQuestion& question, const redaction::Redaction& redaction)
try {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    calls::close_all_but({answers});
    const std::string text = ask_on_terminal(question, redaction);
    (void)system::write_all(answers, text, [] { return false; });
    _exit(0);
} catch (...) { // no answer
    _exit(1);
}

void TerminalPrompter::show_next()
{
    if (child > 0 || waiting.empty())
        return;
    std::array<int, 2> ends {};
    if (pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        return refuse_next();
    pipe = File(ends[0]);
    const File to_write(ends[1]);
    answered.clear();
    child = fork();
    if (child == 0)
        live_as_child(to_write.descriptor(), waiting.front().question, redaction);
    if (child < 0)
        refuse_next();
}

// Refuses the question if no process or descriptor is available.
void TerminalPrompter::refuse_next()
{
    answers[waiting.front().call] = {CallAnswer::Word::no,
        "it needs the operator's yes, and the question can't be put: " + errno_text(),
        "no answer (terminal)"};
    waiting.pop_front();
}

void TerminalPrompter::end_child(int signal)
{
    if (child <= 0)
        return;
    if (signal != 0)
        kill(child, signal);
    while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) { }
    child = -1;
    pipe.close();
}

void TerminalPrompter::read_answer()
{
    std::array<char, 4096> bytes {};
    for (;;) {
        const ssize_t count = read(pipe.descriptor(), bytes.data(), bytes.size());
        if (count < 0)
            return; // later
        if (count == 0)
            break;
        answered.append(bytes.data(), static_cast<std::size_t>(count));
    }
    end_child(0);
    answers[waiting.front().call] = answer_in(answered);
    waiting.pop_front();
}

std::optional<CallAnswer> TerminalPrompter::take(calls::CallId call)
{
    auto taken = answers.extract(call);
    if (taken.empty())
        return std::nullopt;
    return std::move(taken.mapped());
}

// Marks a question that stays on the terminal as no longer valid.
void TerminalPrompter::remove(calls::CallId call, std::string_view why)
{
    if (child > 0 && waiting.front().call == call) {
        end_child(SIGKILL);
        note(why);
    }
    waiting.remove_if([&](const Waiting& one) { return one.call == call; });
}

void TerminalPrompter::withdraw(calls::CallId call)
{
    answers.erase(call);
    remove(call, "the question above is over: its call was cancelled");
    show_next();
}

void TerminalPrompter::watch(system::Watch& watch) const
{
    if (child > 0)
        watch.readable(pipe.descriptor());
    for (const Waiting& one : waiting)
        watch.until(one.end);
    if (!answers.empty())
        watch.until(Clock::now());
}

void TerminalPrompter::step()
{
    if (child > 0)
        read_answer();
    while (!waiting.empty() && Clock::now() >= waiting.front().end) { // they expire in this order
        const calls::CallId call = waiting.front().call;
        answers[call] = {CallAnswer::Word::no,
            "there was no answer to the question whether it may be run: nobody answered in time",
            "no answer (terminal)"};
        remove(call, "the question above is over: nobody answered in time");
    }
    show_next();
}

}
