#include "catch.hpp"

#include "agent/model/context_overflow.hpp"

using namespace agent::model;

TEST_CASE("the number of a context overflow is that of the model's context")
{
    const auto [text, number] = GENERATE(table<std::string, std::string>({
        {R"({"error":{"code":400,"message":"the request exceeds the available context size, try increasing it","type":"exceed_context_size_error","n_prompt_tokens":9000,"n_ctx":4096}})",
            "4096"},
        {"This model's maximum context length is 8192 tokens. However, your messages resulted in "
         "9000 "
         "tokens.",
            "8192"},
        {"prompt is too long: 210000 tokens > 200000 maximum", "200000"},
        {"The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
            "1048576"},
        {"Prompt contains 40000 tokens, too large for model with 32768 maximum context length",
            "32768"},
        {"the model is loaded with context length of only 4096 tokens", "4096"},
        {R"({"error":{"code":"context_length_exceeded","message":"too many tokens"}})", "N"},
    }));
    CAPTURE(text);
    CHECK(overflow_hint(text).value_or("").starts_with("--context-window " + number + " keeps"));
}

TEST_CASE("other errors are no context overflow")
{
    CHECK_FALSE(overflow_hint("out of memory"));
    CHECK_FALSE(overflow_hint("max_tokens has a maximum of 4096"));
}
