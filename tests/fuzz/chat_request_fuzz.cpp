#include "fuzz.hpp"

#include "agent/channel/codec.hpp"
#include "frontends/facade/chat_request.hpp"
#include "frontends/facade/told.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"

using namespace frontends;
using namespace toolkit;

// What the run channel is told of a request is understood there, or refused by a message.
static void check(const facade::ChatRequest& request)
{
    must(request.prompt.is_null() == !request.results.empty());
    if (request.prompt.is_null())
        return;
    Json begin = facade::run_request_of(request, {{"instructions", "temperature"}, 1000, 60});
    must(begin.at("profile") == request.model);
    for (const char* name : {"profile", "prompt", "content"})
        begin.erase(name);
    begin["do"] = "begin";
    try {
        agent::channel::decode_message<agent::channel::HostMessage>(begin.dump());
    } catch (const ToolError& error) {
        must(!error.message.empty());
    }
}

void fuzz(std::string_view input)
{
    try {
        check(facade::chat_request_in(json::parse_bounded(input)));
    } catch (const ToolError& error) {
        must(!error.message.empty());
    }
    facade::Told told;
    told.hear(input);
    must(told.take_text().size() <= input.size() + 2);
}
