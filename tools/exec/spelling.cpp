#include "spelling.hpp"

#include "find_program.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/shell_words.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

namespace exec {

using namespace toolkit;

namespace {

// Fields that are ignored. They include the times after which the tools of other agents answer
// while the command continues.
constexpr std::array<std::string_view, 11> without_effect {"description", "justification",
    "explanation", "summary", "goal", "requires_approval", "require_user_approval", "security_risk",
    "yield_time_ms", "max_output_tokens", "auto_background_after"};

bool is_list_of_strings(const Json& value)
{
    return value.is_array() && std::all_of(value.begin(), value.end(), [](const Json& item) {
        return item.is_string();
    });
}

// Returns the value of a boolean, or of "true" or "false" as a string, which some clients send.
// Returns nullopt for any other value.
std::optional<bool> as_switch(const Json& value)
{
    if (value.is_boolean())
        return value.get<bool>();
    if (value == "true" || value == "false")
        return value == "true";
    return std::nullopt;
}

// Returns the request without the field.
Json without(Json request, const std::string& name)
{
    request.erase(name);
    return request;
}

Json with(Json request, const std::string& name, Json value)
{
    request[name] = std::move(value);
    return request;
}

std::string either(
    const std::string& first, const Json& one, const std::string& second, const Json& other)
{
    const std::string hint = as_hint(one);
    const std::string other_hint = as_hint(other);
    return hint.empty() || other_hint.empty()
        ? "give " + first + ", or " + second
        : first + ": " + hint + "; " + second + ": " + other_hint;
}

bool has_name_of_directory(const std::string& name)
{
    constexpr std::array<std::string_view, 7> names {
        "cwd", "workdir", "cd", "directory", "dir_path", "working_dir", "working_directory"};
    return std::find(names.begin(), names.end(), name) != names.end();
}

bool has_no_effect(const std::string& name, const Json& value)
{
    return value.is_null() || (value == "" && has_name_of_directory(name))
        || std::find(without_effect.begin(), without_effect.end(), name) != without_effect.end();
}

// Builds a new object by appending: an insertion into an object searches all its members.
void leave_out_what_has_no_effect(Json& request)
{
    Json kept = Json::object();
    auto& members = kept.get_ref<Json::object_t&>();
    members.reserve(request.size());
    for (auto& [name, value] : request.get_ref<Json::object_t&>())
        if (!has_no_effect(name, value))
            members.emplace_back(name, std::move(value));
    request = std::move(kept);
}

// Removes a switch that is off. Throws BAD_REQUEST if the switch is on, since it cannot be obeyed.
void refuse_switch(
    Json& request, const std::string& name, const std::string& why, const std::string& hint)
{
    const auto found = request.find(name);
    if (found == request.end())
        return;
    const Json rest = without(request, name);
    if (as_switch(*found) == true)
        throw ToolError(Code::bad_request, text::in_quotes(name) + " can't be done: " + why,
            hint.empty() ? as_hint(rest) : hint);
    if (as_switch(*found) == false)
        request = rest;
}

void refuse_what_cannot_be_done(Json& request)
{
    constexpr const char* by_operator = "the operator alone decides what commands may do";
    for (const char* name : {"with_escalated_permissions", "dangerouslyDisableSandbox"})
        refuse_switch(request, name, by_operator, {});
    if (const auto found = request.find("sandbox_permissions"); found != request.end()) {
        if (*found != "use_default")
            throw ToolError(Code::bad_request,
                std::string("'sandbox_permissions' can't be changed: ") + by_operator,
                as_hint(without(request, "sandbox_permissions")));
        request.erase(found);
    }
    for (const char* name : {"login", "tty"})
        refuse_switch(request, name, "a command has no login shell and no terminal", {});
    refuse_switch(request, "is_input", "a command that has ended reads no input",
        "a command that was started in the background reads it: {\"background\":\"NAME\","
        "\"stdin\":\"TEXT\"}");
    for (const char* name : {"restart", "reset"}) {
        const auto found = request.find(name);
        if (found == request.end() || !as_switch(*found))
            continue;
        const bool is_all = as_switch(*found) == true && request.size() == 1;
        request.erase(found);
        if (is_all) // nothing is left to do, since each call has a new shell
            request["command"] = ":";
    }
}

// Replaces `shell` and the line that it is to read by `cmd` and `args`.
void take_shell(Json& request)
{
    constexpr std::array<std::string_view, 5> shells {"sh", "bash", "dash", "zsh", "ksh"};
    const auto found = request.find("shell");
    if (found == request.end() || !found->is_string() || request.contains("args"))
        return;
    const std::string shell = *found;
    const std::string name = shell.substr(shell.rfind('/') + 1);
    const char* const field = request.contains("command") ? "command" : "cmd";
    const bool is_line = request.contains(field) && request.at(field).is_string();
    if (!is_line || std::find(shells.begin(), shells.end(), name) == shells.end())
        return;
    const bool is_login = request.contains("login") && as_switch(request.at("login")) == true;
    Json rest = without(without(without(request, "shell"), "login"), field);
    rest["cmd"] = shell;
    rest["args"] = {is_login ? "-lc" : "-c", request.at(field)};
    if (!(request.contains("command") && request.contains("cmd")))
        request = std::move(rest);
}

// Translates the switch of agents whose tool by default waits until the command has ended.
void take_wait_for_completion(Json& request)
{
    for (const char* name : {"waitForCompletion", "wait_for_completion"}) {
        const auto found = request.find(name);
        if (found == request.end() || !as_switch(*found))
            continue;
        const bool is_waited_for = *as_switch(*found);
        request.erase(found);
        if (!is_waited_for && !request.contains("background"))
            request["background"] = true;
    }
}

// Splits the field `name` if it is a list of a program and its arguments.
void split_list(Json& request, const std::string& name)
{
    const auto found = request.find(name);
    if (found == request.end() || !is_list_of_strings(*found))
        return;
    if (found->empty())
        throw ToolError(Code::bad_request, text::in_quotes(name) + " is an empty list",
            "name a program, such as " + as_hint({{"cmd", {"ls", "-l"}}}));
    Json words = std::move(*found);
    request.erase(found);
    if (request.contains("cmd"))
        throw ToolError(
            Code::bad_request, "'cmd' and 'command' are both given", "give one of them");
    request["cmd"] = words.front();
    words.erase(words.begin());
    if (const auto more = request.find("args"); more != request.end() && more->is_array())
        words.insert(words.end(), more->begin(), more->end());
    else if (more != request.end())
        return; // refused by a later check
    if (!words.empty())
        request["args"] = std::move(words);
}

void refuse_text_for_arguments(const Json& request)
{
    const auto found = request.find("args");
    if (found == request.end() || !found->is_string())
        return;
    const std::string given = *found;
    const std::string program = request.contains("cmd") && request.at("cmd").is_string()
        ? request.at("cmd").get<std::string>()
        : request.contains("command") && request.at("command").is_string()
        ? request.at("command").get<std::string>()
        : std::string();
    Json one = without(request, "command");
    one["cmd"] = program;
    one["args"] = {given};
    Json line = without(without(request, "cmd"), "args");
    line["command"] = as_shell_words(program, Json::array()) + " " + given;
    throw ToolError(Code::bad_request, "'args' is a string, and has to be a list of strings",
        text::needs_no_quotes(given) ? as_hint(one)
                                     : either("as one argument", one, "as a shell reads it", line));
}

// Decides what `command` means: by default a shell line; with `args` the name of a program, if it
// can be one.
void tell_line_from_program(Json& request)
{
    if (!request.contains("command"))
        return;
    if (request.contains("cmd"))
        throw ToolError(Code::bad_request, "'cmd' and 'command' are both given",
            either("the program", without(request, "command"), "the shell line",
                without(without(request, "cmd"), "args")));
    const auto arguments = request.find("args");
    if (arguments == request.end() || !is_list_of_strings(*arguments)
        || !request.at("command").is_string())
        return;
    const std::string line = request.at("command");
    const bool has_arguments = !arguments->empty(); // a new field moves all others
    if (has_arguments && !text::needs_no_quotes(line)) {
        Json whole = without(request, "args");
        whole["command"] = line + " " + as_shell_words("", *arguments);
        throw ToolError(Code::bad_request,
            "'command' is a shell line, and 'args' are the arguments of a program", as_hint(whole));
    }
    if (has_arguments)
        request["cmd"] = line;
    request.erase(has_arguments ? "command" : "args");
}

// Replaces true by an empty name, for which the call chooses a name, and removes false. A string is
// a name.
void take_switch_for_name(Json& request)
{
    for (const char* name : names_of_background) {
        const auto found = request.find(name);
        if (found == request.end() || !as_switch(*found))
            continue;
        if (*as_switch(*found))
            *found = "";
        else
            request.erase(found);
    }
    const bool is_named = std::any_of(names_of_background.begin(), names_of_background.end(),
        [&](const char* name) { return request.contains(name); });
    if (is_named && request.contains("read") && as_switch(request.at("read")))
        request.erase("read"); // every call reads the output
    if (!is_named && request.contains("wait") && as_switch(request.at("wait")) == true)
        request.erase("wait");
}

// A command in the background runs as long as the run, so that a time limit only makes sense for a
// wait.
void refuse_limit_without_wait(const Json& request)
{
    const bool is_started = request.contains("command") || request.contains("cmd");
    for (const char* name : {"waitFor", "wait_for", "wait"})
        if (!is_started || request.contains(name))
            return;
    for (const char* name : names_of_background)
        for (const char* limit : {"timeoutSec", "timeoutMs"})
            if (request.contains(limit) && request.contains(name)
                && as_switch(request.at(name)) != false)
                throw ToolError(Code::bad_request,
                    "a time limit has no effect on a command in the background: it runs until it "
                    "ends, is stopped, or the run ends",
                    as_hint(without(without(request, "timeoutSec"), "timeoutMs")));
}

// Returns the value as a whole number, or nullopt if it is not a number.
std::optional<std::int64_t> number_in(const Json& value)
{
    if (const auto* const text = value.get_ptr<const std::string*>()) {
        std::int64_t number = 0;
        const auto end = std::from_chars(text->data(), text->data() + text->size(), number).ptr;
        return !text->empty() && end == text->data() + text->size() ? std::optional(number)
                                                                    : std::nullopt;
    }
    if (value.is_number_integer() && value <= std::numeric_limits<std::int64_t>::max())
        return value.get<std::int64_t>();
    if (value.is_number_float() && value.get<double>() >= 0 && value.get<double>() < 1e15)
        return static_cast<std::int64_t>(value.get<double>());
    return std::nullopt;
}

void put_milliseconds(Json& request, const std::string& name)
{
    constexpr std::int64_t in_a_second = 1000;
    const auto given = number_in(request.at(name));
    if (!given || *given <= 0)
        throw ToolError(Code::bad_request,
            text::in_quotes(name) + " is not a number of milliseconds above 0",
            as_hint(with(without(request, name), "timeoutSec", 30)));
    request.erase(name);
    request["timeoutSec"] = *given / in_a_second + (*given % in_a_second > 0 ? 1 : 0);
    if (*given % in_a_second > 0)
        request["timeoutMs"] = *given;
}

// Handles `timeout`, which is in seconds for some agents and in milliseconds for others. A value
// that is longer than a day and than the operator's maximum cannot be in seconds. Otherwise throws
// BAD_REQUEST; the hint has a request for either unit.
void refuse_unit_unknown(Json& request, const Json& maximums)
{
    constexpr std::int64_t day = 24 * 60 * 60;
    const auto found = request.find("timeout");
    if (found == request.end())
        return;
    const auto given = number_in(*found);
    const Json rest = without(request, "timeout");
    if (given && *given > std::max(day, maximums.value("timeoutSec", day))) {
        request = with(rest, "timeout_ms", *given);
        return;
    }
    const std::int64_t most = maximums.value("timeoutSec", day);
    if (!given || *given <= 0)
        throw ToolError(Code::bad_request, "'timeout' is not a number above 0",
            as_hint(with(rest, "timeoutSec", given == 0 ? most : 30)));
    const bool is_too_long = *given > most;
    throw ToolError(Code::bad_request, "'timeout' may be seconds or milliseconds",
        either(is_too_long ? "seconds, of which " + std::to_string(most) + " are the maximum"
                           : "seconds",
            with(rest, "timeoutSec", std::min(*given, most)), "milliseconds",
            with(rest, "timeoutMs", *given)));
}

void take_time_limit(Json& request, const Json& maximums)
{
    refuse_unit_unknown(request, maximums);
    std::string given;
    for (const char* name : {"timeoutSec", "timeout_sec", "timeout_secs", "timeout_seconds",
             "timeoutMs", "timeout_ms"}) {
        if (!request.contains(name))
            continue;
        if (!given.empty())
            throw ToolError(Code::bad_request,
                text::in_quotes(given) + " and " + text::in_quotes(name)
                    + " are two names for one field",
                "give one of them");
        given = name;
    }
    if (given.ends_with("Ms") || given.ends_with("_ms"))
        put_milliseconds(request, given);
    else if (!given.empty() && given != "timeoutSec") {
        request["timeoutSec"] = request.at(given);
        request.erase(given);
    }
}

}

std::string as_hint(const Json& request)
{
    constexpr std::size_t longest = 400;
    const std::string text = request.dump();
    return text.size() > longest ? "" : "send " + text;
}

void translate(Json& request, const Json& maximums)
{
    leave_out_what_has_no_effect(request);
    take_shell(request);
    take_wait_for_completion(request);
    refuse_what_cannot_be_done(request);
    refuse_text_for_arguments(request);
    for (const char* name : {"cmd", "command"})
        split_list(request, name);
    tell_line_from_program(request);
    take_time_limit(request, maximums);
    refuse_limit_without_wait(request);
    take_switch_for_name(request);
}

}
