#include "holder.hpp"

#include "command.hpp"
#include "tools/exec/answer.hpp"
#include "tools/exec/change_watch.hpp"
#include "tools/exec/parameters.hpp"
#include "tools/exec/task.hpp"
#include "wire.hpp"

#include "toolkit/io/packet.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/system/outputs.hpp"
#include "toolkit/text/text.hpp"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <csignal>
#include <utility>

namespace exec::background {

using namespace toolkit;

namespace {

constexpr std::chrono::seconds max_exchange {10}; // for a request or an answer

Json json_of(const ToolError& error)
{
    return {{"error", error.message}, {"code", static_cast<int>(error.code)}, {"hint", error.hint}};
}

void tell(const File& control, Notice notice)
{
    io::send_packet(control.descriptor(), notice, {}, io::Wait::never);
}

// Serves one command and its calls.
class Holder {
public:
    Holder(
        const Request& request, const Workspace& workspace, std::string name, const File& control)
        : request(request)
        , workspace(workspace)
        , name(std::move(name))
        , control(control)
        , file(workspace, "output", request.max_spill)
        , changes(request, workspace)
    {
        command.emplace(task_or_hint(request, workspace), request.enclosed, file);
    }

    // Waits for the start of the command, and answers the call that started it.
    void begin(const File& call)
    {
        command->await_start();
        Request asked = request;
        asked.input.clear(); // already queued for the command
        answer(call, asked);
    }

    // Serves calls until one has received the outcome of the command, or the run ends.
    void serve()
    {
        while (!is_told) {
            const short events
                = command->wait(control.descriptor(), POLLIN, Clock::time_point::max());
            if (command->has_ended())
                settle();
            if (events != 0 && !take_call())
                return end_with_run();
        }
    }

private:
    // Receives a call and serves it, or stops the command. Returns false if the run ends.
    bool take_call()
    {
        char byte = 0;
        const io::Packet packet
            = io::receive_packet(control.descriptor(), byte, io::Wait::never, 1);
        if (!packet.passed.empty())
            serve_call(packet.passed.front());
        else if (packet.outcome == io::Packet::Outcome::whole && !packet.lacks_descriptors)
            command->stop();
        return packet.outcome != io::Packet::Outcome::end;
    }

    Waiting waiting()
    {
        return [this](int descriptor, short events, Clock::time_point deadline) {
            return command->wait(descriptor, events, deadline);
        };
    }

    void serve_call(const File& call)
    {
        const auto json = receive_json(call, waiting(), Clock::now() + max_exchange);
        if (!json)
            return;
        Request asked;
        asked.max_output = request.max_output;
        try {
            apply_json(asked, *json);
            answer(call, asked);
        } catch (const ToolError& error) {
            send_json(call, json_of(error), waiting(), Clock::now() + max_exchange);
        } catch (const Json::exception&) { // the call receives no answer
        }
    }

    void answer(const File& call, const Request& asked)
    {
        if (!asked.input.empty())
            command->write(asked.input);
        if (asked.closes_input)
            command->close_input();
        Json answer = Json::object();
        if (!await(call, asked, answer))
            return; // the call has ended
        if (asked.stops)
            stop();
        if (command->has_ended())
            settle();
        else
            changes.publish_objects();
        add_all(answer, asked.max_output);
        if (command->has_ended())
            tell(control, Notice::told);
        const bool is_heard = send_json(call, answer, waiting(), Clock::now() + max_exchange);
        is_told = command->has_ended();
        if (is_told && !is_heard)
            print_end();
    }

    // Waits for what the call asks for. Returns false if the call ended meanwhile.
    bool await(const File& call, const Request& asked, Json& answer)
    {
        const bool has_text = !asked.awaited_text.empty();
        const auto deadline
            = has_text || asked.awaits_end ? Clock::now() + limit_of(asked) : Clock::now();
        bool is_found = false;
        for (bool is_first = true; is_first || Clock::now() < deadline; is_first = false) {
            is_found = has_text && command->unread().has(asked.awaited_text);
            if (is_found || command->has_ended())
                break;
            const short events = command->wait(call.descriptor(), 0, deadline);
            if ((static_cast<unsigned>(events) & (POLLHUP | POLLERR)) != 0)
                return false;
        }
        is_found = is_found || (has_text && command->unread().has(asked.awaited_text));
        if (has_text)
            answer["found"] = is_found;
        if ((has_text || asked.awaits_end) && !is_found && !command->has_ended())
            answer["timedOut"] = true;
        return true;
    }

