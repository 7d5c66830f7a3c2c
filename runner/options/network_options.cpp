#include "runner/options/option_assign.hpp"
#include "toolkit/text/letters.hpp"
#include "toolkit/text/lower_case.hpp"

#include <algorithm>

// What a header may not have would become another header, or take the place of what frames the request.
static void add_header(Options& options, std::string_view value)
{
    const std::size_t colon = value.find(':');
    if (colon == 0 || colon != name_length(value, "-_"))
        throw ToolError(Code::bad_request, "it is not 'Name: value'");
    const auto is_plain = [](unsigned char c) { return (c >= ' ' && c < 0x7f) || c == '\t'; };
    if (!std::all_of(value.begin(), value.end(), is_plain))
        throw ToolError(Code::bad_request, "it has a character that can't stand in a header");
    const std::string name = in_lower_case(value.substr(0, colon));
    for (const char* ours : {"host", "content-length", "transfer-encoding", "connection"})
        if (name == ours)
            throw ToolError(Code::bad_request, in_quotes(name) + " is set by agentcli itself");
    options.headers.emplace_back(value);
}

std::vector<Option> options_of_network()
{
    static const std::vector<Command> with_requests {Command::run, Command::embed};
    return {
        {"lines", "", "each line of the prompt is a text of its own, and gets an embedding",
            toggle<&Options::lines>, "", {}, {Command::embed}},
        {"header", "'NAME: VALUE'", "send this header, too; may be given many times", add_header, "", {},
            with_requests, Given::often},
        {"ca-file", "FILE", "trust the authorities in FILE in place of the system's", text<&Options::ca_file>,
            "", {}, with_requests},
        {"no-verify", "", "do not check the server's certificate; warns each time",
            [](Options& options, std::string_view value) { options.verify = !parse_switch(value); }, "", {},
            with_requests},
    };
}
