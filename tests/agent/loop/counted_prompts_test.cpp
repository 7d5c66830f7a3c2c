#include "catch.hpp"

#include "agent/loop/counted_prompts.hpp"

using namespace agent::loop;
using namespace agent::model;
using namespace toolkit::json;

static Json counted(std::uint64_t tokens) { return {{"prompt_tokens", tokens}}; }

static const Messages no_messages;

TEST_CASE("a count that falls while the conversation grows is told of once")
{
    CountedPrompts prompts;
    CHECK_FALSE(prompts.learn(no_messages, 3000, counted(3100)));
    CHECK_FALSE(prompts.learn(no_messages, 4000, counted(4090)));
    CHECK(prompts.learn(no_messages, 5000, counted(4080)));
    CHECK_FALSE(prompts.learn(no_messages, 6000, counted(4000)));
}

TEST_CASE("a count far below the estimate is told of")
{
    CountedPrompts prompts;
    const auto note = prompts.learn(no_messages, 20000, counted(4096));
    REQUIRE(note);
    CHECK(note->find("4096 tokens of a conversation of about 20000") != std::string::npos);
    CHECK(prompts.correction() == 1);
}

TEST_CASE("a count that is right in another way is not told of")
{
    CountedPrompts prompts;
    SECTION("of few tokens") { CHECK_FALSE(prompts.learn(no_messages, 2000, counted(20))); }
    SECTION("of a shorter conversation")
    {
        CHECK_FALSE(prompts.learn(no_messages, 5000, counted(5000)));
        CHECK_FALSE(prompts.learn(no_messages, 3000, counted(3000)));
    }
    SECTION("without the reasoning of earlier turns")
    {
        Message message {.role = agent::model::Role::assistant};
        message.set_reasoning(std::string(8000, 'x'));
        const Messages thought {shared(message)};
        CHECK_FALSE(prompts.learn(thought, 5000, counted(5000)));
        CHECK_FALSE(prompts.learn(thought, 5100, counted(3100)));
    }
    SECTION("of images that count less, or that the model is only told of")
    {
        const auto image = image_of_url("data:image/gif;base64,R0lGODlhQCBAIA==");
        const Messages seen(10, shared(user_message("look", {image})));
        CHECK_FALSE(prompts.learn(seen, 16500, counted(3100)));
        CHECK_FALSE(prompts.learn(seen, 17000, counted(1100)));
    }
    SECTION("of what was not kept from the request before")
    {
        Json usage = counted(10);
        usage["prompt_tokens_details"]["cached_tokens"] = 20000U;
        CHECK_FALSE(prompts.learn(no_messages, 20000, usage));
    }
    SECTION("of a server that does not count")
    {
        CHECK_FALSE(prompts.learn(no_messages, 20000, Json()));
    }
}
