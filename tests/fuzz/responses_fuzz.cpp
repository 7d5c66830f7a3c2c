#include "fuzz.hpp"

#include "agent/model/chat_completions.hpp"
#include "agent/model/response_events.hpp"
#include "agent/model/responses_request.hpp"
#include "agent/model/streamed_reply.hpp"
#include "agent/session/history.hpp"
#include "toolkit/system/error.hpp"

#include <optional>

using namespace agent::model;
using namespace agent::session;
using namespace toolkit::json;
using namespace toolkit::system;

namespace {

class Ear : public ReplyListener {
public:
    void on_text(std::string_view piece) override { heard += piece; }
    void on_reasoning(std::string_view) override { }
    bool has_shown_text() const override { return false; }

    std::string heard;
};

}

static std::optional<Message> streamed(std::string_view input, std::size_t size)
{
    try {
        Ear ear;
        StreamedReply reply(ear, Wire::responses);
        for (std::size_t at = 0; at < input.size(); at += size)
            if (reply.take(input.substr(at, size)) == Stream::has_ended)
                break;
        Message message = reply.reply().message;
        must(ear.heard == message.text());
        return message;
    } catch (const ToolError&) {
        return {};
    }
}

// A message can be sent back as items, each of which is JSON, and be kept in a session.
static void must_be_sound(Message message)
{
    seal_reasoning(message, "here m");
    for (const Json& item : items_of(message, "here m"))
        must(item.is_object() && !item.dump().empty());
    for (const Json& item : items_of(message, "elsewhere m"))
        must(item.at("type") != "reasoning");
    const std::string line
        = Json {{"ts", "2026-11-21T09:30:00.007Z"}, {"message", message_json(message)}}.dump();
    try {
        require_line(line);
    } catch (const ToolError&) {
        must(false);
    }
}

// The reply does not depend on the pieces in which a stream comes, and what is heard is its text.
void fuzz(std::string_view input)
{
    const auto whole = streamed(input, std::max<std::size_t>(input.size(), 1));
    must(streamed(input, 7) == whole);
    if (whole)
        must_be_sound(*whole);
    try {
        must_be_sound(read_responses_answer(input).message);
    } catch (const ToolError&) { // it is no response
    }
}
