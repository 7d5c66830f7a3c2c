#include "fuzz.hpp"

#include "agent/model/chat_completions.hpp"
#include "agent/model/streamed_reply.hpp"
#include "agent/session/history.hpp"
#include "toolkit/system/error.hpp"

#include <optional>

using namespace agent::model;
using namespace agent::session;
using namespace toolkit::json;
using namespace toolkit::system;

namespace {

class NullListener : public ReplyListener {
public:
    void on_text(std::string_view) override { }
    void on_reasoning(std::string_view) override { }
    bool has_shown_text() const override { return false; }
};

}

template<class Read>
static std::optional<Message> said_by(Read read)
{
    try {
        Message said = read().message;
        CallNormaliser().repair(said);
        return said;
    } catch (const ToolError&) {
        return {};
    }
}

static std::string line_of(const Json& message)
{
    const std::string line = Json {{"ts", "2026-11-21T09:30:00.007Z"}, {"message", message}}.dump();
    try {
        require_line(line);
    } catch (const ToolError&) {
        must(false);
    }
    return line + "\n";
}

static void must_load(const std::optional<Message>& said)
{
    if (!said)
        return;
    Json kept = Json::array({message_json(*said)});
    for (const auto& call : said->calls)
        kept.push_back(message_json(result_message(call.id, "x")));
    std::string text;
    for (const auto& message : kept)
        text += line_of(message);
    SessionLines lines = read_lines(text);
    must(lines.size == text.size());
    must(lines.history.finish().empty());
    must(lines.history.repaired().empty());
    must(messages_json(lines.history.messages()) == kept);
}

// Whatever reply is accepted, in one piece or as a stream, the session that keeps it loads again.
void fuzz(std::string_view input)
{
    must_load(said_by([&] { return read_chat_response(input); }));
    must_load(said_by([&] {
        NullListener deaf;
        StreamedReply streamed(deaf);
        streamed.take(input);
        return streamed.reply();
    }));
}
