#include "agent/redaction/record_words.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace agent::redaction {

template<std::size_t count>
static bool is_one_of(const std::array<std::string_view, count>& words, std::string_view word)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

bool holds_records(std::string_view field)
{
    static constexpr std::array<std::string_view, 17> fields {"message", "messages", "content",
        "tool_calls", "function", "function_call", "choices", "delta", "asked", "summary", "calls",
        "tools", "usage", "sessions", "findings", "response_format", "json_schema"};
    return is_one_of(fields, field);
}

bool holds_name(std::string_view field)
{
    static constexpr std::array<std::string_view, 17> fields {"role", "type", "name", "id",
        "tool_call_id", "finish_reason", "object", "model", "tool", "tools", "event", "exitReason",
        "code", "ts", "changed", "subject", "state"};
    return is_one_of(fields, field);
}

bool can_be_name(std::string_view text)
{
    static constexpr std::string_view marks = "._-:/@+";
    return !text.empty() && text.size() <= 256 && std::all_of(text.begin(), text.end(), [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0
            || marks.find(c) != std::string_view::npos;
    });
}

bool is_word_of_records(std::string_view text)
{
    static constexpr std::array<std::string_view, 40> words {"system", "developer", "user",
        "assistant", "tool", "function", "custom", "text", "image_url", "input_audio", "file",
        "refusal", "stop", "length", "tool_calls", "function_call", "content_filter",
        "chat.completion", "chat.completion.chunk", "list", "json_schema", "json_object", "object",
        "array", "string", "number", "integer", "boolean", "null", "run", "message", "call",
        "result", "usage", "context", "end", "answered", "failed", "good", "missing"};
    return is_one_of(words, text);
}

bool is_error_code(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'A' && c <= 'Z') || c == '_';
    });
}

}