    void stop()
    {
        command->stop();
        while (!command->has_ended())
            command->wait(-1, 0, Clock::time_point::max());
    }

    // Called after the command has ended: collects its changes once, and notifies the supervisor.
    void settle()
    {
        if (!left.is_null())
            return;
        left = Json::object();
        changes.add_to(left);
        if (!file.file_name().empty())
            system::remove_old_outputs(file.outputs(), request.max_kept, {file.file_name()});
        tell(control, Notice::ended);
    }

    void add_state(Json& answer) const
    {
        const bool has_ended = command->has_ended();
        answer["background"] = {{"name", name},
            {"state",
                !has_ended                   ? "running"
                    : command->was_stopped() ? "stopped"
                                             : "ended"}};
        if (has_ended)
            add_status(answer, command->outcome());
        if (command->is_lost())
            answer["lost"] = true;
    }

    void add_file(Json& answer) const
    {
        if (!file.path().empty())
            answer["outputFile"] = file.path();
        if (!file.path().empty() && file.is_cut())
            answer["outputFileTruncated"] = true;
        if (!file.problem().empty())
            answer["outputFileError"] = text::printable(file.problem());
    }

    void add_all(Json& answer, std::int64_t most)
    {
        Json state = Json::object();
        add_state(state);
        state.update(answer);
        answer = std::move(state);
        const Unread::Text unread = command->unread().take(command->has_ended());
        output::Capture capture(static_cast<std::size_t>(most), output::Spill::none(workspace));
        if (unread.left_out > 0)
            capture.append("[" + std::to_string(unread.left_out) + " bytes left out]\n");
        capture.append(unread.bytes);
        add_stream(answer, "output", capture);
        add_file(answer);
        if (unread.left_out > 0)
            answer["outputNextLine"] = unread.first_line;
        else if (capture.is_cut())
            answer["outputNextLine"] = unread.first_line + capture.first_missing_line() - 1;
        answer["outputBytes"] = command->total_bytes();
        answer["truncated"] = unread.left_out > 0 || capture.is_cut();
        add_sandbox(answer);
    }

    void add_sandbox(Json& answer) const
    {
        answer["sandbox"] = sandbox_field(request);
        if (!left.is_null())
            answer.update(left);
    }

    void end_with_run()
    {
        stop();
        settle();
        print_end();
    }

    // Prints the outcome for the runner, which records it.
    void print_end() const
    {
        Json line = Json::object();
        add_state(line);
        add_file(line);
        add_sandbox(line);
        system::write_all(STDOUT_FILENO, line.dump() + '\n', [] { return false; });
    }

    const Request& request;
    const Workspace& workspace;
    std::string name;
    const File& control;
    output::Spill file;
    ChangeWatch changes;
    std::optional<Command> command;
    Json left; // null until the command has ended
    bool is_told = false;
};

// Starts the command. Returns the error if it could not be started, otherwise nullopt.
std::optional<ToolError> begin_to_hold(std::optional<Holder>& holder, Request& request,
    const Workspace& workspace, const HeldCommand& held)
{
    try {
        lock_in(request, workspace);
        const auto json = receive_json(held.call, wait_by_poll, Clock::now() + max_exchange);
        if (!json)
            return ToolError(Code::internal, "the request that starts the command did not come");
        apply_json(request, *json);
        request.streams = Streams::interleaved;
        holder.emplace(request, workspace, held.name, held.control);
        holder->begin(held.call);
        return std::nullopt;
    } catch (const ToolError& error) {
        return error;
    } catch (const Json::exception&) {
        return ToolError(Code::bad_request, "the request that starts the command has a wrong type");
    }
}

void live(Request& request, const Workspace& workspace, const HeldCommand& held)
{
    std::optional<Holder> holder;
    const auto error = begin_to_hold(holder, request, workspace, held);
    if (!error)
        return holder->serve();
    // Sent first, so that the name is free when the call receives the answer.
    tell(held.control, Notice::told);
    send_json(held.call, json_of(*error), wait_by_poll, Clock::now() + max_exchange);
}

}

void hold(Request request, const Workspace& workspace, const HeldCommand& held)
{
    prctl(PR_SET_NAME, "exec-holder");
    try {
        live(request, workspace, held);
        request = {}; // removes the temporary directory
        _exit(0);
    } catch (...) { // out of memory: the command dies with this process
        _exit(1);
    }
}

}
