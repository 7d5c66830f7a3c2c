#include "runner/model/streamed_reply.hpp"

#include "runner/bounded_json.hpp"
#include "runner/model/chat.hpp"
#include "toolkit/error.hpp"

StreamedReply::StreamedReply(Listener& listener)
    : listener(listener)
{
}

static Json chunk_of(const std::string& event)
{
    try {
        return parse_bounded(event);
    } catch (const ToolError& error) {
        throw ToolError(Code::unsupported, "the endpoint's stream can't be used: " + error.message);
    }
}

void StreamedReply::take_events(const std::vector<std::string>& events)
{
    for (const auto& event : events) {
        is_done = is_done || event == "[DONE]";
        if (is_done)
            return;
        if (!event.empty())
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
