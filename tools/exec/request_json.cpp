#include "request_json.hpp"

#include "spelling.hpp"

#include "toolkit/json/json.hpp"

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
    add("stdin", request.input, usual.input);
    add("timeoutSec", request.seconds, usual.seconds);
    if (request.milliseconds)
        json["timeoutMs"] = *request.milliseconds;
    add("maxOutputBytes", request.most_output, usual.most_output);
    if (request.streams != usual.streams)
        json["output"] = tool::name_of_choice(request.streams);
    return json;
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
