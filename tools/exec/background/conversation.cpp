#include "conversation.hpp"

#include "tools/exec/parameters.hpp"
#include "tools/exec/spelling.hpp"
#include "tools/exec/task.hpp"
#include "wire.hpp"

#include "toolkit/io/packet.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

namespace exec::background {

using namespace toolkit;

namespace {

// Longer than any operation of the supervisor takes.
constexpr std::chrono::seconds patience {60};

bool starts(const Request& request) { return !request.command.empty() || !request.program.empty(); }

ToolError gone()
{
    return {Code::internal, "the process that runs commands in the background was killed",
        "start the command again"};
}

struct Contact {
    File socket; // to the process that holds the command
    Roster roster;
};

Contact contact(Order::Kind kind, const std::string& name)
{
    std::array<int, 2> ends {};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        throw system::system_error("cannot reach the supervisor of commands in the background");
    Contact made {File(ends[0]), {}};
    File its(ends[1]);
    const Order order {kind, bytes_of(name)};
    if (io::send_packet(given_descriptor, order, std::array {its.descriptor()}, io::Wait::never)
        != 0)
        throw gone();
    its.close();
    const timeval longest {patience.count(), 0};
    setsockopt(made.socket.descriptor(), SOL_SOCKET, SO_RCVTIMEO, &longest, sizeof longest);
    if (recv(made.socket.descriptor(), &made.roster, sizeof made.roster, MSG_WAITALL)
        != sizeof made.roster)
        throw gone();
    return made;
}

std::vector<std::string> names_in(const Roster& roster, bool has_ended)
{
    std::vector<std::string> names;
    for (std::size_t at = 0; at < std::min(roster.count, roster.entries.size()); ++at)
        if (roster.entries.at(at).has_ended == has_ended)
            names.push_back(text_of(roster.entries.at(at).name));
    return names;
}

std::vector<std::string> all_names(const Roster& roster)
{
    std::vector<std::string> names = names_in(roster, false);
    for (std::string& name : names_in(roster, true))
        names.push_back(std::move(name));
    return names;
}

bool has(const std::vector<std::string>& names, const std::string& name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

// Returns the first unused name of job-1, job-2, …
std::string free_name()
{
    const auto taken = all_names(contact(Order::list, "").roster);
    for (std::size_t number = 1;; ++number) {
        std::string name = "job-" + std::to_string(number);
        if (!has(taken, name))
            return name;
    }
}

std::string listed(const std::vector<std::string>& names)
{
    std::string list;
    for (const std::string& name : names)
        list += (list.empty() ? "" : ", ") + name;
    return list;
}

ToolError refused(const Request& request, const Roster& roster)
{
    const std::string& name = *request.name;
    const std::vector<std::string> names = all_names(roster);
    switch (roster.refusal) {
    case Roster::unknown:
        return {Code::not_found, "no command in the background is named " + text::in_quotes(name),
            text::did_you_mean(name, names,
                names.empty()
                    ? "none is running; a command whose outcome was returned no longer has a name"
                    : "these exist: " + listed(names))};
    case Roster::taken:
        return {Code::already_exists,
            "a command in the background is named " + text::in_quotes(name) + " already",
            has(names_in(roster, true), name)
                ? "it has ended; for its outcome, " + as_hint({{"background", name}})
                : "give another name, or stop it: "
                    + as_hint({{"background", name}, {"stop", true}})};
    case Roster::full: {
        const auto ended = names_in(roster, true);
        return {Code::too_large,
            "there are " + std::to_string(max_commands)
                + " commands in the background, which is "
                  "the maximum",
            ended.empty()
                ? "stop one of them: " + as_hint({{"background", names.front()}, {"stop", true}})
                : "one has ended; for its outcome, " + as_hint({{"background", ended.front()}})};
    }
    case Roster::no_process:
    case Roster::none: break;
    }
    return gone();
}

[[noreturn]] void throw_error(const Json& answer)
{
    const int code = answer.value("code", static_cast<int>(Code::internal));
    const bool is_known = code >= 0 && code <= static_cast<int>(Code::internal);
    throw ToolError(is_known ? static_cast<Code>(code) : Code::internal,
        json::string_member(answer, "error"), json::string_member(answer, "hint"));
}

Json listing()
{
    const Roster roster = contact(Order::list, "").roster;
    return {{"running", names_in(roster, false)}, {"ended", names_in(roster, true)}};
}

void refuse(const std::string& what, const std::string& hint)
{
    throw ToolError(Code::bad_request, what, hint);
}

Json with_field(Json json, const char* name, const std::string& value)
{
    json[name] = value;
    return json;
}

Json without_fields(Json json, std::initializer_list<const char*> names)
{
    for (const char* name : names)
        json.erase(name);
    return json;
}

// Returns a valid name, such as "dev-server" for "dev server".
std::string nearest_name(std::string name)
{
    name.resize(std::min(name.size(), max_name));
    for (char& letter : name)
        letter = is_name({&letter, 1}) ? letter : '-';
    return name;
}

void check_fields(const Request& request)
{
    const bool has_more = !request.awaited_text.empty() || request.stops || request.closes_input;
    if (request.lists && (request.name || has_more || starts(request)))
        refuse("'list' cannot be combined with other fields", as_hint({{"list", true}}));
    if (!request.name && has_more)
        refuse("'waitFor', 'stop' and 'closeStdin' are for a command in the background",
            "name it, such as " + as_hint({{"background", "web"}, {"stop", true}}));
    if (!request.name)
        return;
    if (!starts(request) && request.name->empty())
        refuse("the request has neither 'command' nor the name of one in the background",
            "send {\"list\":true} for the names");
    if (!request.name->empty() && !is_name(*request.name))
        refuse("'background' is " + text::in_quotes(*request.name)
                + ", and a name is 1 to 64 of A-Z a-z 0-9 . _ -",
            as_hint(with_field(as_json(request), "background", nearest_name(*request.name))));
    if (!starts(request)
        && (!request.arguments.empty() || !request.variables.empty() || request.directory != "."))
        refuse("'args', 'cwd' and 'env' are for the call that starts a command",
            as_hint(without_fields(as_json(request), {"args", "cwd", "env"})));
    if (starts(request) && request.streams != Request().streams)
        refuse("the output of a command in the background is always interleaved",
            as_hint(without_fields(as_json(request), {"output"})));
}

}

bool is_asked_for(const Request& request) { return request.name.has_value() || request.lists; }

void check(const Request& request)
{
    check_fields(request);
    if (!is_asked_for(request) || request.role == Role::use || request.lists)
        return;
    const Json plain
        = without_fields(as_json(request), {"background", "waitFor", "wait", "stop", "closeStdin"});
    throw ToolError(Code::unsupported,
        "no command can run in the background: this call is not part of a run of agentcli, "
        "which would end the command",
        starts(request) ? as_hint(plain) : "run it without 'background': give 'command'");
}

Json ask(const Request& request)
{
    if (request.lists)
        return request.role == Role::use
            ? listing()
            : Json {{"running", Json::array()}, {"ended", Json::array()}};
    Request asked = request;
    if (asked.name->empty())
        asked.name = free_name();
    const Contact made = contact(starts(asked) ? Order::start : Order::reach, *asked.name);
    if (made.roster.refusal != Roster::none)
        throw refused(asked, made.roster);
    const auto deadline = Clock::now() + patience + limit_of(asked);
    // the answer describes a failure better
    send_json(made.socket, as_json(asked), wait_by_poll, deadline);
    auto answer = receive_json(made.socket, wait_by_poll, deadline);
    if (!answer || !answer->is_object())
        throw gone();
    if (answer->contains("error"))
        throw_error(*answer);
    return *std::move(answer);
}

void add_running(Json& answer)
{
    Roster roster;
    try {
        roster = contact(Order::list, "").roster;
    } catch (const ToolError&) { // a command killed the supervisor: no command runs
        return;
    }
    if (const auto names = names_in(roster, false); !names.empty())
        answer["running"] = names;
    if (const auto names = names_in(roster, true); !names.empty())
        answer["ended"] = names;
}

}
