#include "agent/model/streamed_reply.hpp"

#include "agent/model/chat.hpp"
#include "agent/model/server_json.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

StreamedReply::StreamedReply(Listener& listener)
    : listener(listener)
{
}

// What keeps a connection open is of any form. A chunk that is damaged is not skipped: text would be missing.
static bool is_ping(const std::string& event) { return !stripped(event).starts_with('{'); }

static Json chunk_of(const std::string& event)
{
    try {
        return parse_server_json(event);
    } catch (const ToolError& error) {
        throw ToolError(Code::unsupported, "the endpoint's stream can't be used: " + error.message);
    }
}

void StreamedReply::take_events(const std::vector<std::string>& events)
{
    for (const auto& event : events) {
        is_done = is_done || stripped(event) == "[DONE]";
        if (is_done)
            return;
        if (!is_ping(event))
            tell(listener, assembly.add(chunk_of(event)));
    }
}

Stream StreamedReply::take(std::string_view piece)
{
    is_begun = true;
    take_events(stream.add(piece));
    return is_done ? Stream::has_ended : Stream::goes_on;
}

Reply StreamedReply::reply()
{
    if (!is_done)
        take_events(stream.end());
    if (!is_complete())
        throw ToolError(Code::io_error, "the endpoint's stream ends in the middle of the message");
    return assembly.take();
}
