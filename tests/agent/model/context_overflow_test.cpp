#include "catch.hpp"

#include "agent/model/context_overflow.hpp"

using namespace agent::model;

static Overflow overflow_of(const std::string& text)
{
    const auto overflow = overflow_in(text);
    REQUIRE(overflow);
    return *overflow;
}

TEST_CASE("a context overflow is recognised, with the numbers that it names")
{
    using Number = std::optional<std::int64_t>;
    const auto [text, window, used] = GENERATE(table<std::string, Number, Number>({
        {R"({"error":{"code":400,"message":"the request exceeds the available context size, try )"
         R"(increasing it","type":"exceed_context_size_error","n_prompt_tokens":9000,"n_ctx":4096}})",
            4096, 9000},
        {R"({"error":{"message":"exceeds the available context size","n_ctx":4096}})", 4096, {}},
        {"This model's maximum context length is 8192 tokens. However, your messages resulted in "
         "9000 tokens.",
            8192, 9000},
        {"This model's maximum context length is 4,096 tokens. However, you requested 5,000 tokens",
            4096, 5000},
        {"prompt is too long: 210000 tokens > 200000 maximum", 200'000, 210'000},
        {"The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
            1'048'576, 1'200'000},
        {"Prompt contains 40000 tokens, too large for model with 32768 maximum context length",
            32'768, 40'000},
        {"the model is loaded with context length of only 4096 tokens", 4096, {}},
        {R"({"error":{"code":"context_length_exceeded","message":"too many tokens"}})", {}, {}},
        {"context_length_exceeded: error 400", {}, {}},
        {"the context window is exceeded (5000 > 4096)", 4096, 5000},
        {"prompt too long; exceeded max context length by 123 tokens", {}, {}},
        {"Please reduce the length of the messages or completion.", {}, {}},
        {"This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
            131'072, 537'812},
        {"Input is too long for requested model.", {}, {}},
        {"Error rendering prompt with jinja template: No user query found in messages.", {}, {}},
        {"Invalid request: Your request exceeded model token limit: 262144 (requested: 300000)",
            262'144, 300'000},
        {"tokens in request more than max tokens allowed", {}, {}},
        {"prompt token count of 130000 exceeds the limit of 128000", 128'000, 130'000},
        {"Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 "
         "`inputs` tokens and 100 `max_new_tokens`",
            4096, 5100},
        {"maximum context length is 4096 tokens and your request has 1000 input tokens", 4096, {}},
    }));
    CAPTURE(text);
    const Overflow overflow = overflow_of(text);
    CHECK(overflow.window == window);
    CHECK(overflow.used == used);
    CHECK(overflow_hint(text).value_or("").starts_with(
        "--context-window " + (window ? std::to_string(*window) : "N") + " keeps"));
}

TEST_CASE("other errors are no context overflow")
{
    CHECK_FALSE(overflow_hint("out of memory"));
    CHECK_FALSE(overflow_hint("max_tokens has a maximum of 4096"));
}
