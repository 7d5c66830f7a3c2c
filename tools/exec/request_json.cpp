#include "request_json.hpp"

#include "shell_words.hpp"
#include "spelling.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/tool/bytes_field.hpp"

namespace exec {

using namespace toolkit;

Json as_json(const Request& request)
{
    const Request usual;
    Json json = Json::object();
    const auto add = [&json](const char* name, const auto& value, const auto& default_value) {
        if (value != default_value)
            json[name] = value;
    };
    add("command", request.command, usual.command);
    add("cmd", request.program, usual.program);
    add("args", request.arguments, usual.arguments);
    add("cwd", request.directory, usual.directory);
    add("env", request.variables, usual.variables);
    if (!request.input.empty())
        tool::put_bytes(json, "stdin", request.input);
    add("timeoutSec", request.seconds, usual.seconds);
    if (request.milliseconds)
        json["timeoutMs"] = *request.milliseconds;
    add("maxOutputBytes", request.max_output, usual.max_output);
    if (request.streams != usual.streams)
        json["output"] = tool::name_of_choice(request.streams);
    if (request.name)
        json["background"] = *request.name;
    add("waitFor", request.awaited_text, usual.awaited_text);
    add("wait", request.awaits_end, usual.awaits_end);
    add("stop", request.stops, usual.stops);
    add("closeStdin", request.closes_input, usual.closes_input);
    return json;
}

void apply_json(Request& request, const Json& json)
{
    const auto take = [&json](const char* name, auto& value) {
        if (const auto found = json.find(name); found != json.end())
            value = found->get<std::remove_reference_t<decltype(value)>>();
    };
    take("command", request.command);
    take("cmd", request.program);
    take("args", request.arguments);
    take("cwd", request.directory);
    take("env", request.variables);
    take("stdin", request.input);
    if (json.contains("stdinBase64"))
        request.input = text::base64_decode(json.at("stdinBase64").get<std::string>()).value_or("");
    take("timeoutSec", request.seconds);
    if (json.contains("timeoutMs"))
        request.milliseconds = json.at("timeoutMs").get<std::int64_t>();
    take("maxOutputBytes", request.max_output);
    take("waitFor", request.awaited_text);
    take("wait", request.awaits_end);
    take("stop", request.stops);
    take("closeStdin", request.closes_input);
}

bool is_shell_line(const std::string& program)
{
    return program.find_first_of("|&;<>$`*?\"'(){} \t\n") != std::string::npos;
}

Json as_shell_request(const Request& request)
{
    Json json = as_json(request);
    json.erase("cmd");
    json.erase("args");
    Json line = Json::object();
    line["command"] = request.program
        + (request.arguments.empty() ? "" : " " + as_shell_words("", request.arguments));
    line.update(json);
    return line;
}

}
