#include "fuzz.hpp"

#include "frontends/host/message.hpp"
#include "toolkit/system/error.hpp"

using namespace frontends::host;
using namespace toolkit::system;

// A line of a host is refused by a message that one line can show, or it is understood: then it is
// what it was when it is written anew, and every beginning of it is refused.
static void read_as(Client client, std::string_view input)
{
    try {
        const HostMessage message = parse_host_message(input, client);
        must(message.fields.is_object());
        must(!message.fields.contains("do"));
        const std::string_view whole = input.substr(0, input.find_last_of('}') + 1);
        for (std::size_t size = 0; size < whole.size(); size += 1 + whole.size() / 16) {
            bool is_refused = false;
            try {
                parse_host_message(whole.substr(0, size), client);
            } catch (const ToolError&) {
                is_refused = true;
            }
            must(is_refused);
        }
    } catch (const ToolError& error) {
        must(!error.message.empty());
    }
}

void fuzz(std::string_view input)
{
    read_as(Client::host, input);
    read_as(Client::workflow_host, input);
}
