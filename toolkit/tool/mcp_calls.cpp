#include "toolkit/tool/mcp_calls.hpp"

#include "toolkit/io/output_queue.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/tool/mcp_server.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

namespace toolkit::tool {

McpCalls::McpCalls(Limits limits, const McpAnswerer& answerer, McpChild::Work work,
    std::function<void(std::string line)> print)
    : limits(limits)
    , answerer(answerer)
    , work(std::move(work))
    , print(std::move(print))
{
    make_spare();
}

// Longer than a tool needs to end its program, which gets one second.
static constexpr std::chrono::seconds max_end {2};

// Children that wait for a call may have made temporary directories, and those of calls may run
// programs that have to remove their locks.
McpCalls::~McpCalls()
{
    for (const auto& spare : spares)
        spare->ask_to_end();
    for (const Running& call : running)
        call.child->ask_to_end();
    const auto deadline = Clock::now() + max_end;
    for (const auto& spare : spares)
        spare->await_end(deadline);
    for (const Running& call : running)
        call.child->await_end(deadline);
}

std::vector<int> McpCalls::descriptors() const
{
    std::vector<int> all {STDIN_FILENO, STDOUT_FILENO};
    const auto add = [&](const McpChild& child) {
        for (const File* file : {&child.input(), &child.output(), &child.process()})
            if (*file)
                all.push_back(file->descriptor());
    };
    for (const Running& call : running)
        add(*call.child);
    for (const auto* children : {&spares, &ended})
        for (const auto& child : *children)
            add(*child);
    return all;
}

void McpCalls::make_spare()
{
    spares.push_back(std::make_unique<McpChild>(work, descriptors()));
    shares_pages = true;
}

bool McpCalls::is_known(std::string_view id) const
{
    const auto has_id = [&](const Request& request) { return request.id == id; };
    return std::any_of(waiting.begin(), waiting.end(), has_id)
        || std::any_of(running.begin(), running.end(),
            [&](const Running& call) { return has_id(call.request); });
}

void McpCalls::take(std::string line)
{
    const auto read = mcp::read_envelope(line);
    if (const auto* const refusal = std::get_if<mcp::Refusal>(&read))
        return print(mcp::error_line(refusal->id, {refusal->code, std::string(refusal->message)}));
    const mcp::Envelope& envelope = std::get<mcp::Envelope>(read);
    if (envelope.kind == mcp::MessageKind::notification
        && envelope.method.view() == "notifications/cancelled")
        return cancel(envelope.cancelled_id);
    if (envelope.kind != mcp::MessageKind::request)
        return;
    Request request {{}, std::string(envelope.id), std::string(envelope.progress_token),
        envelope.era, envelope.method.view() == "tools/call"};
    request.line = std::move(line) + '\n';
    queue(std::move(request));
}

void McpCalls::queue(Request request)
{
    const std::string& id = request.id;
    if (is_known(id))
        return print(mcp::error_line(
            id, {mcp::invalid_request, "a request with this id has not been answered yet"}));
    const std::size_t size = request.line.size();
    if (waiting.size() >= limits.waiting_lines
        || (!waiting.empty() && waiting_bytes + size > limits.waiting_bytes))
        return print(mcp::error_line(id, {mcp::internal_error, "too many calls wait"}));
    waiting_bytes += size;
    waiting.push_back(std::move(request));
}

static void end_in_order(McpChild& child)
{
    child.ask_to_end();
    child.await_end(McpCalls::Clock::now() + max_end);
    child.kill();
}

// A cancelled call gets no response.
void McpCalls::cancel(std::string_view id)
{
    if (id.empty())
        return;
    for (auto request = waiting.begin(); request != waiting.end(); ++request)
        if (request->id == id) {
            waiting_bytes -= request->line.size();
            waiting.erase(request);
            return;
        }
    running.remove_if([&](const Running& call) {
        const bool is_meant = call.request.id == id;
        if (is_meant)
            end_in_order(*call.child);
        return is_meant;
    });
}

// Calls of a tool that changes files run one after another. Other requests are short, and need not
// wait for calls.
bool McpCalls::can_begin(const Request& request) const
{
    if (!request.is_call)
        return running.size() <= limits.running;
    const bool is_alone = std::none_of(
        running.begin(), running.end(), [](const Running& call) { return call.request.is_call; });
    return running.size() < limits.running && (is_alone || !answerer.changes_files());
}

void McpCalls::begin_waiting()
{
    for (auto next = waiting.begin(); next != waiting.end();) {
        if (!can_begin(*next)) {
            ++next;
            continue;
        }
        Request request = std::move(*next);
        next = waiting.erase(next);
        waiting_bytes -= request.line.size();
        begin(std::move(request));
    }
}

void McpCalls::begin(Request request)
{
    try {
        if (spares.empty())
            make_spare();
    } catch (const ToolError& error) {
        return print(mcp::error_line(request.id, {mcp::internal_error, error.message}));
    }
    running.push_back({std::move(request), std::move(spares.front())});
    spares.pop_front();
    send(running.back());
    // A fork takes as long as a short call, whose answer would have to wait for it.
    next_work = Clock::now() + std::chrono::milliseconds(1);
}

void McpCalls::send(Running& call)
{
    std::string& line = call.request.line;
    if (line.empty())
        return;
    std::string_view rest = std::string_view(line).substr(call.sent);
    const int error = io::write_some(call.child->input().descriptor(), rest);
    call.sent = line.size() - rest.size();
    if (error != 0 || rest.empty()) // receive() detects a child that has died
        std::string().swap(line);
}

// Reads what is available. Returns true if there may be more.
bool McpCalls::receive(Running& call)
{
    std::array<char, 16 << 10> bytes; // NOLINT: read into
    while (true) {
        const ssize_t count = read(call.child->output().descriptor(), bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return count < 0 && errno == EAGAIN;
        call.answer.append(bytes.data(), static_cast<std::size_t>(count));
        if (call.answer.ends_with('\n') || call.answer.size() > limits.answer_bytes)
            return false;
    }
}

// Returns true if the call has printed exactly one line that is a response.
bool McpCalls::is_whole_answer(const Running& call) const
{
    const std::string_view answer = call.answer;
    if (answer.size() > limits.answer_bytes || answer.find('\n') != answer.size() - 1)
        return false;
    const auto read = mcp::read_envelope(answer);
    const auto* const envelope = std::get_if<mcp::Envelope>(&read);
    return envelope != nullptr && envelope->kind == mcp::MessageKind::response
        && envelope->id == call.request.id;
}

std::string McpCalls::broken(const Running& call) const
{
    const int status = call.child->end();
    const int signal = WIFSIGNALED(status) && call.answer.empty() ? WTERMSIG(status) : 0;
    const std::string reason = signal != 0
        ? "the process of the call was ended by signal " + std::to_string(signal)
        : "the process of the call ended without a whole answer";
    return answerer.failed(call.request.id, call.request.era, {Code::internal, reason}, signal);
}

void McpCalls::report_progress(Running& call)
{
    if (call.request.progress_token.empty() || !call.request.is_call
        || Clock::now() < call.next_progress)
        return;
    const auto seconds
        = std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - call.begun);
    call.next_progress = Clock::now() + mcp::next_progress;
    const std::string message = answerer.name() + ": " + std::to_string(seconds.count()) + " s";
    print(mcp::progress_line(call.request.progress_token, static_cast<double>(seconds.count()),
        static_cast<double>(limits.time.count()), message));
}

// Returns the line that ends the call, if the call has ended.
std::optional<std::string> McpCalls::step(Running& call)
{
    send(call);
    if (!receive(call))
        return is_whole_answer(call) ? std::move(call.answer) : broken(call);
    if (Clock::now() - call.begun >= limits.time) {
        end_in_order(*call.child);
        return answerer.failed(call.request.id, call.request.era,
            {Code::timed_out,
                "the call took longer than " + std::to_string(limits.time.count())
                    + " s and was ended",
                "ask for less at once"});
    }
    report_progress(call);
    return std::nullopt;
}

void McpCalls::step()
{
    for (auto call = running.begin(); call != running.end();) {
        if (auto line = step(*call)) {
            print(*std::move(line));
            if (answerer.changes_files())
                call->child->kill(); // it may hold a lock that the next call waits for
            ended.push_back(std::move(call->child));
            call = running.erase(call);
            // The reader of the answer gets the processor first.
            next_work = Clock::now() + std::chrono::microseconds(spares.empty() ? 0 : 200);
        } else {
            ++call;
        }
    }
    begin_waiting();
}

bool McpCalls::is_prepared() const
{
    const auto lives = [](const auto& child) { return static_cast<bool>(child->output()); };
    return spares.size() == limits.spares && !shares_pages
        && std::none_of(ended.begin(), ended.end(), lives);
}

void McpCalls::prepare_next()
{
    std::erase_if(ended, [](const auto& child) { return child->is_over(); });
    if (is_prepared() || Clock::now() < next_work)
        return;
    for (const auto& child : ended)
        child->kill();
    try {
        if (spares.size() < limits.spares)
            make_spare();
        else if (std::exchange(shares_pages, false))
            unshare_pages();
    } catch (const ToolError&) { // the next call tries again and reports the error
        next_work = Clock::now() + std::chrono::seconds(1);
    }
}

void McpCalls::watch(system::Watch& watch) const
{
    for (const Running& call : running) {
        if (!call.request.line.empty())
            watch.writable(call.child->input().descriptor());
        watch.readable(call.child->output().descriptor());
    }
    for (const auto& child : ended)
        watch.readable(child->process().descriptor());
    watch.until(deadline());
}

McpCalls::Clock::time_point McpCalls::deadline() const
{
    auto next = is_prepared() ? Clock::time_point::max() : next_work;
    for (const Running& call : running) {
        next = std::min(next, call.begun + limits.time);
        if (!call.request.progress_token.empty())
            next = std::min(next, call.next_progress);
    }
    return next;
}

}
