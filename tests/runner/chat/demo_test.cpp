#include "catch.hpp"

#include "agent/model/chat_completions.hpp"
#include "frontends/chat/demo.hpp"

using namespace agent;
using namespace toolkit;

namespace {

struct Nobody : model::ReplyListener {
    void on_text(std::string_view) override { }
    void on_reasoning(std::string_view) override { }
    bool has_shown_text() const override { return false; }
};

// The recording with tools that answer this.
std::string told(const Json& listing, const Json& time, const Json& read)
{
    frontends::chat::DemoModel demo;
    Nobody nobody;
    model::Messages messages {
        model::shared(model::text_message(model::Role::user, frontends::chat::prompt_of_demo))};
    for (int step = 0; step < 4; ++step) {
        const model::Reply reply = demo.ask(messages, nobody);
        messages.push_back(model::shared(reply.message));
        for (const auto& call : reply.message.calls) {
            const Json& result = call.name == "fs_listdir" ? listing
                : call.name == "get_time"                  ? time
                                                           : read;
            messages.push_back(model::shared(model::result_message(call.id, result.dump())));
        }
        if (reply.finish_reason == "stop")
            return reply.message.text();
    }
    return "it does not end";
}

}

static const Json now {{"iso8601", "2026-11-23T10:47:12+00:00"}, {"timezone", "UTC"}};

TEST_CASE("the demo tells what the tools have answered")
{
    const Json listing {{"entries",
        {{{"path", "a.c"}, {"type", "file"}, {"sizeBytes", 3}},
            {{"path", "README.md"}, {"type", "file"}, {"sizeBytes", 9}},
            {{"path", "src"}, {"type", "dir"}, {"sizeBytes", 4096}}}}};
    const std::string text = told(listing, now, {{"content", "# A title\n```\n"}});
    CHECK(text.starts_with(
        "This directory has **2 files and 1 directory**. `README.md` begins so:\n\n"
        "````\n# A title\n```\n````\n\nIt is 2026-11-23 10:47 UTC.\n"));
}

TEST_CASE("the demo has an end in an empty directory, and without its tools")
{
    CHECK(told({{"entries", Json::array()}}, now, {})
              .starts_with("This directory has **0 files and 0 directories**.\n\nIt is 2026"));
    CHECK(told({{"error", "unknown tool 'fs_listdir'"}}, {{"error", "x"}}, {})
              .starts_with("A tool has not answered: unknown tool 'fs_listdir'."));
    CHECK_FALSE(told(Json(), Json(), Json()).empty());
}
