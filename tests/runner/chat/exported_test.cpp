#include "catch.hpp"

#include "frontends/chat/exported.hpp"
#include "frontends/chat/turn_hints.hpp"
#include "toolkit/json/parse.hpp"

#include <string>

using namespace frontends::chat;

static toolkit::Json conversation()
{
    return toolkit::json::parse_bounded(R"([
        {"role": "user", "content": "Why <b>this</b>?"},
        {"role": "assistant", "content": null, "tool_calls": [{"id": "1", "type": "function",
            "function": {"name": "exec", "arguments": "{\"cmd\":\"ls\"}"}}]},
        {"role": "tool", "tool_call_id": "1", "content": "a ``` fence"},
        {"role": "assistant", "content": "Because & so."}])");
}

TEST_CASE("a conversation is exported as Markdown with its calls and results")
{
    CHECK(exported_markdown(conversation())
        == "## user\n\nWhy <b>this</b>?\n\n## assistant\n\n*call of exec*\n\n```\n{\n  \"cmd\": "
           "\"ls\"\n}\n```\n\n## tool\n\n*result*\n\n````\na ``` fence\n````\n\n## "
           "assistant\n\nBecause & so.\n\n");
}

TEST_CASE("a conversation is exported as HTML that shows every text as it is")
{
    const std::string page = exported_html(conversation(), "<title>");
    CHECK(page.find("<p>Why &lt;b&gt;this&lt;/b&gt;?</p>") != std::string::npos);
    CHECK(page.find("<summary>call of exec</summary>") != std::string::npos);
    CHECK(page.find("&quot;cmd&quot;: &quot;ls&quot;") != std::string::npos);
    CHECK(page.find("<p>Because &amp; so.</p>") != std::string::npos);
    CHECK(page.find("<title>&lt;title&gt;</title>") != std::string::npos);
    CHECK(page.find("<script") == std::string::npos);
}

TEST_CASE("the hint after a turn that has failed names commands of the chat")
{
    using agent::loop::Cause;
    using agent::loop::Reason;
    const auto hint = [](const agent::loop::Stop& stop, bool keeps_text = false) {
        return hint_in_chat(stop, "https://x/v1", keeps_text);
    };
    CHECK(hint({.reason = Reason::max_steps, .hint = "--max-steps allows more"})
        == "/retry goes on: the limit is one for each turn");
    CHECK(hint({.hint = "--base-url", .may_pass = true, .cause = Cause::connection})
        == "start the server, then /retry · /connect finds servers, or takes a URL");
    CHECK(hint({.cause = Cause::key}) == "/connect https://x/v1 sets another key, then /retry");
    CHECK(hint({.may_pass = true, .cause = Cause::rate})
        == "/model chooses another one · /retry tries again");
    CHECK(hint({.hint = "--context-window 1", .cause = Cause::overflow})
        == "/compact makes room, then /retry · /fork keeps this conversation");
    CHECK(hint({.may_pass = true}) == "/retry tries again");
    CHECK(hint({.may_pass = true}, true) == "what came is kept · /retry asks again");
    CHECK(hint({.hint = "as it is"}) == "as it is");
}
