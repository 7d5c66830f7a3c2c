#include "fuzz.hpp"

#include "agent/channel/codec.hpp"
#include "frontends/facade/chat_request.hpp"
#include "frontends/facade/run_event_tracker.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"

using namespace agent;
using namespace frontends;
using namespace toolkit;

// What the run channel is told of a request is understood there, or refused by a message.
static void check(const facade::ChatRequest& request)
{
    must(!request.prompt || request.results.empty());
    must(request.digest.size() == 64
        && request.digest_before_results.empty() == request.results.empty());
    try {
        const auto run
            = facade::run_of(request, {{"instructions", "temperature", "topP", "seed"}, 60});
        for (const channel::HostMessage& message : {channel::HostMessage(run.begin), {run.say}})
            channel::decode_message<channel::HostMessage>(channel::encode(message));
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
    facade::RunEventTracker told;
    told.on_line(input);
    must(told.take_text().size() <= input.size() + 2);
}
